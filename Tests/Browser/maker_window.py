"""The page object of a browser window on `/make`, where one makes a puzzle."""

import re
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from board_window import index_of
from home_window import HomeWindow

LINK = re.compile(r"/c/[a-z0-9]+$")


class MakerWindow(HomeWindow):
    """It counts the taps, and apart from them the letters that are typed."""

    taps = letters = 0

    def open(self, path="/make"):
        self.page.goto(self.url + path)
        expect(self.page.locator("main")).to_be_visible()
        self.began = time.monotonic()
        return self

    def tap(self, target):
        self.taps += 1
        self.touch(self.page.locator(target) if isinstance(target, str) else target)
        return self

    def named(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def type(self, word):
        self.letters += len(word)
        for letter in word:
            if self.has_touch:
                self.touch(self.key(letter))
            else:
                self.page.keyboard.press(letter)
        return self

    def block(self, *squares):
        for square in squares:
            self.tap(self.cell(square))
        return self

    def reads(self, *rows):
        """The board, with `.` for an empty square and `#` for a block."""
        expect(self.page.locator("#grid .cell")).to_have_count(25)
        self.until(lambda: self.board == "/".join(rows), lambda: self.board)
        return self

    @property
    def board(self):
        return self.page.locator("#grid").evaluate("""grid => [...grid.children].map(row => [...row.children].map(cell =>
            cell.classList.contains('block') ? '#' : cell.querySelector('.letter')?.textContent ?? '.').join('')).join('/')""")

    @property
    def fits(self):
        """The suggestions for the current word."""
        return self.page.locator("#fits button")

    @property
    def state(self):
        return self.page.locator("#state")

    @property
    def findings(self):
        return self.page.locator("#findings li")

    def clue(self, name):
        return self.page.get_by_label(f"Clue for {name}")

    def is_full(self):
        expect(self.page.locator("#finish")).to_be_visible()
        return self

    @property
    def link(self):
        field = self.page.locator("#ask-link")
        expect(field).to_have_value(LINK)
        return field.input_value()

    def has_no_violations(self):
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.page.viewport_size["width"]
        return self

    def left(self, square):
        """What the page knows of a square: `none`, `few` …"""
        return self.page.locator(f"#cell-{index_of(square)}").get_attribute("data-left")
