"""Pictures of every screen, in three windows and two colour schemes: `python3 screenshots.py FOLDER [name …]`."""

import itertools
import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

from board_window import call
from page_server import launch, start_server

PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WINDOWS = {
    "phone": {"viewport": {"width": 390, "height": 844}, **PHONE},
    "side": {"viewport": {"width": 844, "height": 390}, **PHONE},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
ANN, BEN, CLEO = ("Ann", "#2a9d8f"), ("Ben", "#e76f51"), ("Chloé", "#5661b3")
WORDS = ["HEART", "EMBER", "ABUSE", "RESIN", "TREND"]
HIDDEN = 7  # the seed of the mini and of the hidden word


class Studio:
    """Makes a stage over HTTP and shows it in one window after the other."""

    def __init__(self, url, browser, folder, wanted):
        self.url, self.browser, self.folder, self.wanted = url, browser, folder, wanted

    def ask(self, method, path, body=None, token=None):
        return call(self.url, method, path, body, token)

    def game(self, rules, options=None, people=(ANN,), **more):
        """A game with people in it; returns its path and their tokens."""
        game = self.ask("POST", "/games", {"rules": rules, "options": options or {}, **more})
        seats = [self.ask("POST", f"/games/{game['id']}/seats", {"name": name, "colour": colour})
                 for name, colour in people]
        return f"/games/{game['id']}", seats

    def act(self, game, seat, name, **parameters):
        return self.ask("POST", f"{game}/actions/{name}", parameters, seat["token"])

    def write(self, game, seat, cell, letters):
        for place, letter in enumerate(letters):
            self.ask("POST", f"{game}/board/cells/{cell + place}", {"value": letter}, seat["token"])

    def take(self, name, stage, path=None, seat=None, steps=lambda page: None, **options):
        """`stage` makes the game anew for each picture: (path, seat); `steps` are done in the window."""
        if self.wanted and not any(each in name for each in self.wanted):
            return
        for window, scheme in itertools.product(WINDOWS, ("light", "dark")):
            path, seat = stage() if stage else (path, None)
            context = self.browser.new_context(color_scheme=scheme, **WINDOWS[window], **options)
            page = context.new_page()
            if seat:
                entry = json.dumps([f"5x5:seat:{path.rsplit('/', 1)[1]}", json.dumps(seat)])
                page.add_init_script(f"localStorage.setItem(...{entry})")
            page.goto(self.url + path.replace("/games/", "/g/"))
            page.wait_for_timeout(600)
            steps(page)
            page.wait_for_timeout(500)
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
        squares(studio)
        browser.close()


def homes(studio):
    studio.game("square", people=(BEN, CLEO), title="Club night", public=True)
    studio.game("mini", people=(CLEO,), public=True)
    for place, letter in enumerate("".join(WORDS[:3])):
        studio.ask("POST", f"/board/cells/{place}", {"value": letter})
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
        host = studio.ask("POST", "/games", {"rules": "free"})  # only a host may finish: a second game of the same look
        other = f"/games/{host['id']}"
        seat = studio.ask("POST", f"{other}/seats", {"name": ANN[0], "colour": ANN[1]})
        studio.write(other, seat, 0, "".join(WORDS))
        studio.ask("POST", f"{other}/actions/close", {}, host["host"]["token"])
        return other, seat

    def offline(page):
        page.context.set_offline(True)
        page.wait_for_timeout(1500)
        page.locator("#cell-20").click()
        page.keyboard.type("TRE")

    studio.take("free", free, steps=lambda page: page.locator("#cell-18").click())
    studio.take("share", free, steps=lambda page: page.locator("#share").click())
    studio.take("offline", free, steps=offline)
    studio.take("free-end", ended)


def crosswords(studio):
    def mini(mode="together", people=(ANN, BEN)):
        game, seats = studio.game("mini", {"mode": mode, "seed": HIDDEN, "difficulty": "easy"}, people)
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
        game, (ann,) = mini(people=(ANN,))
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
        game, (ann,) = studio.game("guess", {"seed": HIDDEN})
        guesses(game, ann, "CRANE", "MOIST")
        studio.write(game, ann, 10, "BU")
        return game, ann

    def race():
        game, (ann, ben) = studio.game("guess", {"mode": "race", "seed": HIDDEN}, (ANN, BEN))
        studio.act(game, ann, "start")
        guesses(game, ann, "CRANE")
        guesses(game, ben, "ROAST", "MOIST", "JOINT")
        return game, ann

    def ended():
        game, (ann,) = studio.game("guess", {"seed": HIDDEN})
        guesses(game, ann, "CRANE", "MOIST")
        studio.act(game, ann, "resign")
        return game, ann

    studio.take("guess", alone)
    studio.take("guess-race", race)
    studio.take("guess-end", ended)


def squares(studio):
    def room():
        game, seats = studio.game("square", {}, (ANN, BEN))
        studio.ask("POST", f"{game}/bots", {"level": "medium"}, seats[0]["token"])
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
                taken = studio.ask("GET", f"{game}/board", None, seat["token"])["cells"]
                free = [each["index"] for each in taken if not each["value"]]
                studio.act(game, seat, "place", cell=place if place in free else free[-1])
        return game, seats[0]

    studio.take("square-room", room)
    studio.take("square-call", call_now)
    studio.take("square-place", placing)
    studio.take("square-end", ended)
    studio.take("square-replay", ended, steps=lambda page: page.locator("#replay").click())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
