"""Limits per address and per player: past them 429 or 503, and other clients are served as before."""

import time

import pytest

from client import Closed, Wire, accepted, ask, compose, eventually, lobby, new_game, problem
from refused_starts import start
from server_process import ServerProcess
from streams import Stream


def burst(server, count, make):
    """Sends `count` requests at once on one connection and returns the answers."""
    with Wire(server, timeout=15) as wire:
        wire.send(b"".join(make(number) for number in range(count)))
        return [wire.answer() for _ in range(count)]


def letter(number):
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]


def test_a_player_can_make_20_edits_a_second_after_a_burst_of_40(own_server):
    game = new_game(own_server)
    ann, ben = game.seat("Ann"), game.seat("Ben")

    def edits(token):
        return lambda number: compose(
            own_server,
            "POST",
            f"{game.path}/board/cells/{number % 25}",
            {"value": letter(number)},
            {"Authorization": f"Bearer {token}"},
        )

    began = time.monotonic()
    answers = burst(own_server, 80, edits(ann.token))
    seconds = time.monotonic() - began
    passed = [answer for answer in answers if answer.status == 200]
    assert all(answer.status == 200 for answer in answers[:40]), "the burst is accepted"
    assert len(passed) <= 40 + 20 * seconds + 2
    for answer in answers:
        if answer.status != 200:
            problem(answer, 429, "rate-limited")
    assert game.sequence == 2 + len(passed), "a refused edit changes nothing"
    assert all(answer.status == 200 for answer in burst(own_server, 20, edits(ben.token))), (
        "each player has a burst of 40"
    )
    time.sleep(int(answers[-1].header("Retry-After")))
    accepted(ann.edit(0, "Z"))


def test_an_address_can_make_100_edits_a_second_after_a_burst_of_200(own_server):
    began = time.monotonic()
    answers = burst(
        own_server,
        400,
        lambda number: compose(own_server, "POST", f"/board/cells/{number % 25}", letter(number)),
    )
    seconds = time.monotonic() - began
    passed = sum(answer.status == 200 for answer in answers)
    assert 40 <= passed <= 200 + 100 * seconds + 5
    for answer in answers:
        if answer.status != 200:
            problem(answer, 429, "rate-limited")
    assert lobby(own_server).sequence <= passed
    assert ask(own_server, "GET", "/board").status == 200, "reads are not limited"


def test_an_address_can_create_20_games_and_then_one_a_second(own_server):
    answers = burst(own_server, 30, lambda number: compose(own_server, "POST", "/games", {"rules": "free"}))
    assert [answer.status for answer in answers[:20]] == [201] * 20
    for answer in answers[22:]:
        problem(answer, 429, "rate-limited")
    time.sleep(int(answers[-1].header("Retry-After")) + 0.1)
    assert ask(own_server, "POST", "/games", {"rules": "free"}).status == 201


def test_the_flag_turns_the_limits_per_address_off(server):
    answers = burst(server, 60, lambda number: compose(server, "POST", "/games", {"rules": "free"}))
    assert {answer.status for answer in answers} == {201}
    game = new_game(server)
    answers = burst(
        server,
        500,
        lambda number: compose(server, "POST", f"{game.path}/board/cells/{number % 25}", letter(number)),
    )
    assert {answer.status for answer in answers} == {200}
    parked = [
        Wire(server).request("GET", game.path + f"/board?after={game.sequence}&wait=25") for _ in range(80)
    ]
    assert parked[-1].silent(0.3)
    streams = [Wire(server).request("GET", game.path + "/events") for _ in range(40)]
    assert {stream.head()[1] for stream in streams} == {200}
    for wire in parked + streams:
        wire.close()


def test_the_257th_connection_of_an_address_is_503(own_server):
    inside = [Wire(own_server) for _ in range(256)]
    try:
        assert inside[-1].request("GET", "/healthz").answer().status == 200
        with Wire(own_server, timeout=3) as one_more:
            one_more.request("GET", "/healthz")
            answer = one_more.answer()
            assert answer.status == 503 and answer.header("Retry-After") and one_more.ended()
        assert inside[0].request("GET", "/healthz").answer().status == 200, (
            "open connections are served as before"
        )
        for wire in inside[:10]:
            wire.close()

        def is_accepted():
            with Wire(own_server) as again:
                try:
                    return again.request("GET", "/healthz").answer().status == 200
                except Closed:
                    return False

        eventually(is_accepted, 3)
    finally:
        for wire in inside:
            wire.close()


def create_game(server, headers):
    return ask(server, "POST", "/games", {"rules": "free"}, headers).status


def test_forwarding_headers_are_ignored_without_a_trusted_proxy(own_server):
    statuses = [
        create_game(own_server, {"X-Forwarded-For": address, "Forwarded": f"for={address}"})
        for address in (f"192.0.2.{number}" for number in range(30))
    ]
    assert 429 in statuses


def test_a_trusted_proxy_names_the_address_of_the_client():
    with ServerProcess("--trusted-proxy", "192.0.2.1", "--trusted-proxy", "127.0.0.0/8") as server:
        for header, value in (
            ("X-Forwarded-For", "192.0.2.{}"),
            ("Forwarded", "for=198.51.100.{}"),
            ("Forwarded", 'for="[2001:db8:{}::1]"'),  # a /64 network is one client
        ):
            created = {create_game(server, {header: value.format(number)}) for number in range(1, 26)}
            assert created == {201}, header
            assert 429 in [create_game(server, {header: value.format(7)}) for _ in range(25)], header
        statuses = [
            create_game(server, {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.200"})
            for number in range(25)
        ]
        assert 429 in statuses, "the addresses before the last are claims of the client"
        statuses = [
            create_game(server, {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.201, 192.0.2.1, 127.0.0.9"})
            for number in range(25)
        ]
        assert 429 in statuses, "behind a chain of proxies the last address that is not a proxy counts"
        statuses = [
            create_game(server, {"X-Forwarded-For": "192.0.2.202", "Forwarded": f"for=203.0.113.{number}"})
            for number in range(25)
        ]
        assert 429 in statuses, "a header that the proxy passes through does not change the address"
        statuses = [create_game(server, {"X-Forwarded-For": f"number {number}"}) for number in range(25)]
        assert 429 in statuses, "an invalid address is ignored"


def open_stream(server, client):
    return Stream(server, headers={"X-Forwarded-For": client})


def test_behind_a_proxy_streams_are_counted_per_client():
    with ServerProcess("--trusted-proxy", "127.0.0.1") as server:
        many = [open_stream(server, "192.0.2.7") for _ in range(32)]
        assert {stream.status for stream in many} == {200}
        with open_stream(server, "192.0.2.7") as refused, open_stream(server, "192.0.2.8") as other:
            assert refused.status == 429 and refused.headers.get("Retry-After") and other.status == 200
        for stream in many:
            stream.close()


def test_an_ipv6_site_may_open_eight_times_as_many_streams_as_a_network_of_64_bits():
    with ServerProcess("--trusted-proxy", "127.0.0.1") as server:
        many = [open_stream(server, f"2001:db8:5:{number % 16}::1") for number in range(256)]
        assert {stream.status for stream in many} == {200}
        with open_stream(server, "2001:db8:5:99::1") as refused, open_stream(server, "2001:db8:6::1") as other:
            assert refused.status == 429 and other.status == 200
        for stream in many:
            stream.close()


@pytest.mark.parametrize("address", ["proxy", "10.0.0.0/33", "::/129", "10.0.0.1/", "10.0.0.0/-1", "1.2.3"])
def test_an_invalid_proxy_address_is_refused_at_the_start(address):
    done = start("--store", "memory", f"--trusted-proxy={address}")
    assert done.returncode > 0 and "--trusted-proxy must be an address" in done.stderr


def test_a_rematch_counts_as_a_new_game(own_server):
    """Otherwise a client could create games without limit by ending each and asking for a rematch."""
    game = new_game(own_server)
    token = game.seat().token
    made = 1
    for _ in range(25):
        assert game.act("close", token=game.host).status == 200
        answer = game.act("rematch", token=token)
        if answer.status != 200:
            break
        made += 1
        game.path = "/games/" + answer.json["events"][-1]["game"]
    problem(answer, 429, "rate-limited")
    assert made <= 24


def test_answers_to_prompts_are_limited_like_edits_but_leaving_is_not(own_server):
    game = new_game(own_server)
    ann = game.seat()
    headers = {"Authorization": f"Bearer {ann.token}"}
    answers = burst(
        own_server, 60, lambda number: compose(own_server, "POST", game.path + "/prompts/1", {"button": 0}, headers)
    )
    problem(answers[-1], 429, "rate-limited")
    assert game.ask("DELETE", f"/seats/{ann.number}", token=ann.token).status == 204


def test_each_address_has_its_own_limits(own_server):
    """127.0.0.2 is a second address of this machine."""
    parked = [Wire(own_server).request("GET", "/board?after=0&wait=25") for _ in range(64)]
    assert parked[-1].silent(0.2)
    with Wire(own_server) as refused, Wire(own_server, source="127.0.0.2") as other:
        assert refused.request("GET", "/board?after=0&wait=25").answer().status == 429
        assert other.request("GET", "/board?after=0&wait=25").silent(0.3)
    for wire in parked:
        wire.close()
