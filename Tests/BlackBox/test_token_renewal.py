"""The renewal of a seat's token: only the newest token is valid, also after races, kills and restarts."""

import signal

import pytest

from client import Closed, Wire, accepted, ask, compose, new_game, problem, wait_for_polls
from concurrency import concurrently
from contract import Contract
from players import new_player
from server_clock import StoppedServer
from server_process import ServerProcess
from streams import Stream

TOKEN = "/seats/{}/token"


def renew(game, seat, token):
    return game.ask("POST", TOKEN.format(seat), token=token)


def renewed(game, seat, token):
    answer = renew(game, seat, token)
    assert answer.status == 200, answer
    return answer.json["token"]


def square(server, *names):
    """A word square in progress, in which each player has a hidden board."""
    answer = ask(server, "POST", "/games", {"rules": "square", "options": {"clock": {"call": 300, "place": 300}}})
    game = new_game(server)
    game.id, game.host = answer.json["id"], answer.json["host"]["token"]
    game.path = f"/games/{game.id}"
    seats = [game.seat(name) for name in names]
    assert game.act("start", token=game.host).status == 200
    return game, seats


def test_the_new_token_works_and_the_old_one_does_not(game):
    ann = game.seat("Ann", colour="#2a9d8f")
    accepted(ann.edit(0, "A"))
    answer = renew(game, ann.number, ann.token)
    assert answer.status == 200 and answer.header("Cache-Control") == "no-store"
    fresh = answer.json
    assert {**fresh, "token": None} == {"seat": 1, "name": "Ann", "colour": "#2a9d8f", "token": None}
    assert len(fresh["token"]) >= 22 and fresh["token"] != ann.token
    with game.unchanged():
        problem(ann.edit(1, "B"), 401, "unknown-token")
        problem(renew(game, ann.number, ann.token), 401, "unknown-token")
    assert accepted(game.edit(1, "B", token=fresh["token"]))["events"][0]["by"] == 1
    accepted(game.act("undo", token=fresh["token"]))  # the player is still the same


def test_a_renewal_is_no_event_and_other_players_do_not_see_it(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    before = game.board(), game.history(), game.show()["seats"]
    fresh = renewed(game, ann.number, ann.token)
    assert (game.board(), game.history(), game.show()["seats"]) == before
    export = game.ask("GET", "/export").text
    assert fresh not in export and ann.token not in export
    accepted(ben.edit(0, "B"))


def test_only_the_player_and_the_host_may_renew_a_token(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    problem(renew(game, 1, None), 401, "token-needed")
    problem(renew(game, 1, "x" * 32), 401, "unknown-token")
    problem(renew(game, 1, ben.token), 403, "not-allowed")
    for seat in ("3", "0", "13", "x", "-1"):
        problem(renew(game, seat, game.host), 404, "no-such-seat")
    problem(ask(game.server, "POST", "/games/nowhere" + TOKEN.format(1)), 404, "no-such-game")
    problem(game.ask("POST", TOKEN.format(1), {"token": "mine"}, token=ann.token), 422, "unknown-key")
    accepted(ann.edit(0, "A"))


def test_the_host_can_renew_the_lost_token_of_a_player(game):
    ann = game.seat("Ann")
    fresh = renewed(game, 1, game.host)
    problem(ann.edit(0, "A"), 401, "unknown-token")
    accepted(game.edit(0, "A", token=fresh))
    problem(game.act("lock", token=fresh), 403, "not-allowed")  # the new token has no host rights
    assert game.act("lock", token=game.host).status == 200, "the host's token stays valid"


def test_the_host_gets_no_token_for_the_seat_of_a_player_with_a_key(game):
    ben = new_player(game.server)
    ben.sit(game)
    problem(renew(game, 1, game.host), 403, "not-allowed")
    accepted(game.edit(0, "A", token=ben.key))
    assert renew(game, 1, ben.key).status == 200, "the player may have one"


def test_a_seated_host_stays_the_host(game):
    answer = game.ask("POST", "/seats", {"name": "Hana"}, token=game.host)
    fresh = renewed(game, answer.json["seat"], answer.json["token"])
    assert game.act("lock", token=fresh).status == 200


def test_the_host_cannot_renew_a_token_that_opens_a_hidden_board(server):
    game, (ann, ben) = square(server, "Ann", "Ben")
    problem(renew(game, ann.number, game.host), 403, "not-allowed")
    problem(renew(game, ann.number, ben.token), 403, "not-allowed")
    fresh = renewed(game, ann.number, ann.token)
    assert game.ask("GET", "/boards/1", token=fresh).status == 200
    problem(game.ask("GET", "/boards/1", token=ann.token), 401, "unknown-token")
    problem(game.ask("GET", "/boards/2", token=fresh), 403, "hidden")


def test_a_bot_has_no_token(server):
    answer = ask(server, "POST", "/games", {"rules": "square"})
    game = new_game(server)
    game.path, game.host = f"/games/{answer.json['id']}", answer.json["host"]["token"]
    bot = game.ask("POST", "/bots", {"level": "easy"}, token=game.host).json["seat"]
    problem(renew(game, bot, game.host), 403, "not-allowed")


def test_a_renewal_ends_the_streams_and_polls_of_the_old_token_only(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    others = [Stream(game.server, game.path + "/events", token=token) for token in (None, ben.token, game.host)]
    mine = [Stream(game.server, game.path + "/events", token=ann.token, lines=lines) for lines in (False, True)]
    mine.append(Stream(game.server, f"/events?games=lobby,{game.id}", token=ann.token))
    for stream in mine + others:
        stream.next("snapshot")
    poll = Wire(game.server)
    headers = {"Authorization": f"Bearer {ann.token}"}
    poll.request("GET", f"{game.path}/board?after={game.sequence}&wait=20", headers=headers)
    wait_for_polls(game.server)
    fresh = renewed(game, 1, ann.token)
    problem(poll.answer(), 401, "unknown-token")
    for stream in mine:
        assert stream.rest_of_stream()[1], "still open"
    game.edit(0, "A", token=fresh)
    for stream in others:
        assert stream.next().data["value"] == "A"
        stream.close()
    with Stream(game.server, game.path + "/events", token=ann.token) as again:
        assert again.status == 401
    with Stream(game.server, game.path + "/events", token=fresh) as again:
        assert again.next("snapshot").data["sequence"] == 3
    poll.close()


def test_of_many_renewals_at_once_exactly_one_succeeds(game):
    """When an owner and a thief renew the same token, one of them is left without a valid token."""
    ann = game.seat("Ann")
    answers = concurrently(*[lambda: renew(game, 1, ann.token)] * 12)
    good = [answer.json["token"] for answer in answers if answer.status == 200]
    assert len(good) == 1
    for answer in answers:
        if answer.status != 200:
            problem(answer, 401, "unknown-token")
    accepted(game.edit(0, "A", token=good[0]))


def test_the_second_of_two_pipelined_renewals_is_refused(game):
    ann = game.seat("Ann")
    call = compose(game.server, "POST", game.path + TOKEN.format(1), "", {"Authorization": f"Bearer {ann.token}"})
    with Wire(game.server) as wire:
        wire.send(call * 2)
        assert wire.answer().status == 200
        problem(wire.answer(), 401, "unknown-token")


def test_leaving_revokes_the_new_token_too(game):
    ann = game.seat("Ann")
    fresh = renewed(game, 1, ann.token)
    assert game.ask("DELETE", "/seats/1", token=fresh).status == 204
    ben = game.seat("Ben")
    assert ben.number == 1
    for token in (ann.token, fresh):
        problem(renew(game, 1, token), 401, "unknown-token")
    accepted(ben.edit(0, "B"))


def test_a_rematch_accepts_only_the_new_token(game):
    ann = game.seat("Ann")
    fresh = renewed(game, 1, ann.token)
    assert game.act("close", token=game.host).status == 200
    answer = game.act("rematch", token=fresh)
    assert answer.status == 200, answer
    game.path = "/games/" + answer.json["events"][-1]["game"]
    problem(game.edit(0, "A", token=ann.token), 401, "unknown-token")
    accepted(game.edit(0, "A", token=fresh))


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=lambda end: end.name)
def test_a_renewal_survives_a_restart(end):
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server)
        ann = game.seat("Ann")
        tokens = [ann.token]
        for _ in range(3):
            tokens.append(renewed(game, 1, tokens[-1]))
            server.restart(end)
        for former in tokens[:-1]:
            problem(game.edit(0, "A", token=former), 401, "unknown-token")
        accepted(game.edit(0, "A", token=tokens[-1]))


def test_a_kill_during_a_renewal_leaves_the_old_or_the_new_token_valid():
    """The reply may be lost, but never the seat: the store has either the old or the new token."""
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server)
        token = game.seat("Ann").token
        for round in range(6):
            wire = Wire(server)
            try:
                for number in range(7):
                    wire.request("POST", game.path + TOKEN.format(1), "", {"Authorization": f"Bearer {token}"})
                    if number == round:
                        server.send(signal.SIGKILL)
                    token = wire.answer().json["token"]
            except (Closed, OSError):
                pass
            wire.close()
            server.wait()
            server.restart()
            answer = game.edit(0, "ABCDEF"[round], token=token)
            if answer.status == 401:
                # The renewal was committed and its reply lost, so the host renews the token.
                token = renewed(game, 1, game.host)
                accepted(game.edit(0, "ABCDEF"[round], token=token))


@pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")
def test_renewals_count_toward_the_edit_limit_of_a_player():
    with StoppedServer() as server:
        game = new_game(server)
        ann = game.seat("Ann")
        call = compose(server, "POST", game.path + TOKEN.format(1), "", {"Authorization": f"Bearer {game.host}"})
        with Wire(server) as wire:
            wire.send(call * 80)
            answers = [wire.answer() for _ in range(80)]
        assert [answer.status for answer in answers] == [200] * 40 + [429] * 40
        problem(answers[-1], 429, "rate-limited")
        problem(ann.edit(0, "A"), 401, "unknown-token")


def test_every_answer_matches_the_openapi_document(server):
    contract = Contract(ask(server, "GET", "/openapi.json").json)
    game = new_game(server)
    ann = game.seat("Ann")
    path = "/games/{id}" + TOKEN.format("{seat}")
    for answer in (
        renew(game, 1, ann.token),
        renew(game, 1, ann.token),
        renew(game, 2, game.host),
        game.ask("POST", TOKEN.format(1), "{", token=game.host),
        game.ask("POST", TOKEN.format(1), {"x": 1}, token=game.host),
        game.ask("POST", TOKEN.format(1), "x", {"Content-Type": "text/html"}, token=game.host),
    ):
        contract.check("post", path, answer)
