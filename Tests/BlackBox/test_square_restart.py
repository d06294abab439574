"""Restarts and evictions in the middle of word squares: people, bots and clocks go on where they were."""

import signal

import pytest

from backdating import backdate
from client import Game, problem
from server_process import ServerProcess
from square_fold import projection_hash, shown_hash
from square_table import Table, accepted, all_views, scores, unchanged
from streams import Stream
from test_sleeping_games import send_to_sleep
from visible_state import stable_fields

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])
HOUR = 3600


@pytest.fixture
def games(own_free_server):
    """A game at each step, by the name of the step."""
    waiting = Table(own_free_server, "Ann", "Ben", bots=["hard"], begin=False, public=True)
    calling = Table(own_free_server, "Ann", "Ben")
    calling.play_rounds(4)
    placing = Table(own_free_server, "Ann", "Ben", "Eve")
    accepted(placing.call(1, "E")), accepted(placing.place(2, 7))
    last = Table(own_free_server, "Ann", "Ben", end="free-last")
    last.play_rounds(24)
    accepted(last.place(1, None, "S"))
    alone = Table(own_free_server, "Ann", seed=8, end="shared")
    alone.play_rounds(6)
    over = Table(own_free_server, "Ann", "Ben", end="shared", preset="long")
    over.play()
    names = ("waiting", "calling", "placing", "last", "alone", "over")
    return dict(zip(names, (waiting, calling, placing, last, alone, over), strict=True))


@ENDINGS
def test_every_view_is_unchanged_and_the_games_go_on(own_free_server, games, ending):
    before = {name: all_views(game) for name, game in games.items()}
    own_free_server.restart(ending)
    for name, game in games.items():
        assert all_views(game) == before[name], name
    accepted(games["waiting"].act("start", token=games["waiting"].host))
    games["waiting"].play_rounds(2)
    for name in ("calling", "placing", "last", "alone"):
        shown = games[name].play()
        assert shown["result"]["scores"] == scores(games[name]), name
        assert shown["hash"] == shown_hash(shown)


def test_a_single_player_gets_the_same_letters_as_without_restarts(own_free_server):
    whole = Table(own_free_server, "Ann", seed=8, end="shared").letters_to_the_end()
    game, unseeded = (Table(own_free_server, "Ann", end="shared", **seed) for seed in ({"seed": 8}, {}))
    for rounds in (3, 20):
        game.play_rounds(rounds), unseeded.play_rounds(rounds)
        called = unseeded.called
        own_free_server.restart(signal.SIGKILL)
        assert unseeded.called == called
    assert game.letters_to_the_end() == whole and len(unseeded.letters_to_the_end()) == 25


@ENDINGS
def test_bots_go_on_for_themselves_and_for_players_who_have_left(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben", bots=["easy", "hard"])
    accepted(game.call(1, "E"))
    assert game.leave(2).status == 204
    game.away.add(2)
    own_free_server.restart(ending)
    assert game.view()["seats"][1]["away"] is True
    game.wait(lambda shown: all(seat["filled"] == 1 for seat in shown["seats"][1:]), "the bots' placements")
    accepted(game.place(1, 0))
    own_free_server.restart(ending)
    game.wait(lambda shown: shown.get("called") and shown["turn"] == 2, "the bot's call")
    game.play_rounds(3)
    accepted(game.people[1].act("return"))
    own_free_server.restart(ending)
    assert "away" not in game.view()["seats"][1]


def test_a_removed_player_stays_removed(own_free_server):
    game = Table(own_free_server, "Ann", "Ben")
    assert game.leave(2, token=game.host).status == 204
    own_free_server.restart(signal.SIGKILL)
    problem(game.people[1].act("return"), 403, "not-allowed")


@ENDINGS
def test_a_clock_does_not_count_an_hour_of_downtime(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben", clock={"call": 60, "place": 60})
    before = game.history()
    own_free_server.stop(ending)
    if ending == signal.SIGKILL:
        own_free_server.start()
        own_free_server.stop()
    with own_free_server.store.folder() as folder:
        backdate(folder, HOUR)
    own_free_server.start()
    clock = game.view()["clock"]
    assert clock["running"] is True and 0 < clock["remaining"] <= 60
    assert [event | {"time": ""} for event in game.history()] == [event | {"time": ""} for event in before]


def test_a_clock_that_was_running_runs_out_after_a_restart():
    with ServerProcess() as one, ServerProcess() as two:
        games = [Table(server, "Ann", "Ben", clock={"call": 1, "place": 1}) for server in (one, two)]
        one.restart(signal.SIGTERM), two.restart(signal.SIGKILL)
        for game in games:
            game.wait(lambda shown: shown["seats"][1]["filled"] == 1, "the bots' moves")
            moves = [event for event in game.history() if event["type"] in ("letter.called", "cell.changed")]
            assert len(moves) >= 3 and all(event["cause"] == "bot" for event in moves)


@ENDINGS
def test_a_repeated_move_gets_the_first_answer(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben")
    moves = [
        lambda: game.call(1, "E", move="m1"),
        lambda: game.place(1, 7, move="m2"),
        lambda: game.people[1].edit("c3", "E", move="m1"),
        lambda: game.call(2, "S", move="m2"),
    ]
    first = [move() for move in moves]
    assert [answer.status for answer in first] == [200] * 4
    own_free_server.restart(ending)
    with unchanged(game):
        for move, answer in zip(moves, first, strict=True):
            again = move()
            assert (again.status, again.etag, again.body) == (200, answer.etag, answer.body)


@ENDINGS
def test_a_stream_resumes_with_rivals_placements_hidden(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben")
    game.play_rounds(3)
    own_free_server.restart(ending)
    game.play_rounds(4)
    sequence = game.view()["sequence"]
    for person in [None, *game.people]:
        path, resume = game.path + "/events", {"Last-Event-ID": "3"}
        with Stream(own_free_server, path, resume, person and person.token) as stream:
            events = [stream.next().data for _ in range(sequence - 3)]
        assert [event["sequence"] for event in events] == list(range(4, sequence + 1))
        for event in events:
            if event["type"] == "cell.changed":
                assert ("cell" in event) == (person is not None and event["board"] == person.number)


def test_the_past_of_the_own_board_is_visible_from_before_a_snapshot(own_free_server):
    game = Table(own_free_server, "Ann", "Ben", "Eve", "Gus", end="shared")
    game.play_rounds(24)
    own_free_server.restart(signal.SIGKILL)
    token = game.people[1].token
    events = game.ask("GET", "/history", token=token).lines
    assert len(events) > 120, "the game is too short for a snapshot"
    cells = ["."] * 25
    for event in events:
        if event["type"] == "cell.changed" and event["board"] == 2:
            cells[event["cell"]] = event["value"]
        if event["sequence"] > 5 and event["sequence"] % 5 == 0:
            text = "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))
            shown = game.ask("GET", f"/board?at={event['sequence']}", token=token)
            assert shown.json["text"] == text
            assert shown.json["hash"] == projection_hash(event["sequence"], {2: text})
    game.play()
    assert game.show()["result"]["scores"] == scores(game)


@ENDINGS
def test_a_rematch_has_the_same_players_bots_and_options_and_survives_a_restart(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben", bots=["medium"], preset="teacher", title="Best of three")
    accepted(game.act("close", token=game.host))
    (opened,) = accepted(game.people[0].act("rematch"))["events"]
    events = accepted(game.people[1].answer(opened["prompt"]["id"], 1))["events"]
    assert events[-1]["type"] == "rematch.started"
    old = game.show()
    following = Game(own_free_server, old["next"], game.host)
    new = following.show()
    assert (new["state"], new["previous"]) == ("waiting", game.id) and "result" not in new
    for key in ("rules", "title", "scoring", "lexicon", "options"):
        assert new[key] == old[key], key
    for one, two in zip(old["seats"], new["seats"], strict=True):
        assert all(one.get(key) == two.get(key) for key in ("seat", "name", "colour", "bot", "level"))
    own_free_server.restart(ending)
    assert stable_fields(following.show()) == stable_fields(new)
    ann, ben = (person.token for person in game.people)
    accepted(following.act("start", token=ann))
    accepted(following.act("call", {"letter": "E"}, token=ann))
    for token in (ann, ben):
        accepted(following.act("place", {"cell": 7}, token=token))


# ---------------------------------------------------------------------------------------------- evictions


@pytest.fixture
def small_server():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as running:
        yield running


def test_a_sleeping_game_wakes_unchanged_and_goes_on(small_server):
    game = Table(small_server, "Ann", "Ben", bots=["easy"])
    game.play_rounds(3)
    before = all_views(game)
    send_to_sleep(small_server)
    assert all_views(game) == before
    game.play_rounds(5)


def test_the_clock_of_an_idle_game_runs_out(small_server):
    """The game may stay awake for its clock, or be woken."""
    game = Table(small_server, "Ann", "Ben", clock={"call": 1, "place": 60})
    send_to_sleep(small_server)
    shown = game.wait(lambda shown: shown.get("called"), "the call")
    call = next(event for event in game.history() if event["type"] == "letter.called")
    assert call["cause"] == "bot" and shown["turn"] == 1 and shown["round"]["step"] == "place"


def test_the_bot_of_an_idle_game_moves(small_server):
    game = Table(small_server, "Ann", bots=["hard"])
    accepted(game.call(1, "E"))
    send_to_sleep(small_server)
    game.wait(lambda shown: shown["seats"][1]["filled"] == 1, "the bot's placement")
