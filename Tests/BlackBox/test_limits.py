"""Limits per address and per player: past them 429 or 503, and other clients are served as before."""

import pytest

from client import Closed, Wire, accepted, ask, compose, eventually, lobby, new_game, problem, wait_for_polls
from refused_starts import start
from server_clock import StoppedServer
from server_process import ServerProcess
from streams import Stream


def burst(server, count, make):
    """Sends `count` requests at once on one connection and returns the answers."""
    with Wire(server) as wire:
        wire.send(b"".join(make(number) for number in range(count)))
        return [wire.answer() for _ in range(count)]


def letter(number):
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]


def edits(game, token=None):
    """Makes the Nth edit of a game as a request."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return lambda number: compose(
        game.server, "POST", f"{game.path}/board/cells/{number % 25}", {"value": letter(number)}, headers
    )


def assert_first_pass(answers, count, status=200):
    """Asserts that exactly the first `count` requests are accepted, as the clock of the server stands still."""
    assert [answer.status for answer in answers] == [status] * count + [429] * (len(answers) - count)
    for answer in answers[count:]:
        problem(answer, 429, "rate-limited")


@pytest.fixture
def stopped():
    """A server with the default limits, whose clock stands still."""
    with StoppedServer() as running:
        yield running


own_clock = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")


@own_clock
def test_a_player_can_make_20_edits_a_second_after_a_burst_of_40(stopped):
    game = new_game(stopped)
    ann, ben = game.seat("Ann"), game.seat("Ben")
    assert_first_pass(burst(stopped, 80, edits(game, ann.token)), 40)
    assert game.sequence == 2 + 40, "a refused edit changes nothing"
    assert_first_pass(burst(stopped, 20, edits(game, ben.token)), 20)
    stopped.advance(1)
    assert_first_pass(burst(stopped, 30, edits(game, ann.token)), 20)


@own_clock
def test_an_address_can_make_100_edits_a_second_after_a_burst_of_200(stopped):
    game = lobby(stopped)
    assert_first_pass(burst(stopped, 300, edits(game)), 200)
    assert game.sequence == 200 and ask(stopped, "GET", "/board").status == 200, "reads are not limited"
    stopped.advance(1)
    assert_first_pass(burst(stopped, 110, edits(game)), 100)


@own_clock
def test_an_address_can_create_20_games_and_then_one_a_second(stopped):
    def games(count):
        return burst(stopped, count, lambda number: compose(stopped, "POST", "/games", {"rules": "free"}))

    answers = games(30)
    assert_first_pass(answers, 20, status=201)
    stopped.advance(int(answers[-1].header("Retry-After")))
    assert_first_pass(games(2), 1, status=201)


def test_the_flag_turns_the_limits_per_address_off(server):
    answers = burst(server, 60, lambda number: compose(server, "POST", "/games", {"rules": "free"}))
    assert {answer.status for answer in answers} == {201}
    game = new_game(server)
    assert {answer.status for answer in burst(server, 500, edits(game))} == {200}
    parked = [
        Wire(server).request("GET", game.path + f"/board?after={game.sequence}&wait=25") for _ in range(80)
    ]
    wait_for_polls(server, 80)
    streams = [Wire(server).request("GET", game.path + "/events") for _ in range(40)]
    assert {stream.head()[1] for stream in streams} == {200}
    for wire in parked + streams:
        wire.close()


def test_the_257th_connection_of_an_address_is_503(own_server):
    inside = [Wire(own_server) for _ in range(256)]
    try:
        assert inside[-1].request("GET", "/healthz").answer().status == 200
        with Wire(own_server) as one_more:
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

        eventually(is_accepted)
    finally:
        for wire in inside:
            wire.close()


def create_game(server, headers):
    return ask(server, "POST", "/games", {"rules": "free"}, headers).status


@own_clock
def test_forwarding_headers_are_ignored_without_a_trusted_proxy(stopped):
    addresses = [f"192.0.2.{number}" for number in range(21)]
    statuses = [create_game(stopped, {"X-Forwarded-For": one, "Forwarded": f"for={one}"}) for one in addresses]
    assert statuses == [201] * 20 + [429]


CLAIMS = {
    "the addresses before the last are claims of the client": {"X-Forwarded-For": "203.0.113.{}, 192.0.2.200"},
    "behind a chain of proxies the last address that is not a proxy counts": {
        "X-Forwarded-For": "203.0.113.{}, 192.0.2.201, 192.0.2.1, 127.0.0.9"
    },
    "a header that the proxy passes through does not change the address": {
        "X-Forwarded-For": "192.0.2.202",
        "Forwarded": "for=203.0.113.{}",
    },
    "a malformed other header changes nothing": {"X-Forwarded-For": "192.0.2.203", "Forwarded": "x{}"},
    "an invalid address is ignored": {"X-Forwarded-For": "number {}"},
    "the header of another kind of proxy is ignored": {"Forwarded": "for=203.0.113.{}", "X-Real-IP": "203.0.113.{}"},
}
HEADERS = [
    ("X-Forwarded-For", "192.0.2.{}"),
    ("Forwarded", "for=198.51.100.{}"),
    ("Forwarded", 'for="[2001:db8:{}::1]"'),  # a /64 network is one client
    ("CF-Connecting-IP", "198.51.100.{}"),
]


def created(server, headers):
    """The statuses of 21 new games, each by another client if the headers are believed."""
    filled = [{name: value.format(n) for name, value in headers.items()} for n in range(2, 23)]
    return [create_game(server, each) for each in filled]


@own_clock
@pytest.mark.parametrize(("header", "value"), HEADERS)
def test_a_trusted_proxy_names_the_address_of_the_client(header, value):
    proxies = ["--trusted-proxy", "192.0.2.1", "--trusted-proxy", "127.0.0.0/8"]
    with StoppedServer(*proxies, "--proxy-header", header) as server:
        assert created(server, {header: value}) == [201] * 21
        assert created(server, {header: value.replace("{}", "7")}) == [201] * 19 + [429] * 2


@own_clock
def test_only_the_header_of_the_proxies_names_an_address():
    with StoppedServer("--trusted-proxy", "192.0.2.1", "--trusted-proxy", "127.0.0.0/8") as server:
        for what, headers in CLAIMS.items():
            assert created(server, headers) == [201] * 20 + [429], what
            server.move(60)  # the proxy's own address may have been counted


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


@pytest.mark.parametrize("name", ["X Forwarded", "X-Forwarded-For:", "für"])
def test_an_invalid_proxy_header_is_refused_at_the_start(name):
    done = start("--store", "memory", f"--proxy-header={name}")
    assert done.returncode > 0 and "--proxy-header must be the name of a header" in done.stderr


@own_clock
def test_a_rematch_counts_as_a_new_game(stopped):
    """Otherwise a client could create games without limit by ending each and asking for a rematch."""
    game = new_game(stopped)
    token = game.seat().token
    for _ in range(19):
        assert game.act("close", token=game.host).status == 200
        game.path = "/games/" + accepted(game.act("rematch", token=token))["events"][-1]["game"]
    assert game.act("close", token=game.host).status == 200
    problem(game.act("rematch", token=token), 429, "rate-limited")


@own_clock
def test_answers_to_prompts_are_limited_like_edits_but_leaving_is_not(stopped):
    game = new_game(stopped)
    ann = game.seat()
    headers = {"Authorization": f"Bearer {ann.token}"}
    answers = burst(
        stopped, 60, lambda number: compose(stopped, "POST", game.path + "/prompts/1", {"button": 0}, headers)
    )
    assert [answer.status == 429 for answer in answers] == [False] * 40 + [True] * 20
    problem(answers[-1], 429, "rate-limited")
    assert game.ask("DELETE", f"/seats/{ann.number}", token=ann.token).status == 204


def test_each_address_has_its_own_limits(own_server):
    """127.0.0.2 is a second address of this machine."""
    parked = [Wire(own_server).request("GET", "/board?after=0&wait=25") for _ in range(64)]
    wait_for_polls(own_server, 64)
    with Wire(own_server) as refused, Wire(own_server, source="127.0.0.2") as other:
        assert refused.request("GET", "/board?after=0&wait=25").answer().status == 429
        other.request("GET", "/board?after=0&wait=25")
        wait_for_polls(own_server, 65)
    for wire in parked:
        wire.close()
