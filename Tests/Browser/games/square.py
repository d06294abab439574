"""The word square, for the tests of all kinds."""

from playwright.sync_api import expect

from finished_games import SQUARE, PlayedGame, wait_until
from square_window import SquareWindow as Window
from square_window import play_to_the_end

TITLE, ROOM = "Word square", "Play · Word square"
BUTTONS = [("With friends", "waiting", None, ["Ann"]), ("Against bots", "playing", None, ["Ann", None])]
NEEDED, HAS_CLOCK = "#call, #frame, #keys", True
WAITING, PLAYING, PAIR = {}, None, {}


def make(api, **options):
    return api("POST", "/games", {"rules": "square", "options": {"clock": None, **options}})


def first_moves(window, api, game, other):
    window.key("E").click()
    expect(window.page.locator(".choice")).to_have_count(25)


def dialogs(window):
    yield from ()


def touch_once(window):
    window.cell("c3").tap()


class SquareGame(PlayedGame):
    """A word square against this many easy bots."""

    def __init__(self, api, names, bots, **options):
        self.bots = bots
        super().__init__(api, "square", names, **options)

    def act(self, name, body=None, seat=1, token=None):
        for _ in range(self.bots if name == "start" else 0):
            self.request("POST", "bots", {"level": "easy"}, self.host)
        return super().act(name, body, seat, token)


def is_called(game, number):
    """Whether this letter, the first is 1, has been called and is being placed."""
    return game["round"]["step"] == "place" and len(game["round"]["letters"]) == number


def is_call_of(game, people):
    """Whether one of so many people, who sit on the first seats, has to call a letter."""
    return game["round"]["step"] == "call" and (game.get("turn") or people + 1) <= people


def finish(api, names=("Ann", "Ben"), bots=0, **options):
    """Ann builds the square of words; the others place each letter in the last free cell."""
    played = SquareGame(api, names, bots, **{"clock": None, "preset": "classic", **options})
    for number, letter in enumerate(SQUARE, 1):
        # A bot calls at once, so that its turn to call may pass between two looks.
        game = wait_until(lambda: played.game, lambda game: is_called(game, number) or is_call_of(game, len(names)))
        if is_call_of(game, len(names)):
            played.act("call", {"letter": letter}, game["turn"])
        wait_until(lambda: played.game, lambda game: is_called(game, number))
        for seat in range(1, len(names) + 1):
            board = played.request("GET", "board", token=played.token(seat))["cells"]
            free_cells = [cell["index"] for cell in board if not cell["value"]]
            called = played.game["called"]
            fitting = [cell for cell in free_cells if SQUARE[cell] == called and seat == 1]
            played.act("place", {"cell": (fitting or free_cells[::-1])[0]}, seat)
    wait_until(lambda: played.game, lambda game: game["state"] == "finished")
    return played


def together(ann, ben, api, crash):
    ann.sees_player("Ben").start().call("T").shows_status("Place T").place("a1").shows_status("T is placed")
    ben.is_playing().shows_status("Place T")
    crash(lambda: ben.place("c3").shows_status("Placing T …"))
    for each in (ann, ben):
        each.shows_status("Ben calls a letter" if each is ann else "Your turn: call a letter")
    assert (ann.text, ben.text) == ("T..../...../...../...../.....", "...../...../..T../...../.....")
    play_to_the_end(ann, ben)
    game = api("GET", f"/games/{ann.game}")
    assert game["result"]["winners"] and all("." not in board["text"] for board in game["boards"])


def by_keys(window, api):
    """Alone, so that the letters are called for the player: `test_square` has a call by a key."""
    window.tab_to(window.page.locator("#start")).press("Enter").is_playing().is_at("a1")
    for number in range(24):  # the caret goes to the next empty square
        expect(window.page.locator(".choice").first).to_be_attached()
        window.press("Space" if number % 3 else "Enter").has_filled(number + 1)
    window.shows_status("Choose your last letter").press("s")
