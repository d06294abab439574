"""The page object of a browser window that shows a board."""

import json
import time
import urllib.request

from playwright.sync_api import TimeoutError, expect

SIZE = 5
PATIENCE = 30  # seconds, so that a condition that never comes true ends the test


def no_network(route):
    """Ends a request as a browser without a connection does."""
    route.abort("internetdisconnected")


def index_of(square):
    """`c3` -> 12."""
    return (int(square[1]) - 1) * SIZE + "abcde".index(square[0])


class BoardWindow:
    """A window on a board. Methods that state something (`shows`, `is_saved`) wait until it is true."""

    has_touch = False  # taps instead of clicking

    def __init__(self, page, url):
        self.page, self.url = page, url

    def open(self, path=None):
        """Opens a board, by default the test's own one, and waits until its stream is live and drawn."""
        self.page.goto(self.url + (path or self.default_path()))
        return self.until_live()

    def first(self, held):
        """The first request in the list of a route that holds them, once the page has sent one."""
        return self.until(lambda: held, "a held request")[0]

    def until(self, condition, what):
        """Waits until a condition of this process is true; returns its value. Requests are routed meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < deadline, what() if callable(what) else what
            self.page.wait_for_timeout(25)
        return found

    def store(self, key, value):
        """Adds an entry to the browser's storage in the page's format, unless the key exists."""
        entry = json.dumps([f"5x5:{key}", json.dumps(value)])
        self.page.context.add_init_script(f"if (!localStorage.getItem({entry}[0])) localStorage.setItem(...{entry})")
        return self

    def until_live(self):
        self.has_state("live")
        expect(self.page.locator("#clear, #resign, #join-open, #leave, #notice, #finished-part")
               .locator("visible=true").first).to_be_visible()
        return self

    def has_state(self, state):
        """Waits for a state of the connection, such as `live` or `offline`."""
        expect(self.page.locator("#connection")).to_have_attribute("data-state", state)
        return self

    def go_offline(self):
        self.page.context.set_offline(True)
        # Chromium lets a request through now and then, with which the page is live again: none leaves the page, and it
        # is told again.
        self.page.route("**/*", no_network)
        self.page.wait_for_function("""() => document.getElementById('connection').dataset.state === 'offline'
            || (dispatchEvent(new Event('offline')), false)""", polling=500)
        return self

    def go_online(self):
        self.page.unroute("**/*", no_network)
        self.page.context.set_offline(False)
        return self

    def visit(self, path):
        """Opens a game and waits until it is drawn, at any stage."""
        self.page.goto(self.url + path)
        expect(self.page.locator("body")).not_to_have_attribute("data-rules", "")
        return self

    def sit(self, game, name, colour="#2a9d8f"):
        """Takes a seat over HTTP, stores its token in this browser and opens the game."""
        taken = call(self.url, "POST", f"/games/{game}/seats", {"name": name, "colour": colour})
        self.token = taken["token"]
        return self.store(f"seat:{game}", taken).visit(f"/g/{game}")

    @property
    def path(self):
        return self.page.url.removeprefix(self.url)

    @property
    def game(self):
        return self.path.removeprefix("/g/")

    def is_in(self, stage):
        """Waits for a stage: `room`, `play` or `end`."""
        expect(self.page.locator("body")).to_have_attribute("data-stage", stage)
        return self

    def key(self, name):
        return self.page.locator(f'#keys [data-key="{name}"]')

    def touch(self, target):
        """Taps or clicks, depending on `has_touch`."""
        target.tap() if self.has_touch else target.click()
        return self

    def type_on_screen(self, square, letters):
        """Chooses a square and types with the on-screen keyboard."""
        self.go_to(square)
        for letter in letters:
            self.touch(self.key(letter))
        return self

    def tab_to(self, target):
        """Presses Tab until `target` has the focus."""
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

    def go_to(self, square):
        """Chooses a square unless the caret is there already: a press would turn its direction."""
        is_there = "cell => cell.ariaSelected === 'true' && document.activeElement.id === 'letters'"
        return self if self.cell(square).evaluate(is_there) else self.touch(self.cell(square))

    def write(self, square, letters):
        """Chooses a square and types."""
        self.go_to(square)
        self.page.keyboard.type(letters)
        return self

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def shows(self, square, letter):
        expect(self.cell(square).locator(".letter")).to_have_text(letter)
        return self

    def is_empty(self, square):
        expect(self.cell(square).locator(".letter")).to_have_count(0)
        return self

    def is_saved(self):
        """Waits until the server has acknowledged every letter; up to 25 are sent one after the other."""
        # A typed letter is drawn, and marked as pending, in the next frame.
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(self.page.locator(".cell.pending")).to_have_count(0)
        return self

    def is_at(self, square):
        expect(self.cell(square)).to_have_attribute("aria-selected", "true")
        return self

    def shows_direction(self, direction):
        expect(self.page.locator("#turn-text")).to_have_text(direction.capitalize())
        return self

    def says(self, sentence=""):
        """Waits for a toast with this sentence, by default for any. A toast that has gone since counts, once."""
        self.page.wait_for_function("""(sentence) => {
            const at = toasts.findIndex((toast) => toast.includes(sentence));
            return at >= 0 && toasts.splice(at, 1);
        }""", arg=sentence)
        return self

    def has_said_nothing(self):
        assert self.page.evaluate("toasts") == []
        return self

    def join(self, name):
        self.page.locator("#join-open").click()
        self.page.locator("#name").fill(name)
        self.page.locator("dialog button[value]").click()
        expect(self.page.locator(".seat", has_text=name)).to_contain_text("you")
        return self

    def leave(self, warning):
        """Leaves the game, after the page has said what that does."""
        self.touch(self.page.locator("#leave"))
        dialog = self.page.locator("dialog")
        expect(dialog).to_contain_text(warning)
        self.touch(dialog.get_by_role("button", name="Leave", exact=True))
        return self

    def shows_notice(self, sentence):
        """Waits until the notice above the heading has this text."""
        expect(self.page.locator("#notice-text")).to_have_text(sentence)
        return self

    def sees_player(self, name):
        expect(self.page.locator(".seat", has_text=name)).to_be_visible()
        return self

    def draws(self, board):
        """Waits until the board's text is `board`."""
        self.until(lambda: self.text == board, lambda: f"{self.text} is shown, not {board}")
        return self

    def shows_marks(self, drawing, signs):
        """Waits until the board has these marks, drawn with one of `signs` for each and a point for none."""
        names = {"": "."} | signs
        shown = """([drawing, signs]) => drawing === [...document.querySelectorAll('#grid .cell')].map(
            (cell) => signs[cell.dataset.mark ?? ''] ?? '?').join('')"""
        try:
            self.page.wait_for_function(shown, arg=[drawing.replace("/", ""), names])
        except TimeoutError as error:
            raise AssertionError(f"the marks never become {drawing}") from error
        return self

    def has_settled_colours(self):
        """Waits until every transition of a colour has ended."""
        self.page.wait_for_function("""() => document.getAnimations().every(
            each => !(each instanceof CSSTransition && each.transitionProperty.includes('color')))""")
        return self

    @property
    def text(self):
        """The board on the screen, in the API's text form."""
        cells = self.page.locator(".cell").evaluate_all("""cells => cells.map(
            cell => cell.classList.contains('block') ? '#' : cell.querySelector('.letter')?.textContent || '.')""")
        return "/".join("".join(cells[row * SIZE:row * SIZE + SIZE]) for row in range(SIZE))


def call(url, method, path, body=None, token=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers, method=method), timeout=60) as answer:
        raw = answer.read()
    return json.loads(raw) if raw else None
