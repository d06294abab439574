"""The home page and a whole game of each kind in Firefox and WebKitGTK."""

from lattice_window import answer_of, new_lattice, solving_swaps
from board_window import index_of
from solving_window import SOLUTION, new_guess, new_mini


def test_home_offers_the_puzzles_of_the_day(engine):
    engine.open("/").find("body.ready")
    engine.shows("#days", "Mini crossword").shows("#days", "Hidden word").shows("#days", "Lattice")


def test_a_free_board_is_shared_filled_and_closed(engine, api):
    game = api("POST", "/games", {"rules": "free"})
    engine.open(f"/g/{game['id']}", host=game).sit("Ann").type("heart").draws("HEART/...../...../...../.....")
    engine.until(lambda: api("GET", f"/games/{game['id']}/board")["text"].startswith("HEART"), "HEART on the server")
    ben = api("POST", f"/games/{game['id']}/seats", {"name": "Ben", "colour": "#2a9d8f"})["token"]
    api("POST", f"/games/{game['id']}/board/cells/24", {"value": "D"}, ben)
    engine.draws("HEART/...../...../...../....D").type("emberabuseresintren")
    # Words that come push the button down.
    engine.draws("HEART/EMBER/ABUSE/RESIN/TREND").shows("#score", "50 points")
    engine.press("#close").press("dialog button[value]").is_in("end")
    assert api("GET", f"/games/{game['id']}")["boards"][0]["text"] == "HEART/EMBER/ABUSE/RESIN/TREND"


def test_a_word_square_is_played_against_a_bot(engine, api):
    game = api("POST", "/games", {"rules": "square", "options": {"clock": None, "seed": 1}})
    engine.open(f"/g/{game['id']}", host=game).sit("Ann").press("#bots button").press("#start")
    engine.shows("#call-title", "Your turn: call a letter").type("t").find(".choice")
    engine.type(" ").draws("T..../...../...../...../.....")
    for filled in range(2, 25):  # the bot calls every other letter
        engine.until(lambda: engine.sees(".choice") or engine.sees("#keys:not(:has(.picked))"), f"letter {filled}")
        if not engine.sees(".choice"):
            engine.type("e").find(".choice")
        engine.type(" ").has_filled(filled)
    engine.shows("#call-title", "Choose your last letter").type("s").is_in("end")
    assert all("." not in board["text"] for board in api("GET", f"/games/{game['id']}")["boards"])


def test_a_mini_is_solved(engine, api):
    game = new_mini(api)["id"]
    engine.open(f"/g/{game}").sit("Ann").type("dotsfetalultrasteepears").is_in("end")
    assert api("GET", f"/games/{game}")["boards"][0]["text"] == SOLUTION
    engine.shows("#end-note", "Solved in")


def test_a_hidden_word_is_found(engine, api):
    game = new_guess(api)["id"]
    engine.open(f"/g/{game}").sit("Ann").type("teach\n").find("#cell-4[data-mark=hit]")
    engine.type("latch\n").is_in("end")
    assert api("GET", f"/games/{game}")["result"]["answer"] == "LATCH"


def test_a_lattice_is_solved(engine, api):
    game, answer = new_lattice(api)["id"], answer_of(api)
    engine.open(f"/g/{game}").sit("Ann")
    for one, other in solving_swaps(api("GET", f"/games/{game}/board")["text"], answer):
        before = api("GET", f"/games/{game}")["sequence"]
        engine.press(f"#cell-{index_of(one)}").press(f"#cell-{index_of(other)}")
        engine.until(lambda: api("GET", f"/games/{game}")["sequence"] > before, f"{one} swapped with {other}")
    engine.is_in("end").draws(answer)
