"""Takes pictures of every screen, in windows from a small phone to a television, light and dark, in every language.

    python3 screenshots.py FOLDER [name …] [--windows phone,desktop] [--schemes light] [--locales en,ko]
"""

import argparse
import itertools
import pathlib
import sys

from playwright.sync_api import expect, sync_playwright

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(TESTS), str(TESTS / "BlackBox")]

from board_window import BoardWindow, call  # noqa: E402
from game_kinds import game_kinds  # noqa: E402
from games import game_of  # noqa: E402
from page_server import LANGUAGES, READY, known_rules, launch, start_server  # noqa: E402
from room_party import NAMES, Party  # noqa: E402
from stages import LONG, stages  # noqa: E402

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
LOCALES = LANGUAGES
AT_REST = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


class Studio:
    """Takes pictures in one window, of one scheme and language."""

    def __init__(self, url, browser, chosen, variant):
        self.url, self.browser, self.chosen = url, browser, chosen
        self.size, self.scheme, self.locale = variant

    def api(self, method, path, body=None, token=None):
        return call(self.url, method, path, body, token)

    def window(self, kind=BoardWindow, knows_rules=True):
        context = self.browser.new_context(color_scheme=self.scheme, locale=self.locale, **WINDOWS[self.size])
        if knows_rules:
            context.add_init_script(known_rules())
        window = kind(context.new_page(), self.url)
        window.has_touch = "has_touch" in WINDOWS[self.size]
        return window

    def wants(self, *names):
        return not self.chosen.names or any(each in name for each in self.chosen.names for name in names)

    def take(self, name, page, **options):
        if not self.wants(name):
            return
        page.wait_for_load_state("networkidle" if "/styleguide" in page.url else "load")
        page.wait_for_function(AT_REST)
        file = f"{name.replace(' ', '-')}-{self.size}-{self.scheme}-{self.locale[:2]}.png"
        page.screenshot(path=self.chosen.folder / file, **options)
        print(file, flush=True)

    def visit(self, name, path, press=None, knows_rules=True, player=None, **options):
        """Takes a picture of a page, after a press on an element if one is named."""
        if not self.wants(name):
            return
        window = self.window(knows_rules=knows_rules)
        if player:
            window.store("player", player)
        window.page.goto(self.url + path)
        window.page.wait_for_selector(f"{READY}, #tv, dialog, [data-rules='none']", state="attached")
        if press:
            window.page.locator(press).first.click()
            expect(window.page.locator("dialog, #room-panel").first).to_be_visible()
        self.take(name, window.page, **options)
        window.page.context.close()


def main():
    chosen = parse_arguments()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with start_server("--store", "memory", "--dev") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for variant in itertools.product(chosen.windows, chosen.schemes, chosen.locales):
            studio = Studio(server.url, browser, chosen, variant)
            homes(studio)
            for kind in game_kinds():
                games(studio, kind)
            rooms(studio)
        browser.close()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="parts of the names of the pictures to take")
    for option, values in (("windows", WINDOWS), ("schemes", SCHEMES), ("locales", LOCALES)):
        parser.add_argument(f"--{option}", type=lambda text: text.split(","), default=list(values))
    return parser.parse_args()


def homes(studio):
    for kind in game_kinds():
        game = studio.api("POST", "/games", {"rules": kind, "public": True, "title": "Club night"})["id"]
        studio.api("POST", f"/games/{game}/seats", {"name": "Ben", "colour": "#e76f51"})
    studio.visit("home", "/")
    studio.visit("settings", "/", press="#me")
    studio.visit("statistics", "/", press="#statistics")
    studio.visit("styleguide", "/styleguide", full_page=True)
    puzzle = studio.api("POST", "/puzzles/generate", {"seed": 7, "public": True})["id"]
    studio.visit("stranger-puzzle", f"/?puzzle={puzzle}", knows_rules=False)


def games(studio, kind):
    known = game_of(kind)
    studio.visit(f"options-{kind}", "/", press=f"[data-game={kind}] .set")
    studio.visit(f"stranger-{kind}-finished", f"/g/{known.finish(studio.api).id}", knows_rules=False)
    waiting = studio.api("POST", "/games", {"rules": kind})["id"]
    studio.visit(f"rules-{kind}", f"/g/{waiting}", press="#rules")
    studio.api("POST", f"/games/{waiting}/seats", {"name": LONG, "colour": "#e9a23b"})
    studio.visit(f"stranger-{kind}", f"/g/{waiting}", knows_rules=False)
    if next(each for each in studio.api("GET", "/rules")["rules"] if each["name"] == kind)["daily"]:
        studio.visit(f"stranger-{kind}-daily", f"/today/{kind}", knows_rules=False)
    if not studio.wants(kind):
        return
    window = studio.window(known.Window)
    for stage in stages(kind, window, studio.api):
        studio.take(f"{kind}-{stage}", window.page)
        if stage == "play":
            offline(studio, kind, window)
    window.page.context.close()


def offline(studio, kind, window):
    window.go_offline()
    studio.take(f"{kind}-offline", window.page)
    window.go_online().until_live()


def rooms(studio):
    if not studio.wants("room", "room-guest", "room-game", "room-end", "screen", "screen-board", "screen-end"):
        return
    with Party(studio.api, studio.url, NAMES[:3], title="The Smiths") as party:
        host, path = {**party.people[0], "name": NAMES[0], "colour": "#2a9d8f"}, f"/r/{party.room}"
        studio.visit("room", path, player=host)
        studio.visit("room-guest", path)
        studio.visit("screen", f"{path}?tv")
        game = party.begin("free")
        game.write({str(cell): letter for cell, letter in enumerate("HEARTEMBERABUSERES")})
        studio.visit("room-game", path, player=host, press="#room-button")
        studio.visit("screen-board", f"{path}?tv")
        game.close()
        studio.visit("room-end", path, player=host, press="#room-button")
        studio.visit("screen-end", f"{path}?tv")


if __name__ == "__main__":
    main()
