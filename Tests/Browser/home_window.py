"""One browser window on the home page, in the words of the tests."""

import json
import re

from playwright.sync_api import expect

from board_window import BoardWindow

GAME = re.compile(r"/g/[^/]+$")


class HomeWindow(BoardWindow):
    """A window on `/`."""

    def open(self, path="/"):
        self.page.goto(self.url + path)
        expect(self.page.locator("body.ready")).to_be_attached()
        return self

    def remember(self, **values):
        """Puts values into this browser's storage before any page looks there; only where nothing stands yet."""
        self.page.add_init_script(f"""for (const [key, value] of Object.entries({json.dumps(values)})) {{
            localStorage['5x5:' + key] ??= JSON.stringify(value);
        }}""")
        return self

    def stored(self, key):
        return json.loads(self.page.evaluate("key => localStorage['5x5:' + key] ?? 'null'", key))

    def card(self, kind):
        """The card that begins new games of a kind."""
        return self.page.locator(f"[data-game={kind}]")

    def button(self, kind, name):
        return self.card(kind).get_by_role("button", name=name, exact=True)

    def begin(self, kind, name):
        """Presses a button of a new game and waits until its page has come."""
        self.button(kind, name).click()
        return self.arrive()

    def arrive(self):
        self.page.wait_for_url(GAME)
        return self

    @property
    def game(self):
        return self.page.url.rsplit("/", 1)[1]

    @property
    def seat(self):
        """The seat that this browser keeps for the game it shows."""
        return self.stored(f"seat:{self.game}")

    def day(self, kind):
        return self.page.locator(f".day[value={kind}]")

    def play_today(self, kind):
        self.day(kind).click()
        return self.arrive()

    def set_options(self, kind):
        """Opens the dialog of a kind of game."""
        self.card(kind).locator(".set").click()
        expect(self.page.locator("dialog")).to_be_visible()
        return self

    def agree(self):
        self.page.locator("dialog .primary").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def begun_with(self, kind):
        """The line that says with which options the next game is begun."""
        return self.card(kind).locator(".about .note")

    def row(self, place, title):
        """A game in a list; place is `your` or `open`."""
        return self.page.locator(f"#{place}-list li", has_text=title)

    def look_away(self, away=True):
        """As if another tab were in front, or this one again."""
        self.page.evaluate("""away => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => away });
            document.dispatchEvent(new Event('visibilitychange'));
        }""", away)
        return self
