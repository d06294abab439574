"""Players, who keep their seats and results by a key: keys, devices, statistics, erasure."""

import collections
import json
import random
import re
import signal

import pytest

from client import Closed, Game, Seat, Wire, accepted, ask, eventually, lobby, new_game, problem
from concurrency import concurrently
from days import Answers, daily, guess_word, open_daily, seated, today
from players import link, new_player
from server_process import ServerProcess
from streams import Stream
from terminal import LiveBoard
from test_admin import admin, files_with, refused

DAY = "2024-11-20"


@pytest.fixture(scope="module")
def house():
    with ServerProcess("--no-address-limits") as running:
        yield running


# ------------------------------------------------------------------------------------------------------- keys


def test_a_player_is_made_with_a_key(house):
    answer = ask(house, "POST", "/players", {"name": "Zoë", "colour": "#2A9D8F"})
    assert answer.status == 201 and answer.json.keys() == {"player", "name", "colour", "key"}, answer
    assert re.fullmatch("p[0-9a-z]{10}", answer.json["player"])
    assert (answer.json["name"], answer.json["colour"]) == ("Zoë", "#2a9d8f")


def test_a_player_sees_name_keys_games_and_statistics(house):
    ann = new_player(house)
    game = new_game(house)
    ann.sit(game)
    shown = ann.show()
    assert (shown["player"], shown["name"], shown["statistics"]) == (ann.player, "Ann", {})
    assert [key["n"] for key in shown["keys"]] == [1]
    (played,) = shown["games"]
    assert (played["id"], played["rules"], played["state"]) == (game.id, "free", "playing")
    assert ann.key not in json.dumps(shown)


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "a\u202eb"}, {"name": "x" * 33}, {"name": "A", "colour": "red"}]
)
def test_a_player_needs_a_name_that_others_can_read(house, body):
    problem(ask(house, "POST", "/players", body), 422, "invalid-value")


def test_an_unknown_field_is_refused_with_its_name(house):
    refusal = problem(ask(house, "POST", "/players", {"name": "A", "email": "a@b"}), (400, 422))
    assert "email" in refusal["detail"]


@pytest.mark.parametrize("path", ["/players/me", "/players/me/codes", "/players/me/keys/1"])
def test_without_a_valid_key_everything_of_a_player_is_401(house, path):
    method = {"/players/me": "GET", "/players/me/codes": "POST"}.get(path, "DELETE")
    problem(ask(house, method, path), 401, "token-needed")
    for token in ("key-" + "0" * 32, "0" * 32):
        problem(ask(house, method, path, token=token), 401, "unknown-token")


def test_an_unknown_key_is_401_in_a_game_too(house):
    problem(new_game(house).ask("GET", token="key-" + "0" * 32), 401, "unknown-token")


# ------------------------------------------------------------------------------------------------------ seats


def test_a_key_takes_a_seat_and_acts_for_it(house):
    ann, game = new_player(house, colour="#e76f51"), new_game(house)
    seat = ann.ask("POST", game.path + "/seats", {})
    assert seat.status == 201 and seat.json.keys() == {"seat", "name", "colour", "player"}, seat
    assert (seat.json["name"], seat.json["colour"], seat.json["player"]) == ("Ann", "#e76f51", ann.player)
    assert accepted(game.edit(0, "A", ann.key))["events"][0]["by"] == seat.json["seat"]
    again = ann.ask("POST", game.path + "/seats", {})
    assert (again.status, again.json) == (200, seat.json)


def test_a_key_without_a_seat_watches(house):
    ann, game = new_player(house), new_game(house, open=False)
    assert game.show(ann.key)["seats"] == []
    problem(game.edit(0, "A", ann.key), 401, "token-needed")
    assert game.board()["sequence"] == 0


def test_a_key_gives_its_own_name_to_a_seat_and_no_other(house):
    ann, game = new_player(house), new_game(house)
    problem(ann.ask("POST", game.path + "/seats", {"name": "Bea"}), (400, 422))


def test_the_maker_of_a_game_hosts_it_by_key(house):
    ann = new_player(house)
    made = ann.ask("POST", "/games", {"rules": "free"})
    game = Game(house, made.json["id"], made.json["host"]["token"])
    accepted(game.act("close-seats", token=ann.key))
    problem(game.ask("POST", "/seats", {"name": "Bob"}), 409, "seats-closed")
    assert ann.sit(game)["seat"] == 1


def test_a_removed_player_stays_out(house):
    ann, game = new_player(house), new_game(house)
    seat = ann.sit(game)["seat"]
    assert game.ask("DELETE", f"/seats/{seat}", token=game.host).status == 204
    problem(ann.ask("POST", game.path + "/seats", {}), 403, "removed")


def test_two_players_of_one_name_are_two(house):
    game = new_game(house)
    seats = [new_player(house).sit(game) for _ in range(2)]
    assert [seat["name"] for seat in seats] == ["Ann", "Ann"] and seats[0]["player"] != seats[1]["player"]


def test_a_rename_changes_the_seats_from_then_on(house):
    ann, running, over, later = new_player(house), new_game(house), new_game(house), new_game(house)
    for game in (running, over):
        ann.sit(game)
    accepted(over.act("close", token=over.host))
    with Stream(house, running.path + "/events") as stream:
        answer = ann.ask("PATCH", "/players/me", {"name": "Anna", "colour": "#123456"})
        assert answer.status == 200 and answer.json["name"] == "Anna"
        renamed, recoloured = stream.next("seat.renamed"), stream.next("seat.recoloured")
    assert (renamed.data["seat"], renamed.data["name"]) == (1, "Anna") and recoloured.data["colour"] == "#123456"
    seats = [game.show()["seats"][0]["name"] for game in (running, over)]
    assert seats == ["Anna", "Ann"] and ann.sit(later)["name"] == "Anna"
    assert [event["type"] for event in running.history()] == ["seat.taken", "seat.renamed", "seat.recoloured"]
    assert ann.ask("PATCH", "/players/me", {"name": "Anna"}).status == 200
    assert len(running.history()) == 3, "the same name again is no change"


def test_a_renamed_seat_is_renamed_after_a_kill():
    with ServerProcess() as server:
        ann, game = new_player(server), new_game(server)
        ann.sit(game)
        assert ann.ask("PATCH", "/players/me", {"name": "Anna"}).status == 200
        server.restart(signal.SIGKILL)
        assert game.show()["seats"][0]["name"] == "Anna"
        accepted(game.ask("POST", "/board/cells/0", {"value": "A"}, token=ann.key))


def test_seats_and_keys_survive_a_kill():
    with ServerProcess() as server:
        ann, game = new_player(server), new_game(server)
        seat = ann.sit(game)
        server.restart(signal.SIGKILL)
        assert ann.sit(game) == seat
        accepted(game.edit(0, "A", ann.key))


# ---------------------------------------------------------------------------------------------------- devices


# Wrong codes are limited also without the limits of addresses, so tests with many have a server of their own.


def test_a_code_links_another_device_once(own_free_server):
    ann = new_player(own_free_server)
    made = ann.ask("POST", "/players/me/codes", {}).json
    code = made["code"]
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}", code)
    assert made["url"] == f"/link/{code}"
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


def test_a_new_code_ends_the_old_one(house):
    ann = new_player(house)
    old, new = ann.code(), ann.code()
    problem(link(house, old), 404, "no-such-code")
    assert link(house, new).status == 201


def test_ten_wrong_codes_a_minute_refuse_even_a_right_one():
    with ServerProcess() as server:
        code = new_player(server).code()
        for number in range(10):
            problem(link(server, f"ZZZ-ZZ{number}"), 404, "no-such-code")
        problem(link(server, code), 429, "rate-limited")
        problem(ask(server, "GET", f"/link/{code}"), 429, "rate-limited")


def test_ten_thousand_guesses_from_a_thousand_addresses_do_not_find_a_code():
    """An address has ten guesses a minute, at both places together, and one that knows the code has used none."""
    with ServerProcess("--trusted-proxy", "127.0.0.1") as server:
        ann, letters = new_player(server), "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        code, guesses, statuses = ann.code(), random.Random(1), collections.Counter()
        addresses = [f"198.51.{number // 250}.{number % 250}" for number in range(1000)]
        with Wire(server, timeout=20) as wire:
            for number in range(10_000):
                guess = "".join(guesses.choices(letters, k=6))
                assert guess != code.replace("-", "")
                way = ("GET", f"/link/{guess}", None) if number % 2 else ("POST", "/players/link", {"code": guess})
                from_address = {"X-Forwarded-For": addresses[number // 10]}
                answer = ask(server, *way, from_address, wire=wire)
                statuses[answer.status] += 1
                if number % 1000 == 9:
                    spent = ask(server, "POST", "/players/link", {"code": code}, from_address, wire=wire)
                    problem(spent, 429, "rate-limited")
        assert statuses == {404: 10_000}
        found = ask(server, "POST", "/players/link", {"code": code}, {"X-Forwarded-For": "203.0.113.1"})
        assert found.status == 201 and found.json["player"] == ann.player
        assert [key["n"] for key in ann.show()["keys"]] == [1, 2]


def test_ten_thousand_guesses_from_one_address_are_refused_after_the_tenth():
    """Also when the limits of addresses are switched off; a right code is refused too, and is not used up."""
    with ServerProcess("--no-address-limits", "--trusted-proxy", "127.0.0.1") as server:
        code, statuses = new_player(server).code(), collections.Counter()
        with Wire(server, timeout=20) as wire:
            for number in range(10_000):
                guess = code if number == 9_999 else f"{number:06}"
                statuses[ask(server, "POST", "/players/link", {"code": guess}, wire=wire).status] += 1
        # Slow machines need more than a minute, in which the limit allows ten again.
        assert statuses.keys() == {404, 429} and statuses[404] <= 40
        elsewhere = {"X-Forwarded-For": "203.0.113.1"}
        assert ask(server, "POST", "/players/link", {"code": code}, elsewhere).status == 201


def test_a_malformed_code_is_refused(own_free_server):
    for code in ("", "K7Q", "K7Q-M2XX", "K7Q-M2!"):
        problem(link(own_free_server, code), 404, "no-such-code")
    problem(link(own_free_server, 5), 422, "invalid-value")
    problem(ask(own_free_server, "POST", "/players/link", {}), 422, "invalid-value")


def test_a_player_can_have_20_keys(house):
    ann = new_player(house)
    for _ in range(19):
        assert link(house, ann.code()).status == 201
    problem(ann.ask("POST", "/players/me/codes", {}), 409, "too-many-keys")
    assert ann.ask("DELETE", "/players/me/keys/20").status == 204
    assert link(house, ann.code()).status == 201


def test_the_owner_renames_and_erases_a_player_by_id():
    with ServerProcess("--no-address-limits") as server:
        ann, game = new_player(server, "Quirinia"), new_game(server)
        ann.sit(game)
        assert admin(server, "players", "rename", ann.player, "Anna")["name"] == "Anna"
        assert ann.show()["name"] == "Anna"
        admin(server, "players", "delete", ann.player)
        eventually(lambda: files_with(server, "Quirinia") == [], 10)
        problem(ann.ask("GET", "/players/me"), 401, "unknown-token")
        assert "no player" in refused(server, "players", "delete", ann.player)


def test_an_ended_key_is_unknown_at_once_and_its_stream_ends(house):
    ann, game = new_player(house), new_game(house)
    phone = link(house, ann.code()).json["key"]
    ann.sit(game)
    with Stream(house, game.path + "/events", token=phone) as stream, Wire(house) as poll:
        assert stream.next().name == "snapshot"
        by_phone = {"Authorization": f"Bearer {phone}"}
        poll.request("GET", game.path + "/board?after=1&wait=25", headers=by_phone)
        assert poll.silent(0.3)
        assert ann.ask("DELETE", "/players/me/keys/2").status == 204
        assert stream.rest_of_stream() == ([], True)
        assert poll.answer().status == 304, "not after 25 s, but at once"
    problem(game.edit(0, "A", phone), 401, "unknown-token")
    accepted(game.edit(0, "A", ann.key))


def test_the_last_key_stays(house):
    ann = new_player(house)
    problem(ann.ask("DELETE", "/players/me/keys/1"), 409, "last-key")
    problem(ann.ask("DELETE", "/players/me/keys/7"), 404, "no-such-key")
    problem(ann.ask("DELETE", "/players/me/keys/x"), 404, "no-such-key")


# ---------------------------------------------------------------------------------------------- games of days


def test_a_key_starts_the_game_of_the_day_once(house):
    ann = new_player(house)
    task = daily(house, "guess", token=ann.key, method="GET")
    assert task.status == 200 and task.json["start"] == "/daily/guess"
    made = daily(house, "guess", token=ann.key)
    again = daily(house, "guess", token=ann.key)
    found = daily(house, "guess", token=ann.key, method="GET")
    assert (made.status, again.status, found.status) == (201, 200, 303)
    assert made.header("Location") == again.header("Location") == found.header("Location")
    assert made.json["seats"][0]["player"] == ann.player and made.json["state"] == "playing"


def test_two_devices_of_one_player_start_one_game(house):
    ann = new_player(house)
    phone = link(house, ann.code()).json["key"]
    calls = [lambda key=key: daily(house, "mini", token=key).json["id"] for key in (ann.key, phone) * 4]
    assert len(set(concurrently(*calls))) == 1


def test_one_game_of_the_day_is_played_from_two_devices_at_once(house):
    """Both write and submit at the same time; both follow it; it is one game, with one result."""
    word, ann = Answers(house).of("guess", today()), new_player(house, "Two Phones")
    keys = (ann.key, link(house, ann.code()).json["key"])
    games = [seated(house, "guess", token=key) for key in keys]
    assert games[0].id == games[1].id
    with Stream(house, games[0].path + "/events", token=keys[0]) as one:
        with Stream(house, games[0].path + "/events", token=keys[1]) as two:
            shown = [stream.next() for stream in (one, two)]
            assert shown[0].data["seats"][0]["player"] == ann.player
            for guess in ("CRANE" if word != "CRANE" else "SLOTH", word):
                row = games[0].show()["row"] + 1
                calls = [
                    lambda n=n, sign=sign, row=row: games[n % 2].ask(
                        "PATCH", "/board", {"cells": {f"{'abcde'[n]}{row}": sign}}, token=keys[n % 2]
                    ).status
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


PRIVATE = ["", "/board", "/board.json", "/board.txt", "/board.svg", "/board.ansi", "/boards/0", "/board?at=0"]
PRIVATE += ["/board?after=0&wait=1", "/history", "/export", "/actions", "/share"]
PRIVATE += ["/events", "/events?after=0"]


@pytest.mark.parametrize("path", PRIVATE)
def test_nobody_else_sees_a_running_game_of_the_day(house, path):
    ann, bea = new_player(house), new_player(house, "Bea")
    game = Game(house, seated(house, "guess", token=ann.key).id)
    for token in (None, bea.key):
        problem(game.ask("GET", path, token=token), 403, "personal-game")
    problem(game.ask("GET", path, token="0" * 32), 401, "unknown-token")
    assert game.ask("GET", "/board", token=ann.key).status == 200


@pytest.mark.parametrize("games", ["{}", "{},lobby", "lobby,{}"])
def test_nobody_else_reads_a_running_game_of_the_day_in_a_stream_of_several(house, games):
    path = "/events?games=" + games.format(seated(house, "guess", token=new_player(house).key).id)
    for token in (None, new_player(house, "Bea").key):
        problem(ask(house, "GET", path, token=token), 403, "personal-game")


def test_the_same_holds_for_a_player_without_a_key(house):
    game = seated(house, "guess")
    guess_word(game, "CRANE")
    stranger = Game(house, game.id)
    for path in PRIVATE:
        problem(stranger.ask("GET", path, token=new_player(house, "Bea").key), 403, "personal-game")
        problem(stranger.ask("GET", path), 403, "personal-game")
    assert game.show()["sequence"] > 0


def test_nobody_else_acts_in_a_running_game_of_the_day(house):
    game = seated(house, "guess", token=new_player(house).key)
    stranger, before = Game(house, game.id), game.board()
    for token in (None, new_player(house, "Bea").key):
        problem(stranger.edit(0, "A", token), 403, "personal-game")
        problem(stranger.ask("PATCH", "/board", {"cells": {"0": "A"}}, token=token), 403, "personal-game")
        problem(stranger.act("resign", token=token), 403, "personal-game")
        problem(stranger.act("rematch", token=token), 403, "personal-game")
        problem(stranger.ask("DELETE", "/seats/1", token=token), 403, "personal-game")
        problem(stranger.ask("POST", "/seats/1/token", {}, token=token), 403, "personal-game")
        problem(stranger.ask("POST", "/bots", {}, token=token), 403, "personal-game")
    assert game.board() == before


def test_nobody_else_joins_a_running_game_of_the_day(house):
    game = Game(house, seated(house, "guess", token=new_player(house).key).id)
    problem(game.ask("POST", "/seats", {"name": "Mal"}), 403, "personal-game")
    problem(new_player(house, "Bea").ask("POST", game.path + "/seats", {}), 403, "personal-game")


def test_a_spectator_of_a_game_without_a_player_is_sent_away_when_somebody_sits_down(house):
    game = open_daily(house, "guess")
    several = f"/events?games={game.id},lobby"
    with Stream(house, game.path + "/events") as stream, Stream(house, several) as both, Wire(house) as poll:
        assert stream.next().name == both.next().name == "snapshot"
        poll.request("GET", f"{game.path}/board?after=0&wait=25")
        assert poll.silent(0.3)
        game.token = game.seat("Ann").token
        accepted(game.ask("PATCH", "/board", {"cells": {"0": "Q"}}))
        for ended in (stream, both):
            events, has_ended = ended.rest_of_stream()
            assert has_ended and "cell.changed" not in [event.name for event in events], events
        # The poll ends at once without news; its client learns the reason when it asks again.
        assert (answer := poll.answer()).status == 304 and answer.body == b"", answer
        problem(Game(house, game.id).ask("GET", "/board?after=0&wait=1"), 403, "personal-game")


def test_a_live_board_of_a_game_without_a_player_ends_when_somebody_sits_down(house):
    game = open_daily(house, "guess")
    with LiveBoard(game) as live:
        live.at(0)
        game.token = game.seat("Ann").token
        accepted(game.ask("PATCH", "/board", {"cells": {"0": "Q"}}))
        with pytest.raises(Closed):
            live.at(10**6)
        assert live.terminal.sequence == 0


def test_a_game_of_the_day_is_in_no_list(house):
    ann = new_player(house)
    game = seated(house, "guess", token=ann.key)
    for token in (None, ann.key):
        for state in ("playing", "finished"):
            assert game.id not in ask(house, "GET", f"/games?limit=100&state={state}", token=token).text


def test_everybody_sees_a_game_of_the_day_that_has_ended(house):
    game = seated(house, "guess", token=new_player(house).key)
    accepted(game.me.act("resign"))
    assert Game(house, game.id).show()["result"]["answer"]


def test_a_game_of_the_day_cannot_be_left(house):
    for token in (new_player(house).key, None):
        game = seated(house, "guess", token=token)
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


def test_two_players_of_one_name_both_stand(ranked):
    assert {entry["player"] for entry in entries(ranked)} == {ann.player for ann in ranked.anns[:2]}
    assert {entry["name"] for entry in entries(ranked)} == {"Ann"}


def test_a_name_without_a_key_and_practice_change_no_rank(ranked):
    before = entries(ranked)
    guess_word(seated(ranked, "guess", name="Ann"), ranked.word)
    ann, options = ranked.anns[0], {"mode": "daily", "day": today()}
    practice = Game(ranked, ann.ask("POST", "/games", {"rules": "guess", "options": options}).json["id"])
    practice.me = Seat(practice, ann.sit(practice)["seat"], "Ann", None, ann.key)
    guess_word(practice, ranked.word)
    assert practice.show()["result"]["winners"] == [1]
    assert entries(ranked) == before


def test_giving_up_under_the_name_of_a_player_changes_no_rank_and_no_statistics(ranked):
    """The sabotage: somebody without a key, and somebody with another one, play as “Ann” and give up."""
    before, statistics = entries(ranked, "?period=all"), [ann.show()["statistics"] for ann in ranked.anns]
    accepted(seated(ranked, "guess", name="Ann").me.act("resign"))
    accepted(seated(ranked, "guess", token=new_player(ranked).key).me.act("resign"))
    assert entries(ranked, "?period=all") == before
    assert [ann.show()["statistics"] for ann in ranked.anns] == statistics


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
    assert dan.show()["statistics"]["guess"] == {"played": 1, "won": 0, "streak": 0, "best": 0}
    assert dan.player not in {entry["player"] for entry in entries(ranked)}


def test_the_server_counts_statistics(ranked):
    statistics = ranked.anns[0].show()["statistics"]["guess"]
    assert (statistics["played"], statistics["won"], statistics["distribution"]) == (1, 1, {"1": 1})
    assert (statistics["streak"], statistics["best"]) == (1, 1) and statistics["times"]["best"] >= 0
    lost = ranked.anns[2].show()["statistics"]["guess"]
    assert (lost["played"], lost["won"], lost["streak"]) == (1, 0, 0)


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
        eventually(lambda: files_with(server, name) == [], 10)
        problem(erased.ask("GET", "/players/me"), 401, "unknown-token")
        assert game.board()["text"] == board
        assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player", "Bea"]
        assert name not in game.ask("GET", "/history").text + game.ask("GET", "/export").text
        assert name not in server.stderr
        accepted(game.edit(1, "B", other.key))
        server.restart()
        assert files_with(server, name) == []


def test_erasing_one_of_two_players_of_one_name_leaves_the_other():
    with ServerProcess() as server:
        one, two, game = new_player(server), new_player(server), new_game(server)
        for player in (one, two):
            player.sit(game)
        assert one.ask("DELETE", "/players/me").status == 204
        assert [seat["name"] for seat in game.show()["seats"]] == ["Deleted player", "Ann"]
        assert two.show()["name"] == "Ann"


def test_a_document_cannot_claim_the_id_of_a_player(house):
    ann, game = new_player(house), new_game(house)
    ann.sit(game)
    made = ask(house, "POST", "/games/import", game.ask("GET", "/export").json)
    assert made.status == 201 and "player" not in made.json["seats"][0]
    assert [played["id"] for played in ann.show()["games"]] == [game.id]
