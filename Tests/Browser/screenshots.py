"""Pictures of the page for the documentation and for the eye: `python3 screenshots.py FOLDER`."""

import pathlib
import sys

from playwright.sync_api import sync_playwright

from board_window import BoardWindow, call
from page_server import PHONE, launch, start_server
from square_window import SquareWindow, play_to_the_end

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
SQUARE = ["HEART", "EMBER", "ABUSE", "RES..", "TR..."]
WRITERS = {"Ben": "#e76f51", "Chloé": "#5661b3", "Dimitri": "#e9a23b"}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with start_server() as server, sync_playwright() as playwright:
        chromium = launch(playwright)
        path = prepare(server.url)
        friends = [sit(chromium, server.url, path, name, colour) for name, colour in WRITERS.items()]
        for number, (friend, square) in enumerate(zip(friends, ("e1", "b2", "d3"))):
            write_share(friend, number)
            friend.choose(square)
        for name, options in (("phone", PHONE), ("desktop", DESKTOP), ("side", SIDE), ("small", SMALL)):
            for scheme in ("light", "dark"):
                picture(chromium, server.url, path, folder, name, options, scheme, friends)
        states(chromium, server.url, folder)
        for name, options in (("phone", PHONE), ("desktop", DESKTOP)):
            word_square(chromium, server.url, folder, name, options)
        chromium.close()


def prepare(url):
    game = call(url, "POST", "/games", {"rules": "free", "title": "Sunday square", "options": {"open": True}})
    return f"/g/{game['id']}"


def sit(chromium, url, path, name, colour):
    window = BoardWindow(chromium.new_context().new_page(), url).open(path)
    window.page.locator("#join-open").click()
    window.page.locator("#name").fill(name)
    window.page.locator(f"#swatches input[value='{colour}']").check()
    window.page.locator("#join-ok").click()
    window.page.locator("#leave").wait_for()
    return window


def write_share(friend, number):
    """Every third letter, so that the board is in many hands."""
    for place, letter in enumerate("".join(SQUARE)):
        if letter != "." and place % 3 == number:
            friend.write("abcde"[place % 5] + str(place // 5 + 1), letter)
    friend.is_saved()


def picture(chromium, url, path, folder, name, options, scheme, friends):
    context = chromium.new_context(color_scheme=scheme, **options)
    window = BoardWindow(context.new_page(), url).open(path).join("Ann")
    window.write("d4", "I").is_saved()
    friends[0].choose("c5").choose("d5")
    window.page.locator("#cell-23 .peer").wait_for()
    window.page.evaluate("scrollTo(0, 0)")
    window.page.wait_for_timeout(700)
    window.page.screenshot(path=folder / f"{name}-{scheme}.png")
    window.press("Backspace").page.locator("#leave").click()
    window.page.locator("#join-open").wait_for()
    context.close()


def states(chromium, url, folder):
    """The quieter moments: an empty board, the dialogs, a lost line."""
    context = chromium.new_context(**PHONE)
    window = BoardWindow(context.new_page(), url).open()
    window.page.screenshot(path=folder / "empty.png")
    window.page.locator("#join-open").click()
    window.page.wait_for_timeout(300)
    window.page.screenshot(path=folder / "join.png")
    window.press("Escape").page.locator("#new").click()
    window.page.wait_for_timeout(300)
    window.page.screenshot(path=folder / "new.png")
    window.press("Escape").join("Ann")
    other = BoardWindow(chromium.new_context(color_scheme="dark", **PHONE).new_page(), url).open().join("Ben")
    window.write("b2", "FIVE").is_saved().page.locator("#clear").click()
    other.page.locator("#ask").wait_for()
    other.page.wait_for_timeout(300)
    other.page.screenshot(path=folder / "consent.png")
    window.page.screenshot(path=folder / "waiting.png")
    other.press("Escape")
    context.set_offline(True)
    window.page.wait_for_timeout(1200)
    window.write("b4", "NET")
    window.page.wait_for_timeout(500)
    window.page.screenshot(path=folder / "offline.png")
    context.close()


def word_square(chromium, url, folder, name, options):
    """A word square: the waiting room, a call, a placement, the end."""
    window = SquareWindow(chromium.new_context(**options).new_page(), url)
    window.begin("Ann").add_bot("medium").add_bot("hard")
    moments = {"waiting": lambda: None, "call": window.start, "place": lambda: window.call("E")}
    for moment, reach in moments.items():
        reach()
        window.page.wait_for_timeout(700)
        window.page.screenshot(path=folder / f"square-{moment}-{name}.png")
    play_to_the_end(window)
    window.page.wait_for_timeout(700)
    window.page.screenshot(path=folder / f"square-end-{name}.png")
    window.page.context.close()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
