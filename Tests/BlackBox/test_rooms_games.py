"""Rooms: who plays the next game, who is asked before, and what counts in the standings."""

import json

import pytest

from client import Game, ask, eventually, problem
from concurrency import concurrently
from contract_calls import calls_of_a_game
from players import link, new_player
from rooms import FINISH, finish_free, make_room, recorded, reveal_mini, shown_standings, standings_from
from server_process import ServerProcess
from square_table import accepted
from streams import Stream
from visible_state import stable_fields

CONSENT = {"id", "title", "message", "buttons", "cancel", "asker", "expires"}


@pytest.fixture(scope="module")
def house():
    with ServerProcess("--no-address-limits") as running:
        yield running


def seats_of(game):
    return [seat["player"] for seat in game.show()["seats"]]


# -------------------------------------------------------------------------------------------------- who plays


def test_the_host_begins_a_game_which_is_answered_as_the_sender_sees_it(house):
    room = make_room(house)
    answer = room.request_game(room.host, "guess", {"mode": "together"})
    assert answer.status == 201 and answer.header("Location") == f"/games/{answer.json['id']}", answer
    game = Game(house, answer.json["id"])
    assert stable_fields(answer.json) == stable_fields(game.show(room.host.key))
    assert (answer.json["rules"], answer.json["room"]) == ("guess", room.name)
    assert "actions" in answer.json and "host" not in answer.json, "the key of the host is enough"
    assert room.show()["game"] == {"id": game.id, "rules": "guess", "state": "playing"}
    assert room.host.show()["games"][0]["id"] == game.id


def test_members_who_are_present_get_seats_the_host_first_and_then_in_order_of_joining(house):
    room = make_room(house, "Ann", "Ben", "Eve", "Kim")
    ann, ben, eve, kim = room.people
    with room.with_present(kim, eve, ann):
        game = room.begin()
        assert seats_of(game) == [ann.player, eve.player, kim.player]
        assert [person.name for person in game.people] == ["Ann", "Eve", "Kim"]
    # The sender plays, also without a stream.
    assert seats_of(room.begin()) == [ann.player]


def test_a_stream_of_the_present_game_makes_a_member_present_too(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ben):
        first = room.begin()
    with Stream(house, first.path + "/events", token=ben.key) as stream:
        stream.next()
        eventually(lambda: room.present() == {ben.player})
        accepted(first.act("close", token=ann.key))
        assert seats_of(room.begin()) == [ann.player, ben.player]


def test_spectators_and_strangers_get_no_seat_and_are_counted(house):
    room, stranger = make_room(house, "Ann", "Ben"), new_player(house, "Mal")
    with room.stream(), room.stream(stranger), room.with_present(room.people[1]):
        eventually(lambda: room.show()["spectators"] == 2)
        assert seats_of(room.begin()) == [player.player for player in room.people]


def test_a_member_with_two_devices_has_one_seat(house):
    room = make_room(house, "Ann", "Ben")
    ben = room.people[1]
    phone = type(ben)(house, ben.player, ben.name, link(house, ben.code()).json["key"])
    with room.with_present(ben, phone):
        game = room.begin()
        assert seats_of(game) == [room.host.player, ben.player]
        accepted(game.edit(0, "A", phone.key)), accepted(game.edit(1, "B", ben.key))


def test_a_game_for_one_gets_the_host_only(house):
    room = make_room(house, "Ann", "Ben")
    with room.with_present(*room.people):
        game = room.begin("guess", mode="solo")
        assert seats_of(game) == [room.host.player] and game.show()["seatLimit"] == 1
        problem(room.people[1].ask("POST", game.path + "/seats", {}), 409)


def test_a_race_in_a_room_starts_when_the_host_says_so(house):
    room = make_room(house, "Ann", "Ben")
    with room.with_present(*room.people):
        race = room.begin("guess", mode="race")
        assert race.show()["state"] == "waiting" and room.show()["game"]["state"] == "waiting"
        problem(race.act("start", token=room.people[1].key), 403, "not-allowed")
        accepted(race.act("start", token=room.host.key))
        assert room.show()["game"]["state"] == "playing"


def test_the_host_of_the_room_hosts_its_games(house):
    """Also if another member has begun the game."""
    room = make_room(house, "Ann", "Ben", open=True)
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin(player=ben)
        assert seats_of(game) == [ann.player, ben.player], "the host first"
        problem(game.act("lock", token=ben.key), 403, "not-allowed")
        accepted(game.act("lock", token=ann.key))


@pytest.mark.parametrize("is_open", [False, True])
def test_a_member_begins_a_game_only_in_an_open_room(house, is_open):
    room = make_room(house, "Ann", "Ben", open=is_open)
    ben = room.people[1]
    if is_open:
        assert seats_of(room.begin(player=ben)) == [ben.player]
    else:
        problem(room.request_game(ben), 403, "not-allowed")
        assert room.show()["game"] is None


def test_a_player_who_is_no_member_begins_nothing(house):
    for is_open in (False, True):
        room = make_room(house, open=is_open)
        problem(room.request_game(new_player(house, "Mal")), 403, "not-a-member")
        former = new_player(house, "Ben")
        room.join(former), room.leave(former)
        problem(room.request_game(former), 403, "not-a-member")
        assert room.show()["game"] is None


@pytest.mark.parametrize(
    "body, status, code",
    [
        ({"rules": "chess"}, (404, 422), None),
        ({"rules": 5}, 422, "invalid-value"),
        ({"rules": "free", "options": []}, 422, "invalid-value"),
        ({"rules": "free", "options": {"size": 6}}, 422, "unknown-key"),
        ({"rules": "guess", "options": {"mode": "alone"}}, 422, "invalid-value"),
        ({"rules": "mini", "options": {"puzzle": "nosuchpzzl"}}, (404, 422), None),
        ({"rules": "square", "options": {"lexicon": "xx"}}, 422, "unknown-lexicon"),
        ({"rules": "free", "public": True}, (400, 422), None),
        ({"rules": "free", "title": "x"}, (400, 422), None),
        ([], 400, None),
    ],
)
def test_a_game_that_cannot_be_made_is_refused_as_elsewhere(house, body, status, code):
    room = make_room(house, "Ann", "Ben")
    problem(room.ask("POST", "/games", body, player=room.host), status, code)
    assert room.show()["game"] is None
    game = room.begin()
    with room.with_present(*room.people):
        problem(room.ask("POST", "/games", body, player=room.host), status, code)
        assert room.show()["prompts"] == [] and room.show()["game"]["id"] == game.id


# ---------------------------------------------------------------------------------------------------- consent


@pytest.fixture
def asked(house):
    """A room in which Ann asks for the next game while Ben, who plays, and Eve, who came later, are present."""
    room = make_room(house, "Ann", "Ben")
    eve = new_player(house, "Eve")
    with room.with_present(*room.people):
        room.first = room.begin()
        room.join(eve)
        with room.with_present(eve):
            answer = room.request_game(room.host, "guess", {"mode": "together"})
            assert answer.status == 202 and answer.json.keys() == {"prompt"}, answer
            room.prompt = answer.json["prompt"]
            assert answer.header("Location") == f"/rooms/{room.name}/prompts/{room.prompt['id']}"
            yield room


def test_while_others_play_they_are_asked(asked):
    assert CONSENT <= asked.prompt.keys() and len(asked.prompt["buttons"]) == 2
    assert asked.show()["prompts"] == [asked.prompt | {"expires": asked.show()["prompts"][0]["expires"]}]
    assert asked.show()["game"]["id"] == asked.first.id
    accepted(asked.first.edit(0, "A", asked.people[1].key))


def test_a_prompt_names_members_by_their_seats_in_the_room(asked):
    seats = {member["name"]: member["seat"] for member in asked.show()["members"]}
    assert asked.prompt["asker"] == seats["Ann"]
    assert sorted(asked.prompt["deciders"]) == sorted([seats["Ben"], seats["Eve"]])


def test_with_everybodys_consent_the_next_game_begins_for_all_who_are_present(asked):
    ann, ben, eve = asked.people
    one = asked.answer_prompt(asked.prompt["id"], 1, ben)
    assert one.status == 200 and {"sequence", "hash", "events"} <= one.json.keys(), one
    assert asked.show()["game"]["id"] == asked.first.id, "Eve has not been heard"
    assert asked.answer_prompt(asked.prompt["id"], 1, eve).status == 200
    eventually(lambda: asked.show()["game"]["id"] != asked.first.id)
    game, shown = asked.game(), asked.show()
    assert seats_of(game) == [ann.player, ben.player, eve.player] and game.show()["rules"] == "guess"
    assert shown["prompts"] == []
    eventually(lambda: asked.first.show()["state"] == "finished")
    problem(asked.first.edit(1, "B", ben.key), 409, "game-finished")


def test_a_game_that_was_ended_by_consent_has_no_result_and_does_not_count(asked):
    for player in asked.people[1:]:
        assert asked.answer_prompt(asked.prompt["id"], 1, player).status == 200
    shown = recorded(asked, 1)
    (past,) = shown["games"]
    assert (past["id"], past["rules"], past["result"]) == (asked.first.id, "free", None)
    assert all(row == (0, 0, {}) for row in shown_standings(shown).values())


def test_one_no_keeps_the_game(asked):
    assert asked.answer_prompt(asked.prompt["id"], 1, asked.people[1]).status == 200
    assert asked.answer_prompt(asked.prompt["id"], 0, asked.people[2]).status == 200
    assert asked.show()["prompts"] == []
    accepted(asked.first.edit(0, "A", asked.people[1].key))
    assert asked.show()["game"]["id"] == asked.first.id and asked.show()["games"] == []
    assert asked.request_game(asked.host, "free").status == 202, "they can be asked again"


def test_who_cannot_answer_and_what_is_no_answer(asked):
    prompt = asked.prompt["id"]
    problem(asked.answer_prompt(prompt, 1, asked.host), 403, "not-allowed")
    problem(asked.ask("POST", f"/prompts/{prompt}", {"button": 1}), 401, "token-needed")
    unknown = ask(asked.server, "POST", f"{asked.path}/prompts/{prompt}", {"button": 1}, token="0" * 32)
    problem(unknown, 401, "unknown-token")
    problem(asked.answer_prompt(prompt, 1, new_player(asked.server, "Mal")), (401, 403))
    for body in ({"button": 2}, {"button": "1"}, {}, {"button": 1, "more": 1}):
        refusal = asked.ask("POST", f"/prompts/{prompt}", body, player=asked.people[1])
        problem(refusal, 422, ("invalid-value", "unknown-key"))
    for unknown in ("99", "-1", "x", "99999999999999999999"):
        problem(asked.answer_prompt(unknown, 1, asked.people[1]), 404, "no-such-prompt")
    assert asked.show()["prompts"][0]["id"] == prompt


def test_a_second_request_while_they_are_asked_is_409(asked):
    problem(asked.request_game(asked.host, "square"), 409, "already-asked")
    assert [prompt["id"] for prompt in asked.show()["prompts"]] == [asked.prompt["id"]]


def test_with_nobody_else_present_the_next_game_begins_at_once(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ben):
        first = room.begin()
    with room.with_present(ann):
        second = room.begin("square")
    assert seats_of(second) == [ann.player] and room.show()["game"]["id"] == second.id
    eventually(lambda: first.show()["state"] == "finished")
    shown = recorded(room, 1)
    assert shown["games"][0]["id"] == first.id and shown["games"][0]["result"] is None
    assert shown_standings(shown)[ben.player] == (0, 0, {})


def test_spectators_are_not_asked(house):
    room = make_room(house)
    room.begin()
    with room.stream() as stream, room.stream(new_player(house, "Mal")):
        stream.next()
        eventually(lambda: room.show()["spectators"] == 2)
        assert room.request_game(room.host).status == 201


def test_after_the_end_of_a_game_nobody_is_asked(house):
    room = make_room(house, "Ann", "Ben")
    with room.with_present(*room.people):
        first = finish_free(room)
        assert room.show()["game"] == {"id": first.id, "rules": "free", "state": "finished"}
        assert room.request_game(room.host).status == 201
        recorded(room, 1)


def test_a_member_who_is_asked_and_goes_away_has_no_say(house):
    room = make_room(house, "Ann", "Ben", "Eve")
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


def test_the_present_game_stays_after_its_end_until_the_next_one(house):
    room = make_room(house)
    game = finish_free(room)
    assert room.ask("GET", "/board").json["game"] == game.id
    assert room.show()["game"]["state"] == "finished"
    following = room.begin()
    assert room.ask("GET", "/board").json["game"] == following.id


def next_after_a_rematch(room, game, *others):
    """Ann asks for a rematch and the others agree; returns the present game."""
    body = accepted(game.people[0].act("rematch"))
    prompts = [event["prompt"]["id"] for event in body["events"] if event["type"] == "prompt.opened"]
    for person in game.people[1:] if prompts else ():
        accepted(person.answer(prompts[0], 1))
    eventually(lambda: room.show()["game"]["id"] != game.id, what="the next game")
    return room.game()


@pytest.mark.parametrize("rules", ["free", "guess", "square"])
def test_a_rematch_in_a_room_is_its_next_game_with_the_same_people(house, rules):
    room = make_room(house, "Ann", "Ben")
    with room.with_present(*room.people):
        old = FINISH[rules](room)
        recorded(room, 1)
        new = next_after_a_rematch(room, old)
        shown = new.show()
        assert (shown["rules"], shown["room"], shown["previous"]) == (rules, room.name, old.id)
        assert seats_of(new) == [player.player for player in room.people]
        histories = room.ask("GET", "/history", player=room.host), new.ask("GET", "/history", token=room.host.key)
        assert histories[0].body == histories[1].body
    assert [past["id"] for past in recorded(room, 1)["games"]] == [old.id]


def test_a_next_game_after_a_rematch_and_the_other_way_round(house):
    room = make_room(house)
    first = finish_free(room)
    second = next_after_a_rematch(room, first)
    accepted(second.act("close", token=room.host.key))
    recorded(room, 2)
    third = room.begin("guess")
    assert [past["id"] for past in room.show()["games"]] == [second.id, first.id]
    assert room.show()["game"]["id"] == third.id
    # The first game has its rematch already.
    problem(first.people[0].act("rematch"), 409)
    assert room.show()["game"]["id"] == third.id


def test_a_late_rematch_of_an_earlier_game_does_not_replace_the_present_one(house):
    room = make_room(house)
    first = finish_free(room)
    recorded(room, 1)
    second = room.begin("guess")
    late = first.people[0].act("rematch")
    assert late.status in (200, 409), late
    assert room.show()["game"]["id"] == second.id
    accepted(second.people[0].edit(0, "A"))


# -------------------------------------------------------------------------------------------------- standings


@pytest.mark.parametrize("rules", FINISH)
def test_a_finished_game_counts_for_everybody_who_played(house, rules):
    room = make_room(house, "Ann", "Ben", "Eve")
    ann, ben, eve = room.people
    with room.with_present(ann, ben):
        game = FINISH[rules](room)
    shown = recorded(room, 1)
    (past,) = shown["games"]
    result = game.show()["result"]
    assert (past["id"], past["rules"]) == (game.id, rules) and past["begun"] <= past["ended"]
    assert past["players"] == {"1": ann.player, "2": ben.player}
    assert past["result"].get("winners", []) == result.get("winners", [])
    assert past["result"].get("scores", {}) == result.get("scores", {})
    assert past["result"]["seconds"] == pytest.approx(result["seconds"], abs=0.002)
    assert not {"answer", "seed"} & past["result"].keys()
    standings = shown_standings(shown)
    assert standings == standings_from(shown) and standings[eve.player] == (0, 0, {})
    assert standings[ann.player][0] == standings[ben.player][0] == 1
    if rules in ("square", "lattice"):
        assert standings[ann.player][2] == {rules: result["scores"]["1"]}


def test_standings_add_up_over_games_of_several_rules_most_wins_first(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ben, ann):
        for count, rules in enumerate(["square", "guess", "free", "lattice", "square"], 1):
            FINISH[rules](room)
            recorded(room, count)
    with room.with_present(ann):
        reveal_mini(room)
    with room.with_present(ann):
        FINISH["guess"](room, seed=4)
    shown = recorded(room, 7)
    rules = ["guess", "mini", "square", "lattice", "free", "guess", "square"]
    assert [game["rules"] for game in shown["games"]] == rules
    assert shown_standings(shown) == standings_from(shown)
    rows = {row["player"]: row for row in shown["standings"]}
    assert rows[ann.player]["games"] == 7 and rows[ben.player]["games"] == 5
    assert set(rows[ann.player]["points"]) == {"square", "lattice"}
    wins = [row["wins"] for row in shown["standings"]]
    assert wins == sorted(wins, reverse=True)


def test_bots_play_in_rooms_and_have_no_standing(house):
    room = make_room(house)
    game = room.begin("square", clock=None, end="shared")
    assert game.ask("POST", "/bots", {"level": "easy"}, token=room.host.key).status == 201
    accepted(game.act("start", token=room.host.key))
    game.play()
    shown = recorded(room, 1)
    assert shown["games"][0]["players"] == {"1": room.host.player}
    assert shown["games"][0]["result"]["scores"].keys() == {"1", "2"}
    assert [row["player"] for row in shown["standings"]] == [room.host.player]
    assert shown_standings(shown) == standings_from(shown)


def test_a_revealed_mini_counts_as_a_game(house):
    room = make_room(house)
    game = reveal_mini(room)
    shown = recorded(room, 1)
    assert shown["games"][0]["result"] is not None
    assert shown_standings(shown) == standings_from(shown)
    assert shown_standings(shown)[room.host.player][0] == 1 and game.show()["result"]["assisted"] is True


def test_a_result_is_recorded_once_whoever_looks(house):
    room = make_room(house)
    finish_free(room)
    concurrently(*[room.show for _ in range(8)])
    shown = recorded(room, 1)
    assert shown_standings(shown)[room.host.player][0] == 1 and len(shown["games"]) == 1


def test_a_room_lists_its_last_100_games_and_counts_all():
    with ServerProcess("--no-address-limits") as server:
        room, ids = make_room(server), []
        for _ in range(103):
            ids.append(finish_free(room).id)
        eventually(lambda: room.show()["standings"][0]["games"] == 103, 10)
        assert [game["id"] for game in room.show()["games"]] == ids[:-101:-1]


# ----------------------------------------------------------------------------------- members come, go and are two


def test_a_member_who_joins_in_the_middle_of_a_game_watches_and_plays_the_next_one(house):
    room, eve = make_room(house, "Ann", "Ben"), new_player(house, "Eve")
    with room.with_present(*room.people):
        game = room.begin("square", clock=None)
        accepted(game.act("start", token=room.host.key))
        room.join(eve)
        with room.with_present(eve) as (stream,):
            assert seats_of(game) == [player.player for player in room.people[:2]]
            problem(room.ask("POST", "/board/cells/0", {"value": "A"}, player=eve), 401, "token-needed")
            accepted(game.act("close", token=room.host.key))
            recorded(room, 1)
            second = room.begin("square", clock=None)
            assert seats_of(second)[2] == eve.player
            events = [stream.next("room.game").data for _ in range(1)]
            assert events[0]["game"] == second.id


def test_a_member_who_leaves_the_room_in_the_middle_leaves_the_seat(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin()
        accepted(game.people[1].edit(0, "B"))
        assert room.leave(ben).status == 204
        eventually(lambda: seats_of(game) == [ann.player])
        problem(game.edit(1, "C", ben.key), (401, 403))
        assert game.board()["text"].startswith("B"), "the letters stay"
        accepted(game.edit(1, "C", ann.key))
        accepted(game.act("close", token=ann.key))
    shown = recorded(room, 1)
    assert shown["games"][0]["players"] == {"1": ann.player}
    assert [row["player"] for row in shown["standings"]] == [ann.player]


def test_a_member_who_leaves_a_word_square_is_played_by_a_bot(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin("square", clock=None, end="shared")
        accepted(game.act("start", token=ann.key))
        accepted(game.call(1, "E"))
        assert room.leave(ben).status == 204
        eventually(lambda: game.show()["seats"][1]["filled"] == 1, 10, "the bot's placement")
        game.away = {2}
        game.play()
    shown = recorded(room, 1)
    assert shown_standings(shown) == {ann.player: standings_from(shown)[ann.player]}


def test_a_removed_member_leaves_the_running_seat_and_cannot_take_it_again(house):
    room = make_room(house, "Ann", "Ben")
    ann, ben = room.people
    with room.with_present(ann, ben):
        game = room.begin()
        assert room.leave(ben, by=ann).status == 204
        eventually(lambda: seats_of(game) == [ann.player])
        problem(ben.ask("POST", game.path + "/seats", {}), 403, "removed")
        problem(room.ask("POST", "/members", {}, player=ben), 403, "removed")
        problem(game.edit(0, "B", ben.key), (401, 403))
        # The next game has no seat for Ben either, although a stream is open.
        with room.stream(ben) as stream:
            stream.next()
            following = room.request_game(ann)
            assert following.status == 201 and seats_of(Game(house, following.json["id"])) == [ann.player]


@pytest.mark.parametrize("is_removed", [False, True], ids=["leaves", "is removed"])
def test_a_member_who_goes_while_a_game_begins_has_no_seat_in_it(house, is_removed):
    for _ in range(10):
        room = make_room(house, "Ann", "Ben")
        ann, ben = room.people
        with room.with_present(ben):
            begun, gone = concurrently(
                lambda: room.request_game(ann),  # noqa: B023
                lambda: room.leave(ben, by=ann if is_removed else ben),  # noqa: B023
            )
            assert (begun.status, gone.status) == (201, 204)
            assert seats_of(room.game()) == [ann.player]


def test_when_the_host_leaves_in_the_middle_the_next_host_rules_room_and_game(house):
    room = make_room(house, "Ann", "Ben", "Eve")
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


def test_two_devices_of_the_host_ask_for_the_next_game_at_once(house):
    """Whichever comes second begins the next one after it, or is told what has happened."""
    for _ in range(5):
        room = make_room(house)
        ann = room.host
        phone = type(ann)(house, ann.player, ann.name, link(house, ann.code()).json["key"])
        answers = concurrently(*[lambda p=p: room.request_game(p, "free") for p in (ann, phone)])
        assert {answer.status for answer in answers} <= {201, 409} and 201 in {one.status for one in answers}
        begun = [answer.json["id"] for answer in answers if answer.status == 201]
        shown = room.show()
        assert shown["game"]["id"] in begun and len(set(begun)) == len(begun)
        games = {id: Game(house, id) for id in begun}
        present = games.pop(shown["game"]["id"])
        assert present.show()["state"] == "playing"
        for other in games.values():
            eventually(lambda other=other: other.show()["state"] == "finished")
            assert other.show()["room"] == room.name
        eventually(lambda: [game["id"] for game in room.show()["games"]] == list(games))  # noqa: B023
        assert all(game["result"] is None for game in room.show()["games"])


def test_two_members_of_an_open_room_ask_at_once_while_a_game_runs(house):
    """One is asked about, and the other one is told so, or both have the same answer to give."""
    room = make_room(house, "Ann", "Ben", "Eve", open=True)
    ann, ben, eve = room.people
    with room.with_present(ann, ben, eve):
        game = room.begin()
        answers = concurrently(*[lambda p=p: room.request_game(p, "guess") for p in (ann, ben)])
        assert sorted(answer.status for answer in answers) == [202, 409], answers
        assert [answer.json["code"] for answer in answers if answer.status == 409] == ["already-asked"]
        (prompt,) = room.show()["prompts"]
        for player in room.people:
            room.answer_prompt(prompt["id"], 1, player)
        eventually(lambda: room.show()["game"]["id"] != game.id)
        assert room.show()["game"]["rules"] == "guess" and room.show()["prompts"] == []


def test_many_members_begin_games_at_once_and_all_see_one_order(house):
    room = make_room(house, "Ann", open=True)
    with room.stream() as stream:
        stream.next()
        answers = concurrently(*[lambda: room.request_game(room.host) for _ in range(8)])
        begun = [answer.json["id"] for answer in answers if answer.status == 201]
        assert begun and {answer.status for answer in answers} <= {201, 409}
        told = [stream.next("room.game").data["game"] for _ in begun]
    assert sorted(told) == sorted(begun) and told[-1] == room.show()["game"]["id"]
    eventually(lambda: [game["id"] for game in room.show()["games"]] == told[-2::-1])


# ------------------------------------------------------------------------------------------- the room's aliases

ROOMS_OWN = ("", "/events")
ALIASES = [path for method, path, _ in calls_of_a_game("/rooms/{room}") if method == "GET" and path not in ROOMS_OWN]
STILL = {"/board.ansi": "/board.ansi?at=1"}  # by itself a picture that never ends
MORE = ["/boards/1", "/boards/2", "/board?at=1", "/history?after=1&limit=1"]


def test_the_document_declares_the_aliases():
    assert {"/board", "/board.json", "/board.txt", "/board.svg", "/boards/0", "/actions", "/history"} <= set(ALIASES)


def heads(answer, path):
    """The headers that do not differ from request to request, with the same path for room and game."""
    ignored = ("Date", "X-Request-Id")
    return [(name, value.replace(path, "PATH")) for name, value in answer.headers if name not in ignored]


@pytest.mark.parametrize("rules", ["free", "square"])
def test_the_aliases_are_byte_equal_to_the_games_own_answers(house, rules):
    room, stranger = make_room(house, "Ann", "Ben"), new_player(house, "Mal")
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


def test_edits_and_actions_below_the_room_are_those_of_the_game(house):
    room = make_room(house, "Ann", "Ben")
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


def test_an_open_board_in_a_room_is_open_below_the_room_too(house):
    room = make_room(house)
    room.begin(open=True)
    accepted(room.ask("POST", "/board/cells/0", {"value": "A"}))


def test_the_actions_of_a_room_itself_are_not_actions_of_its_game(house):
    room = make_room(house, "Ann", "Ben")
    room.begin()
    for name in ("propose", "begin", "record", "abandon", "remove", "readmit"):
        problem(room.ask("POST", f"/actions/{name}", {}, player=room.host), 404, "no-such-action")


# ----------------------------------------------------------------------------------- a game that belongs to a room


def test_a_game_of_a_room_is_found_under_its_own_address(house):
    room = make_room(house, "Ann", "Ben", public=True)
    with room.with_present(*room.people):
        game = room.begin()
    shown = game.show()
    assert shown["room"] == room.name and game.ask("GET", "/history").status == 200
    exported = game.ask("GET", "/export")
    assert exported.status == 200
    copy = ask(house, "POST", "/games/import", exported.json)
    assert copy.status == 201 and copy.json.get("room") is None, "a copy is nobody's game"
    assert room.show()["game"]["id"] == game.id and json.loads(exported.body)["events"]


def test_a_member_who_takes_a_seat_later_plays_and_counts(house):
    """A free seat of the game is free for members who come late, as in any game."""
    room = make_room(house, "Ann", "Ben")
    game = room.begin()
    ben = room.people[1]
    taken = ben.ask("POST", game.path + "/seats", {})
    assert taken.status == 201, taken
    accepted(game.edit(0, "B", ben.key)), accepted(game.act("close", token=room.host.key))
    shown = recorded(room, 1)
    assert shown["games"][0]["players"] == {"1": room.host.player, "2": ben.player}
    assert shown_standings(shown) == standings_from(shown)
