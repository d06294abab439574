"""One browser window on a board, in the words of the tests."""

import json
import time
import urllib.request

from playwright.sync_api import expect

SIZE = 5


def index_of(square):
    """`c3` -> 12."""
    return (int(square[1]) - 1) * SIZE + "abcde".index(square[0])


class BoardWindow:
    """Wraps a page that shows a board; `page` is there for everything else."""

    fingers = False  # whether things are touched, not clicked

    def __init__(self, page, url):
        self.page, self.url = page, url

    def open(self, path="/g/lobby"):
        """Goes to a board and waits until its stream is live and drawn."""
        self.page.goto(self.url + path)
        return self.until_live()

    def keep(self, key, value):
        """Puts something into this browser's storage, as the page does."""
        entry = json.dumps([f"5x5:{key}", json.dumps(value)])
        self.page.context.add_init_script(f"if (!localStorage.getItem({entry}[0])) localStorage.setItem(...{entry})")
        return self

    def until_live(self, timeout=15_000):
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "live", timeout=timeout)
        expect(self.page.locator("#clear, #join-open, #leave, #notice, #finished-part")
               .locator("visible=true").first).to_be_visible()
        return self

    def visit(self, path):
        """Goes to a game and waits until it is drawn, whatever its stage."""
        self.page.goto(self.url + path)
        expect(self.page.locator("body")).not_to_have_attribute("data-rules", "")
        return self

    def sit(self, game, name, colour="#2a9d8f"):
        """Takes a seat as from another window of this browser, and opens the game."""
        taken = call(self.url, "POST", f"/games/{game}/seats", {"name": name, "colour": colour})
        self.token = taken["token"]
        return self.keep(f"seat:{game}", taken).visit(f"/g/{game}")

    @property
    def path(self):
        return self.page.url.removeprefix(self.url)

    @property
    def game(self):
        return self.path.removeprefix("/g/")

    def is_in(self, stage, timeout=10_000):
        """Waits for the stage: `room`, `play` or `end`."""
        expect(self.page.locator("body")).to_have_attribute("data-stage", stage, timeout=timeout)
        return self

    def key(self, name):
        """A key of the keyboard on the screen."""
        return self.page.locator(f'#keys [data-key="{name}"]')

    def touch(self, target):
        """Taps or clicks, as one does here."""
        target.tap() if self.fingers else target.click()
        return self

    def type_on_screen(self, square, letters):
        """Chooses a square and writes with the keyboard on the screen."""
        self.touch(self.cell(square))
        for letter in letters:
            self.touch(self.key(letter))
        return self

    def tab_to(self, target):
        """Goes by Tab alone until this has the focus."""
        for _ in range(80):
            if target.evaluate("node => node === document.activeElement"):
                return self
            self.press("Tab")
        raise AssertionError(f"Tab never reaches {target}")

    def tool(self, name):
        return self.page.locator(f"#tools #{name}")

    def cell(self, square):
        return self.page.locator(f"#cell-{index_of(square)}")

    def choose(self, square):
        self.cell(square).click()
        return self

    def write(self, square, letters):
        """Chooses a square and types."""
        self.choose(square)
        self.page.keyboard.type(letters)
        return self

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def shows(self, square, letter, timeout=10_000):
        expect(self.cell(square).locator(".letter")).to_have_text(letter, timeout=timeout)
        return self

    def is_empty(self, square, timeout=10_000):
        expect(self.cell(square).locator(".letter")).to_have_count(0, timeout=timeout)
        return self

    def is_saved(self, timeout=30_000):
        """Waits until no letter is on its way any more; they go one after the other, and there may be 25 of them."""
        # A letter just written is drawn in the next frame: before that nothing on the screen tells of it.
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(self.page.locator(".cell.pending")).to_have_count(0, timeout=timeout)
        return self

    def is_at(self, square):
        expect(self.cell(square)).to_have_attribute("aria-selected", "true")
        return self

    def writes(self, direction):
        expect(self.page.locator("#turn-text")).to_have_text(direction.capitalize())
        return self

    def says(self, sentence):
        """A toast with these words."""
        expect(self.page.locator(".toast", has_text=sentence).first).to_be_visible()
        return self

    def join(self, name):
        self.page.locator("#join-open").click()
        self.page.locator("#name").fill(name)
        self.page.locator("dialog .primary").click()
        expect(self.page.locator(".seat", has_text=name)).to_contain_text("you")
        return self

    def note(self, sentence):
        """The line that lies over the heading."""
        expect(self.page.locator("#notice-text")).to_have_text(sentence)
        return self

    def sees_player(self, name):
        expect(self.page.locator(".seat", has_text=name)).to_be_visible()
        return self

    def draws(self, board, timeout=10_000):
        """Waits until the board looks like this drawing of five rows."""
        deadline = time.monotonic() + timeout / 1000
        while self.text != board:
            assert time.monotonic() < deadline, f"{self.text} is shown, not {board}"
            self.page.wait_for_timeout(30)
        return self

    @property
    def text(self):
        """The board as it is shown, in the canonical form of five rows."""
        cells = self.page.locator(".cell").evaluate_all("""cells => cells.map(
            cell => cell.classList.contains('block') ? '#' : cell.querySelector('.letter')?.textContent || '.')""")
        return "/".join("".join(cells[row * SIZE:row * SIZE + SIZE]) for row in range(SIZE))


def call(url, method, path, body=None, token=None):
    """One request to the server from outside the browser; returns the decoded JSON."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method), timeout=10) as answer:
        raw = answer.read()
    return json.loads(raw) if raw else None
