"""HTTPS: handshakes, HTTP over TLS, connection ends, limits and the renewal of certificates."""

import json
import re
import signal
import socket
import ssl
import subprocess
import threading

import pytest

from certificates import Certificate, client_context
from client import (
    Wire,
    accepted,
    ask,
    compose,
    curl,
    eventually,
    metric,
    lobby,
    new_game,
    open_sockets,
    problem,
    wait_for_polls,
)
from server_process import ROOT
from streams import Stream
from wire import LIMIT

FLOOD = 300_000  # bytes of answers that a client requests at once


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module", params=[1, 2], ids=["one loop", "two loops"])
def https(request, certificate):
    with certificate.serve("--no-address-limits", "--io-threads", request.param) as running:
        yield running
        assert running.running, f"the server ended (exit code {running.exit_code})"


@pytest.fixture
def own_https(certificate):
    """A server for one test, with the default limits."""
    with certificate.serve() as running:
        yield running


def connect(server, context=None, **how):
    """Opens a TLS connection; by default it trusts the server's certificate."""
    plain = socket.create_connection((server.host, server.port), timeout=LIMIT)
    context = context or client_context(server.certificate)
    try:
        return context.wrap_socket(plain, server_hostname=server.host, **how)
    except BaseException:
        plain.close()
        raise


def refused(server, context):
    """Whether the handshake fails."""
    try:
        connect(server, context).close()
    except (ssl.SSLError, ConnectionError):
        return True
    return False


# ------------------------------------------------------------------------------------------------- handshakes


def test_the_url_is_https_and_curl_trusts_the_certificate(https):
    assert https.url.startswith("https://")
    assert curl(https, "/board").json["game"] == "lobby"


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3], ids=lambda v: v.name)
def test_tls_1_2_and_1_3_are_accepted(https, version):
    context = client_context(https.certificate)
    context.minimum_version = context.maximum_version = version
    with connect(https, context) as wire:
        assert wire.version() == {"TLSv1_2": "TLSv1.2", "TLSv1_3": "TLSv1.3"}[version.name]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_older_versions_are_refused(https):
    context = client_context(https.certificate)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    assert refused(https, context)


@pytest.mark.parametrize("cipher", ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"])
def test_ciphers_without_forward_secrecy_or_authentication_are_refused(https, cipher):
    context = client_context(https.certificate)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(cipher)
    assert refused(https, context)


def test_an_rsa_key_works_too(tmp_path):
    with Certificate(tmp_path, key=("rsa:2048",)).serve("--store", "memory") as server:
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = client_context(server.certificate)
            context.maximum_version = version
            connect(server, context).close()


@pytest.mark.parametrize("offers", [["http/1.1"], ["h2", "http/1.1"], ["h2", "http/1.1", "acme-tls/1"]])
def test_alpn_selects_http_1_1(https, offers):
    with connect(https, client_context(https.certificate, offers)) as wire:
        assert wire.selected_alpn_protocol() == "http/1.1"


def test_a_client_that_offers_only_other_protocols_is_refused(https):
    assert refused(https, client_context(https.certificate, ["h2"]))


def test_renegotiation_is_refused(https):
    command = ["openssl", "s_client", "-tls1_2", "-connect", f"{https.host}:{https.port}"]
    done = subprocess.run(command, input="R\n", capture_output=True, text=True, timeout=60)
    assert "RENEGOTIATING" in done.stdout + done.stderr
    assert "no renegotiation" in done.stderr, done.stderr
    assert ask(https, "GET", "/healthz").status == 200


def test_sessions_resume_without_early_data(https):
    context = client_context(https.certificate)
    with connect(https, context) as first:
        first.sendall(compose(https, "GET", "/healthz"))
        assert first.recv(65536).startswith(b"HTTP/1.1 200")
        session = first.session
    with connect(https, context, session=session) as second:
        assert second.session_reused
    shown = subprocess.run(
        ["openssl", "s_client", "-connect", f"{https.host}:{https.port}"],
        input="", capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "Max Early Data: 0" in shown.stdout or "Max Early Data" not in shown.stdout


def test_plain_http_gets_a_problem_that_names_https(https):
    for method in ("GET", "POST", "HEAD"):
        with socket.create_connection((https.host, https.port), timeout=LIMIT) as wire:
            wire.sendall(compose(https, method, "/board"))
            got = b""
            while data := wire.recv(65536):
                got += data
        head, body = got.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 400 "), got
        details = json.loads(body)
        assert details["code"] == "plain-http" and "https://" in details["detail"]
    assert ask(https, "GET", "/problems/plain-http").status == 200


@pytest.mark.parametrize(
    "data",
    [
        b"\x00" * 100,
        b"\xff" * 20_000,
        b"\x16\x03\x01\xff\xff" + b"A" * 100,
        b"SSH-2.0-x\r\n",
        b"DELETE / HTTP/1.1\r\n\r\n",
    ],
    ids=["zeros", "ones", "a long record", "another protocol", "a method that OpenSSL does not know"],
)
def test_bytes_that_are_not_a_handshake_close_the_connection(https, data):
    with socket.create_connection((https.host, https.port), timeout=LIMIT) as wire:
        wire.sendall(data)
        with pytest.raises(ConnectionError):
            while wire.recv(65536):
                pass
            raise ConnectionError
    assert ask(https, "GET", "/healthz").status == 200


@pytest.mark.timeout(60)
def test_an_unfinished_handshake_is_closed(https):
    """One client sends nothing, one stops inside its first message; other clients are still served."""
    mute, half = (socket.create_connection((https.host, https.port), timeout=30) for _ in range(2))
    half.sendall(b"\x16\x03\x01\x01\x00\x01\x00")
    assert ask(https, "GET", "/healthz").status == 200
    for wire in (mute, half):
        with wire:
            assert wire.recv(1) == b""


# ---------------------------------------------------------------------------------------------- HTTP over TLS


def test_edits_polls_and_streams_work_over_tls(https):
    game = new_game(https)
    ann = game.seat()
    with Wire(https) as poll, Stream(https, game.path + "/events") as stream:
        assert stream.next("snapshot").data["sequence"] == 1
        poll.request("GET", game.path + "/board?after=1&wait=25")
        wait_for_polls(https)
        accepted(ann.edit("c3", "A"))
        assert poll.answer().json["text"] == "...../...../..A../...../....."
        assert stream.next().data["value"] == "A"
    assert game.history()[-1]["by"] == 1


def test_pipelined_requests_are_answered_in_order(https):
    game = new_game(https)
    with Wire(https) as wire:
        calls = [compose(https, "POST", f"{game.path}/board/cells/{n % 25}", "ABC"[n % 3]) for n in range(150)]
        wire.send(b"".join(calls))
        answers = [wire.answer() for _ in range(150)]
    numbers = [accepted(answer)["sequence"] for answer in answers]
    assert numbers == sorted(numbers)


def test_a_request_may_arrive_in_one_byte_records(https):
    game = new_game(https)
    with Wire(https) as wire:
        wire.send_slowly(compose(https, "POST", game.path + "/board/cells/0", "A"))
        assert accepted(wire.answer())["events"][0]["value"] == "A"


def test_slow_readers_get_long_answers_whole(https):
    wanted = (ROOT / "static" / "openapi.json").read_bytes()
    times = FLOOD // len(wanted) + 2
    with Wire(https, receive_buffer=4096) as wire:
        wire.send(b"".join(compose(https, "GET", "/openapi.json") for _ in range(times)))
        assert all(wire.answer().body == wanted for _ in range(times))


def test_a_long_body_is_read(https):
    with Wire(https) as wire:
        wire.request("POST", "/puzzles", "x" * 60_000, {"Content-Type": "application/x-crossword"})
        problem(wire.answer(), 422)
        assert wire.request("GET", "/healthz").answer().status == 200
        problem(wire.request("POST", "/games", "x" * 20_000).answer(), 413)
        assert wire.ended()


def test_a_slow_head_is_408(https):
    """The deadlines are the same as without TLS; this tests one of them."""
    with Wire(https) as wire:
        wire.send("GET /board HTTP/1.1\r\n")
        problem(wire.answer(), 408)
        assert wire.ended()


@pytest.mark.parametrize("origin, status", [("https://{}", 200), ("https://evil.example", 403)])
def test_only_pages_of_this_site_may_write(https, origin, status):
    origin = origin.format(f"{https.host}:{https.port}")
    assert ask(https, "POST", "/board/cells/0", "A", {"Origin": origin}).status == status


# -------------------------------------------------------------------------------------------- connection ends


def test_the_server_ends_a_connection_with_close_notify(https):
    """`Wire` raises an error at an end without close_notify."""
    with Wire(https) as wire:
        assert wire.request("GET", "/healthz", headers={"Connection": "close"}).answer().status == 200
        assert wire.ended()
    with Wire(https) as wire:
        wire.request("GET", "/board", version="HTTP/1.0")
        assert wire.answer().status == 200 and wire.ended()


def test_a_half_closed_connection_still_gets_its_answers(https):
    game = new_game(https)
    with Wire(https) as wire:
        wire.send(compose(https, "POST", game.path + "/board/cells/0", "A"))
        wire.send(compose(https, "GET", "/openapi.json"))
        wire.half_close()
        assert accepted(wire.answer())["events"][0]["value"] == "A"
        assert len(wire.answer().body) > 100_000 and wire.ended()


def test_a_close_notify_behind_a_request_does_not_suppress_the_answer(https):
    """A TLS client may close its sending direction and keep reading."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context(https.certificate).wrap_bio(incoming, outgoing, server_hostname=https.host)
    with socket.create_connection((https.host, https.port), timeout=LIMIT) as wire:

        def until_done(step):
            while True:
                try:
                    return step()
                except ssl.SSLWantReadError:
                    wire.sendall(outgoing.read())
                    data = wire.recv(65536)
                    assert data, "the connection ended"
                    incoming.write(data)

        until_done(client.do_handshake)
        client.write(compose(https, "GET", "/openapi.json"))
        with pytest.raises(ssl.SSLWantReadError):
            client.unwrap()
        wanted, got = (ROOT / "static" / "openapi.json").read_bytes(), b""
        while not got.endswith(wanted):
            got += until_done(lambda: client.read(65536))
        assert got.startswith(b"HTTP/1.1 200 ")


def test_every_way_of_leaving_frees_the_sockets(https):
    game = new_game(https)
    eventually(lambda: metric(https, "parked_polls") == metric(https, "streams") == 0)
    before = open_sockets(https)
    for leave in (Wire.close, Wire.reset, Wire.half_close):
        wires = [Stream(https, game.path + "/events") for _ in range(5)]
        wires += [Wire(https).request("GET", game.path + "/board?after=0&wait=25") for _ in range(5)]
        wires += [Wire(https).send("GET /bo") for _ in range(5)] + [Wire(https) for _ in range(5)]
        for wire in wires:
            leave(wire)
        eventually(lambda: open_sockets(https) <= before, 20, f"freeing the sockets after {leave.__name__}")
        for wire in wires:
            wire.close()
    game.edit(0, "A")
    assert game.sequence == 1


def test_sigterm_ends_polls_and_streams_cleanly(own_https):
    parked = Wire(own_https).request("GET", "/board?after=0&wait=25")
    stream, idle = Stream(own_https), Wire(own_https)
    stream.next("snapshot")
    wait_for_polls(own_https)
    own_https.send(signal.SIGTERM)
    assert parked.answer().status in (200, 304, 503) and parked.ended()
    _, ended = stream.rest_of_stream()
    assert ended and stream.retries and idle.ended()
    assert own_https.wait() == 0


# ----------------------------------------------------------------------------------------------------- limits


def test_a_stalled_reader_does_not_affect_other_readers(https):
    game = new_game(https)
    path = game.path + "/events"
    with Stream(https, path, receive_buffer=4096) as stalled, Stream(https, path) as fast:
        fast.next("snapshot")
        events = 0
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2:
            events += len(game.fill(letter)["events"])
        assert fast.take_events(events)[-1].data["value"] == "Z"
        # A stalled reader gets a snapshot when it reads again, or is disconnected; an event is never torn.
        got, _ = stalled.events_until(game.sequence)
        assert got[0].name == "snapshot"


# ---------------------------------------------------------------------------------------------- certificates


def presented(server):
    """The certificate that a new connection receives."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connect(server, context) as wire:
        return wire.getpeercert(binary_form=True)


@pytest.mark.parametrize("loops", [1, 2])
def test_sighup_gives_new_connections_the_new_certificate_and_keeps_open_ones(tmp_path, loops):
    certificate, renewed = Certificate(tmp_path), Certificate(tmp_path, "renewed")
    with certificate.serve("--io-threads", loops) as server:
        former = certificate.bytes
        live, stream = Wire(server), Stream(server)
        stream.next("snapshot")
        certificate.replace_with(renewed)
        assert {presented(server) for _ in range(8)} == {former}, "new files alone change nothing"
        server.send(signal.SIGHUP)
        eventually(lambda: "were reloaded" in server.stderr)
        assert {presented(server) for _ in range(8)} == {renewed.bytes}
        assert live.request("GET", "/healthz").answer().status == 200
        lobby(server).edit(0, "A")
        assert stream.next().data["value"] == "A"
        live.close(), stream.close()


def test_a_broken_renewal_is_logged_and_the_old_certificate_stays(tmp_path):
    certificate, other = Certificate(tmp_path), Certificate(tmp_path, "other")
    former, key = certificate.bytes, certificate.key.read_bytes()
    with certificate.serve() as server:
        for number, broken in enumerate([b"", b"not a key", other.key.read_bytes(), None], 1):
            certificate.key.unlink() if broken is None else certificate.key.write_bytes(broken)
            server.send(signal.SIGHUP)
            eventually(lambda: server.stderr.count("the certificate was not reloaded") == number)  # noqa: B023
            assert presented(server) == former
        certificate.key.write_bytes(key)
        server.send(signal.SIGHUP)
        eventually(lambda: "were reloaded" in server.stderr)
        assert ask(server, "GET", "/healthz").status == 200


def test_sighup_during_a_storm_of_handshakes_breaks_no_request(certificate):
    with certificate.serve("--no-address-limits", "--io-threads", "2") as server:
        done, failures = threading.Event(), []

        def connect_repeatedly():
            while not done.is_set():
                try:
                    assert ask(server, "GET", "/healthz").status == 200
                except Exception as error:  # noqa: BLE001 -- reported below
                    failures.append(error)

        threads = [threading.Thread(target=connect_repeatedly) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for number in range(1, 31):
                server.send(signal.SIGHUP)
                eventually(lambda: server.stderr.count("were reloaded") >= number)  # noqa: B023
        finally:
            done.set()
            for thread in threads:
                thread.join()
        assert not failures, failures[:3]


def test_sighup_without_a_certificate_does_not_end_the_server(own_server):
    own_server.send(signal.SIGHUP)
    eventually(lambda: "no certificate" in own_server.stderr)
    assert ask(own_server, "GET", "/healthz").status == 200


def test_a_certificate_that_expires_soon_is_logged(tmp_path):
    with Certificate(tmp_path, days=3).serve() as server:
        # Within the second in which it was made it is valid for three whole days.
        eventually(lambda: re.search(r"the certificate expires in [23] day\(s\)", server.stderr))
