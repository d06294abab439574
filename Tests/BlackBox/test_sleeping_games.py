"""Sleeping games: a request wakes a game that was evicted from memory, and clients see no difference."""

import pytest

from client import Wire, accepted, ask, eventually, metric, new_game, problem, resident
from concurrency import concurrently
from server_process import ServerProcess
from streams import Stream
from visible_state import replayed_boards, visible_state

CROWD = 300  # games of at least 5 KiB: 1.5 times as many as one megabyte holds


@pytest.fixture
def small_server():
    with ServerProcess("--no-address-limits", "--game-memory", 1) as running:
        yield running


def send_to_sleep(server):
    """Creates games until more are evicted than there were before, as those that are idle longest go first."""
    with Wire(server) as wire:

        def create():
            assert ask(server, "POST", "/games", {"rules": "free"}, wire=wire).status == 201

        for _ in range(CROWD):
            create()
        eventually(lambda: create() or metric(server, "games", wire) < CROWD, what="the eviction")


@pytest.fixture
def game(small_server):
    made = new_game(small_server, title="Sleepy", public=True)
    made.ann, made.ben = made.seat("Ann"), made.seat("Ben")
    accepted(made.ann.edit(0, "A", move="m1")), accepted(made.ben.edit(1, "B"))
    for letter in "CDEFGHI":
        made.fill(letter)
    accepted(made.ann.edit(2, "Z"))
    return made


def test_a_sleeping_game_wakes_unchanged(small_server, game):
    before = visible_state(game, game.ann.token, game.ben.token), replayed_boards(game)
    send_to_sleep(small_server)
    assert (visible_state(game, game.ann.token, game.ben.token), replayed_boards(game)) == before


def test_idle_games_are_evicted_from_memory(small_server, game):
    send_to_sleep(small_server)
    assert 0 < metric(small_server, "games") < CROWD


@pytest.mark.nightly
@pytest.mark.unsanitized("measures memory")
def test_the_reported_memory_of_games_matches_the_growth_of_the_process():
    with ServerProcess("--no-address-limits", "--game-memory", 100) as server:
        sizes = []
        for count in (1000, 4000):
            for _ in range(0, count, 500):
                with Wire(server) as wire:
                    for _ in range(500):
                        assert ask(server, "POST", "/games", {"rules": "free"}, wire=wire).status == 201
            sizes.append((resident(server), metric(server, "game_bytes")))
        grown, reported = (after - before for before, after in zip(*sizes))
        assert 0.6 < grown / reported < 1.6


def test_tokens_move_ids_and_undo_survive_eviction(small_server, game):
    before = game.sequence
    send_to_sleep(small_server)
    with game.unchanged():
        problem(game.ann.edit(0, "Q", move="m1"), 422, "move-id-reused")
        assert accepted(game.ann.edit(0, "A", move="m1"))["sequence"] == 3
    send_to_sleep(small_server)
    assert accepted(game.ann.act("undo"))["sequence"] == before + 1
    send_to_sleep(small_server)
    accepted(game.act("lock", token=game.host))
    problem(game.ask("POST", "/actions/lock", {}, token="x" * 32), 401, "unknown-token")


def test_concurrent_requests_that_wake_a_game_share_one_instance(small_server, game):
    before = game.sequence
    send_to_sleep(small_server)
    answers = concurrently(*[lambda cell=cell: game.edit(cell, "Y") for cell in range(20)])
    numbers = sorted(accepted(answer)["sequence"] for answer in answers)
    assert numbers == list(range(before + 1, before + 21))
    assert [event["sequence"] for event in game.history()] == list(range(1, before + 21))


def test_a_watched_game_stays_awake(small_server, game):
    with Stream(small_server, game.path + "/events") as stream, Wire(small_server) as poll:
        sequence = stream.next().data["sequence"]
        poll.request("GET", f"{game.path}/board?after={sequence}&wait=20")
        send_to_sleep(small_server)
        game.edit(3, "W")
        assert stream.next().id == str(sequence + 1) and poll.answer().json["sequence"] == sequence + 1


def test_a_stream_resumes_in_a_sleeping_game(small_server, game):
    last = game.sequence
    send_to_sleep(small_server)
    with Stream(small_server, game.path + "/events", headers={"Last-Event-ID": str(last - 5)}) as stream:
        assert [int(event.id) for event in stream.take_events(5)] == list(range(last - 4, last + 1))


def test_a_sleeping_game_is_listed_and_opens_on_a_shared_stream(small_server, game):
    listed = ask(small_server, "GET", "/games?limit=100").text
    send_to_sleep(small_server)
    assert ask(small_server, "GET", "/games?limit=100").text == listed
    with Stream(small_server, f"/events?games={game.id},lobby") as stream:
        assert {stream.next().data["id"] for _ in range(2)} == {game.id, "lobby"}


def test_a_prompt_of_a_sleeping_game_can_still_be_answered(small_server, game):
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    send_to_sleep(small_server)
    accepted(game.ben.answer(prompt["id"], 1))
    assert set(game.board()["text"]) == set("./")


@pytest.mark.parametrize("id", ["nothing123", "x", "a" * 40, "%00", "..%2f.."])
def test_an_unknown_game_is_not_found(small_server, id):
    problem(ask(small_server, "GET", f"/games/{id}"), (400, 404))


def clocked_games(server, count, limit):
    """Starts public races with a time limit in seconds; all of them end by themselves."""
    setup = {"rules": "guess", "public": True, "options": {"mode": "race", "limit": limit}}
    with Wire(server) as wire:
        for _ in range(count):
            made = ask(server, "POST", "/games", setup, wire=wire).json
            path, token = f"/games/{made['id']}", made["host"]["token"]
            assert ask(server, "POST", path + "/seats", {"name": "Ann"}, wire=wire).status == 201
            assert ask(server, "POST", path + "/actions/start", {}, token=token, wire=wire).status == 200


def test_games_with_a_running_clock_sleep(small_server):
    clocked_games(small_server, 200, limit=600)
    send_to_sleep(small_server)
    eventually(lambda: metric(small_server, "game_bytes") < 1.2 * 2**20, what="the sleep of all but the last games")


def test_sleeping_games_with_a_running_clock_end_in_time(small_server):
    clocked_games(small_server, 200, limit=6)
    send_to_sleep(small_server)
    finished = "/games?rules=guess&state=finished&limit=100"

    def ended():
        page = ask(small_server, "GET", finished)
        return len(page.json["games"]) == 100 and page.header("Link")

    eventually(ended)
    playing = "/games?rules=guess&state=playing"
    eventually(lambda: not ask(small_server, "GET", playing).json["games"])
