"""The webhook of a room: the table of each day is posted to an address outside, once."""

import contextlib
import datetime
import json
import signal
import ssl
import threading

import pytest

from certificates import Certificate
from client import ask, eventually, metric, problem
from days import Answers, guess_word, seated
from listener import Listener, status
from players import new_player
from redis_process import OwnRedis
from rooms import make_room
from server_clock import WallClock
from server_process import ServerProcess

pytestmark = pytest.mark.unsanitized("libfaketime and the sanitizers replace the same functions")

DAY = 86_400
# The servers' clocks begin at noon of a day that is over for the twin with the answers.
FIRST = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(10)
CLAIM = 130  # seconds after which a request whose sender has ended counts as unanswered
MATRIX = "/_matrix/client/v3/rooms/!tea:example.org/send/m.room.message"


def day(number=0):
    """The first day of the servers, or the one so many days later."""
    return (FIRST + datetime.timedelta(number)).isoformat()


@pytest.fixture(scope="module")
def answers():
    with ServerProcess("--no-address-limits") as twin:
        yield Answers(twin)


@pytest.fixture
def listener():
    with Listener() as service:
        yield service.up()


class Server(ServerProcess):
    """A server that may post to the given hosts, with a wall clock that a test moves."""

    def __init__(self, folder, *hosts, retry="1s", **options):
        admitted = [word for host in hosts for word in ("--webhook-host", host)]
        super().__init__("--no-address-limits", "--webhook-retry", retry, *admitted, **options)
        noon = datetime.datetime.combine(FIRST, datetime.time(12), datetime.UTC)
        self.clock = WallClock(folder)
        self.ahead = (noon - datetime.datetime.now(datetime.UTC)).total_seconds()
        self.clock.set(self.ahead)
        self.wrapper += self.clock.wrapper

    def move(self, seconds):
        self.ahead += seconds
        self.clock.set(self.ahead)


@pytest.fixture
def server(listener, tmp_path):
    with Server(tmp_path, f"http://{listener.host}") as running:
        yield running


class Hook:
    """The webhook of a new room, whose host has finished the guess of a day."""

    def __init__(self, server, answers, url, shape="slack", date=None, **fields):
        self.room = make_room(server, "Ann", "Ben", title="Tea & <Cake>")
        answer = self.room.ask(
            "PUT", "/webhook", {"url": url, "shape": shape, **fields}, player=self.room.host
        )
        assert answer.status == 200, answer
        self.play(server, answers, date or day())

    def play(self, server, answers, date):
        guess_word(seated(server, "guess", date, token=self.room.host.key), answers.of("guess", date))

    def show(self):
        answer = self.room.ask("GET", "/webhook", player=self.room.host)
        assert answer.status == 200, answer
        return answer.json

    def settled(self, date=None):
        """What the webhook says once the day is settled: the outcome and the reason."""
        date = date or day()
        eventually(lambda: self.show().get("last", {}).get("date") == date, what=f"the end of {date}")
        return self.show()["last"]["outcome"], self.show()["last"]["reason"]

    def pending(self, attempts=1):
        """What the webhook says once so many attempts have failed."""
        eventually(
            lambda: self.show().get("pending", {}).get("attempts", 0) >= attempts, what="a failed attempt"
        )
        return self.show()["pending"]


def said(post):
    """The text of a message of any shape."""
    return post.body.get("content") or post.body.get("text") or post.body.get("body")


def idle(server):
    """Waits until the server has looked at its rooms again, which it does once a second."""
    start = metric(server, "uptime_seconds")
    eventually(lambda: metric(server, "uptime_seconds") >= start + 3, what="three seconds of the server")


# ------------------------------------------------------------------------------------------------ the message


@pytest.mark.parametrize("shape", ["discord", "slack", "matrix"])
def test_the_table_of_a_day_is_posted_once_when_the_day_is_over(server, listener, answers, shape):
    url = f"http://{listener.host}{MATRIX}" if shape == "matrix" else listener.url
    hook = Hook(server, answers, url, shape, **({"token": "syt_SECRET-7F3A"} if shape == "matrix" else {}))
    idle(server)
    assert listener.posts == []  # the day is not over
    server.move(DAY)
    assert hook.settled() == ("told", "status 204")
    (post,) = listener.posts
    assert "Ann" in said(post) and day() in said(post).replace("\\", "") and "1 guess" in said(post)
    if shape == "discord":
        assert post.body["allowed_mentions"] == {"parse": []} and "Tea \\& \\<Cake\\>" in said(post)
    elif shape == "slack":
        assert post.body["mrkdwn"] is False and "Tea &amp; &lt;Cake&gt;" in said(post)
    else:
        assert post.method == "PUT" and post.path.startswith(MATRIX + "/fivebyfive-")
        assert post.headers["Authorization"] == "Bearer syt_SECRET-7F3A" and post.body["msgtype"] == "m.text"
    server.restart(signal.SIGKILL)
    idle(server)
    server.move(DAY)  # a day without results
    idle(server)
    assert len(listener.posts) == 1 and hook.show()["last"]["date"] == day()
    hook.play(server, answers, day(2))
    server.move(DAY)
    assert hook.settled(day(2))[0] == "told" and len(listener.posts) == 2


def test_days_of_a_server_that_was_down_are_told_late_and_in_order(server, listener, answers):
    hook = Hook(server, answers, listener.url)
    server.stop()
    server.move(DAY)
    server.start()
    hook.settled()
    hook.play(server, answers, day(1))
    server.stop()
    server.move(3 * DAY)
    server.start()
    assert hook.settled(day(1))[0] == "told"
    assert [day() in said(listener.posts[0]), day(1) in said(listener.posts[1])] == [True, True]
    assert len(listener.posts) == 2


# ------------------------------------------------------------------------------------------------- in trouble


def test_a_service_that_fails_is_asked_again_until_it_takes_the_day(server, listener, answers):
    for answer in (status(500), status(503), status(429, Retry_After="1")):
        listener.next.put(answer)
    hook = Hook(server, answers, listener.url)
    server.move(DAY)
    assert hook.settled() == ("told", "status 204") and "pending" not in hook.show()
    assert len(listener.posts) == 4 and len({json.dumps(post.body) for post in listener.posts}) == 1
    idle(server)
    assert len(listener.posts) == 4


def test_a_service_that_asks_for_time_gets_it_also_across_a_restart(server, listener, answers):
    listener.next.put(status(429, Retry_After="3600"))
    hook = Hook(server, answers, listener.url)
    server.move(DAY)
    assert hook.pending()["reason"] == "status 429"
    server.move(3000)
    server.restart(signal.SIGKILL)
    idle(server)
    assert len(listener.posts) == 1
    server.move(2000)  # the fifth on top is chance
    assert hook.settled()[0] == "told" and len(listener.posts) == 2


def test_a_service_that_is_down_gets_the_day_when_it_is_back_and_once(tmp_path, answers):
    with Listener() as listener, Server(tmp_path, f"http://{listener.host}") as server:
        hook = Hook(server, answers, listener.url)
        server.move(DAY)
        assert hook.pending(2)["reason"] == "connection refused"
        server.restart(signal.SIGKILL)
        hook.pending(3)
        listener.up()
        assert hook.settled()[0] == "told"
        idle(server)
        assert len(listener.posts) == 1


def test_a_service_that_stays_down_is_given_up_after_a_day(tmp_path, answers):
    with Listener() as listener, Server(tmp_path, f"http://{listener.host}") as server:
        hook = Hook(server, answers, listener.url)
        server.move(DAY)
        hook.pending()
        server.move(DAY)
        assert hook.settled() == ("gave-up", "connection refused")


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_a_redirect_inwards_is_not_followed(server, listener, answers, code):
    with Listener() as inside:
        inside.up()
        listener.next.put(status(code, Location=inside.url))
        hook = Hook(server, answers, listener.url)
        server.move(DAY)
        assert hook.settled() == ("refused", f"status {code}, and redirects are not followed")
        idle(server)
        assert (len(listener.posts), len(inside.posts)) == (1, 0)


def test_a_service_that_refuses_is_not_asked_again_for_that_day(server, listener, answers):
    listener.next.put(status(404))
    hook = Hook(server, answers, listener.url)
    server.move(DAY)
    assert hook.settled() == ("refused", "status 404")
    idle(server)
    assert len(listener.posts) == 1


def test_a_slow_service_delays_no_edit_and_is_told_once(server, listener, answers):
    may_answer = threading.Event()

    def slow(handler):
        may_answer.wait(60)
        status(204)(handler)

    listener.next.put(slow)
    hook = Hook(server, answers, listener.url)
    server.move(DAY)
    eventually(lambda: listener.posts, what="the request")
    for cell in range(25):
        assert ask(server, "POST", f"/board/cells/{cell}", {"value": "A"}).status == 200
    assert hook.show()["telling"] == day() and "last" not in hook.show()
    may_answer.set()
    assert hook.settled()[0] == "told"
    idle(server)
    assert len(listener.posts) == 1


def endless_body(handler):
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"x" * 65536)


def endless_head(handler):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-Y: " + b"x" * 8000 + b"\r\n")


def no_http(handler):
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")


def nothing(handler):
    pass


@pytest.mark.parametrize(
    "answer, outcome",
    [
        (endless_body, ("told", "status 200")),
        (endless_head, ("unknown", "the answer's head is too long")),
        (no_http, ("unknown", "the answer is not HTTP")),
        (nothing, ("unknown", "the connection was closed without an answer")),
    ],
)
def test_a_strange_answer_ends_the_request_and_repeats_nothing(server, listener, answers, answer, outcome):
    listener.next.put(answer)
    hook = Hook(server, answers, listener.url)
    server.move(DAY)
    assert hook.settled() == outcome
    idle(server)
    assert len(listener.posts) == 1


# ---------------------------------------------------------------------------------------------------- crashes


@pytest.mark.parametrize("shape", ["slack", "matrix"])
def test_a_kill_during_a_request_repeats_it_only_where_that_is_harmless(server, listener, answers, shape):
    listener.next.put(lambda handler: threading.Event().wait(20))
    url = f"http://{listener.host}{MATRIX}" if shape == "matrix" else listener.url
    hook = Hook(server, answers, url, shape, **({"token": "syt"} if shape == "matrix" else {}))
    server.move(DAY)
    eventually(lambda: listener.posts, what="the request")
    server.restart(signal.SIGKILL)
    idle(server)
    assert hook.show()["telling"] == day() and len(listener.posts) == 1
    server.move(CLAIM)
    outcome, reason = hook.settled()
    if shape == "matrix":
        assert (
            outcome == "told"
            and len({post.path for post in listener.posts}) == 1
            and len(listener.posts) == 2
        )
    else:
        assert (outcome, reason) == ("unknown", "the server ended before it heard the answer")
        assert len(listener.posts) == 1


@pytest.mark.sqlite("starts its own Redis")
def test_of_several_nodes_one_tells_and_another_goes_on_after_a_kill(tmp_path, answers):
    store = OwnRedis(None)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(Listener())
        folders = [tmp_path / name for name in ("a", "b", "c")]
        for folder in folders:
            folder.mkdir()
        nodes = [stack.enter_context(OnRedis(folder, store, f"http://{listener.host}")) for folder in folders]
        hook = Hook(nodes[0], answers, listener.url)
        for node in nodes:
            node.move(DAY)
        hook.pending()
        nodes[0].stop(signal.SIGKILL)
        hook.room.server = nodes[1]
        listener.up()
        assert hook.settled()[0] == "told"
        for node in nodes[1:]:
            idle(node)
        assert len(listener.posts) == 1


class OnRedis(Server):
    """A node on a Redis of the test."""

    def __init__(self, folder, store, *hosts):
        super().__init__(folder, *hosts)
        place = self.args.index("--data")
        self.args[place:place] = store.arguments


# ------------------------------------------------------------------------------------------- what is admitted


def test_a_name_that_leads_inwards_is_not_connected_to(listener, answers, tmp_path):
    with Server(tmp_path, f"http://localhost:{listener.port}") as server:
        hook = Hook(server, answers, f"http://localhost:{listener.port}/hook")
        server.move(DAY)
        assert hook.settled() == ("refused", "the host's address is not admitted")
        assert listener.posts == []


def test_a_name_inside_is_connected_to_if_the_operator_says_so(listener, answers, tmp_path):
    with Server(tmp_path, "discord.com") as server:
        server.stop()
        server.args += ["--webhook-private-host", f"http://localhost:{listener.port}"]
        server.start()
        hook = Hook(server, answers, f"http://localhost:{listener.port}/hook")
        server.move(DAY)
        assert hook.settled()[0] == "told" and len(listener.posts) == 1


@pytest.mark.parametrize("trusted", [False, True])
def test_a_certificate_must_be_trusted(tmp_path, answers, trusted):
    certificate = Certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate.path, certificate.key)
    with Listener(context) as listener, Server(tmp_path, listener.host) as server:
        listener.up()
        if trusted:
            server.stop()
            server.wrapper = ["env", f"SSL_CERT_FILE={certificate.path}", *server.wrapper]
            server.start()
        server.move(10 * DAY)  # the certificate is of today
        hook = Hook(server, answers, listener.url, date=day(10))
        server.move(DAY)
        if trusted:
            assert hook.settled(day(10))[0] == "told" and len(listener.posts) == 1
        else:
            assert hook.pending()["reason"] == "self-signed certificate" and listener.posts == []


def test_a_server_without_admitted_hosts_says_that_webhooks_are_off(tmp_path):
    with ServerProcess("--no-address-limits") as server:
        room = make_room(server)
        body = {"url": "https://discord.com/api/webhooks/1/x", "shape": "discord"}
        problem(room.ask("PUT", "/webhook", body, player=room.host), 409, "webhooks-off")
        problem(room.ask("GET", "/webhook", player=room.host), 404, "no-webhook")
        assert room.ask("DELETE", "/webhook", player=room.host).status == 204


def test_only_admitted_addresses_in_a_known_form_are_kept(server, listener):
    room = make_room(server)
    refused = [
        ("https://discord.com/x", "slack", {}, 409, "webhook-not-admitted"),
        (f"https://{listener.host}/x", "slack", {}, 409, "webhook-not-admitted"),
        (f"http://127.0.0.1:{listener.port + 1}/x", "slack", {}, 409, "webhook-not-admitted"),
        (f"http://x@{listener.host}/x", "slack", {}, 422, "invalid-value"),
        ("http://127.1/x", "slack", {}, 422, "invalid-value"),
        ("", "slack", {}, 422, "invalid-value"),
        (listener.url, "irc", {}, 422, "invalid-value"),
        (listener.url, "slack", {"token": "x"}, 422, "invalid-value"),
        (listener.url, "matrix", {"token": "x"}, 422, "invalid-value"),
        (f"http://{listener.host}{MATRIX}", "matrix", {}, 422, "invalid-value"),
        (f"http://{listener.host}{MATRIX}", "matrix", {"token": "a\r\nb"}, 422, "invalid-value"),
        (listener.url, "slack", {"more": 1}, 422, "unknown-key"),
    ]
    for url, shape, more, code, name in refused:
        answer = room.ask("PUT", "/webhook", {"url": url, "shape": shape, **more}, player=room.host)
        problem(answer, code, name)
    problem(room.ask("GET", "/webhook", player=room.host), 404, "no-webhook")


# ------------------------------------------------------------------------------------------------- the secret


def test_nobody_but_the_host_learns_anything_about_the_webhook(server, listener, answers):
    hook = Hook(server, answers, listener.url)
    room, (ann, ben) = hook.room, hook.room.people
    assert hook.show()["url"] == f"http://{listener.host}/…"
    for player in (ben, new_player(server), None):
        for method in ("GET", "PUT", "DELETE"):
            body = {"url": listener.url, "shape": "slack"} if method == "PUT" else None
            code = (403, "not-allowed") if player else (401, "token-needed")
            problem(room.ask(method, "/webhook", body, player=player), *code)
    with room.stream(ben) as stream:
        shown = [json.dumps(stream.next().data)]
        server.move(DAY)
        hook.settled()
        assert room.ask("PATCH", "", {"title": "Later"}, player=ann).status == 200
        while True:
            message = stream.next()
            shown.append(json.dumps(message.data))
            if message.name == "room.settings":
                break
    shown += [json.dumps(room.show(player)) for player in (ann, ben, None)]
    assert not any("SECRET" in text or "hook" in text or listener.host in text for text in shown)
    assert "SECRET" not in server.stderr and "/hook" not in server.stderr


def test_a_webhook_ends_with_its_removal_and_with_its_host(server, listener, answers):
    hook = Hook(server, answers, listener.url)
    assert hook.room.ask("DELETE", "/webhook", player=hook.room.host).status == 204
    problem(hook.room.ask("GET", "/webhook", player=hook.room.host), 404, "no-webhook")
    other = Hook(server, answers, listener.url)
    ann, ben = other.room.people
    assert other.room.leave(ann).status == 204
    problem(other.room.ask("GET", "/webhook", player=ben), 404, "no-webhook")
    server.move(DAY)
    idle(server)
    assert listener.posts == []


def test_another_address_goes_on_with_the_day_that_the_one_before_did_not_take(tmp_path, answers):
    with (
        Listener() as down,
        Listener() as up,
        Server(tmp_path, f"http://{down.host}", f"http://{up.host}", retry="20s") as server,
    ):
        up.up()
        hook = Hook(server, answers, down.url)
        server.move(DAY)
        hook.pending()
        body = {"url": up.url, "shape": "discord"}
        assert hook.room.ask("PUT", "/webhook", body, player=hook.room.host).status == 200
        server.move(30)
        assert hook.settled()[0] == "told" and len(up.posts) == 1
