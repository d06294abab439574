"""The page object of a browser window on a room."""

import json

from playwright.sync_api import expect

from players import KeyedPlayer
from solving_window import SolvingWindow


class RoomWindow(SolvingWindow):
    def enter(self, path):
        """Opens a room's link; the panel, or the game for a member, is drawn."""
        self.page.goto(self.url + path)
        expect(self.page.locator("#room-title, body[data-stage]:not([data-stage=''])").first).to_be_attached()
        return self

    def join_as(self, name):
        """Presses Join, and enters a name."""
        self.page.get_by_role("button", name="Join", exact=True).click()
        self.page.get_by_label("Your name").fill(name)
        self.page.locator("dialog button[value]").click()
        return self.is_member(name)

    def is_member(self, name):
        expect(self.member(name)).to_contain_text("you")
        return self

    def as_player(self, player):
        """Plays as `player` of the helper `rooms` from now on."""
        stored = {"player": player.player, "key": player.key, "name": player.name, "colour": player.colour or "#2a9d8f"}
        profile = {"name": player.name, "colour": stored["colour"]}
        return self.store("player", stored).store("profile", profile)

    def stored(self, key):
        return json.loads(self.page.evaluate("key => localStorage['5x5:' + key] ?? 'null'", key))

    def player(self, server):
        """The browser's player, for requests from outside."""
        stored = self.stored("player")
        return KeyedPlayer(server, stored["player"], stored["name"], stored["key"])

    @property
    def panel(self):
        """The room; below a game it is loaded by the button in the header."""
        panel, button = self.page.locator("#room-panel"), self.page.locator("#room-button")
        expect(panel.or_(button).locator("visible=true").first).to_be_visible()
        if not panel.count():
            self.touch(button)
        # Below a game the members are folded away.
        panel.evaluate("panel => { const here = panel.querySelector('details.here'); if (here) here.open = true; }")
        return panel

    def member(self, name):
        return self.panel.locator(".members li", has_text=name)

    def starts(self, label):
        """The button that begins a game, such as `Race · Mini crossword`."""
        return self.panel.get_by_role("button", name=label, exact=True)

    def begin(self, label):
        self.touch(self.starts(label))
        return self

    def counts_down(self):
        """Waits until a game that begins by itself has begun."""
        expect(self.page.locator("#get-ready")).to_be_hidden()
        return self

    def plays(self, rules, stage="play"):
        """Waits until the page of a game of these rules is shown."""
        expect(self.page.locator("body")).to_have_attribute("data-rules", rules)
        return self.is_in(stage)

    def standings(self):
        """The table as {name: [games, wins, points]}."""
        rows = self.panel.locator("tbody tr").evaluate_all("all => all.map(row => [...row.children].map(c => c.textContent))")
        return {name: rest for name, *rest in rows}
