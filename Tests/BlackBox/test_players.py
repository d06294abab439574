"""Players, who keep their seats and results by a key: keys, devices, statistics, erasure."""

import json
import re
import signal

import pytest

from client import Closed, Game, Seat, Wire, accepted, ask, eventually, lobby, new_game, problem, wait_for_polls
from concurrency import concurrently
from days import Answers, daily, guess_word, open_daily, seated, today
from players import KeyedPlayer, link, new_player
from server_process import ServerProcess
from streams import Stream
from terminal import LiveBoard
from test_admin import admin, files_with, refused

DAY = "2024-11-20"


# ------------------------------------------------------------------------------------------------------- keys


def test_a_player_is_made_with_a_key_and_sees_name_keys_games_and_statistics(server):
    answer = ask(server, "POST", "/players", {"name": "Zoë", "colour": "#2A9D8F"})
    assert answer.status == 201 and answer.json.keys() == {"player", "name", "colour", "key"}, answer
    assert re.fullmatch("p[0-9a-z]{10}", answer.json["player"])
    assert (answer.json["name"], answer.json["colour"]) == ("Zoë", "#2a9d8f")
    zoe, game = KeyedPlayer(server, **answer.json), new_game(server)
    zoe.sit(game)
    shown = zoe.show()
    assert (shown["player"], shown["name"], shown["statistics"]) == (zoe.player, "Zoë", {})
    assert [key["n"] for key in shown["keys"]] == [1] and zoe.key not in json.dumps(shown)
    (played,) = shown["games"]
    assert (played["id"], played["rules"], played["state"]) == (game.id, "free", "playing")


def test_a_player_needs_a_name_that_others_can_read(server):
    for body in ({}, {"name": ""}, {"name": "a\u202eb"}, {"name": "x" * 33}, {"name": "A", "colour": "red"}):
        problem(ask(server, "POST", "/players", body), 422, "invalid-value")


def test_without_a_valid_key_everything_of_a_player_is_401(server):
    for method, path in (("GET", ""), ("POST", "/codes"), ("POST", "/recovery"), ("DELETE", "/keys/1")):
        problem(ask(server, method, "/players/me" + path), 401, "token-needed")
        for token in ("key-" + "0" * 32, "0" * 32):
            problem(ask(server, method, "/players/me" + path, token=token), 401, "unknown-token")
    problem(new_game(server).ask("GET", token="key-" + "0" * 32), 401, "unknown-token")


# ------------------------------------------------------------------------------------------------------ seats


def test_a_key_takes_a_seat_under_its_own_name_and_acts_for_it(server):
    ann, game = new_player(server, colour="#e76f51"), new_game(server, open=False)
    assert game.show(ann.key)["seats"] == []
    problem(game.edit(0, "A", ann.key), 403, "not-allowed")  # without a seat, it watches
    problem(ann.ask("POST", game.path + "/seats", {"name": "Bea"}), (400, 422))
    seat = ann.ask("POST", game.path + "/seats", {})
    assert seat.status == 201 and seat.json.keys() == {"seat", "name", "colour", "player"}, seat
    assert (seat.json["name"], seat.json["colour"], seat.json["player"]) == ("Ann", "#e76f51", ann.player)
    assert accepted(game.edit(0, "A", ann.key))["events"][0]["by"] == seat.json["seat"]
    again = ann.ask("POST", game.path + "/seats", {})
    assert (again.status, again.json) == (200, seat.json)
    other = new_player(server).sit(game)
    assert other["name"] == "Ann" and other["player"] != ann.player, "two players of one name are two"


def test_the_maker_of_a_game_hosts_it_by_key(server):
    ann = new_player(server)
    made = ann.ask("POST", "/games", {"rules": "free"})
    game = Game(server, made.json["id"], made.json["host"]["token"])
    accepted(game.act("close-seats", token=ann.key))
    problem(game.ask("POST", "/seats", {"name": "Bob"}), 409, "seats-closed")
    assert ann.sit(game)["seat"] == 1


def test_a_removed_player_stays_out(server):
    ann, game = new_player(server), new_game(server)
    seat = ann.sit(game)["seat"]
    assert game.ask("DELETE", f"/seats/{seat}", token=game.host).status == 204
    problem(ann.ask("POST", game.path + "/seats", {}), 403, "removed")


def test_a_rename_changes_the_seats_in_all_games(server):
    ann, running, over, later = new_player(server), new_game(server), new_game(server), new_game(server)
    for game in (running, over):
        ann.sit(game)
    accepted(over.act("close", token=over.host))
    with Stream(server, running.path + "/events") as stream:
        answer = ann.ask("PATCH", "/players/me", {"name": "Anna", "colour": "#123456"})
        assert answer.status == 200 and answer.json["name"] == "Anna"
        renamed, recoloured = stream.next("seat.renamed"), stream.next("seat.recoloured")
    assert (renamed.data["seat"], renamed.data["name"]) == (1, "Anna") and recoloured.data["colour"] == "#123456"
    seats = [game.show()["seats"][0]["name"] for game in (running, over)]
    assert seats == ["Anna", "Anna"] and ann.sit(later)["name"] == "Anna"
    history = running.history()
    assert [event["type"] for event in history] == ["seat.taken", "seat.renamed", "seat.recoloured"]
    assert [event["name"] for event in history[:2]] == ["Anna", "Anna"], "the history shows the present name"
    assert ann.ask("PATCH", "/players/me", {"name": "Anna"}).status == 200
    assert len(running.history()) == 3, "the same name again is no change"


def test_a_new_name_is_shown_in_more_games_than_are_told_of_it(own_free_server):
    """A hundred games get an event; the others, and one that has ended, are read again."""
    ann, games = new_player(own_free_server), [new_game(own_free_server) for _ in range(103)]
    for game in games:
        ann.sit(game)
    accepted(games[-1].act("close", token=games[-1].host))
    assert ann.ask("PATCH", "/players/me", {"name": "Anna"}).status == 200
    assert {game.show()["seats"][0]["name"] for game in games} == {"Anna"}


def test_seats_names_and_keys_survive_a_kill(own_free_server):
    ann, game = new_player(own_free_server), new_game(own_free_server)
    seat = ann.sit(game)
    assert ann.ask("PATCH", "/players/me", {"name": "Anna"}).status == 200
    own_free_server.restart(signal.SIGKILL)
    assert ann.sit(game) == seat | {"name": "Anna"} and game.show()["seats"][0]["name"] == "Anna"
    accepted(game.edit(0, "A", ann.key))


# ---------------------------------------------------------------------------------------------------- devices


# Wrong codes are limited also without the limits of addresses, so tests with many have a server of their own.


def test_a_code_links_another_device_once(own_free_server):
    ann = new_player(own_free_server)
    old, made = ann.code(), ann.ask("POST", "/players/me/codes", {}).json
    code = made["code"]
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}", code)
    assert made["url"] == f"/link/{code}"
    problem(link(own_free_server, old), 404, "no-such-code")  # the new code has ended it
    assert ask(own_free_server, "GET", f"/link/{code}").json["expires"] == made["expires"]
    linked = link(own_free_server, code.lower().replace("-", " "))
    assert linked.status == 201 and linked.json["player"] == ann.player and linked.json["key"] != ann.key
    assert [key["n"] for key in ann.show()["keys"]] == [1, 2]
    problem(link(own_free_server, code), 404, "no-such-code")
    problem(ask(own_free_server, "GET", f"/link/{code}"), 404, "no-such-code")


def test_of_devices_that_use_a_code_at_once_one_is_linked(own_free_server):
    ann = new_player(own_free_server)
    code = ann.code()
    statuses = concurrently(*[lambda: link(own_free_server, code).status for _ in range(6)])
    assert sorted(statuses) == [201] + [404] * 5
    assert [key["n"] for key in ann.show()["keys"]] == [1, 2]


def test_ten_wrong_codes_a_minute_refuse_even_a_right_one():
    """Also when the limits of addresses are off, at both places together; others, who know the code, have used none."""
    with ServerProcess("--no-address-limits", "--trusted-proxy", "127.0.0.1") as server, Wire(server) as wire:
        ann = new_player(server)
        code = ann.code()
        ways = [lambda code: ("GET", f"/link/{code}", None), lambda code: ("POST", "/players/link", {"code": code})]
        for address in ("198.51.100.1", "198.51.100.2"):
            source = {"X-Forwarded-For": address}
            for number in range(10):
                problem(ask(server, *ways[number % 2](f"ZZZ-ZZ{number}"), source, wire=wire), 404, "no-such-code")
            for way in ways * 20:
                problem(ask(server, *way(code), source, wire=wire), 429, "rate-limited")
        found = ask(server, *ways[1](code), {"X-Forwarded-For": "203.0.113.1"})
        assert found.status == 201 and found.json["player"] == ann.player
        assert [key["n"] for key in ann.show()["keys"]] == [1, 2]


def test_a_malformed_code_is_refused(own_free_server):
    for code in ("", "K7Q", "K7Q-M2XX", "K7Q-M2!"):
        problem(link(own_free_server, code), 404, "no-such-code")
    problem(link(own_free_server, 5), 422, "invalid-value")
    problem(ask(own_free_server, "POST", "/players/link", {}), 422, "invalid-value")


def test_a_player_can_have_20_keys(server):
    ann = new_player(server)
    for _ in range(19):
        assert link(server, ann.code()).status == 201
    problem(ann.ask("POST", "/players/me/codes", {}), 409, "too-many-keys")
    assert ann.ask("DELETE", "/players/me/keys/20").status == 204
    assert link(server, ann.code()).status == 201


def test_a_recovery_code_links_devices_until_the_next_one_is_made(own_free_server):
    ann, ben = new_player(own_free_server), new_player(own_free_server, "Ben")
    old, code = ann.recovery(), ann.recovery()
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}", code) and code != old
    problem(link(own_free_server, old), 404, "no-such-code")
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    for way in (code, code.replace("-", ""), typed):
        linked = link(own_free_server, way)
        assert linked.status == 201 and linked.json["player"] == ann.player, linked
    own_free_server.restart(signal.SIGKILL)
    key = link(own_free_server, code).json["key"]
    assert ask(own_free_server, "GET", "/players/me", token=key).json["name"] == "Ann"
    assert [key["n"] for key in ann.show()["keys"]] == [1, 2, 3, 4, 5]
    problem(ask(own_free_server, "GET", f"/link/{code}"), 404, "no-such-code")  # it is in no address
    assert link(own_free_server, ben.recovery()).json["player"] == ben.player, "each player has a code"
    assert ann.code() and link(own_free_server, code).status == 201, "a one-time code does not end it"


def test_a_recovery_code_gives_no_more_keys_than_a_player_can_have(server):
    ann = new_player(server)
    code = ann.recovery()
    for _ in range(19):
        assert link(server, code).status == 201
    problem(link(server, code), 409, "too-many-keys")
    assert ann.ask("DELETE", "/players/me/keys/20").status == 204
    assert link(server, code).status == 201


def test_a_recovery_code_ends_with_its_player(own_free_server):
    ann = new_player(own_free_server)
    code = ann.recovery()
    assert ann.ask("DELETE", "/players/me").status == 204
    problem(link(own_free_server, code), 404, "no-such-code")


def test_wrong_recovery_codes_count_as_wrong_codes(own_free_server):
    code = new_player(own_free_server).recovery()
    for number in range(10):
        problem(link(own_free_server, f"ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZ{number}"), 404, "no-such-code")
    problem(link(own_free_server, code), 429, "rate-limited")


def test_the_owner_renames_and_erases_a_player_by_id():
    with ServerProcess("--no-address-limits") as server:
        ann, game = new_player(server, "Quirinia"), new_game(server)
        ann.sit(game)
        assert admin(server, "players", "rename", ann.player, "Anna")["name"] == "Anna"
        assert ann.show()["name"] == "Anna"
        admin(server, "players", "delete", ann.player)
        eventually(lambda: files_with(server, "Quirinia") == [])
        problem(ann.ask("GET", "/players/me"), 401, "unknown-token")
        assert "no player" in refused(server, "players", "delete", ann.player)


def test_an_ended_key_is_unknown_at_once_and_its_stream_ends(server):
    ann, game = new_player(server), new_game(server)
    phone = link(server, ann.code()).json["key"]
    ann.sit(game)
    with Stream(server, game.path + "/events", token=phone) as stream, Wire(server) as poll:
        assert stream.next().name == "snapshot"
        by_phone = {"Authorization": f"Bearer {phone}"}
        poll.request("GET", game.path + "/board?after=1&wait=25", headers=by_phone)
        wait_for_polls(server)
        assert ann.ask("DELETE", "/players/me/keys/2").status == 204
        assert stream.rest_of_stream() == ([], True)
        problem(poll.answer(), 401, "unknown-token")  # not after 25 s, but at once
    problem(game.edit(0, "A", phone), 401, "unknown-token")
    accepted(game.edit(0, "A", ann.key))


def test_the_last_key_stays(server):
    ann = new_player(server)
    problem(ann.ask("DELETE", "/players/me/keys/1"), 409, "last-key")
    problem(ann.ask("DELETE", "/players/me/keys/7"), 404, "no-such-key")
    problem(ann.ask("DELETE", "/players/me/keys/x"), 404, "no-such-key")


# ---------------------------------------------------------------------------------------------- games of days


def test_a_key_starts_the_game_of_the_day_once_also_on_two_devices(server):
    ann = new_player(server)
    phone = link(server, ann.code()).json["key"]
    task = daily(server, "guess", token=ann.key, method="GET")
    assert task.status == 200 and task.json["start"] == "/daily/guess"
    calls = [lambda key=key: daily(server, "guess", token=key) for key in (ann.key, phone) * 3]
    found = [*concurrently(*calls), daily(server, "guess", token=phone, method="GET")]
    assert sorted(answer.status for answer in found) == [200] * 5 + [201, 303]
    assert len({answer.header("Location") for answer in found}) == 1
    (made,) = [answer.json for answer in found if answer.status == 201]
    assert made["seats"][0]["player"] == ann.player and made["state"] == "playing"


def test_one_game_of_the_day_is_played_from_two_devices_at_once(server):
    """Both write and submit at the same time; both follow it; it is one game, with one result."""
    word, ann = Answers(server).of("guess", today()), new_player(server, "Two Phones")
    keys = (ann.key, link(server, ann.code()).json["key"])
    games = [seated(server, "guess", token=key) for key in keys]
    assert games[0].id == games[1].id
    with Stream(server, games[0].path + "/events", token=keys[0]) as one:
        with Stream(server, games[0].path + "/events", token=keys[1]) as two:
            shown = [stream.next() for stream in (one, two)]
            assert shown[0].data["seats"][0]["player"] == ann.player
            for guess in ("CRANE" if word != "CRANE" else "SLOTH", word):
                row = games[0].show()["row"] + 1
                calls = [
                    lambda n=n, sign=sign, row=row: (
                        games[n % 2]
                        .ask("PATCH", "/board", {"cells": {f"{'abcde'[n]}{row}": sign}}, token=keys[n % 2])
                        .status
                    )
                    for n, sign in enumerate(guess)
                ]
                assert concurrently(*calls) == [200] * 5
                submitted = concurrently(*[lambda game=game: game.me.act("submit").status for game in games])
                assert sorted(submitted) in ([200, 409], [200, 422]), submitted
            last = games[0].show()["sequence"]
            count = last - shown[0].data["sequence"]
            told = [[event.data for event in stream.take_events(count)] for stream in (one, two)]
    assert told[0] == told[1]
    result = games[1].show()["result"]
    assert result["answer"] == word and result["winners"] == [1]
    statistics = ann.show()["statistics"]["guess"]
    assert (statistics["played"], statistics["won"], statistics["distribution"]) == (1, 1, {"2": 1})


@pytest.mark.parametrize("games", ["{}", "{},lobby", "lobby,{}"])
def test_nobody_else_reads_a_running_game_of_the_day_in_a_stream_of_several(server, games):
    """Every other call is refused in test_personal_games.py."""
    path = "/events?games=" + games.format(seated(server, "guess", token=new_player(server).key).id)
    for token in (None, new_player(server, "Bea").key):
        problem(ask(server, "GET", path, token=token), 403, "personal-game")


def test_a_spectator_of_a_game_without_a_player_is_sent_away_when_somebody_sits_down(server):
    game = open_daily(server, "guess")
    with (
        Stream(server, game.path + "/events") as stream,
        Stream(server, f"/events?games={game.id},lobby") as both,
        LiveBoard(game) as live,
        Wire(server) as poll,
    ):
        assert stream.next().name == both.next().name == "snapshot"
        live.at(0)
        poll.request("GET", f"{game.path}/board?after=0&wait=25")
        wait_for_polls(server)
        game.token = game.seat("Ann").token
        accepted(game.ask("PATCH", "/board", {"cells": {"0": "Q"}}))
        for ended in (stream, both):
            events, has_ended = ended.rest_of_stream()
            assert has_ended and "cell.changed" not in [event.name for event in events], events
        with pytest.raises(Closed):
            live.at(10**6)
        assert live.terminal.sequence == 0
        # The client learns the reason when it asks again.
        problem(poll.answer(), 503, "ask-again")
        problem(Game(server, game.id).ask("GET", "/board?after=0&wait=1"), 403, "personal-game")


def test_a_game_of_the_day_is_in_no_list_and_visible_to_others_when_it_has_ended(server):
    ann = new_player(server)
    game = seated(server, "guess", token=ann.key)
    for token in (None, ann.key):
        for state in ("playing", "finished"):
            assert game.id not in ask(server, "GET", f"/games?limit=100&state={state}", token=token).text
    accepted(game.me.act("resign"))
    assert Game(server, game.id).show()["result"]["seconds"] >= 0


def test_a_game_of_the_day_cannot_be_left(server):
    for token in (new_player(server).key, None):
        game = seated(server, "guess", token=token)
        problem(game.ask("DELETE", "/seats/1"), 409, "personal-seat")
        assert [seat["name"] for seat in game.show()["seats"]] == ["Ann"]


# ------------------------------------------------------------------------------------------------------ ranks


@pytest.fixture(scope="module")
def ranked(shared_server):
    """Three players called Ann: two have found today's hidden word, and the last one has given up."""
    with ServerProcess("--no-address-limits") as server:
        word = Answers(shared_server).of("guess", today())
        server.word, server.anns = word, [new_player(server) for _ in range(3)]
        for ann in server.anns[:2]:
            guess_word(seated(server, "guess", token=ann.key), word)
        accepted(seated(server, "guess", token=server.anns[2].key).me.act("resign"))
        yield server


def entries(server, query=""):
    return ask(server, "GET", f"/leaderboards/guess{query}").json["entries"]


def test_two_players_of_one_name_both_stand_and_the_server_counts_their_statistics(ranked):
    assert {entry["player"] for entry in entries(ranked)} == {ann.player for ann in ranked.anns[:2]}
    assert {entry["name"] for entry in entries(ranked)} == {"Ann"}
    statistics, _, lost = [ann.show()["statistics"]["guess"] for ann in ranked.anns]
    assert (statistics["played"], statistics["won"], statistics["distribution"]) == (1, 1, {"1": 1})
    assert (statistics["streak"], statistics["best"]) == (1, 1) and statistics["times"]["best"] >= 0
    assert (lost["played"], lost["won"], lost["streak"]) == (1, 0, 0)


def test_a_name_without_a_key_practice_and_sabotage_change_no_rank_and_no_statistics(ranked):
    """The sabotage: somebody without a key, and somebody with another one, play as “Ann” and give up."""
    before, statistics = entries(ranked, "?period=all"), [ann.show()["statistics"] for ann in ranked.anns[1:]]
    guess_word(seated(ranked, "guess", name="Ann"), ranked.word)
    ann, options = ranked.anns[0], {"mode": "daily", "day": today()}
    practice = Game(ranked, ann.ask("POST", "/games", {"rules": "guess", "options": options}).json["id"])
    practice.me = Seat(practice, ann.sit(practice)["seat"], "Ann", None, ann.key)
    guess_word(practice, ranked.word)
    assert practice.show()["result"]["winners"] == [1]
    accepted(seated(ranked, "guess", name="Ann").me.act("resign"))
    accepted(seated(ranked, "guess", token=new_player(ranked).key).me.act("resign"))
    assert entries(ranked, "?period=all") == before
    assert [ann.show()["statistics"] for ann in ranked.anns[1:]] == statistics


def test_playing_again_under_a_second_name_changes_no_rank(ranked):
    """The replay: the word is known from a first game, and found at once in a second one."""
    ann, before = ranked.anns[0], entries(ranked, "?period=all")
    for name in ("Ann", "Ann II", "Zoe"):
        guess_word(seated(ranked, "guess", name=name), ranked.word)
    ann.ask("PATCH", "/players/me", {"name": "Ann II"})
    again = open_daily(ranked, "guess", token=ann.key)
    assert again.show()["state"] == "finished" and daily(ranked, "guess", token=ann.key).status == 200
    ann.ask("PATCH", "/players/me", {"name": "Ann"})
    assert entries(ranked, "?period=all") == before


def test_a_game_of_the_day_that_was_given_up_cannot_be_played_again_on_another_device(ranked):
    last, before = ranked.anns[2], entries(ranked, "?period=all")
    for key in (last.key, link(ranked, last.code()).json["key"]):
        game = open_daily(ranked, "guess", token=key)
        assert game.show()["state"] == "finished"
        problem(game.ask("PATCH", "/board", {"cells": {"0": "A"}}), 409, "game-finished")
    assert entries(ranked, "?period=all") == before and last.show()["statistics"]["guess"]["won"] == 0


def test_an_abandoned_game_of_the_day_counts_as_played(ranked):
    dan = new_player(ranked, "Dan")
    seated(ranked, "guess", token=dan.key)
    assert dan.show()["statistics"]["guess"] == {"played": 1, "won": 0, "streak": 0, "best": 0, "graceUsed": False}
    assert dan.player not in {entry["player"] for entry in entries(ranked)}


def test_a_rename_is_on_the_leaderboard_at_once(ranked):
    ann = ranked.anns[1]
    assert ann.ask("PATCH", "/players/me", {"name": "Annabel"}).status == 200
    assert {entry["player"]: entry["name"] for entry in entries(ranked)}[ann.player] == "Annabel"
    ann.ask("PATCH", "/players/me", {"name": "Ann"})


# ---------------------------------------------------------------------------------------------------- erasure


def test_the_name_of_an_erased_player_is_in_no_file():
    with ServerProcess("--no-address-limits") as server:
        name = "Quirinalia"
        erased, other = new_player(server, name), new_player(server, "Bea")
        game = new_game(server)
        for player in (erased, other):
            player.sit(game)
        accepted(game.edit(0, "Q", erased.key))
        accepted(game.act("clear", token=erased.key))  # a prompt with the name
        erased.sit(lobby(server))
        guess = seated(server, "guess", token=erased.key)
        accepted(guess.me.act("resign"))
        erased.ask("PATCH", "/players/me", {"name": name + " II"})
        erased.sit(new_game(server))
        assert files_with(server, name)
        board = game.board()["text"]
        assert erased.ask("DELETE", "/players/me").status == 204
        eventually(lambda: files_with(server, name) == [])
        problem(erased.ask("GET", "/players/me"), 401, "unknown-token")
        assert game.board()["text"] == board
        assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player", "Bea"]
        assert name not in game.ask("GET", "/history").text + game.ask("GET", "/export").text
        assert name not in server.stderr
        accepted(game.edit(1, "B", other.key))
        server.restart()
        assert files_with(server, name) == []


def test_erasing_one_of_two_players_of_one_name_leaves_the_other(server):
    one, two, game = new_player(server), new_player(server), new_game(server)
    for player in (one, two):
        player.sit(game)
    assert one.ask("DELETE", "/players/me").status == 204
    assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player", "Ann"]
    assert two.show()["name"] == "Ann"


def test_a_document_cannot_claim_the_id_of_a_player(server):
    ann, game = new_player(server), new_game(server)
    ann.sit(game)
    made = ask(server, "POST", "/games/import", game.ask("GET", "/export").json)
    assert made.status == 201 and "player" not in made.json["seats"][0]
    assert [played["id"] for played in ann.show()["games"]] == [game.id]


@pytest.mark.parametrize("token", ["key-" + "0" * 32, "0" * 32], ids=["a key", "another token"])
def test_nothing_is_made_for_an_unknown_token(server, token):
    document = new_game(server).ask("GET", "/export").json
    for path, body in {
        "/games": {"rules": "free"}, "/games/import": document, "/players": {"name": "Ann"},
        "/puzzles/generate": {}, "/daily/guess": {}, "/rooms": {}, "/challenges": {"rules": "guess"},
    }.items():
        problem(ask(server, "POST", path, body, token=token), 401, "unknown-token")
    # A proxy's own header is no token.
    assert ask(server, "POST", "/games", {"rules": "free"}, {"Authorization": "Basic YW5uOmFubg=="}).status == 201
