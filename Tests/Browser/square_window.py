"""The page object of a browser window on a word square."""

import re
import time

from playwright.sync_api import expect

from board_window import BoardWindow, call

CHOICE = re.compile(r"\bchoice\b")


class SquareWindow(BoardWindow):
    def begin(self, name, preset="family", clock=True, rules="square", **options):
        """Creates a game, takes its first seat and waits for the waiting room."""
        if rules == "square":
            options = {"preset": preset, **({} if clock else {"clock": None}), **options}
        game = call(self.url, "POST", "/games", {"rules": rules, "options": options})
        self.store(f"host:{game['id']}", game["host"]["token"])
        self.open(f"/g/{game['id']}").join(name)
        return self.sees_player(name)

    def add_bot(self, level):
        bots = self.page.locator(".seat", has_text="bot, ")
        before = bots.count()
        self.page.locator("#bots").get_by_role("button", name=level.capitalize()).click()
        expect(bots).to_have_count(before + 1)
        return self

    def start(self):
        self.page.get_by_role("button", name="Start").click()
        return self.is_playing()

    def is_playing(self):
        expect(self.page.locator("#call")).to_be_visible()
        return self

    def shows_status(self, sentence):
        """Waits until the line above the board has this text."""
        expect(self.page.locator("#call-title")).to_have_text(sentence)
        return self

    def has_filled(self, count):
        """Waits until `count` squares of the player's board are filled and saved."""
        expect(self.page.locator("#grid .letter")).to_have_count(count)
        return self.is_saved()

    def call(self, letter):
        return self.touch(self.key(letter))

    def place(self, square):
        return self.touch(self.cell(square))

    def move(self, letters="EATRSOINL"):
        """Calls or places a letter if it is this player's turn."""
        if self.page.locator("#keys:not(:has(.picked))").is_visible():
            self.call(letters[self.filled % len(letters)])
        elif self.page.locator(".choice").count():
            square = self.page.locator(".choice").first.get_attribute("data-cell")
            self.touch(self.page.locator(f"#cell-{square}"))
            # A browser may send the click of a tap after the tap has returned.
            expect(self.page.locator(f"#cell-{square}")).not_to_have_class(CHOICE)

    @property
    def filled(self):
        return self.page.locator("#grid .letter").count()

    @property
    def is_finished(self):
        return self.page.locator("#verdict").is_visible()


def play_to_the_end(*windows, limit=240):
    """Moves in every window until all of them show the end."""
    deadline = time.monotonic() + limit
    while not all(each.is_finished for each in windows):
        assert time.monotonic() < deadline, [each.page.locator("#call").text_content() for each in windows]
        for each in windows:
            each.move()
            each.page.wait_for_timeout(20)
