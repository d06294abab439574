"""A restart in the middle of a word square: people, bots and clock go on where they were."""

import signal
import time

import pytest

from client import problem
from server_process import ServerProcess
from square_fold import projection_hash, shown_hash
from square_table import Table, accepted
from streams import Stream
from visible_state import stable_fields
from words_reference import total

ENDINGS = pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["SIGTERM", "kill -9"])


def picture(game):
    """All that everybody sees of a game, without running time."""
    seen = {}
    for token in (None, game.host, *(person.token for person in game.people)):
        seen[token] = stable_fields(game.show(token))
        seen["actions", token] = game.ask("GET", "/actions", token=token).json
        seen["history", token] = game.ask("GET", "/history", token=token).body
        for form in ("json", "txt", "svg"):
            answer = game.ask("GET", f"/board.{form}", token=token)
            seen[form, token] = (answer.status, answer.etag, answer.body if answer.status == 200 else b"")
    return seen


@pytest.fixture
def games(own_free_server):
    """Games in every step."""
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
def test_everything_that_can_be_seen_is_the_same_and_the_game_goes_on(own_free_server, games, ending):
    before = {name: picture(game) for name, game in games.items()}
    own_free_server.restart(ending)
    for name, game in games.items():
        assert picture(game) == before[name], name
    accepted(games["waiting"].act("start", token=games["waiting"].host))
    games["waiting"].play_rounds(2)
    for name in ("calling", "placing", "last", "alone"):
        game = games[name]
        shown = game.play()
        scores = {str(number): total(text) for number, text in game.texts().items()}
        assert shown["result"]["scores"] == scores, name
        assert shown["hash"] == shown_hash(shown)


def test_a_solo_game_is_called_the_same_letters_as_without_a_restart(own_free_server):
    whole = Table(own_free_server, "Ann", seed=8, end="shared").letters_to_the_end()
    game = Table(own_free_server, "Ann", seed=8, end="shared")
    for rounds in (3, 20):
        game.play_rounds(rounds)
        own_free_server.restart(signal.SIGKILL)
    assert game.letters_to_the_end() == whole


def test_letters_that_nobody_has_seeded_are_not_called_anew(own_free_server):
    game = Table(own_free_server, "Ann", end="shared")
    game.play_rounds(5)
    before = game.view()["called"]
    own_free_server.restart(signal.SIGKILL)
    assert game.view()["called"] == before
    letters = game.letters_to_the_end()
    assert len(letters) == 25 and letters[5] == before


@ENDINGS
def test_bots_go_on_after_a_restart(own_free_server, ending):
    game = Table(own_free_server, "Ann", bots=["easy", "hard"])
    accepted(game.call(1, "E"))
    own_free_server.restart(ending)
    game.wait(lambda shown: all(seat["filled"] == 1 for seat in shown["seats"][1:]), "the bots' placements")
    accepted(game.place(1, 0))
    own_free_server.restart(ending)
    game.wait(lambda shown: shown.get("called") and shown["turn"] == 2, "the bot's call")
    game.play_rounds(4)
    history = game.history()
    assert [event["sequence"] for event in history] == list(range(1, len(history) + 1))


@ENDINGS
def test_a_bot_goes_on_for_who_is_away(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben")
    assert game.leave(2).status == 204
    game.away.add(2)
    own_free_server.restart(ending)
    assert game.view()["seats"][1]["away"] is True
    game.play_rounds(3)
    accepted(game.people[1].act("return"))
    own_free_server.restart(ending)
    assert "away" not in game.view()["seats"][1]


def test_who_was_sent_away_stays_away(own_free_server):
    game = Table(own_free_server, "Ann", "Ben")
    assert game.leave(2, token=game.host).status == 204
    own_free_server.restart(signal.SIGKILL)
    problem(game.people[1].act("return"), 403, "not-allowed")


def test_the_clock_goes_on_where_it_stood():
    """Both endings side by side."""
    with ServerProcess() as one, ServerProcess() as two:
        games = [Table(server, "Ann", "Ben", clock={"call": 30, "place": 30}) for server in (one, two)]
        time.sleep(1.1)
        before = [game.view()["clock"]["remaining"] for game in games]
        one.stop(signal.SIGTERM), two.stop(signal.SIGKILL)
        time.sleep(1)
        one.start(), two.start()
        for game, was in zip(games, before, strict=True):
            clock = game.view()["clock"]
            assert clock["running"] is True and was - 2 < clock["remaining"] <= min(was + 1.2, 30)


def test_a_clock_runs_out_after_a_restart_too():
    with ServerProcess() as one, ServerProcess() as two:
        games = [Table(server, "Ann", "Ben", clock={"call": 1, "place": 1}) for server in (one, two)]
        one.restart(signal.SIGTERM), two.restart(signal.SIGKILL)
        for game in games:
            game.wait(lambda shown: shown["seats"][1]["filled"] == 1, "the bots' moves")
            moves = [event for event in game.history() if event["type"] in ("letter.called", "cell.changed")]
            assert len(moves) >= 3 and all(event["cause"] == "bot" for event in moves)


@ENDINGS
def test_a_stream_resumes_redacted_as_before(own_free_server, ending):
    game = Table(own_free_server, "Ann", "Ben")
    game.play_rounds(3)
    own_free_server.restart(ending)
    game.play_rounds(4)
    sequence = game.view()["sequence"]
    for person in [None, *game.people]:
        with Stream(
            own_free_server,
            game.path + "/events",
            headers={"Last-Event-ID": "3"},
            token=person and person.token,
        ) as stream:
            events = [stream.next().data for _ in range(sequence - 3)]
        assert [event["sequence"] for event in events] == list(range(4, sequence + 1))
        for event in events:
            if event["type"] == "cell.changed":
                assert ("cell" in event) == (person is not None and event["board"] == person.number)


def test_a_game_of_bots_is_finished_in_spite_of_kills(own_free_server):
    game = Table(own_free_server, "Ann", bots=["easy"], end="shared")
    for rounds in (5, 18):
        game.play_rounds(rounds)
        own_free_server.restart(signal.SIGKILL)
    shown = game.play()
    assert shown["result"]["scores"] == {str(number): total(text) for number, text in game.texts().items()}


def test_the_past_of_ones_own_board_is_known_after_a_long_game(own_free_server):
    """So long that the server has made a snapshot on the way."""
    game = Table(own_free_server, "Ann", "Ben", "Eve", "Gus", end="shared")
    game.play_rounds(24)
    own_free_server.restart(signal.SIGKILL)
    token = game.people[1].token
    events = game.ask("GET", "/history", token=token).lines
    assert len(events) > 120
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
    assert game.show()["result"]["scores"] == {str(seat): total(text) for seat, text in game.texts().items()}
