"""Rooms over kills: seats, standings, members, questions and streams."""

import itertools
import signal

import pytest

from client import Closed, ask, eventually, problem
from game_kinds import game_kinds
from game_tables import accepted, table_of
from players import link
from room_follower import RoomFollower, same_room
from rooms import make_room, recorded, shown_standings, standings_from
from server_process import ServerDidNotStart, ServerProcess
from test_erasure_crashes import kill_at
from test_sleeping_games import send_to_sleep
from visible_state import stable_fields


@pytest.fixture
def server(own_free_server):
    return own_free_server


def stable_room(shown):
    members = [{key: value for key, value in member.items() if key != "present"} for member in shown["members"]]
    prompts = [{key: value for key, value in prompt.items() if key != "expires"} for prompt in shown["prompts"]]
    return shown | {"members": members, "prompts": prompts, "spectators": 0}


def finish(room, kind="free"):
    return table_of(kind).finish(room)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_everything_of_a_room_survives_between_games(server, number):
    room, kinds = make_room(server, "Ann", "Ben", "Eve", title="The Smiths", public=True), game_kinds()
    with room.with_present(*room.people[:2]):
        for count, kind in enumerate(kinds[:-1], 1):
            finish(room, kind), recorded(room, count)
    assert room.leave(room.people[2], by=room.host).status == 204
    before = stable_room(room.show(room.host))
    server.restart(number)
    assert stable_room(room.show(room.host)) == before
    assert shown_standings(before) == standings_from(before)
    problem(room.ask("POST", "/members", {}, player=room.people[2]), 403, "removed")
    with room.with_present(*room.people[:2]):
        game = finish(room, kinds[-1])
        after = recorded(room, len(kinds))
    assert after["games"][0]["id"] == game.id and after["games"][1:] == before["games"]
    assert shown_standings(after) == standings_from(after)


@pytest.mark.parametrize("is_removed", [False, True], ids=["left", "removed"])
def test_a_player_who_has_gone_just_before_a_kill_has_no_seat_in_the_game(server, is_removed):
    for _ in range(2):
        room = make_room(server, "Ann", "Ben")
        ann, ben = room.people
        with room.with_present(ann, ben):
            game = room.begin()
        assert room.leave(ben, by=ann if is_removed else ben).status == 204
        server.restart(signal.SIGKILL)
        assert [member["name"] for member in room.show()["members"]] == ["Ann"]
        assert [seat["name"] for seat in game.show()["seats"]] == ["Ann"]


def test_games_of_every_kind_go_on_and_count(server):
    """The server is killed in the middle of them; the hosts then end them."""
    rooms, games = [make_room(server, "Ann", "Ben") for _ in game_kinds()], []
    for room, kind in zip(rooms, game_kinds(), strict=True):
        with room.with_present(*room.people):
            games.append(room.begin(kind))

    def views():
        pairs = [(game, player) for room, game in zip(rooms, games, strict=True) for player in room.people]
        shown = [stable_fields(game.show(player.key)) for game, player in pairs]
        return shown, [stable_room(room.show()) for room in rooms]

    before = views()
    server.restart(signal.SIGKILL)
    assert views() == before
    for room, game in zip(rooms, games, strict=True):
        accepted(game.act("close", token=room.host.key))
        shown = recorded(room, 1)
        assert shown["games"][0]["id"] == game.id and shown_standings(shown) == standings_from(shown)


def test_a_question_stays_open_and_consent_begins_the_game(server):
    room = make_room(server, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin()
        prompt = room.request_game(room.host, "guess", {"mode": "together"}).json["prompt"]["id"]
        server.restart(signal.SIGKILL)
    assert [one["id"] for one in room.show()["prompts"]] == [prompt]
    with room.with_present(*room.people):
        problem(room.request_game(room.host), 409, "already-asked")
        assert room.answer_prompt(prompt, 1, room.people[1]).status == 200
        eventually(lambda: room.show()["game"]["id"] != game.id)
        following = room.game()
        assert following.show()["rules"] == "guess" and len(following.people) == 2
    assert [past["result"] for past in recorded(room, 1)["games"]] == [None]


def test_a_result_that_was_acknowledged_just_before_a_kill_counts(server):
    """The game's end is certain; the room's record of it may have to be made after the start."""
    room = make_room(server)
    for count in range(1, 4):
        game = room.begin(open=True)
        accepted(game.act("close", token=room.host.key))
        server.restart(signal.SIGKILL)
        shown = recorded(room, count)
        assert shown["games"][0]["id"] == game.id and shown["games"][0]["result"] is not None
        assert shown_standings(shown) == standings_from(shown)
        assert shown_standings(shown)[room.host.player][0] == count


def test_a_next_game_that_was_acknowledged_just_before_a_kill_is_the_present_one(server):
    room = make_room(server)
    begun = []
    for _ in range(3):
        begun.append(room.begin("guess").id)
        server.restart(signal.SIGKILL)
        shown = room.show()
        assert shown["game"]["id"] == begun[-1]
        assert [past["id"] for past in shown["games"]] == begun[-2::-1]


def test_consent_that_was_acknowledged_just_before_a_kill_begins_one_game(server):
    room = make_room(server, "Ann", "Ben")
    for count in range(1, 4):
        with room.with_present(*room.people):
            if count == 1:
                room.begin()
            old = room.show()["game"]["id"]
            prompt = room.request_game(room.host).json["prompt"]["id"]
            assert room.answer_prompt(prompt, 1, room.people[1]).status == 200
            server.restart(signal.SIGKILL)
        eventually(lambda: room.show()["game"]["id"] != old)  # noqa: B023 -- called at once
        shown = room.show()
        assert shown["prompts"] == [] and shown["games"][0]["id"] == old
        assert len(shown["games"]) == count and all(past["result"] is None for past in shown["games"])


def test_a_rematch_that_was_acknowledged_just_before_a_kill_is_the_present_game(server):
    room = make_room(server)
    game = finish(room)
    for count in range(1, 4):
        recorded(room, count)
        accepted(game.people[0].act("rematch"))
        following = game.show()["next"]
        server.restart(signal.SIGKILL)
        eventually(lambda: room.show()["game"]["id"] == following)  # noqa: B023 -- called at once
        game = room.game()
        accepted(game.act("close", token=room.host.key))


def play_until_killed(server, room, call, number):
    """Begins, ends and repeats games in a server that is killed before its Nth call; whether it survives."""
    server.stop()
    server.wrapper = kill_at(call, number)
    try:
        server.start()
        room.begin(open=True), room.begin(open=True)
        game = room.game()
        accepted(game.act("close", token=room.host.key))
        accepted(game.people[0].act("rematch"))
        return server.running
    except (ServerDidNotStart, Closed, OSError):
        return False
    finally:
        server.stop(signal.SIGKILL)
        server.wrapper = []


def state_of(room, id):
    answer = ask(room.server, "GET", f"/games/{id}")
    assert answer.status == 200, answer
    return answer.json["state"]


def assert_in_step(room):
    """Asserts that the room and its games agree on which game is played and which have ended."""
    shown = room.show(room.host)
    past = {game["id"]: game for game in shown["games"]}
    for id in past:
        assert state_of(room, id) == "finished"
    if shown["game"] is not None:
        id = shown["game"]["id"]
        is_over = state_of(room, id) == "finished"
        assert is_over == (id in past)
        assert not is_over or past[id]["result"] is not None
    assert shown_standings(shown) == standings_from(shown)


@pytest.mark.nightly  # kills thirty servers; the drill kills some in each check of a change
def test_a_kill_at_any_moment_leaves_a_room_and_its_games_in_step(server):
    room = make_room(server)
    call = "pwrite64" if server.store.arguments[0] == "--data" else "write"
    for number in itertools.count(2, 5):
        survived = play_until_killed(server, room, call, number)
        server.start()
        assert_in_step(room)
        if survived:
            break
    # A room remembers a hundred games.
    assert number > 15 and 5 < len(room.show()["games"]) < 100


def test_a_stream_resumes_by_its_last_id_within_a_game_and_across_games(server):
    room = make_room(server, "Ann", "Ben")
    with RoomFollower(room, room.people[1]) as follower:
        follower.take()
        game = room.begin(open=True)
        accepted(game.edit(0, "A"))
        follower.take("cell.changed")
        for count in range(1, 4):
            server.restart(signal.SIGKILL)
            with pytest.raises(Closed):
                follower.take_until(lambda _: False)
            if count == 2:
                # A game ends and another one begins while the follower is away.
                accepted(game.act("close", token=room.host.key))
                recorded(room, 1)
                game = room.begin(open=True)
            accepted(game.edit(count, "B"))
            follower.open()
            shown, last = room.show(), game.show()["sequence"]
            follower.take_until(lambda one: same_room(one, shown))  # noqa: B023 -- called at once
            follower.take_until(lambda one: one.games[-1] == {"id": game.id, "sequence": last})  # noqa: B023
            eventually(lambda: room.people[1].player in room.present())
            accepted(game.edit(10 + count, "C"))
            assert follower.take("cell.changed").data["cell"] == 10 + count


def test_a_phone_is_replaced_by_a_new_one_in_the_middle_of_a_game(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin("square", clock=None)
        game.do(1, "start"), accepted(game.call(1, "E")), accepted(game.place(2, 7))
        board = game.board(ben.key)
        code = ben.code()
        server.restart(signal.SIGKILL)
    new = link(server, code)
    assert new.status == 201 and new.json["player"] == ben.player
    phone = type(ben)(server, ben.player, ben.name, new.json["key"])
    assert phone.ask("DELETE", "/players/me/keys/1").status == 204
    assert game.board(phone.key) == board
    problem(game.ask("GET", "/board", token=ben.key), 401, "unknown-token")
    accepted(game.place(1, 3)), accepted(game.act("call", {"letter": "S"}, phone.key))


def test_rooms_sleep_and_wake_with_everything():
    """With little memory for games, rooms leave it like games."""
    with ServerProcess("--no-address-limits", "--game-memory", 1) as server:
        rooms = [make_room(server, "Ann", "Ben", name=f"room-{n}") for n in range(5)]
        for room in rooms:
            finish(room), recorded(room, 1)
        before = [stable_room(room.show()) for room in rooms]
        send_to_sleep(server)
        assert [stable_room(room.show()) for room in rooms] == before
        for room in rooms:
            finish(room)
            shown = recorded(room, 2)
            assert shown_standings(shown) == standings_from(shown)
