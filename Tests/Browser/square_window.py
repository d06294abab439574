"""One browser window on a called-letters game, in the words of the tests."""

import time

from playwright.sync_api import expect

from board_window import BoardWindow, call


class SquareWindow(BoardWindow):
    """A window in the waiting room, at play or at the end."""

    def begin(self, name, preset="family", clock=True, rules="square", **options):
        """Makes a game, takes its first seat and waits for its waiting room."""
        if rules == "square":
            options = {"preset": preset, **({} if clock else {"clock": None}), **options}
        game = call(self.url, "POST", "/games", {"rules": rules, "options": options})
        self.keep(f"host:{game['id']}", game["host"]["token"])
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
        return self.plays()

    def plays(self):
        expect(self.page.locator("#call")).to_be_visible()
        return self

    def stands(self, sentence, timeout=10_000):
        """The line above the board says so."""
        expect(self.page.locator("#call-title")).to_have_text(sentence, timeout=timeout)
        return self

    def fills(self, count):
        """Waits until so many squares of the own board are filled and saved."""
        expect(self.page.locator("#grid .letter")).to_have_count(count)
        return self.is_saved()

    def call(self, letter):
        return self.touch(self.key(letter))

    def place(self, square):
        return self.touch(self.cell(square))

    def move(self, letters="EATRSOINL"):
        """One step, if it is this player's to take."""
        if self.page.locator("#keys:not(:has(.picked))").is_visible():
            self.call(letters[self.filled % len(letters)])
        elif self.page.locator(".choice").count():
            self.touch(self.page.locator(".choice").first)

    @property
    def filled(self):
        return self.page.locator("#grid .letter").count()

    @property
    def is_over(self):
        return self.page.locator("#verdict").is_visible()


def play_to_the_end(*windows, limit=120):
    """Everybody moves whenever it is theirs to move, until all see the end."""
    deadline = time.monotonic() + limit
    while not all(each.is_over for each in windows):
        assert time.monotonic() < deadline, [each.page.locator("#call").text_content() for each in windows]
        for each in windows:
            each.move()
            each.page.wait_for_timeout(20)
