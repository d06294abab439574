"""The page object of a browser window on a lattice, and the swaps that solve one."""

from playwright.sync_api import expect

import finished_games
from board_window import BoardWindow, index_of

SEED = 3
STARS = 5


def new_lattice(api, **options):
    return api("POST", "/games", {"rules": "lattice", "options": {"seed": SEED, **options}})


def answer_of(api, seed=SEED):
    return finished_games.answer_of(api, "lattice", seed=seed)


def solving_swaps(text, answer):
    """Swaps of squares that turn one board into the other; each puts at least one letter in its place."""
    board, goal, swaps = [*text.replace("/", "")], answer.replace("/", ""), []
    while wrong := [cell for cell in range(25) if board[cell] != goal[cell]]:
        pairs = [(one, other) for one in wrong for other in wrong if board[one] == goal[other]]
        one, other = next((pair for pair in pairs if board[pair[1]] == goal[pair[0]]), pairs[0])
        board[one], board[other] = board[other], board[one]
        swaps.append((square_of(one), square_of(other)))
    return swaps


def useless_swap(text, answer):
    """Two squares whose swap puts no letter in its place, however often it is made."""
    board, goal = text.replace("/", ""), answer.replace("/", "")
    wrong = [cell for cell in range(25) if board[cell] != goal[cell]]
    return next((square_of(one), square_of(other)) for one in wrong for other in wrong
                if board[one] != board[other] and board[one] != goal[other] and board[other] != goal[one])


def swapped(text, *swaps):
    """The board after these swaps."""
    board = [*text.replace("/", "")]
    for one, other in swaps:
        one, other = index_of(one), index_of(other)
        board[one], board[other] = board[other], board[one]
    return "/".join("".join(board[at:at + 5]) for at in range(0, 25, 5))


def square_of(index):
    return "abcde"[index % 5] + str(index // 5 + 1)


class LatticeWindow(BoardWindow):
    def drag(self, one, other):
        """Drags a letter onto another with the mouse, or with a finger."""
        self.lift(one).carry_to(other).drop()
        return self

    def lift(self, square):
        """Presses a letter and moves it a little."""
        x, y = self._point = self.middle_of(square)
        self._move("Start", x, y)
        self._move("Move", x + 9, y + 4)
        return self

    def carry_to(self, square):
        self._point = self.middle_of(square)
        self._move("Move", *self._point)
        return self

    def carry_out(self):
        """Moves the letter above the board."""
        box = self.page.locator("#frame").bounding_box()
        self._point = (box["x"] + 20, box["y"] - 12)
        self._move("Move", *self._point)
        return self

    def drop(self):
        self._move("End", *self._point)
        return self

    def middle_of(self, square):
        self.cell(square).scroll_into_view_if_needed()
        box = self.cell(square).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _move(self, phase, x, y):
        if self.has_touch:
            if not hasattr(self, "_session"):
                self._session = self.page.context.new_cdp_session(self.page)
            points = [] if phase == "End" else [{"x": x, "y": y}]
            touch = {"type": f"touch{phase}", "touchPoints": points}
            return self._session.send("Input.dispatchTouchEvent", touch)
        mouse = self.page.mouse
        if phase != "End":
            mouse.move(x, y)
        if phase != "Move":
            mouse.down() if phase == "Start" else mouse.up()

    def has_arrived(self):
        """Waits until every swap has its marks."""
        expect(self.page.locator("#grid .pending")).to_have_count(0)
        return self

    def press_both(self, one, other):
        """Taps or clicks two letters, once the swaps before have their marks."""
        return self.has_arrived().touch(self.cell(one)).touch(self.cell(other))

    def walk_to(self, square):
        """Moves the caret by arrow keys."""
        target = index_of(square)
        for _ in range(12):
            at = int(self.page.locator(".cell.current").get_attribute("data-cell"))
            if at == target:
                return self
            rows, columns = target // 5 - at // 5, target % 5 - at % 5
            # A hole is skipped, so the caret first reaches a row and a column without holes.
            vertical = rows and (at % 5 % 2 == 0) and (not columns or target // 5 % 2 == 0)
            self.press(("ArrowDown" if rows > 0 else "ArrowUp") if vertical or not columns
                       else "ArrowRight" if columns > 0 else "ArrowLeft")
        raise AssertionError(f"the caret does not reach {square}")

    def swap_by_keys(self, one, other, keys=("Space", "Enter")):
        return self.has_arrived().walk_to(one).press(keys[0]).walk_to(other).press(keys[1])

    def has_left(self, count):
        """Waits until the page says how many swaps are left."""
        expect(self.page.locator("#swaps b")).to_have_text(str(count))
        return self

    def hints(self, sentence):
        expect(self.page.locator("#hint")).to_have_text(sentence)
        return self

    def is_silent(self):
        """Waits until screen readers have been told everything: what comes next is not gathered with it."""
        self.page.evaluate("""async () => {
            const { announce } = await import('/js/page/announce.js');
            document.getElementById('announcer').textContent = '';
            announce('…');
        }""")
        expect(self.page.locator("#announcer")).not_to_be_empty()
        return self

    def announces(self, *sentences):
        for sentence in sentences:
            expect(self.page.locator("#announcer")).to_contain_text(sentence)
        return self

    def holds(self, square):
        """Waits until the letter of this square, or none, is picked up."""
        held = self.page.locator("#grid .held")
        expect(held).to_have_count(1 if square else 0)
        if square:
            expect(held).to_have_attribute("id", f"cell-{index_of(square)}")
        return self

    @property
    def marks(self):
        """The marks on the screen: h, n or m for each cell, # for a hole."""
        signs = self.page.locator("#grid .cell").evaluate_all("all => all.map(cell => cell.dataset.mark[0] ?? '#')")
        return "/".join("".join(signs[at:at + 5]) for at in range(0, 25, 5))

    def shows_marks(self, drawing, signs=None):
        return super().shows_marks(drawing.replace("#", "."), signs or {"hit": "h", "near": "n", "miss": "m"})
