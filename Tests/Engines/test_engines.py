"""A smoke of the home page and of each game in Firefox and WebKitGTK."""

from lattice_window import answer_of, new_lattice, solving_swaps
from board_window import index_of
from solving_window import SOLUTION, new_guess, new_mini


def test_home_offers_the_puzzles_of_the_day(engine):
    engine.open("/").find("body.ready")
    engine.shows("#days", "Mini crossword").shows("#days", "Hidden word").shows("#days", "Lattice")


def test_a_free_board_is_shared(engine, api):
    game = api("POST", "/games", {"rules": "free"})["id"]
    engine.open(f"/g/{game}").sit("Ann").type("cat").draws("CAT../...../...../...../.....")
    engine.until(lambda: api("GET", f"/games/{game}/board")["text"].startswith("CAT"), "CAT on the server")
    ben = api("POST", f"/games/{game}/seats", {"name": "Ben", "colour": "#2a9d8f"})["token"]
    api("POST", f"/games/{game}/board/cells/24", {"value": "Z"}, ben)
    engine.draws("CAT../...../...../...../....Z")


def test_a_word_square_is_begun_against_a_bot(engine, api):
    game = api("POST", "/games", {"rules": "square", "options": {"clock": None, "seed": 1}})
    engine.open(f"/g/{game['id']}", host=game).sit("Ann").press("#bots button").press("#start")
    engine.shows("#call-title", "Your turn: call a letter").type("t").find(".choice")
    engine.type(" ").draws("T..../...../...../...../.....")
    engine.until(lambda: api("GET", f"/games/{game['id']}")["sequence"] > 6, "the bot has called")


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
