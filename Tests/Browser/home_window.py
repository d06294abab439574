"""The page object of a browser window on the home page."""

import json
import re

from playwright.sync_api import expect

from board_window import BoardWindow

GAME = re.compile(r"/g/[^/]+$")
# A friendly name, which the page makes up until the reader gives one.
NICKNAME = re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$")
# The reader's own game of today has the address of the day.
PLAYED = re.compile(r"/(g|today)/[^/]+$")


class HomeWindow(BoardWindow):
    def open(self, path="/"):
        self.page.goto(self.url + path)
        expect(self.page.locator("body.ready")).to_be_attached()
        return self

    def store_all(self, **values):
        """Adds entries to the browser's storage before the page loads; existing entries stay."""
        self.page.add_init_script(f"""for (const [key, value] of Object.entries({json.dumps(values)})) {{
            localStorage['5x5:' + key] ??= JSON.stringify(value);
        }}""")
        return self

    def stored(self, key):
        return json.loads(self.page.evaluate("key => localStorage['5x5:' + key] ?? 'null'", key))

    def card(self, kind):
        return self.page.locator(f"[data-game={kind}]")

    def button(self, kind, name):
        return self.card(kind).get_by_role("button", name=name, exact=True)

    def begin(self, kind, name):
        """Presses a button that starts a game and waits for the game's page."""
        self.button(kind, name).click()
        return self.wait_for_game()

    def wait_for_game(self):
        self.page.wait_for_url(PLAYED)
        self.page.wait_for_function("() => document.body?.dataset.rules !== undefined")
        return self

    @property
    def game(self):
        return self.page.evaluate("history.state?.game ?? location.pathname.split('/').pop()")

    @property
    def seat(self):
        return self.stored(f"seat:{self.game}")

    def day(self, kind):
        return self.page.locator(f".day[data-daily={kind}]")

    def play_today(self, kind):
        self.day(kind).click()
        return self.wait_for_game()

    def set_options(self, kind):
        """Opens the options dialog of a kind of game."""
        self.card(kind).locator(".set").click()
        expect(self.page.locator("dialog")).to_be_visible()
        return self

    def confirm(self):
        self.page.locator("dialog button[value]").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        return self

    def options_line(self, kind):
        """The line on the card with the options of the next game."""
        return self.card(kind).locator(".about .note")

    def row(self, place, title):
        """A game in a list; `place` is `your` or `open`."""
        return self.page.locator(f"#{place}-list li", has_text=title)

    def hide_tab(self):
        """Makes the page believe that another tab is in front."""
        return self._set_hidden(True)

    def show_tab(self):
        return self._set_hidden(False)

    def _set_hidden(self, hidden):
        self.page.evaluate("""hidden => {
            Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event('visibilitychange'));
        }""", hidden)
        return self
