"""The mini and the hidden word on the wire: actions that are listed, move ids, polls, hashes, odd bodies."""

import json

import pytest

import json_corpus
from client import Wire, ask, problem
from guess_table import Guess
from mini_puzzles import cells_of
from mini_table import Mini, accepted
from square_fold import projection_hash
from square_table import unchanged
from streams import Stream

JSON = {"Content-Type": "application/json"}
COMMON = ("undo", "recolour", "resign", "close", "rematch")
MINI = ("check", "reveal", "reset", "clear", "pause", "resume", *COMMON)
GUESS = ("submit", *COMMON)
BODIES = {"recolour": {"colour": "#abcdef"}}


def mini_in(server, situation):
    """A mini: fresh, begun, full but wrong, paused, or over."""
    game = Mini(server, "Ann")
    if situation != "fresh":
        game.write(1, {"1": "D", "2": "X"})
    if situation == "paused":
        game.do(1, "pause")
    if situation == "over":
        accepted(game.act("close", token=game.host))
    return game


def guess_in(server, situation):
    """A hidden word: fresh, with a full row, or over."""
    game = Guess(server, "Ann", seed=3)
    if situation != "fresh":
        accepted(game.write("CRANE"))
    if situation == "over":
        accepted(game.act("close", token=game.host))
    return game


def listed(game, token):
    actions = game.ask("GET", "/actions", token=token).json["actions"]
    names = [action["name"] for action in actions]
    assert sorted(names) == sorted(game.show(token)["actions"]), "both lists say the same"
    return names


@pytest.mark.parametrize(
    "make, names, situation",
    [(mini_in, MINI, situation) for situation in ("fresh", "begun", "paused", "over")]
    + [(guess_in, GUESS, situation) for situation in ("fresh", "begun", "over")],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_the_actions_listed_are_the_actions_allowed(server, make, names, situation):
    for name in names:
        game = make(server, situation)
        viewers = {"spectator": None, "seated": game.people[0].token, "host": game.host}
        told = {viewer: name in listed(game, token) for viewer, token in viewers.items()}
        for viewer, token in viewers.items():
            game = make(server, situation)
            token = {"spectator": None, "seated": game.people[0].token, "host": game.host}[viewer]
            answer = game.act(name, BODIES.get(name), token=token)
            if told[viewer]:
                assert answer.status == 200, f"{name} is listed for the {viewer}, but {answer}"
            elif answer.status == 200:
                events = answer.json["events"]
                assert events == [], f"{name} is not listed for the {viewer}, but does {events}"
            else:
                assert answer.status in (401, 403, 404, 409, 423), f"{name}: {answer}"


CELL = {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 24}, {"type": "string", "pattern": "^[a-e][1-5]$"}]}
PART = {
    "scope": {"type": "string", "enum": ["cell", "word", "board"]},
    "cell": CELL,
    "direction": {"type": "string", "enum": ["across", "down"]},
}


def test_actions_give_the_schema_of_their_parameters(server):
    for game, name, parameters in (
        (Mini(server, "Ann"), "check", PART),
        (Mini(server, "Ann"), "reveal", PART),
        (guess_in(server, "begun"), "submit", {"row": {"type": "integer", "minimum": 0, "maximum": 4}}),
    ):
        actions = game.ask("GET", "/actions", token=game.people[0].token).json["actions"]
        (found,) = [action for action in actions if action["name"] == name]
        assert found["parameters"] == parameters


def told(answer):
    return answer.status, answer.etag, answer.body


def test_a_move_id_is_one_move(server):
    mini, guess = Mini(server, "Ann"), Guess(server, "Ann", seed=3)
    mini.write(1, {"1": "D", "2": "X"}), accepted(guess.write("CRANE"))
    for game, name, body in (
        (mini, "check", {"scope": "board"}),
        (mini, "reveal", {"scope": "cell", "cell": 3}),
        (mini, "pause", {}),
        (guess, "submit", {"row": 0}),
    ):
        first = game.people[0].act(name, body | {"move": f"id-{name}"})
        assert accepted(first)["events"]
        with unchanged(game):
            assert told(game.people[0].act(name, body | {"move": f"id-{name}"})) == told(first)
            problem(game.people[0].act("resign", {"move": f"id-{name}"}), 422, "move-id-reused")


def test_if_match_guards_a_letter(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "D"})
    token, sequence = game.people[0].token, game.show()["sequence"]
    body = problem(game.edit(1, "X", token, {"If-Match": f'"{sequence - 1}"'}), 412, "precondition-failed")
    assert (body["cell"]["index"], body["cell"]["value"]) == (1, "D")
    body = problem(game.edit(1, "X", token, expect="Q"), 409)
    assert body["cell"]["value"] == "D"
    accepted(game.edit(1, "X", token, {"If-Match": f'"{sequence}"'}))


def test_a_poll_answers_when_a_mark_is_made(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "X"})
    with Wire(server, timeout=5) as wire:
        wire.request("GET", f"{game.path}/board?after={game.show()['sequence']}&wait=5")
        game.do(1, "check")
        answer = wire.answer()
    assert answer.status == 200 and answer.json["cells"][1]["mark"] == "wrong"


def test_the_marks_of_a_moment_can_be_looked_at_again(server):
    game = Mini(server, "Ann")
    game.write(1, {"1": "X"}), game.do(1, "check")
    checked = game.show()["sequence"]
    accepted(game.people[0].edit(1, "D"))
    for at, mark, value in ((checked - 1, None, "X"), (checked, "wrong", "X"), (checked + 1, None, "D")):
        cell = game.ask("GET", f"/board?at={at}").json["cells"][1]
        assert (cell.get("mark"), cell["value"]) == (mark, value)


def test_every_event_proves_the_shared_board(server):
    game = Mini(server, "Ann", "Ben")
    cells, sequence = ["#" if sign == "#" else "." for sign in cells_of(game.solution)], None
    with Stream(server, game.path + "/events") as stream:
        sequence = stream.next().data["sequence"]
        game.write(1, {"1": "D", "2": "X"}, pencil=True), game.do(1, "check")
        game.do(2, "reveal", scope="word", cell=6), game.do(1, "reset", scope="cell", cell=2)
        game.solve(2, but=[1, 5, 6, 7, 8, 9])
        while (event := stream.next()).name != "game.finished":
            data = event.data
            assert data["sequence"] == sequence + 1
            sequence += 1
            if event.name == "cell.changed":
                assert data["previous"] == cells[data["cell"]].replace(".", "")
                cells[data["cell"]] = data["value"] or "."
            rows = "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))
            assert data["hash"] == projection_hash(sequence, {0: rows}), data


def test_games_are_listed_by_their_rules_and_state(server):
    game = Mini(server, "Ann", public=True)
    word = Guess(server, public=True)

    def found(rules, state, id):
        answer = ask(server, "GET", f"/games?rules={rules}&state={state}&limit=100")
        return id in [shown["id"] for shown in answer.json["games"]]

    assert found("mini", "playing", game.id) and not found("guess", "playing", game.id)
    assert found("guess", "waiting", word.id) and not found("guess", "playing", word.id)


def is_plain(value):
    """Whether it is nothing, a flag, or a whole number however it is written: what options may be."""
    return value is None or isinstance(value, (bool, int)) or isinstance(value, float) and value.is_integer()


@pytest.mark.parametrize("rules", ["mini", "guess"])
def test_every_value_of_the_corpus_is_refused_as_an_option(server, rules):
    keys = {"mini": (b"puzzle", b"mode"), "guess": (b"hard", b"seed")}[rules]
    with Wire(server, timeout=20) as wire:
        for key in keys:
            for kind, value in json_corpus.values:
                body = b'{"rules":"' + rules.encode() + b'","options":{"' + key + b'":' + value + b"}}"
                answer = ask(server, "POST", "/games", body, JSON, wire=wire)
                if answer.status == 201:
                    assert kind == "i" or kind == "y" and is_plain(json.loads(value)), (key, value)
                else:
                    problem(answer, (400, 404, 413, 422))


def test_the_corpus_of_json_moves_nothing(server):
    mini, guess = Mini(server, "Ann"), Guess(server, "Ann", seed=3)
    mini.write(1, {"1": "D"}), accepted(guess.write("CRAN"))
    with unchanged(mini), unchanged(guess), Wire(server, timeout=20) as wire:
        for number, (kind, body) in enumerate(json_corpus.cases):
            if body == b"{}":  # all that these actions need, if nobody was too quick before
                continue
            game, action = ((mini, "reveal"), (guess, "submit"))[number % 2]
            answer = game.ask("POST", f"/actions/{action}", body, JSON, game.people[0].token, wire)
            if kind == "n":
                problem(answer, (400, 429))
            else:
                problem(answer, (400, 404, 409, 413, 422, 429))


def test_the_corpus_of_json_is_no_question_and_no_wish(server):
    with Wire(server, timeout=20) as wire:
        for path in ("/analysis/guess", "/puzzles/generate", "/puzzles"):
            for kind, body in json_corpus.cases[:: 1 if path == "/analysis/guess" else 4]:
                answer = ask(server, "POST", path, body, JSON, wire=wire)
                if kind == "n":
                    problem(answer, (400, 413, 422))
                elif answer.status not in (200, 201):
                    problem(answer, (400, 413, 422))


@pytest.mark.parametrize("path", ["/analysis/guess", "/puzzles/generate", "/puzzles"])
def test_deep_documents_are_refused(server, path):
    for body in (b'{"rows":' + b"[" * 60 + b"]" * 60 + b"}", b"[" * 30_000, b'{"a":' * 9_000):
        problem(ask(server, "POST", path, body, JSON), (400, 413, 422))
