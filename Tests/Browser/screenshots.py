"""Takes pictures of every screen at three sizes in two colour schemes: `python3 screenshots.py FOLDER [name …]`."""

import itertools
import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

from board_window import call
from lattice_window import answer_of, solving_swaps
from page_server import READY, launch, start_server

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WINDOWS = {
    "phone": {"viewport": {"width": 390, "height": 844}, **PHONE},
    "side": {"viewport": {"width": 844, "height": 390}, **PHONE},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
ANN, BEN, CLEO = ("Ann", "#2a9d8f"), ("Ben", "#e76f51"), ("Chloé", "#5661b3")
WORDS = ["HEART", "EMBER", "ABUSE", "RESIN", "TREND"]
SEED = 7  # of the minis and the guess games
SETTLE = 600  # milliseconds for lists and animations, before and after the steps


class Studio:
    """Creates games over HTTP and takes pictures of them in every window."""

    def __init__(self, url, browser, folder, wanted):
        self.url, self.browser, self.folder, self.wanted = url, browser, folder, wanted

    def request(self, method, path, body=None, token=None):
        return call(self.url, method, path, body, token)

    def game(self, rules, options=None, players=(ANN,), **more):
        """Creates a game with seated players; returns its path and the seats."""
        game = self.request("POST", "/games", {"rules": rules, "options": options or {}, **more})
        seats = [self.request("POST", f"/games/{game['id']}/seats", {"name": name, "colour": colour})
                 for name, colour in players]
        return f"/games/{game['id']}", seats

    def act(self, game, seat, name, **parameters):
        return self.request("POST", f"{game}/actions/{name}", parameters, seat["token"])

    def write(self, game, seat, cell, letters):
        for place, letter in enumerate(letters):
            self.request("POST", f"{game}/board/cells/{cell + place}", {"value": letter}, seat["token"])

    def take(self, name, stage, path=None, seat=None, steps=lambda page: None, **options):
        """Takes a picture in each window.

        `stage` creates a game for each picture and returns (path, seat); `steps` then acts on the page.
        """
        if self.wanted and not any(each in name for each in self.wanted):
            return
        for window, scheme in itertools.product(WINDOWS, ("light", "dark")):
            path, seat = stage() if stage else (path, None)
            context = self.browser.new_context(color_scheme=scheme, **WINDOWS[window], **options)
            page = context.new_page()
            if seat:
                key = "player" if "key" in seat else f"seat:{path.rsplit('/', 1)[1]}"
                entry = json.dumps([f"5x5:{key}", json.dumps(seat)])
                page.add_init_script(f"localStorage.setItem(...{entry})")
            page.goto(self.url + path.replace("/games/", "/g/").replace("/rooms/", "/r/"))
            page.wait_for_selector(READY, state="attached")
            page.wait_for_timeout(SETTLE)
            steps(page)
            page.wait_for_timeout(SETTLE)
            page.screenshot(path=self.folder / f"{name}-{window}-{scheme}.png")
            context.close()
            print(f"{name}-{window}-{scheme}.png", flush=True)


def main(folder, wanted):
    folder.mkdir(parents=True, exist_ok=True)
    with start_server("--store", "memory") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        studio = Studio(server.url, browser, folder, wanted)
        homes(studio)
        boards(studio)
        crosswords(studio)
        hidden_words(studio)
        lattices(studio)
        squares(studio)
        rooms(studio)
        browser.close()


def homes(studio):
    studio.game("square", players=(BEN, CLEO), title="Club night", public=True)
    studio.game("mini", players=(CLEO,), public=True)
    for place, letter in enumerate("".join(WORDS[:3])):
        studio.request("POST", f"/board/cells/{place}", {"value": letter})
    studio.take("home", None, "/")
    studio.take("home-korean", None, "/", locale="ko-KR")
    studio.take("options", None, "/", steps=lambda page: page.locator("[data-game=square] .set").click())
    studio.take("profile", None, "/", steps=lambda page: page.locator("#me").click())


def boards(studio):
    def free():
        game, seats = studio.game("free", {"open": True}, (ANN, BEN, CLEO), title="Sunday square")
        for cell, letter in enumerate("".join(WORDS)[:18]):
            studio.write(game, seats[cell % 3], cell, letter)
        return game, seats[0]

    def ended():
        game, seat = free()
        studio.write(game, seat, 18, "INTREND")
        # Only the host can finish a game, and `free` keeps no host token: this game looks the same.
        host = studio.request("POST", "/games", {"rules": "free"})
        other = f"/games/{host['id']}"
        seat = studio.request("POST", f"{other}/seats", {"name": ANN[0], "colour": ANN[1]})
        studio.write(other, seat, 0, "".join(WORDS))
        studio.request("POST", f"{other}/actions/close", {}, host["host"]["token"])
        return other, seat

    def offline(page):
        page.context.set_offline(True)
        page.wait_for_selector("#connection[data-state=offline]")
        page.locator("#cell-20").click()
        page.keyboard.type("TRE")

    studio.take("free", free, steps=lambda page: page.locator("#cell-18").click())
    studio.take("share", free, steps=lambda page: page.locator("#share").click())
    studio.take("offline", free, steps=offline)
    studio.take("free-end", ended)


def crosswords(studio):
    def mini(mode="together", players=(ANN, BEN)):
        game, seats = studio.game("mini", {"mode": mode, "seed": SEED, "difficulty": "easy"}, players)
        if mode == "race":
            studio.act(game, seats[0], "start")
        return game, seats

    def half_way():
        game, (ann, ben) = mini()
        studio.act(game, ann, "reveal", scope="word", cell=0, direction="down")
        studio.write(game, ben, 6, "XY")
        studio.act(game, ben, "check", scope="board")
        return game, ann

    def race():
        game, seats = mini("race", (ANN, BEN, CLEO))
        for seat, letters in zip(seats[1:], ("ABCD", "AB")):
            studio.write(game, seat, 5, letters)
        return game, seats[0]

    def solved():
        game, (ann,) = mini(players=(ANN,))
        studio.act(game, ann, "reveal", scope="board")
        return game, ann

    studio.take("mini", half_way, steps=lambda page: page.locator("#cell-10").click())
    studio.take("mini-race", race)
    studio.take("mini-help", half_way, steps=lambda page: page.locator("#help").click())
    studio.take("mini-paused", half_way, steps=lambda page: page.locator("#pause").click())
    studio.take("mini-end", solved)


def hidden_words(studio):
    def guesses(game, seat, *words):
        for row, word in enumerate(words):
            studio.write(game, seat, row * 5, word)
            studio.act(game, seat, "submit")

    def alone():
        game, (ann,) = studio.game("guess", {"seed": SEED})
        guesses(game, ann, "CRANE", "MOIST")
        studio.write(game, ann, 10, "BU")
        return game, ann

    def race():
        game, (ann, ben) = studio.game("guess", {"mode": "race", "seed": SEED}, (ANN, BEN))
        studio.act(game, ann, "start")
        guesses(game, ann, "CRANE")
        guesses(game, ben, "ROAST", "MOIST", "JOINT")
        return game, ann

    def ended():
        game, (ann,) = studio.game("guess", {"seed": SEED})
        guesses(game, ann, "CRANE", "MOIST")
        studio.act(game, ann, "resign")
        return game, ann

    studio.take("guess", alone)
    studio.take("guess-race", race)
    studio.take("guess-end", ended)


def lattices(studio):
    answer = answer_of(studio.url, SEED)

    def swap(game, seat, count):
        text = studio.request("GET", f"{game}/board", None, seat["token"])["text"]
        for one, other in solving_swaps(text, answer)[:count]:
            studio.act(game, seat, "swap", **{"from": one, "to": other})

    def alone(count=6):
        game, (ann,) = studio.game("lattice", {"seed": SEED})
        swap(game, ann, count)
        return game, ann

    def race():
        game, (ann, ben, cleo) = studio.game("lattice", {"mode": "race", "seed": SEED}, (ANN, BEN, CLEO))
        studio.act(game, ann, "start")
        for seat, count in ((ann, 4), (ben, 7), (cleo, 2)):
            swap(game, seat, count)
        return game, ann

    def lost():
        game, ann = alone(4)
        studio.act(game, ann, "resign")
        return game, ann

    def hold(page):
        page.locator("#grid [data-mark=near]").first.click()

    studio.take("lattice-start", lambda: alone(0))
    studio.take("lattice", alone, steps=hold)
    studio.take("lattice-korean", alone, locale="ko-KR")
    studio.take("lattice-race", race)
    studio.take("lattice-end", lambda: alone(15))
    studio.take("lattice-lost", lost)


def squares(studio):
    def room():
        game, seats = studio.game("square", {}, (ANN, BEN))
        studio.request("POST", f"{game}/bots", {"level": "medium"}, seats[0]["token"])
        return game, seats[0]

    def call_now():
        game, ann = room()
        studio.act(game, ann, "start")
        return game, ann

    def placing():
        game, ann = call_now()
        studio.act(game, ann, "call", letter="E")
        return game, ann

    def ended():
        game, seats = studio.game("square", {"clock": None, "end": "shared", "preset": "wordsworth"}, (ANN, BEN))
        studio.act(game, seats[0], "start")
        for cell, letter in enumerate("".join(WORDS)):
            studio.act(game, seats[cell % 2], "call", letter=letter)
            for seat, place in zip(seats, (cell, cell // 5 + cell % 5 * 5 if cell % 3 else cell)):
                taken = studio.request("GET", f"{game}/board", None, seat["token"])["cells"]
                free = [each["index"] for each in taken if not each["value"]]
                studio.act(game, seat, "place", cell=place if place in free else free[-1])
        return game, seats[0]

    studio.take("square-room", room)
    studio.take("square-call", call_now)
    studio.take("square-place", placing)
    studio.take("square-end", ended)
    studio.take("square-replay", ended, steps=lambda page: page.locator("#replay").click())


def rooms(studio):
    def made():
        players = [studio.request("POST", "/players", {"name": name, "colour": colour}) | {"colour": colour}
                   for name, colour in (ANN, BEN, CLEO)]
        room = studio.request("POST", "/rooms", {"title": "The Smiths"}, players[0]["key"])
        path = f"/rooms/{room['room']}"
        for player in players[1:]:
            studio.request("POST", f"{path}/members", {}, player["key"])
        return path, players[0]

    def next_game(rules="mini", end=None):
        path, host = made()
        game = studio.request("POST", f"{path}/games", {"rules": rules, "options": {}}, host["key"])
        if end:
            studio.act(f"/games/{game['id']}", {"token": host["key"]}, end)
        return path, host

    def show_room(page):
        page.locator("#room-button").click()
        page.wait_for_selector("#room-panel")

    studio.take("room", made)
    studio.take("room-guest", lambda: (made()[0], None))
    studio.take("room-game", next_game)
    studio.take("room-end", lambda: next_game("guess", "resign"), steps=show_room)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
