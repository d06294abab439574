"""People in a room who play over HTTP, for the tests of what the room shows."""

import secrets
import urllib.request

from finished_games import COLOURS, answer_of, wait_until

NAMES = ("Ann", "Ben", "Chloé", "Dai", "Eve", "Finn", "Gülsüm", "Hana", "Ivo", "Jun", "Kim", "Lea")
LONG = "Bartholomew the {} of Nowhere"
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th")


class Party:
    """A room of new players, each with a stream of the room open, so that they get seats. The first is the host."""

    def __init__(self, api, url, names=NAMES[:2], room=None, **fields):
        self.api, self.url, self.people, self.streams = api, url, [], {}
        self.room = room or f"smiths-{secrets.token_hex(4)}"
        for number, name in enumerate(names):
            colour = COLOURS[number % len(COLOURS)]
            self.people.append(api("POST", "/players", {"name": name, "colour": colour}))
        self.request("POST", "", {"name": self.room, **fields}, path="/rooms")
        for number in range(1, len(names)):
            self.request("POST", "members", {}, number)

    def __enter__(self):
        for number in range(len(self.people)):
            self.come(number)
        return self

    def __exit__(self, *_):
        for number in list(self.streams):
            self.go(number)

    def request(self, method, below, body=None, person=0, path=None):
        key = None if person is None else self.people[person]["key"]
        return self.api(method, path or f"/rooms/{self.room}/{below}".rstrip("/"), body, key)

    @property
    def shown(self):
        """The room as a spectator sees it."""
        return self.api("GET", f"/rooms/{self.room}")

    def come(self, number):
        """The person opens a stream of the room and is present."""
        headers = {"Authorization": f"Bearer {self.people[number]['key']}", "Accept": "text/event-stream"}
        request = urllib.request.Request(f"{self.url}/rooms/{self.room}/events", headers=headers)
        self.streams[number] = urllib.request.urlopen(request, timeout=30)
        self.wait_for_presence(number, True)

    def go(self, number):
        self.streams.pop(number).close()

    def wait_for_presence(self, number, present):
        player = self.people[number]["player"]
        wait_until(lambda: {**self.shown, "state": ""}, lambda room: present == next(
            member["present"] for member in room["members"] if member["player"] == player))

    def begin(self, rules, by=0, **options):
        """Begins the next game, which must begin at once."""
        made = self.request("POST", "games", {"rules": rules, "options": options, "start": False}, by)
        return RoomGame(self, made)


class RoomGame:
    """A game of a party; people and seats are numbered alike, people from 0 and seats from 1."""

    def __init__(self, party, made):
        self.party, self.id, self.rules = party, made["id"], made["rules"]
        if made["state"] == "waiting":
            self.act("start")

    def request(self, method, path, body=None, person=0):
        return self.party.request(method, path, body, person, f"/games/{self.id}/{path}".rstrip("/"))

    @property
    def shown(self):
        return self.party.api("GET", f"/games/{self.id}")

    def act(self, name, person=0, **parameters):
        return self.request("POST", f"actions/{name}", parameters, person)

    def write(self, cells, person=0):
        return self.request("PATCH", "board", {"cells": cells}, person)

    def close(self):
        """The host ends a shared board."""
        return self.act("close")

    def place(self, letter, *cells):
        """The caller calls a letter, and each person places it in a cell of the own board."""
        self.act("call", self.shown["turn"] - 1, letter=letter)
        for person, cell in enumerate(cells):
            self.act("place", person, cell=cell)

    def fill(self, letters, orders):
        """Plays a game of called letters to its end: each person fills the cells in an order of their own."""
        for letter, cells in zip(letters, zip(*orders, strict=True), strict=False):
            state = self.shown
            if state["state"] == "finished":
                return
            if state["round"]["step"] == "last":
                for person, cell in enumerate(cells):
                    self.act("place", person, cell=cell, letter=letter)
            else:
                self.place(letter, *cells)

    def guess(self, word, row=0, person=0):
        self.write({str(5 * row + place): letter for place, letter in enumerate(word)}, person)
        return self.act("submit", person)


def long_names(count=12):
    return tuple(LONG.format(ordinal)[:32] for ordinal in ORDINALS[:count])


def answer_for(party, rules, seed):
    return answer_of(party.api, rules, seed=seed)
