"""`/challenges`: a task that a player makes and sends as a link; everybody solves it on a board of their own."""

import csv
import io

import pytest

from challenges import Challenge, challenge, word
from client import Game, ask, problem
from concurrency import concurrently
from contract import Contract
from days import daily_kinds, guess_word, open_daily, place_all, seated
from game_tables import accepted
from players import link, new_player

FOOD = (
    "BREAD HEART TOAST LEMON BASIL OLIVE PASTA SALAD ONION GRAPE MELON PEACH APPLE BACON CREAM DOUGH FLOUR HONEY SUGAR "
    "SPICE"
).split()


@pytest.fixture
def ann(server):
    return new_player(server)


@pytest.fixture
def bea(server):
    return new_player(server, "Bea")


def solve(made, player, *guesses):
    game = made.play(player)
    for guess in guesses:
        guess_word(game, guess)
    return game


# Making


def test_a_new_challenge_has_a_link_and_tells_who_made_it(server, ann):
    answer = ann.ask("POST", "/challenges", {"rules": "guess", "options": {"word": "zebra"}, "title": "Stripes"})
    assert answer.status == 201 and answer.header("Location") == f"/challenges/{answer.json['id']}"
    made = answer.json
    assert made["url"] == f"/c/{made['id']}" and made["used"] == 1
    assert (made["rules"], made["title"], made["played"], made["results"]) == ("guess", "Stripes", 0, [])
    assert made["from"] == {"player": ann.player, "name": "Ann"}
    assert (made["mine"], made["makerKnows"], made["own"]) == (True, True, None)
    shown = Challenge(server, made["id"]).show()
    assert shown == {name: value for name, value in made.items() if name != "used"} | {"mine": False}


@pytest.mark.parametrize("rules", daily_kinds())
def test_games_of_every_kind_for_one_can_be_challenges(server, ann, bea, rules):
    made = challenge(server, ann, rules=rules)
    one, other = made.play(ann), made.play(bea)
    assert one.id != other.id
    shown = other.show()
    assert (shown["rules"], shown["challenge"], shown["seatLimit"] == 1 or rules == "square") == (rules, made.id, True)
    assert "day" not in shown and "seed" not in shown["options"]
    if rules == "square":
        letters = []
        for game in (one, other):
            place_all(game)
            letters.append([event["letter"] for event in game.history() if "letter" in event])
        assert letters[0] == letters[1]
    else:
        ends = []
        for game in (one, other):
            accepted(game.me.act("resign"))
            ends.append(game.show()["result"]["answer"])
        assert ends[0] == ends[1]


@pytest.mark.parametrize("rules, words, least", [
    ("guess", FOOD, 1), ("lattice", FOOD, 3), ("mini", [*FOOD, "CAT", {"word": "TEA", "clue": "It’s hot"}], 2),
    ("guess", ["QZXJK"], 1), ("lattice", [{"word": "shrek"}], 1),
])
def test_own_words_are_in_the_task_and_the_answer_says_how_many(server, ann, bea, rules, words, least):
    made = challenge(server, ann, rules=rules, options={"words": words})
    assert made.used >= least
    game = made.play(bea)
    accepted(game.me.act("resign"))
    answer = game.show()["result"]["answer"]
    rows = answer.split("/")
    lines = rows + ["".join(column) for column in zip(*rows, strict=True)] if len(rows) == 5 else rows
    own = {(each["word"] if isinstance(each, dict) else each).upper() for each in words}
    found = {part for line in lines for part in line.split("#")} & own
    assert len(found) == made.used, answer


def test_a_stored_puzzle_is_a_challenge_whose_maker_cannot_play(server, ann, bea):
    made = ask(server, "POST", "/puzzles/generate", {"seed": 4, "public": True}).json
    task = challenge(server, ann, rules="mini", options={"puzzle": made["id"]})
    problem(task.ask("POST", body={}, token=ann.key), 403, "maker-knows")
    shown = task.play(bea).show()
    assert "puzzle" not in shown["options"] and shown["boards"][0]["text"].count("#") == made["text"].count("#")
    private = ask(server, "POST", "/puzzles/generate", {"seed": 5}).json
    body = {"rules": "mini", "options": {"puzzle": private["id"]}}
    problem(ann.ask("POST", "/challenges", body), 404, "no-such-puzzle")
    assert ann.ask("POST", "/challenges", body | {"puzzleToken": private["token"]}).status == 201


@pytest.mark.parametrize("kind", daily_kinds())
def test_a_finished_game_can_be_passed_on(server, ann, bea, kind):
    game = seated(server, kind, "2024-11-20", token=ann.key)
    problem(ann.ask("POST", "/challenges", {"game": game.id}), 409, "game-not-finished")
    if kind == "square":
        place_all(game)
    else:
        accepted(game.me.act("resign"))
    made = challenge(server, ann, game=game.id)
    problem(made.ask("POST", body={}, token=ann.key), 403, "maker-knows")
    problem(bea.ask("POST", "/challenges", {"game": game.id}), 403, "not-allowed")
    own = made.play(bea)
    assert "day" not in own.show()
    if kind == "square":
        place_all(own)
        one, other = ([event["letter"] for event in each.history() if "letter" in event] for each in (game, own))
        assert one == other
    else:
        accepted(own.me.act("resign"))
        assert own.show()["result"]["answer"] == game.show()["result"]["answer"]


def test_a_race_that_has_ended_can_be_passed_on_by_its_players(server, ann, bea):
    made = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "race", "seed": 3}})
    race = Game(server, made.json["id"])
    for player in (ann, bea):
        player.sit(race)
    host = made.json["host"]["token"]
    accepted(race.ask("POST", "/actions/start", {}, token=host))
    for player in (ann, bea):
        accepted(race.ask("POST", "/actions/resign", {}, token=player.key))
    task = challenge(server, bea, game=race.id)
    game = task.play(new_player(server, "Cem"))
    accepted(game.me.act("resign"))
    assert game.show()["result"]["answer"] == race.show()["result"]["answer"]
    assert "mode" not in game.show()["options"]


REFUSED = [
    ({}, 422, "invalid-value"),
    ({"rules": "guess", "game": "abc"}, 422, "invalid-value"),
    ({"game": "abc", "options": {}}, 422, "invalid-value"),
    ({"game": "nosuchgame"}, 404, "no-such-game"),
    ({"game": "room.smiths"}, 404, "no-such-game"),
    ({"rules": "chess"}, 422, "unknown-rules"),
    ({"rules": "free"}, 422, "invalid-value"),
    ({"rules": "room"}, 422, "unknown-rules"),
    ({"rules": "challenge"}, 422, "unknown-rules"),
    ({"rules": "guess", "options": {"mode": "race"}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"mode": "together"}}, 422, "invalid-value"),
    ({"rules": "mini", "options": {"mode": "race"}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"mode": "daily", "day": "2024-01-01"}}, 422, "invalid-value"),
    ({"rules": "square", "options": {"day": "2024-01-01"}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"word": "BREAD", "words": ["BREAD"]}}, 422, "invalid-value"),
    ({"rules": "lattice", "options": {"word": "BREAD"}}, 422, "invalid-value"),
    ({"rules": "mini", "options": {"word": "BREAD"}}, 422, "invalid-value"),
    ({"rules": "square", "options": {"words": ["BREAD"]}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"words": []}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"words": ["BREAD"] * 501}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"words": [5]}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"words": [[]]}}, 422, "invalid-value"),
    ({"rules": "mini", "options": {"words": [{"word": "TEA", "clue": "x" * 201}]}}, 422, "invalid-value"),
    ({"rules": "mini", "options": {"words": ["TEA"], "puzzle": "abc"}}, 422, "invalid-value"),
    ({"rules": "guess", "options": {"lexicon": "xx", "word": "BREAD"}}, 422, "unknown-lexicon"),
    ({"rules": "guess", "options": {"colour": "red"}}, 422, "unknown-key"),
    ({"rules": "guess", "title": "a\u202eb"}, 422, "invalid-value"),
    ({"rules": "guess", "secret": 1}, 422, "unknown-key"),
]


@pytest.mark.parametrize("body, status, code", REFUSED, ids=[str(body)[:60] for body, _, _ in REFUSED])
def test_what_cannot_be_a_challenge_is_refused(server, ann, body, status, code):
    problem(ann.ask("POST", "/challenges", body), (status, 400), code)


@pytest.mark.parametrize("rules, text", [
    ("guess", "CAT"), ("guess", "LETTERS"), ("guess", "CR4NE"), ("guess", "한국어"), ("lattice", "CATS"),
    ("mini", "OX"), ("mini", "LETTERS"),
])
def test_a_word_that_the_game_cannot_hold_is_named(server, ann, rules, text):
    answer = ann.ask("POST", "/challenges", {"rules": rules, "options": {"words": ["BREAD", text]}})
    assert problem(answer, 422, "invalid-value") and f"“{text}”" in answer.json["detail"]


def test_every_answer_conforms_to_the_description_of_the_api(server, ann, bea):
    contract = Contract(ask(server, "GET", "/openapi.json").json)
    for body in ({"rules": "guess", "options": {"word": "ZEBRA"}}, {"rules": "mini", "options": {"words": FOOD}}, {"rules": "square"}):
        made = Challenge(server, contract.check("post", "/challenges", ann.ask("POST", "/challenges", body))["id"])
        for token in (None, ann.key, bea.key):
            contract.check("get", "/challenges/{challenge}", made.ask("GET", token=token))
        contract.check("post", "/challenges/{challenge}", made.ask("POST", token=bea.key))
        game = made.play(bea)
        contract.check("get", "/games/{id}", game.ask("GET"))
        if body["rules"] != "square":
            accepted(game.me.act("resign"))
            contract.check("get", "/games/{id}", Game(server, game.id).ask("GET"))
        contract.check("get", "/challenges/{challenge}", made.ask("GET"))


def test_without_a_key_nobody_makes_or_plays_one(server, ann):
    made = word(server, ann)
    for method, path in (("POST", "/challenges"), ("POST", made.path), ("DELETE", made.path)):
        problem(ask(server, method, path, {"rules": "guess"} if path == "/challenges" else None), 401, "token-needed")
        problem(ask(server, method, path, token="x" * 32), 401, "unknown-token")
    problem(made.ask("GET", "/results.csv"), 401, "token-needed")
    problem(made.ask("GET", token="x" * 32), 401, "unknown-token")


# Playing


def test_a_player_has_one_game_and_finds_it_again(server, ann, bea):
    made = word(server, ann)
    first = made.ask("POST", body={}, token=bea.key)
    again = made.ask("POST", token=bea.key)
    assert (first.status, again.status) == (201, 200)
    assert first.header("Location") == again.header("Location") == f"/games/{first.json['id']}"
    assert first.json["seats"][0]["player"] == bea.player and first.json["challenge"] == made.id
    assert made.show(bea.key)["own"] == first.json["id"] and made.show()["own"] is None
    assert made.show()["played"] == 1
    other_phone = link(server, bea.code()).json["key"]
    assert made.ask("POST", token=other_phone).json["id"] == first.json["id"]


def test_requests_at_once_make_one_game(server, ann, bea):
    made = word(server, ann)
    calls = [lambda: made.play(bea).id for _ in range(8)]
    assert len(set(concurrently(*calls))) == 1 and made.show()["played"] == 1


def test_many_players_at_once_get_a_game_each(server, ann):
    made = word(server, ann)
    people = [new_player(server, f"P{number}") for number in range(12)]
    games = concurrently(*[lambda who=who: made.play(who).id for who in people])
    assert len(set(games)) == 12 and made.show()["played"] == 12


def test_the_maker_of_a_word_cannot_play_but_the_maker_of_a_random_task_can(server, ann):
    for body in ({"options": {"word": "ZEBRA"}}, {"options": {"words": FOOD}}, {"options": {"seed": 5}}):
        problem(challenge(server, ann, rules="guess", **body).ask("POST", token=ann.key), 403, "maker-knows")
    assert challenge(server, ann, rules="guess").play(ann).show()["state"] == "playing"


def test_own_words_count_as_guesses_in_their_challenge_alone(server, ann, bea):
    made = word(server, ann, "QZXJK")
    game = solve(made, bea, "QZXJK")
    assert game.show()["result"]["winners"] == [1]
    plain = challenge(server, ann, rules="guess").play(bea)
    row = {f"{column}1": letter for column, letter in zip("abcde", "QZXJK", strict=True)}
    accepted(plain.ask("PATCH", "/board", {"cells": row}))
    problem(plain.me.act("submit"), 422, "not-a-word")


def test_results_are_ranked_and_shown_to_everybody(server, ann):
    made = word(server, ann, "ZEBRA")
    people = {name: new_player(server, name) for name in ("Bea", "Cem", "Dov", "Eve")}
    solve(made, people["Bea"], "CRANE", "ZEBRA")
    solve(made, people["Cem"], "ZEBRA")
    accepted(made.play(people["Dov"]).me.act("resign"))
    made.play(people["Eve"])
    shown = made.show()
    assert shown["played"] == 4 and made.ranks() == [(1, "Cem"), (2, "Bea"), (3, "Dov")]
    first, _, last = (row["result"] for row in shown["results"])
    assert (first["solved"], first["assisted"], first["guesses"]) == (True, False, 1) and first["seconds"] >= 0
    assert last["solved"] is False and "guesses" not in last
    assert people["Bea"].ask("PATCH", "/players/me", {"name": "Beatrice"}).status == 200
    assert made.ranks()[1] == (2, "Beatrice")
    assert people["Cem"].ask("DELETE", "/players/me").status == 204
    assert "Cem" not in made.ask("GET").text and made.show()["played"] == 4


def test_the_results_are_a_table_for_the_maker(server, ann, bea):
    made = word(server, ann, "ZEBRA")
    cem, dov = new_player(server, '=cmd|"x",1'), new_player(server, "Dov")
    solve(made, bea, "CRANE", "ZEBRA")
    solve(made, cem, "ZEBRA")
    made.play(dov)
    problem(made.ask("GET", "/results.csv", token=bea.key), 403, "not-allowed")
    answer = made.ask("GET", "/results.csv", token=ann.key)
    assert answer.status == 200 and answer.header("Content-Type") == "text/csv; charset=utf-8"
    assert answer.text.endswith("\r\n") and answer.header("Cache-Control") == "no-store"
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert list(rows[0]) == ["rank", "name", "state", "seconds", "moves", "started", "finished"]
    assert [(row["rank"], row["name"], row["state"], row["moves"]) for row in rows] == [
        ("1", '\'=cmd|"x",1', "solved", "1"), ("2", "Bea", "solved", "2"), ("", "Dov", "playing", "")]
    assert rows[0]["started"] < rows[0]["finished"] and rows[2]["finished"] == ""
    square = challenge(server, ann, rules="square")
    place_all(square.play(bea))
    (row,) = csv.DictReader(io.StringIO(square.ask("GET", "/results.csv", token=ann.key).text, newline=""))
    assert int(row["score"]) >= 0 and row["moves"] == "25"


def test_the_maker_sees_how_many_solved_a_task_and_where_their_time_went(server, ann, bea):
    contract = Contract(ask(server, "GET", "/openapi.json").json)
    puzzle = ask(server, "POST", "/puzzles/generate", {"seed": 5, "public": True}).json
    made = challenge(server, ann, rules="mini", options={"puzzle": puzzle["id"]})
    empty = contract.check("get", "/challenges/{challenge}/statistics", made.ask("GET", "/statistics", token=ann.key))
    assert (empty["begun"], empty["seconds"], empty["cells"]) == (0, None, [])
    cem, dov, eve = (new_player(server, name) for name in ("Cem", "Dov", "Eve"))
    revealed = made.play(dov)
    accepted(revealed.me.act("reveal"))
    letters = {cell["index"]: cell["value"] for cell in revealed.board()["cells"] if cell["kind"] != "block"}
    first = min(letters)
    for player, begins in ((bea, ["Q", "X"]), (cem, [])):
        game = made.play(player)
        for cell, letter in [*((first, wrong) for wrong in begins), *letters.items()]:
            accepted(game.edit(cell, letter, token=player.key))
        assert game.show()["state"] == "finished"
    made.play(eve)
    for token, status, code in ((None, 401, "token-needed"), (bea.key, 403, "not-allowed")):
        problem(made.ask("GET", "/statistics", token=token), status, code)
    answer = made.ask("GET", "/statistics", token=ann.key)
    shown = contract.check("get", "/challenges/{challenge}/statistics", answer)
    assert {name: shown[name] for name in ("begun", "finished", "solved", "measured")} == {
        "begun": 4, "finished": 3, "solved": 2, "measured": 2}
    assert {each["cell"]: each["rewrites"] for each in shown["cells"]} == {**dict.fromkeys(letters, 0), first: 1}
    times = shown["seconds"]
    assert 0 < times["fastest"] <= times["median"] <= times["slowest"]
    # The time before the letters of one board adds up to the time of the board.
    assert sum(each["seconds"] for each in shown["cells"]) <= times["slowest"] + 0.001


def test_a_deleted_challenge_is_gone_and_its_games_go_on(server, ann, bea):
    made = word(server, ann, "ZEBRA")
    game = made.play(bea)
    problem(made.ask("DELETE", token=bea.key), 403, "not-allowed")
    assert made.ask("DELETE", token=ann.key).status == 204
    for method, path in (("GET", ""), ("POST", ""), ("DELETE", ""), ("GET", "/results.csv")):
        problem(made.ask(method, path, token=ann.key), 404, "no-such-challenge")
    guess_word(game, "ZEBRA")
    assert game.show()["state"] == "finished"


def test_an_unknown_challenge_is_404(server, ann):
    for id in ("nosuch", "NOSUCH", "a.b", "x" * 40, "%2e"):
        problem(ask(server, "GET", f"/challenges/{id}"), 404)
        problem(ask(server, "POST", f"/challenges/{id}", token=ann.key), 404)
    for id in ("challenge.nosuch", "challenge." + word(server, ann).id):
        problem(ask(server, "GET", f"/games/{id}"), 404, "no-such-game")
        problem(ask(server, "GET", f"/games/{id}/export"), 404, "no-such-game")
        problem(ask(server, "GET", f"/events?games={id}"), 404, "no-such-game")


# Hidden things


def test_a_running_game_is_hidden_from_everybody_else(server, ann, bea):
    made = word(server, ann)
    game = Game(server, made.play(bea).id)
    for token in (None, ann.key, new_player(server).key):
        for path in ("/board", "/board.txt", "/export", "/history"):
            problem(game.ask("GET", path, token=token), 403, "personal-game")


def test_a_finished_game_shows_its_letters_to_those_who_have_finished_and_to_the_maker(server, ann, bea):
    made = word(server, ann, "ZEBRA")
    game = Game(server, solve(made, bea, "CRANE", "ZEBRA").id)
    cem, dov = new_player(server, "Cem"), new_player(server, "Dov")
    solve(made, dov, "ZEBRA")
    running = made.play(cem)
    for token in (None, cem.key, new_player(server).key):
        problem(game.ask("GET", "/board", token=token), 403, "task-unfinished")
        shown = game.ask("GET", token=token).json
        assert shown["taskUnfinished"] and shown["boards"] == [] and "ZEBRA" not in str(shown)
    for token in (ann.key, bea.key, dov.key):
        assert "ZEBRA" in game.ask("GET", "/board.txt", token=token).text
    guess_word(running, "ZEBRA")
    assert "ZEBRA" in game.ask("GET", "/board.txt", token=cem.key).text


def test_the_maker_of_a_random_task_sees_no_letters_before_the_end(server, ann, bea):
    made = challenge(server, ann, rules="guess")
    game = made.play(bea)
    accepted(game.me.act("resign"))
    problem(Game(server, game.id).ask("GET", "/board", token=ann.key), 403, "task-unfinished")


@pytest.mark.parametrize("options", [{"word": "ZEBRA"}, {"words": ["ZEBRA"]}, {"words": [{"word": "zebra", "clue": "Stripes"}]}])
def test_no_answer_before_the_end_tells_the_word(server, ann, bea, options):
    made = challenge(server, ann, rules="guess", options=options)
    game = made.play(bea)
    answers = [
        made.ask("GET"), made.ask("GET", token=ann.key), made.ask("GET", token=bea.key), made.ask("POST", token=bea.key),
        made.ask("POST", token=ann.key), made.ask("GET", "/results.csv", token=ann.key), game.ask("GET"),
        game.ask("GET", "/board"), game.ask("GET", "/history"), game.ask("GET", "/actions"), game.ask("GET", "/export"),
        ask(server, "GET", f"/c/{made.id}"), ask(server, "GET", f"/g/{game.id}"), ask(server, "GET", "/players/me", token=bea.key),
        ask(server, "GET", "/games"), ask(server, "GET", "/metrics"), ask(server, "GET", f"/games/{game.id}/share"),
    ]
    for answer in answers:
        assert "ZEBRA" not in answer.text.upper() and "STRIPES" not in answer.text.upper(), answer


def test_a_challenge_does_not_rank(server, ann, bea):
    made = challenge(server, ann, rules="mini")
    accepted(made.play(bea).me.act("reveal", {"scope": "board"}))
    profile = bea.show()
    assert profile["statistics"] == {} and profile["streak"]["days"] == 0
    assert any(each["id"] == made.show(bea.key)["own"] for each in profile["games"])


def test_a_player_s_daily_and_challenges_do_not_get_in_each_other_s_way(server, ann, bea):
    made = challenge(server, ann, rules="guess")
    own, today = made.play(bea), open_daily(server, "guess", token=bea.key)
    assert own.id != today.id and made.play(bea).id == own.id


def test_a_link_says_who_challenges_to_what_and_nothing_more(server, ann):
    made = word(server, ann, title="Stripes <b>")
    page = ask(server, "GET", f"/c/{made.id}", headers={"Accept": "text/html"})
    assert page.status == 200 and 'og:title" content="Ann challenges you: Stripes &lt;b&gt;"' in page.text
    untitled = challenge(server, ann, rules="mini")
    assert "Ann challenges you: Mini crossword" in ask(server, "GET", f"/c/{untitled.id}").text
    missing = ask(server, "GET", "/c/nosuch", headers={"Accept": "text/html"})
    assert missing.status == 404 and "text/html" in missing.header("Content-Type")
    moved = ask(server, "GET", f"/challenges/{made.id}", headers={"Accept": "text/html"})
    assert moved.status == 303 and moved.header("Location") == f"/c/{made.id}"
