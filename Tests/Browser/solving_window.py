"""One browser window on a game that is solved: the mini crossword or the hidden word, in the words of the tests."""

from mini_puzzles import DOTS, cells_of, ipuz
from playwright.sync_api import expect

from board_window import BoardWindow, call

MARK = {"hit": "h", "near": "n", "miss": "m", "wrong": "x", "right": "r", "revealed": "s", "pencil": "p", "": "."}

# The answers of the puzzle that these tests upload, and what each of its words is called.
SOLUTION = DOTS
EMPTY = "#..../...../...../...../....#"


def new_mini(api, kind=None, **options):
    """A mini on a puzzle whose answers are known; `kind` as in `ipuz` (rebus, circles, givens)."""
    options["puzzle"] = api("POST", "/puzzles", ipuz(DOTS, **(kind or {})))["id"]
    return api("POST", "/games", {"rules": "mini", "options": options})


def new_guess(api, **options):
    """A game of the hidden word; the word of seed 0 is LATCH."""
    return api("POST", "/games", {"rules": "guess", "options": {"seed": 0, **options}})


class SolvingWindow(BoardWindow):
    """A window on a mini or on the hidden word."""

    def marks(self, drawing):
        """Waits until the marks of the board are as drawn: hit, near, miss, x wrong, r right, s shown, p pencil."""
        rows = drawing.split("/")
        for index, sign in enumerate("".join(rows)):
            name = next(name for name, short in MARK.items() if short == sign)
            expect(self.page.locator(f"#cell-{index}")).to_have_attribute("data-mark", name)
        return self

    def clue(self, name, direction):
        """The clue that stands beside the board."""
        expect(self.page.locator("#clue-text")).to_have_text(f"{name} {direction} · Hint {name} {direction.lower()}")
        return self

    def help(self, what, scope):
        """Check, Reveal or Reset; of the Letter, the Word or the Board."""
        self.tool("help").click()
        group = self.page.locator("dialog").get_by_role("group", name=what)
        group.get_by_role("button", name=scope).click()
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def rebus(self, letters):
        """Writes several letters into the current square."""
        self.press("Escape")
        field = self.page.locator("dialog input")
        expect(field).to_be_focused()
        field.fill(letters)
        self.press("Enter")
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def solve(self, solution=SOLUTION, but=()):
        """Writes all that is empty, clue by clue, as a solver does; squares in `but` stay as they are."""
        for index, letter in enumerate(cells_of(solution)):
            square = "abcde"[index % 5] + str(index // 5 + 1)
            if letter != "#" and square not in but and self.cell(square).locator(".letter").count() == 0:
                self.choose(square)
                self.page.keyboard.type(letter)
        return self

    def guess(self, word):
        """Writes a word and ends its row."""
        self.page.keyboard.type(word)
        return self.press("Enter")

    @property
    def focused(self):
        return self.page.evaluate("document.activeElement.id")


def fill(url, game, token, cells):
    """Writes cells over HTTP: `{"b1": "D"}`."""
    return call(url, "PATCH", f"/games/{game}/board", {"cells": cells}, token)


def right_cells(*squares, but=()):
    """What belongs into these squares of the known puzzle, or into all, for `fill`."""
    names = ["abcde"[index % 5] + str(index // 5 + 1) for index in range(25)]
    answers = dict(zip(names, cells_of(SOLUTION)))
    return {name: answers[name] for name in squares or names if answers[name] != "#" and name not in but}
