"""Word squares over HTTP: their fields at each step, their actions, and one refusal of each kind."""

from client import ask, problem
from game_tables import create
from square_fold import shown_hash
from square_table import Table, accepted

FAMILY = {
    "preset": "family",
    "minimumLength": 3,
    "points": {"3": 3, "4": 4, "5": 5},
    "overlap": "single",
    "diagonals": False,
    "fullLine": 0,
    "end": "free-last",
}


# ---------------------------------------------------------------------------------------------- new games


def test_a_new_game_waits_for_players(server):
    answer = create(server, "square", title="Tuesday", public=True, seed=2**53 - 1)
    assert answer.status == 201
    made = answer.json
    assert answer.header("Location") == f"/games/{made['id']}" and len(made["host"]["token"]) >= 22
    shown = ask(server, "GET", answer.header("Location")).json
    assert "host" not in shown and not {"turn", "called", "round", "result"} & shown.keys()
    assert (shown["rules"], shown["title"], shown["state"]) == ("square", "Tuesday", "waiting")
    assert (shown["sequence"], shown["seats"], shown["boards"]) == (0, [], [])
    assert shown["hash"] == shown_hash(shown)
    assert shown["options"] == {"seed": 2**53 - 1}
    lexicon = shown["lexicon"]
    assert (lexicon["id"], lexicon["unit"], lexicon["letters"]) == ("en", "letter", [chr(code) for code in range(65, 91)])
    assert shown["scoring"] == FAMILY


def test_a_game_is_listed_by_its_state(server):
    game = Table(server, "Ann", begin=False, public=True)

    def listed():
        for state in ("waiting", "playing", "finished"):
            answer = ask(server, "GET", f"/games?state={state}&rules=square&limit=100")
            if game.id in [found["id"] for found in answer.json["games"]]:
                yield state

    assert list(listed()) == ["waiting"]
    accepted(game.act("start", token=game.host))
    assert list(listed()) == ["playing"]
    accepted(game.act("close", token=game.host))
    assert list(listed()) == ["finished"]


# --------------------------------------------------------------------------------------------------- steps


def test_a_game_shows_its_round_at_every_step(server):
    game = Table(server, "Ann", "Ben", end="free-last", begin=False)
    (event,) = accepted(game.act("start", token=game.host))["events"]
    (english,) = [one for one in ask(server, "GET", "/lexicons").json["lexicons"] if one["id"] == "en"]
    assert (event["type"], event["order"], event["calls"]) == ("game.started", [1, 2], 24)
    assert (event["lexicon"], event["fingerprint"]) == ("en", english["fingerprint"])
    shown = game.view()
    assert shown["round"] == {"number": 1, "of": 24, "step": "call", "letters": []}
    assert shown["turn"] == 1 and "called" not in shown
    (call,) = accepted(game.call(1, "e"))["events"]
    assert {"type": "letter.called", "letter": "E", "number": 1, "by": 1}.items() <= call.items()
    shown = game.view()
    assert shown["round"] == {"number": 1, "of": 24, "step": "place", "letters": ["E"]}
    assert (shown["called"], shown["turn"]) == ("E", 1)
    accepted(game.place(2, 7))
    shown = game.view()
    assert [(seat["filled"], seat["placed"]) for seat in shown["seats"]] == [(0, False), (1, True)]
    (event,) = accepted(game.people[0].edit("c3", "e"))["events"]
    change = {"type": "cell.changed", "board": 1, "cell": 12, "value": "E", "previous": "", "by": 1}
    assert change.items() <= event.items() and "cause" not in event and game.board_of(1)[12] == "E"
    shown = game.view()
    assert shown["round"] == {"number": 2, "of": 24, "step": "call", "letters": ["E"]}
    assert shown["turn"] == 2 and "called" not in shown
    game.play_rounds(24)
    shown = game.view()
    assert shown["round"]["step"] == "last" and not {"turn", "called"} & shown.keys()
    accepted(game.place(1, None, "S"))
    seats = game.view()["seats"]
    assert [(seat["filled"], seat["placed"]) for seat in seats] == [(25, True), (24, False)]
    accepted(game.place(2, None, "t"))
    shown = game.view()
    assert shown["state"] == "finished" and not {"turn", "called", "round"} & shown.keys()


def test_only_a_game_with_a_clock_shows_the_remaining_time(server):
    clock = Table(server, "Ann", "Ben", clock={"call": 60, "place": 45}).view()["clock"]
    assert clock["running"] is True and 0 < clock["remaining"] <= 60 and clock["elapsed"] >= 0
    assert "remaining" not in Table(server, "Ann", "Ben", clock=None).view()["clock"]
    waiting = Table(server, "Ann", "Ben", clock={"call": 60, "place": 45}, begin=False)
    assert "remaining" not in waiting.view()["clock"]


def test_actions_are_listed_for_each_viewer_with_their_parameters(server):
    game = Table(server, "Ann", "Ben")
    accepted(game.call(1, "E"))
    accepted(game.place(1, 0))

    def listed(token):
        actions = game.ask("GET", "/actions", token=token).json["actions"]
        found = {action["name"]: action["parameters"] for action in actions}
        assert sorted(found) == sorted(game.show(token)["actions"])
        return found

    ann, ben = (person.token for person in game.people)
    assert listed(None) == {} and set(listed(game.host)) == {"close"}
    assert set(listed(ann)) == {"recolour", "resign"} and set(listed(ben)) == {"place", "recolour", "resign"}
    place = listed(ben)["place"]
    assert sorted(place) == ["cell", "letter"] and place["letter"] == {"type": "string"}
    assert place["cell"]["oneOf"][0] == {"type": "integer", "minimum": 0, "maximum": 24}


# ------------------------------------------------------------------------------------------------ refusals


def test_each_refusal_of_a_move_has_its_status_and_code_and_changes_nothing(server):
    game = Table(server, "Ann", "Ben", begin=False)
    ann, ben = game.people

    def refused(answer, status, code):
        assert game.history() == before, answer
        return problem(answer, status, code)

    before = game.history()
    refused(game.call(1, "E"), 409, "game-not-started")
    refused(ben.act("start"), 403, "not-allowed")
    accepted(ann.act("start"))
    before = game.history()
    refused(ann.act("start"), 409, "game-started")
    refused(game.ask("POST", "/seats", {"name": "Late"}), 409, "game-started")
    refused(game.call(2, "E"), 409, "not-your-turn")
    refused(game.place(1, 0), 409, "no-letter-called")
    refused(game.call(1, "7"), 422, "not-a-letter")
    refused(ann.act("call", {}), 422, "invalid-value")
    refused(ann.act("undo"), 404, "no-such-action")
    accepted(game.call(1, "E"))
    before = game.history()
    refused(game.call(1, "S"), 409, "already-called")
    refused(game.place(1, 25), 422, "invalid-value")
    refused(ann.act("place", {"cell": 0, "board": 2}), 422, "unknown-key")
    refused(game.act("place", {"cell": 0}), 401, "token-needed")
    refused(game.edit(0, "E"), 401, "token-needed")
    refused(game.act("place", {"cell": 0}, token=game.host), 403, "not-allowed")
    body = refused(ann.edit(0, "S"), 409, "not-the-letter")
    assert (body["cell"]["index"], body["cell"]["value"]) == (0, "")
    patch = {"cells": {"0": "E", "1": "E"}}
    refused(game.ask("PATCH", "/board", patch, token=ben.token), 409, "already-placed")
    accepted(game.place(1, 0))
    before = game.history()
    refused(game.place(1, 1), 409, "already-placed")
    body = refused(game.ask("DELETE", "/board/cells/0", token=ann.token), 409, "cell-taken")
    assert (body["cell"]["index"], body["cell"]["value"]) == (0, "E")
    accepted(game.act("close", token=game.host))
    before = game.history()
    refused(game.place(2, 0), 409, "game-finished")
