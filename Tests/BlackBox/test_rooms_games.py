"""Rooms: who plays the next game, who is asked before, and what counts in the standings."""

import pytest

from client import Game, ask, eventually, problem
from concurrency import concurrently
from contract_calls import calls_of_a_game
from game_kinds import game_kinds
from game_tables import accepted, table_of
from players import link, new_player
from rooms import make_room, recorded, shown_standings, standings_from
from server_process import ServerProcess
from streams import Stream
from visible_state import stable_fields

CONSENT = {"id", "title", "message", "buttons", "cancel", "asker", "expires"}


every_kind = pytest.mark.parametrize("kind", game_kinds())


def finish(room, kind="free", **options):
    return table_of(kind).finish(room, **options)


def seats_of(game):
    return [seat["player"] for seat in game.show()["seats"]]


# -------------------------------------------------------------------------------------------------- who plays


def test_the_host_begins_a_game_which_is_answered_as_the_sender_sees_it(server):
    room = make_room(server)
    answer = room.request_game(room.host, "guess", {"mode": "together"})
    assert answer.status == 201 and answer.header("Location") == f"/games/{answer.json['id']}", answer
    game = Game(server, answer.json["id"])
    assert stable_fields(answer.json) == stable_fields(game.show(room.host.key))
    assert (answer.json["rules"], answer.json["room"]) == ("guess", room.name)
    assert "actions" in answer.json and "host" not in answer.json, "the key of the host is enough"
    assert room.show()["game"] == {"id": game.id, "rules": "guess", "state": "playing"}
    assert room.host.show()["games"][0]["id"] == game.id


def test_members_who_are_present_get_seats_the_host_first_and_then_in_order_of_joining(server):
    """Present by a stream of the room or of its game, also with two devices; the sender plays without a stream too."""
    room, stranger = make_room(server, "Ann", "Ben", "Eve", "Kim"), new_player(server, "Mal")
    ann, ben, eve, kim = room.people
    phone = type(eve)(server, eve.player, eve.name, link(server, eve.code()).json["key"])
    with room.with_present(kim, eve, ann, phone), room.stream(), room.stream(stranger):
        eventually(lambda: room.show()["spectators"] == 2)
        game = room.begin()
        assert seats_of(game) == [ann.player, eve.player, kim.player]
        assert [person.name for person in game.people] == ["Ann", "Eve", "Kim"]
        accepted(game.edit(0, "A", phone.key)), accepted(game.edit(1, "B", eve.key))
    with Stream(server, game.path + "/events", token=kim.key) as stream:
        stream.next()
        eventually(lambda: room.present() == {kim.player})
        accepted(game.act("close", token=ann.key))
        assert seats_of(room.begin()) == [ann.player, kim.player]
    alone = room.begin("guess", mode="solo")
    assert seats_of(alone) == [ann.player] and alone.show()["seatLimit"] == 1
    problem(ben.ask("POST", alone.path + "/seats", {}), 409)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_member_begins_a_game_only_in_an_open_room_and_others_in_none(server, is_open):
    room = make_room(server, "Ann", "Ben", "Eve", open=is_open)
    ann, ben, eve = room.people
    assert room.leave(eve).status == 204
    for player in (eve, new_player(server, "Mal")):
        problem(room.request_game(player), 403, "not-a-member")
    if not is_open:
        problem(room.request_game(ben), 403, "not-allowed")
        assert room.show()["game"] is None
        return
    with room.with_present(ann, ben):
        game = room.begin(player=ben)
        assert seats_of(game) == [ann.player, ben.player], "the host first"
        problem(game.act("lock", token=ben.key), 403, "not-allowed")
        accepted(game.act("lock", token=ann.key))


def test_a_game_that_cannot_be_made_is_refused_as_elsewhere(server):
    room = make_room(server, "Ann", "Ben")
    bodies = [
        ({"rules": "chess"}, (404, 422), None),
        ({"rules": 5}, 422, "invalid-value"),
        ({"rules": "free", "options": []}, 422, "invalid-value"),
        ({"rules": "free", "options": {"size": 6}}, 422, "unknown-key"),
        ({"rules": "free", "options": {"lexicon": "xx"}}, 422, "unknown-lexicon"),
        ({"rules": "mini", "options": {"puzzle": "nosuchpzzl"}}, (404, 422), None),
        ({"rules": "free", "public": True}, (400, 422), None),
        ({"rules": "free", "title": "x"}, (400, 422), None),
        ([], 400, None),
    ]
    for refused in bodies:
        problem(room.ask("POST", "/games", refused[0], player=room.host), *refused[1:])
    assert room.show()["game"] is None
    game = room.begin()
    with room.with_present(*room.people):
        for refused in bodies:
            problem(room.ask("POST", "/games", refused[0], player=room.host), *refused[1:])
        assert room.show()["prompts"] == [] and room.show()["game"]["id"] == game.id


# ---------------------------------------------------------------------------------------------------- consent


@pytest.fixture
def asked(server):
    """A room in which Ann asks for the next game while Ben, who plays, and Eve, who came later, are present."""
    room = make_room(server, "Ann", "Ben")
    eve = new_player(server, "Eve")
    with room.with_present(*room.people):
        room.first = room.begin()
        room.join(eve)
        with room.with_present(eve):
            answer = room.request_game(room.host, "guess", {"mode": "together"})
            assert answer.status == 202 and answer.json.keys() == {"prompt"}, answer
            room.prompt = answer.json["prompt"]
            assert answer.header("Location") == f"/rooms/{room.name}/prompts/{room.prompt['id']}"
            yield room


def test_while_others_play_they_are_asked_and_with_everybodys_consent_the_next_game_begins(asked):
    ann, ben, eve = asked.people
    seats = {member["name"]: member["seat"] for member in asked.show()["members"]}
    assert CONSENT <= asked.prompt.keys() and len(asked.prompt["buttons"]) == 2
    assert asked.prompt["asker"] == seats["Ann"]
    assert sorted(asked.prompt["deciders"]) == sorted([seats["Ben"], seats["Eve"]])
    assert asked.show()["prompts"] == [asked.prompt | {"expires": asked.show()["prompts"][0]["expires"]}]
    problem(asked.request_game(ann, "square"), 409, "already-asked")
    accepted(asked.first.edit(0, "A", ben.key))
    one = asked.answer_prompt(asked.prompt["id"], 1, ben)
    assert one.status == 200 and {"sequence", "hash", "events"} <= one.json.keys(), one
    assert asked.show()["game"]["id"] == asked.first.id, "Eve has not been heard"
    assert asked.answer_prompt(asked.prompt["id"], 1, eve).status == 200
    eventually(lambda: asked.show()["game"]["id"] != asked.first.id)
    game, shown = asked.game(), recorded(asked, 1)
    assert seats_of(game) == [ann.player, ben.player, eve.player] and game.show()["rules"] == "guess"
    assert shown["prompts"] == []
    eventually(lambda: asked.first.show()["state"] == "finished")
    problem(asked.first.edit(1, "B", ben.key), 409, "game-finished")
    (past,) = shown["games"]
    assert (past["id"], past["rules"], past["result"]) == (asked.first.id, "free", None)
    assert all(row == (0, 0, {}) for row in shown_standings(shown).values()), "it does not count"


def test_refused_answers_count_for_nothing_and_one_no_keeps_the_game(asked):
    prompt, (ann, ben, eve) = asked.prompt["id"], asked.people
    problem(asked.answer_prompt(prompt, 1, ann), 403, "not-allowed")
    problem(asked.ask("POST", f"/prompts/{prompt}", {"button": 1}), 401, "token-needed")
    unknown = ask(asked.server, "POST", f"{asked.path}/prompts/{prompt}", {"button": 1}, token="0" * 32)
    problem(unknown, 401, "unknown-token")
    problem(asked.answer_prompt(prompt, 1, new_player(asked.server, "Mal")), (401, 403))
    for body in ({"button": 2}, {"button": "1"}, {}, {"button": 1, "more": 1}):
        problem(asked.ask("POST", f"/prompts/{prompt}", body, player=ben), 422, ("invalid-value", "unknown-key"))
    for number in ("99", "-1", "x", "99999999999999999999"):
        problem(asked.answer_prompt(number, 1, ben), 404, "no-such-prompt")
    assert asked.show()["prompts"][0]["id"] == prompt
    assert asked.answer_prompt(prompt, 1, ben).status == asked.answer_prompt(prompt, 0, eve).status == 200
    accepted(asked.first.edit(0, "A", ben.key))
    shown = asked.show()
    assert (shown["prompts"], shown["games"], shown["game"]["id"]) == ([], [], asked.first.id)
    assert asked.request_game(ann, "free").status == 202, "they can be asked again"


def test_with_no_other_player_present_or_after_its_end_the_next_game_begins_at_once(server):
    room, mal = make_room(server, "Ann", "Ben"), new_player(server, "Mal")
    ann, ben = room.people
    with room.with_present(ben):
        first = room.begin()
    with room.with_present(ann), room.stream(), room.stream(mal):
        eventually(lambda: room.show()["spectators"] == 2)
        second = room.begin("square")  # spectators are not asked
    assert seats_of(second) == [ann.player] and room.show()["game"]["id"] == second.id
    eventually(lambda: first.show()["state"] == "finished")
    shown = recorded(room, 1)
    assert shown["games"][0]["id"] == first.id and shown["games"][0]["result"] is None
    assert shown_standings(shown)[ben.player] == (0, 0, {})
    with room.with_present(ann):
        third = finish(room)
    with room.with_present(*room.people):
        assert room.show()["game"] == {"id": third.id, "rules": "free", "state": "finished"}
        assert room.ask("GET", "/board").json["game"] == third.id, "it stays until the next one"
        assert room.request_game(ann).status == 201
    assert room.ask("GET", "/board").json["game"] != third.id


def test_a_member_who_is_asked_and_goes_away_has_no_say(server):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    with room.with_present(ann, ben):
        first = room.begin()
        with room.with_present(eve):
            prompt = room.request_game(ann).json["prompt"]["id"]
            assert room.leave(eve).status == 204
        assert room.answer_prompt(prompt, 1, ben).status in (200, 404)
        eventually(lambda: room.show()["game"]["id"] != first.id)
        assert seats_of(room.game()) == [ann.player, ben.player]


# ---------------------------------------------------------------------------------------- the present game ends


def next_after_a_rematch(room, game, *others):
    """Ann asks for a rematch and the others agree; returns the present game."""
    body = accepted(game.people[0].act("rematch"))
    prompts = [event["prompt"]["id"] for event in body["events"] if event["type"] == "prompt.opened"]
    for person in game.people[1:] if prompts else ():
        accepted(person.answer(prompts[0], 1))
    eventually(lambda: room.show()["game"]["id"] != game.id, what="the next game")
    return room.game()


@every_kind
def test_a_finished_game_counts_for_everybody_who_played_and_its_rematch_is_the_next_game(server, kind):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    with room.with_present(ann, ben):
        old = finish(room, kind)
        check_standings(room, old)
        new = next_after_a_rematch(room, old)
        shown = new.show()
        assert (shown["rules"], shown["room"], shown["previous"]) == (kind, room.name, old.id)
        assert seats_of(new) == [ann.player, ben.player]
        histories = room.ask("GET", "/history", player=room.host), new.ask("GET", "/history", token=room.host.key)
        assert histories[0].body == histories[1].body
    assert [past["id"] for past in recorded(room, 1)["games"]] == [old.id]


def check_standings(room, game):
    """The room has recorded its first game for those who played, Ann and Ben, and for nobody else."""
    shown, result = recorded(room, 1), game.result
    ann, ben, eve = (player.player for player in room.people)
    (past,) = shown["games"]
    assert (past["id"], past["rules"]) == (game.id, game.show()["rules"]) and past["begun"] <= past["ended"]
    assert past["players"] == {"1": ann, "2": ben}
    assert past["result"].get("winners", []) == result.get("winners", [])
    assert past["result"].get("scores", {}) == result.get("scores", {})
    assert past["result"]["seconds"] == pytest.approx(result["seconds"], abs=0.002)
    assert not {"answer", "seed"} & past["result"].keys()
    standings = shown_standings(shown)
    assert standings == standings_from(shown) and standings[eve] == (0, 0, {})
    assert standings[ann][0] == standings[ben][0] == 1
    assert standings[ann][2] == ({past["rules"]: result["scores"]["1"]} if "scores" in result else {})


def test_a_next_game_after_a_rematch_and_the_other_way_round(server):
    room = make_room(server)
    first = finish(room)
    second = next_after_a_rematch(room, first)
    accepted(second.act("close", token=room.host.key))
    recorded(room, 2)
    third = room.begin("guess")
    assert [past["id"] for past in room.show()["games"]] == [second.id, first.id]
    # The first game has its rematch already; a late one of the second does not replace the present game.
    problem(first.people[0].act("rematch"), 409)
    late = second.people[0].act("rematch")
    assert late.status in (200, 409), late
    assert room.show()["game"]["id"] == third.id
    accepted(third.people[0].edit(0, "A"))


# -------------------------------------------------------------------------------------------------- standings


def test_standings_add_up_over_games_of_every_kind_most_wins_first(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    played = [*game_kinds(), "free"]
    with room.with_present(ben, ann):
        for count, kind in enumerate(played, 1):
            finish(room, kind)
            recorded(room, count)
    with room.with_present(ann):
        game = room.begin("mini", seed=5)
        accepted(game.people[0].act("reveal"))
    shown = recorded(room, len(played) + 1)
    assert [past["rules"] for past in shown["games"]] == ["mini", *played[::-1]]
    assert game.result["assisted"] is True and shown["games"][0]["result"] is not None
    assert shown_standings(shown) == standings_from(shown)
    rows = {row["player"]: row for row in shown["standings"]}
    assert rows[ann.player]["games"] == len(played) + 1 and rows[ben.player]["games"] == len(played)
    wins = [row["wins"] for row in shown["standings"]]
    assert wins == sorted(wins, reverse=True)


def test_bots_play_in_rooms_also_for_a_member_who_leaves_and_have_no_standing(server):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin("square", clock=None, end="shared")
    assert game.ask("POST", "/bots", {"level": "easy"}, token=ann.key).status == 201
    accepted(game.act("start", token=ann.key))
    assert room.show()["game"]["state"] == "playing"
    accepted(game.call(1, "E"))
    assert room.leave(ben).status == 204
    game.away = {2}
    game.play()
    shown = recorded(room, 1)
    assert shown["games"][0]["result"]["scores"].keys() == {"1", "2", "3"}
    assert shown_standings(shown) == {ann.player: standings_from(shown)[ann.player]}


def test_a_room_lists_its_last_100_games_and_counts_all():
    with ServerProcess("--no-address-limits") as server:
        room, ids = make_room(server), []
        for _ in range(103):
            ids.append(finish(room).id)
        eventually(lambda: room.show()["standings"][0]["games"] == 103)
        assert [game["id"] for game in room.show()["games"]] == ids[:-101:-1]


# ----------------------------------------------------------------------------------- members come, go and are two


def test_a_member_who_joins_in_the_middle_of_a_game_watches_and_plays_the_next_one(server):
    room, eve = make_room(server, "Ann", "Ben"), new_player(server, "Eve")
    with room.with_present(*room.people):
        game = room.begin("square", clock=None)
        accepted(game.act("start", token=room.host.key))
        room.join(eve)
        with room.with_present(eve) as (stream,):
            assert seats_of(game) == [player.player for player in room.people[:2]]
            problem(room.ask("POST", "/board/cells/0", {"value": "A"}, player=eve), 403, "not-allowed")
            accepted(game.act("close", token=room.host.key))
            recorded(room, 1)
            second = room.begin("square", clock=None)
            assert seats_of(second)[2] == eve.player
            events = [stream.next("room.game").data for _ in range(1)]
            assert events[0]["game"] == second.id


@pytest.mark.parametrize("is_removed", [False, True], ids=["leaves", "is removed"])
def test_a_member_who_goes_in_the_middle_leaves_the_seat(server, is_removed):
    room = make_room(server, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin()
        accepted(game.people[1].edit(0, "B"))
        assert room.leave(ben, by=ann if is_removed else ben).status == 204
        eventually(lambda: seats_of(game) == [ann.player])
        problem(game.edit(1, "C", ben.key), (401, 403))
        if is_removed:
            problem(ben.ask("POST", game.path + "/seats", {}), 403, "removed")
        assert game.board()["text"].startswith("B"), "the letters stay"
        accepted(game.act("close", token=ann.key))
        shown = recorded(room, 1)
        assert shown["games"][0]["players"] == {"1": ann.player}
        assert [row["player"] for row in shown["standings"]] == [ann.player]
        # The next game has no seat for Ben either, although a stream is open.
        following = room.request_game(ann)
        assert following.status == 201 and seats_of(Game(server, following.json["id"])) == [ann.player]


@pytest.mark.parametrize("is_removed", [False, True], ids=["leaves", "is removed"])
def test_a_member_who_goes_while_a_game_begins_has_no_seat_in_it(server, is_removed):
    for _ in range(5):
        room = make_room(server, "Ann", "Ben")
        ann, ben = room.people
        with room.with_present(ben):
            begun, gone = concurrently(
                lambda: room.request_game(ann),  # noqa: B023
                lambda: room.leave(ben, by=ann if is_removed else ben),  # noqa: B023
            )
            assert (begun.status, gone.status) == (201, 204)
            assert seats_of(room.game()) == [ann.player]


def test_when_the_host_leaves_in_the_middle_the_next_host_rules_room_and_game(server):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    with room.with_present(ann, ben, eve):
        game = room.begin()
        assert room.leave(ann).status == 204
        eventually(lambda: ann.player not in seats_of(game))
        accepted(game.edit(0, "B", ben.key))
        prompt = room.request_game(ben)
        assert prompt.status == 202, prompt
        assert room.answer_prompt(prompt.json["prompt"]["id"], 1, eve).status == 200
        eventually(lambda: room.show()["game"]["id"] != game.id)
        assert seats_of(room.game()) == [ben.player, eve.player]
    accepted(room.game().act("close", token=ben.key))


def test_two_members_of_an_open_room_ask_at_once_while_a_game_runs(server):
    """One is asked about, and the other one is told so, or both have the same answer to give."""
    room = make_room(server, "Ann", "Ben", "Eve", open=True)
    ann, ben, eve = room.people
    with room.with_present(ann, ben, eve):
        game = room.begin()
        answers = concurrently(*[lambda p=p: room.request_game(p, "guess") for p in (ben, eve)])
        assert sorted(answer.status for answer in answers) == [202, 409], answers
        assert [answer.json["code"] for answer in answers if answer.status == 409] == ["already-asked"]
        (prompt,) = room.show()["prompts"]
        for player in room.people:
            room.answer_prompt(prompt["id"], 1, player)
        eventually(lambda: room.show()["game"]["id"] != game.id)
        assert room.show()["game"]["rules"] == "guess" and room.show()["prompts"] == []


def test_the_hosts_question_replaces_that_of_another_member(server):
    room = make_room(server, "Ann", "Ben", "Eve", open=True)
    ann, ben, eve = room.people
    with room.with_present(ann, ben, eve):
        room.begin()
        assert room.request_game(eve, "square").status == 202
        prompt = room.request_game(ann, "guess").json["prompt"]
        assert [open_prompt["id"] for open_prompt in room.show()["prompts"]] == [prompt["id"]]
        problem(room.request_game(eve, "square"), 409, "already-asked")
        for player in (ben, eve):
            assert room.answer_prompt(prompt["id"], 1, player).status == 200
        eventually(lambda: room.show()["game"]["rules"] == "guess")


def test_the_game_of_a_room_follows_the_rooms_host(server):
    room = make_room(server, "Ann", "Ben", "Eve")
    ann, ben, _ = room.people
    game = room.begin()
    assert ben.ask("POST", game.path + "/seats", {}).status == 201
    problem(game.act("lock", token=ben.key), 403, "not-allowed")
    assert "lock" not in game.show(ben.key)["actions"]
    assert room.leave(ann).status == 204
    for name in ("lock", "close-seats", "close"):
        problem(game.act(name, token=ann.key), 403, "not-allowed")
    assert "lock" in game.show(ben.key)["actions"]
    accepted(game.act("lock", token=ben.key))
    room.join(ann)
    problem(game.act("unlock", token=ann.key), 403, "not-allowed")
    accepted(game.act("close", token=ben.key))


def test_games_that_are_begun_at_once_have_one_order_for_all(server):
    """On several devices; each one that another follows is over without a result."""
    room = make_room(server, "Ann", open=True)
    with room.stream() as stream:
        stream.next()
        answers = concurrently(*[lambda: room.request_game(room.host) for _ in range(8)])
        begun = [answer.json["id"] for answer in answers if answer.status == 201]
        assert begun and {answer.status for answer in answers} <= {201, 409}
        told = [stream.next("room.game").data["game"] for _ in begun]
    assert sorted(told) == sorted(begun) and told[-1] == room.show()["game"]["id"]
    shown = recorded(room, len(begun) - 1)
    assert [(past["id"], past["result"]) for past in shown["games"]] == [(id, None) for id in told[-2::-1]]
    for id in told[:-1]:
        eventually(lambda id=id: Game(server, id).show()["state"] == "finished")


# ------------------------------------------------------------------------------------------- the room's aliases

ROOMS_OWN = ("", "/events", "/days", "/results.csv", "/webhook")
ALIASES = [path for method, path, _ in calls_of_a_game("/rooms/{room}") if method == "GET" and path not in ROOMS_OWN]
STILL = {"/board.ansi": "/board.ansi?at=1"}  # by itself a picture that never ends
MORE = ["/boards/1", "/boards/2", "/board?at=1", "/history?after=1&limit=1"]


def test_the_document_declares_the_aliases():
    assert {"/board", "/board.json", "/board.txt", "/board.svg", "/boards/0", "/actions", "/history"} <= set(ALIASES)


def heads(answer, path):
    """The headers that do not differ from request to request, with the same path for room and game."""
    ignored = ("Date", "X-Request-Id")
    return [(name, value.replace(path, "PATH")) for name, value in answer.headers if name not in ignored]


@pytest.mark.parametrize("rules", ["free", "square"])  # without and with hidden boards
def test_the_aliases_are_byte_equal_to_the_games_own_answers(server, rules):
    room, stranger = make_room(server, "Ann", "Ben"), new_player(server, "Mal")
    with room.with_present(*room.people):
        game = room.begin(rules)
        if rules == "square":
            accepted(game.act("start", token=room.host.key)), accepted(game.call(1, "E")), accepted(game.place(1, 7))
        else:
            accepted(game.edit(7, "E", room.host.key))
        for player in (None, stranger, *room.people):
            for path in [*(STILL.get(path, path) for path in ALIASES), *MORE]:
                tag = f'"{game.show()["sequence"]}"'
                for headers in ({}, {"Accept": "text/plain"}, {"If-None-Match": tag}):
                    token = player.key if player else None
                    one = room.ask("GET", path, None, headers, player)
                    two = game.ask("GET", path, None, headers, token)
                    assert one.status == two.status and one.stable_body == two.stable_body, path
                    assert heads(one, room.path) == heads(two, game.path), path


def test_edits_and_actions_below_the_room_are_those_of_the_game(server):
    room = make_room(server, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin()
    ben = room.people[1]
    accepted(room.ask("POST", "/board/cells/c3", {"value": "A"}, player=ben))
    accepted(room.ask("PUT", "/board/cells/0", {"value": "B"}, player=ben))
    accepted(room.ask("PATCH", "/board", {"cells": {"1": "C", "2": "D"}}, player=ben))
    accepted(room.ask("DELETE", "/board/cells/1", player=ben))
    accepted(room.ask("POST", "/actions/recolour", {"colour": "#123456"}, player=ben))
    drawn = "B.D..\n.....\n..A..\n.....\n.....\n"
    assert room.ask("GET", "/board.txt").text == game.ask("GET", "/board.txt").text == drawn
    problem(room.ask("POST", "/board/cells/0", {"value": "A"}), 401, "token-needed")
    problem(room.ask("POST", "/actions/nothing", {}, player=ben), 404, "no-such-action")
    problem(room.ask("POST", "/board/cells/z9", {"value": "A"}, player=ben), 404)
    stale = room.ask("POST", "/board/cells/0", {"value": "X"}, {"If-Match": '"1"'}, ben)
    assert stale.status == 412
    move = room.ask("POST", "/board/cells/4", {"value": "X", "move": "m1"}, player=ben)
    again = game.ask("POST", "/board/cells/4", {"value": "X", "move": "m1"}, token=ben.key)
    assert move.body == again.body, "one move, under both addresses"


def test_the_actions_of_a_room_itself_are_not_actions_of_its_game_and_an_open_board_is_open(server):
    room = make_room(server, "Ann", "Ben")
    room.begin(open=True)
    accepted(room.ask("POST", "/board/cells/0", {"value": "A"}))
    for name in ("propose", "begin", "record", "abandon", "remove", "readmit"):
        problem(room.ask("POST", f"/actions/{name}", {}, player=room.host), 404, "no-such-action")


# ----------------------------------------------------------------------------------- a game that belongs to a room


def test_a_game_of_a_room_is_found_under_its_own_address_and_its_copy_belongs_to_no_room(server):
    room = make_room(server, "Ann", "Ben", public=True)
    game = room.begin()
    assert game.show()["room"] == room.name and game.ask("GET", "/history").status == 200
    copy = ask(server, "POST", "/games/import", game.ask("GET", "/export").json)
    assert copy.status == 201 and copy.json.get("room") is None
    assert room.show()["game"]["id"] == game.id


def test_a_member_who_takes_a_seat_later_plays_and_counts(server):
    """A free seat of the game is free for members who come late, as in any game."""
    room = make_room(server, "Ann", "Ben")
    game = room.begin()
    ben = room.people[1]
    taken = ben.ask("POST", game.path + "/seats", {})
    assert taken.status == 201, taken
    accepted(game.edit(0, "B", ben.key)), accepted(game.act("close", token=room.host.key))
    shown = recorded(room, 1)
    assert shown["games"][0]["players"] == {"1": room.host.player, "2": ben.player}
    assert shown_standings(shown) == standings_from(shown)
