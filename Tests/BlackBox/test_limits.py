"""Rates and numbers per address and per player: 429, and those inside are served as before."""

import time

import pytest

from client import Closed, Wire, accepted, ask, compose, eventually, lobby, new_game, problem
from refused_starts import start
from server_process import ServerProcess
from streams import Stream


def burst(server, count, make):
    """Sends so many requests in one go on one connection and gives the answers."""
    with Wire(server, timeout=15) as wire:
        wire.send(b"".join(make(number) for number in range(count)))
        return [wire.answer() for _ in range(count)]


def letter(number):
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]


def test_a_players_edits_are_20_a_second_after_a_burst_of_40(own_server):
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
    assert all(answer.status == 200 for answer in answers[:40]), "the burst"
    assert len(passed) <= 40 + 20 * seconds + 2
    for answer in answers:
        if answer.status != 200:
            problem(answer, 429, "rate-limited")
    assert game.sequence == 2 + len(passed), "what is refused changes nothing"
    assert all(answer.status == 200 for answer in burst(own_server, 20, edits(ben.token))), (
        "Ben has a burst of his own"
    )
    time.sleep(int(answers[-1].header("Retry-After")))
    accepted(ann.edit(0, "Z"))


def test_an_addresss_edits_are_bounded(own_server):
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
    assert ask(own_server, "GET", "/board").status == 200, "reading goes on"


def test_an_address_makes_20_games_and_then_one_a_second(own_server):
    answers = burst(own_server, 30, lambda number: compose(own_server, "POST", "/games", {"rules": "free"}))
    assert [answer.status for answer in answers[:20]] == [201] * 20
    for answer in answers[22:]:
        problem(answer, 429, "rate-limited")
    time.sleep(int(answers[-1].header("Retry-After")) + 0.1)
    assert ask(own_server, "POST", "/games", {"rules": "free"}).status == 201


def test_the_flag_takes_the_limits_per_address_off(server):
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


def test_256_connections_of_one_address_are_taken_and_the_next_is_told_503(own_server):
    inside = [Wire(own_server) for _ in range(256)]
    try:
        assert inside[-1].request("GET", "/healthz").answer().status == 200
        with Wire(own_server, timeout=3) as one_more:
            one_more.request("GET", "/healthz")
            answer = one_more.answer()
            assert answer.status == 503 and answer.header("Retry-After") and one_more.ended()
        assert inside[0].request("GET", "/healthz").answer().status == 200, (
            "those inside are served as before"
        )
        for wire in inside[:10]:
            wire.close()

        def let_in():
            with Wire(own_server) as again:
                try:
                    return again.request("GET", "/healthz").answer().status == 200
                except Closed:
                    return False

        eventually(let_in, 3)
    finally:
        for wire in inside:
            wire.close()


def created(server, headers):
    return ask(server, "POST", "/games", {"rules": "free"}, headers).status


def test_an_address_cannot_be_claimed_without_a_trusted_proxy(own_server):
    statuses = [
        created(own_server, {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"})
        for number in range(30)
    ]
    assert 429 in statuses


def test_a_trusted_proxy_names_the_address():
    with ServerProcess("--trusted-proxy", "192.0.2.1", "--trusted-proxy", "127.0.0.0/8") as server:
        for header, value in (
            ("X-Forwarded-For", "192.0.2.{}"),
            ("Forwarded", "for=198.51.100.{}"),
            ("Forwarded", 'for="[2001:db8:{}::1]"'),  # a /64 network is one client
        ):
            assert {created(server, {header: value.format(number)}) for number in range(1, 26)} == {201}, (
                header
            )
            assert 429 in [created(server, {header: value.format(7)}) for _ in range(25)], header
        statuses = [
            created(server, {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.200"}) for number in range(25)
        ]
        assert 429 in statuses, "what stands left of the last address is the client's own claim"
        statuses = [
            created(server, {"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.201, 192.0.2.1, 127.0.0.9"})
            for number in range(25)
        ]
        assert 429 in statuses, "behind a chain of proxies the last that is none of them counts"
        statuses = [
            created(server, {"X-Forwarded-For": "192.0.2.202", "Forwarded": f"for=203.0.113.{number}"})
            for number in range(25)
        ]
        assert 429 in statuses, "the header that the proxy lets through gives nobody another address"
        statuses = [created(server, {"X-Forwarded-For": f"number {number}"}) for number in range(25)]
        assert 429 in statuses, "what is no address is none"


def test_behind_a_proxy_polls_and_streams_are_counted_by_client():
    with ServerProcess("--trusted-proxy", "127.0.0.1") as server:

        def watch(client):
            return Stream(server, headers={"X-Forwarded-For": client})

        many = [watch("192.0.2.7") for _ in range(32)]
        assert {stream.status for stream in many} == {200}
        with watch("192.0.2.7") as refused, watch("192.0.2.8") as other:
            assert refused.status == 429 and refused.headers.get("Retry-After") and other.status == 200
        for stream in many:
            stream.close()


@pytest.mark.parametrize("address", ["proxy", "10.0.0.0/33", "::/129", "10.0.0.1/", "10.0.0.0/-1", "1.2.3"])
def test_what_is_no_address_of_a_proxy_is_refused_at_the_start(address):
    done = start("--store", "memory", f"--trusted-proxy={address}")
    assert done.returncode > 0 and "--trusted-proxy is an address" in done.stderr


def test_a_rematch_counts_as_a_game_that_is_made(own_server):
    """Else whoever ends a round and asks for the next would make games without end."""
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


def test_answers_to_questions_are_limited_as_edits_are_but_leaving_is_not(own_server):
    game = new_game(own_server)
    ann = game.seat()
    headers = {"Authorization": f"Bearer {ann.token}"}
    answers = burst(
        own_server, 60, lambda number: compose(own_server, "POST", game.path + "/prompts/1", {"button": 0}, headers)
    )
    problem(answers[-1], 429, "rate-limited")
    assert game.ask("DELETE", f"/seats/{ann.number}", token=ann.token).status == 204


def test_another_address_has_limits_of_its_own(own_server):
    """127.0.0.2 is another address of the same machine."""
    parked = [Wire(own_server).request("GET", "/board?after=0&wait=25") for _ in range(64)]
    assert parked[-1].silent(0.2)
    with Wire(own_server) as refused, Wire(own_server, source="127.0.0.2") as other:
        assert refused.request("GET", "/board?after=0&wait=25").answer().status == 429
        assert other.request("GET", "/board?after=0&wait=25").silent(0.3)
    for wire in parked:
        wire.close()
