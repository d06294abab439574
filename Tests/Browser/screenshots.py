"""Takes pictures of every screen, in windows from a small phone to a television, light and dark, in every language.

    python3 screenshots.py FOLDER [name …] [--windows phone,desktop] [--schemes light] [--locales en-GB,ko-KR]
"""

import argparse
import itertools
import json
import pathlib

from playwright.sync_api import sync_playwright

from board_window import call
from lattice_window import answer_of, solving_swaps
from page_server import GAMES, KNOWN, READY, launch, start_server

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WINDOWS = {
    "small": {"viewport": {"width": 320, "height": 568}, **PHONE},
    "phone": {"viewport": {"width": 390, "height": 844}, **PHONE},
    "side": {"viewport": {"width": 844, "height": 390}, **PHONE},
    "tablet": {"viewport": {"width": 820, "height": 1180}, **PHONE},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "television": {"viewport": {"width": 1920, "height": 1080}},
}
SCHEMES = ("light", "dark")
LOCALES = ("en-GB", "ko-KR")
ANN, BEN, CLEO = ("Ann", "#2a9d8f"), ("Ben", "#e76f51"), ("Chloé", "#5661b3")
WORDS = ["HEART", "EMBER", "ABUSE", "RESIN", "TREND"]
SEED = 7  # of the minis and the guess games
SETTLE = 600  # milliseconds for lists and animations, before and after the steps


class Studio:
    """Creates games over HTTP and takes pictures of them in every window."""

    def __init__(self, url, browser, chosen):
        self.url, self.browser, self.chosen = url, browser, chosen

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

    def take(self, name, stage, path=None, seat=None, steps=lambda page: None, knows_rules=True, **options):
        """Takes a picture in each window.

        `stage` creates a game for each picture and returns (path, seat); `steps` then acts on the page.
        """
        if self.chosen.names and not any(each in name for each in self.chosen.names):
            return
        for window, scheme, locale in itertools.product(*self.chosen.variants):
            path, seat = stage() if stage else (path, None)
            context = self.browser.new_context(color_scheme=scheme, locale=locale, **WINDOWS[window])
            page = context.new_page()
            if knows_rules:
                page.add_init_script(KNOWN)
            if seat:
                key = "player" if "key" in seat else f"seat:{path.rsplit('/', 1)[1]}"
                entry = json.dumps([f"5x5:{key}", json.dumps(seat)])
                page.add_init_script(f"localStorage.setItem(...{entry})")
            page.goto(self.url + path.replace("/games/", "/g/").replace("/rooms/", "/r/"))
            page.wait_for_selector(f"{READY}, #tv, dialog, [data-rules='none']", state="attached")
            page.wait_for_timeout(SETTLE)
            steps(page)
            page.wait_for_timeout(SETTLE)
            file = f"{name}-{window}-{scheme}-{locale[:2]}.png"
            page.screenshot(path=self.chosen.folder / file, **options)
            context.close()
            print(file, flush=True)


def main():
    chosen = parse_arguments()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with start_server("--store", "memory", "--dev") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        studio = Studio(server.url, browser, chosen)
        homes(studio)
        strangers(studio)
        boards(studio)
        crosswords(studio)
        hidden_words(studio)
        lattices(studio)
        squares(studio)
        rooms(studio)
        browser.close()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="parts of the names of the pictures to take")
    for option, values in (("windows", WINDOWS), ("schemes", SCHEMES), ("locales", LOCALES)):
        parser.add_argument(f"--{option}", type=lambda text: text.split(","), default=list(values))
    chosen = parser.parse_args()
    chosen.variants = chosen.windows, chosen.schemes, chosen.locales
    return chosen


def homes(studio):
    studio.game("square", players=(BEN, CLEO), title="Club night", public=True)
    studio.game("mini", players=(CLEO,), public=True)
    for place, letter in enumerate("".join(WORDS[:3])):
        studio.request("POST", f"/board/cells/{place}", {"value": letter})
    studio.take("home", None, "/")
    studio.take("options", None, "/", steps=lambda page: page.locator("[data-game=square] .set").click())
    studio.take("settings", None, "/", steps=lambda page: page.locator("#me").click())
    studio.take("statistics", lambda: played_days(studio), steps=show_crosswords)
    for rules in GAMES:
        studio.take(f"rules-{rules}", lambda: (studio.game(rules)[0], None), steps=open_rules)
    studio.take("styleguide", None, "/styleguide", full_page=True)


def open_rules(page):
    page.locator("#rules").click()


def show_crosswords(page):
    page.locator("#statistics").click()
    page.locator(".tab").nth(1).click()


def played_days(studio):
    """A player who has solved today's crossword and given up today's lattice."""
    player = studio.request("POST", "/players", {"name": ANN[0], "colour": ANN[1]}) | {"colour": ANN[1]}
    for rules, action in (("mini", "reveal"), ("lattice", "resign")):
        game = studio.request("POST", f"/daily/{rules}", {}, player["key"])
        studio.request("POST", f"/games/{game['id']}/seats", {}, player["key"])
        body = {"scope": "board"} if action == "reveal" else {}
        studio.request("POST", f"/games/{game['id']}/actions/{action}", body, player["key"])
    return "/", player


def strangers(studio):
    """What the links show that people share, to somebody who has never been here."""
    def running():
        game, seats = studio.game("mini", {"mode": "together", "seed": SEED}, (ANN,))
        studio.write(game, seats[0], 6, "XY")
        return game, None

    def race():
        game, (ann, _) = studio.game("guess", {"mode": "race", "seed": SEED}, (ANN, BEN))
        studio.act(game, ann, "start")
        return game, None

    def finished():
        game, (ann,) = studio.game("guess", {"seed": SEED}, (ANN,))
        studio.act(game, ann, "resign")
        return game, None

    def puzzle():
        made = studio.request("POST", "/puzzles/generate", {"seed": SEED, "public": True})
        return f"/?puzzle={made['id']}", None

    def daily_of_another():
        game = studio.request("POST", "/daily/mini", {})
        studio.request("POST", f"/games/{game['id']}/seats", {"name": "Ann"})
        return f"/games/{game['id']}", None

    studio.take("stranger-daily", None, "/today/mini", knows_rules=False)
    studio.take("stranger-other-daily", daily_of_another, knows_rules=False)
    studio.take("stranger-running", running, knows_rules=False)
    studio.take("stranger-race", race, knows_rules=False)
    studio.take("stranger-finished", finished, knows_rules=False)
    studio.take("stranger-puzzle", puzzle, knows_rules=False)


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
    def shared_board():
        path, host = next_game("free")
        game = studio.request("GET", path)["game"]["id"]
        studio.write(f"/games/{game}", {"token": host["key"]}, 0, "".join(WORDS)[:18])
        return path + "?tv", None

    studio.take("screen", shared_board)
    studio.take("screen-end", lambda: (next_game("guess", "resign")[0] + "?tv", None))
    studio.take("room-guest", lambda: (made()[0], None))
    studio.take("room-game", next_game)
    studio.take("room-end", lambda: next_game("guess", "resign"), steps=show_room)


if __name__ == "__main__":
    main()
