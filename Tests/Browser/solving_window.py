"""The page object of a browser window on a mini crossword or a guess game."""

from mini_puzzles import DOTS, cells_of, ipuz
from playwright.sync_api import expect

from board_window import BoardWindow, call

MARK = {"hit": "h", "near": "n", "miss": "m", "wrong": "x", "right": "r", "revealed": "s", "pencil": "p"}

# The answers of the puzzle that the tests upload.
SOLUTION = DOTS
EMPTY = "#..../...../...../...../....#"
BLANK = "...../...../...../...../....."


def new_mini(api, kind=None, **options):
    """Creates a mini with a known puzzle; `kind` has options of `ipuz` (rebus, circles, givens)."""
    made = api("POST", "/puzzles", ipuz(DOTS, **(kind or {})))
    return api("POST", "/games", {"rules": "mini", "options": {"puzzle": made["id"], **options}}, made["token"])


def new_guess(api, **options):
    """Creates a guess game; the word of seed 5181 is LATCH."""
    return api("POST", "/games", {"rules": "guess", "options": {"seed": 5181, **options}})


class SolvingWindow(BoardWindow):
    def marks(self, drawing):
        """Waits until the board has these marks, one letter of `MARK` for each cell."""
        return self.shows_marks(drawing, MARK)

    def clue(self, name, direction):
        """Waits until the line above the board shows this clue."""
        expect(self.page.locator("#clue-text")).to_have_text(f"{name} {direction} · Hint {name} {direction.lower()}")
        return self

    def help(self, what, scope):
        """Uses Check, Reveal or Reset (`what`) on the Letter, the Word or the Board (`scope`)."""
        self.tool("help").click()
        group = self.page.locator("dialog").get_by_role("group", name=what)
        group.get_by_role("button", name=scope).click()
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def rebus(self, letters):
        """Enters several letters into the current square."""
        self.press("Escape")
        field = self.page.locator("dialog input")
        expect(field).to_be_focused()
        field.fill(letters)
        self.press("Enter")
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def announces(self, sentence):
        """Waits until screen readers are told this."""
        expect(self.page.locator("#announcer")).to_contain_text(sentence)
        return self

    def guess(self, word):
        self.page.keyboard.type(word)
        return self.press("Enter")

    @property
    def focused(self):
        return self.page.evaluate("document.activeElement.id")


def fill(url, game, token, cells):
    """Writes cells over HTTP, such as `{"b1": "D"}`."""
    return call(url, "PATCH", f"/games/{game}/board", {"cells": cells}, token)


def replace_letters(window, drawing):
    """Writes, over HTTP as the window's player, what its board lacks of a drawing; waits until the page shows it."""
    window.is_saved()
    names = ["abcde"[index % 5] + str(index // 5 + 1) for index in range(25)]
    signs = zip(names, window.text.replace("/", ""), drawing.replace("/", ""))
    fill(window.url, window.game, window.token, {name: new.strip(".") for name, old, new in signs if old != new})
    return window.draws(drawing)


def correct_cells(*squares, skip=()):
    """The answers of these squares of the known puzzle, or of all squares, for `fill`."""
    names = ["abcde"[index % 5] + str(index // 5 + 1) for index in range(25)]
    answers = dict(zip(names, cells_of(SOLUTION)))
    return {name: answers[name] for name in squares or names if answers[name] != "#" and name not in skip}
