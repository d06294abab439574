"""Compares the server with fixed-reply servers and with small servers on other frameworks; see `run.py`."""

import contextlib
import dataclasses
import functools
import pathlib
import statistics
import tempfile

import load
import replies
import servers
import tables
from command_line import CACHE, PEERS, build_package, compile_c, show

HEADING = "Peers"
TEXT = """\
FiveByFive with one event loop, compared with fixed-reply servers and with small servers on other frameworks, in turns
(`peers.py`, `Peers/`). Each server has one core for all its threads, including the store's thread of the durable server,
which syncs every commit; wrk has the other. FiveByFive and nginx close a connection after 1,000 requests, the others keep it.

- bufferevent: bare C on libevent that searches the end of a request head and sends fixed bytes: the library's limit.
- evhttp: bare C on libevent's HTTP server with fixed replies, including that to an edit.
- nginx: Debian's package with one worker, the body in its configuration, and no log.
- Hummingbird, Node: the same small API in memory, which encodes a board on the first request after a change; without
  words, streams, history and move ids. Hummingbird has one event loop that also runs Swift's tasks; Node uses `http`.

In parentheses: the ratio of FiveByFive, and of the durable FiveByFive, to this server.

{}

The targets, at 64 connections.

{}"""
# A board without words, because the peers have no lexicon.
LETTERS = "A" * 25

OURS, DURABLE = "FiveByFive", "FiveByFive, durable"
ECHO, EVHTTP, NGINX = "bufferevent", "evhttp", "nginx"
HUMMINGBIRD, NODE = "Hummingbird", "Node"
FIXED = (ECHO, EVHTTP, NGINX)
DYNAMIC = (HUMMINGBIRD, NODE)


@dataclasses.dataclass(frozen=True)
class Workload:
    """Requests of one kind, or of several in turn, and the servers that answer them; `kinds` names the replies."""

    label: str
    kinds: tuple
    script: tuple = ()
    contenders: tuple = (OURS, DURABLE, *DYNAMIC)
    longest: int = 1 << 10


WORKLOADS = (
    Workload("GET /board", ("board",), contenders=(OURS, *FIXED, *DYNAMIC)),
    Workload("GET /board, 304", ("not-modified",), contenders=(OURS, *FIXED, *DYNAMIC)),
    Workload("POST an edit", ("edit",), ("edits=1",), contenders=(OURS, DURABLE, EVHTTP, *DYNAMIC)),
    Workload("edit, then GET", ("edit", "board"), ("edits=2",)),
    Workload("9 GET, 1 edit", ("board",) * 9 + ("edit",), ("edits=10",)),
    # Short, because the servers keep every new game.
    Workload("POST a new game", ("created",), ("create=1",), longest=1),
)
CONNECTIONS = (64, 1000)
TARGETS = (
    ("GET /board", OURS, NGINX, 0.95), ("GET /board", OURS, ECHO, 0.85), ("GET /board", OURS, HUMMINGBIRD, 2),
    ("GET /board", OURS, NODE, 2), ("POST an edit", DURABLE, HUMMINGBIRD, 1.6), ("POST an edit", DURABLE, NODE, 1.3),
    ("POST a new game", DURABLE, NODE, 0.8),
)


class Contender:
    """A server and the sizes of its replies."""

    def __init__(self, server, board, not_modified, edit=None, created=None, when_unmodified=None):
        self.server = server
        self.tag = board.headers["etag"]
        replied = {"board": board, "not-modified": not_modified, "edit": edit, "created": created}
        self.bytes = {kind: len(reply.raw) for kind, reply in replied.items() if reply}
        # A server with a single reply has a second process for the 304.
        self.when_unmodified = when_unmodified or server

    def run(self, workload, connections, seconds):
        reply_bytes = statistics.mean(self.bytes[kind] for kind in workload.kinds)
        is_unmodified = workload.kinds == ("not-modified",)
        return load.run(
            self.when_unmodified if is_unmodified else self.server, min(seconds, workload.longest), reply_bytes,
            workload.script, connections=connections, headers=[f"If-None-Match: {self.tag}"] if is_unmodified else [])


def measure(program, options):
    """The text of the section."""
    with tempfile.TemporaryDirectory(prefix="run-", dir=CACHE) as folder, contextlib.ExitStack() as stack:
        contenders = start(program, pathlib.Path(folder), stack)
        measured = {
            (workload, connections): rounds(workload, connections, contenders, options)
            for workload in WORKLOADS for connections in CONNECTIONS}
    return TEXT.format(comparison_table(measured), target_table(measured))


def rounds(workload, connections, contenders, options):
    """The measurements of each contender by name."""
    loads = {
        name: functools.partial(contenders[name].run, workload, connections) for name in workload.contenders}
    # Opening a thousand connections can take more than a second on a busy machine.
    warm_up = options.seconds if connections > load.CONNECTIONS else 1
    return load.in_turns(f"{workload.label}, {connections} connections", loads, options, warm_up)


# ------------------------------------------------------------------------------------------------- contenders


def start(program, folder, stack):
    """Starts all contenders on the same core, and exits unless they all answer alike."""
    def server(name, command, port=None):
        return stack.enter_context(servers.Server(name, command, port=port))

    show("starting the servers")
    ours = server(OURS, program.serve("--store", "memory", "--io-threads", "1"))
    durable = server(DURABLE, program.serve("--data", str(folder / "data"), "--io-threads", "1"))
    captured = replies.capture_all(ours, LETTERS)
    contenders = {OURS: Contender(ours, *captured, created=new_game(ours))}
    contenders |= fixed(folder, captured, server)
    contenders[DURABLE] = Contender(durable, *replies.capture_all(durable, LETTERS), created=new_game(durable))
    hummingbird = [build_package(PEERS / "HummingbirdPeer", "HummingbirdPeer"), "--tasks-on-loop"]
    for name, command in ((HUMMINGBIRD, hummingbird), (NODE, ["node", PEERS / "node_peer.mjs"])):
        peer = server(name, command)
        with servers.Server("FiveByFive to compare", program.serve("--store", "memory")) as fresh:
            captured = replies.compare_dynamic(fresh, peer, LETTERS)
        contenders[name] = Contender(peer, *captured, created=new_game(peer))
    return contenders


def new_game(server):
    return replies.send_json(server, "/games", {"rules": "free"})


def fixed(folder, captured, server):
    """The servers that send captured replies and parse as little of a request as possible."""
    board, not_modified, _ = captured
    paths = {name: folder / name for name in ("board", "not-modified", "edit")}
    for path, reply in zip(paths.values(), captured):
        path.write_bytes(with_connection_kept(reply.raw))
    echo = compile_c("bufferevent_echo", folder)
    echoes = [server(ECHO, [echo, paths[name]]) for name in ("board", "not-modified")]
    for one, reply in zip(echoes, (board, not_modified)):
        status, _, body = one.ask("GET", "/board")
        replies.expect((status, body) == (reply.status, reply.body), f"{ECHO} sends a different reply")
    evhttp = server(EVHTTP, [compile_c("evhttp_fixed", folder), *paths.values()])
    replies.compare(evhttp, *captured)
    port = servers.free_port()
    nginx = server(NGINX, nginx_command(folder, port, board), port)
    by_nginx = replies.compare_fixed(nginx, board, not_modified)
    return {
        ECHO: Contender(echoes[0], *captured, when_unmodified=echoes[1]), EVHTTP: Contender(evhttp, *captured),
        NGINX: Contender(nginx, *by_nginx)}


def with_connection_kept(raw):
    """The reply without `Connection: close`."""
    return raw.replace(b"Connection: close\r\n", b"")


def nginx_command(folder, port, board):
    skipped = ("content-type", "content-length", "date", "connection")
    headers = "\n            ".join(
        f"add_header {name} '{value}';" for name, value in board.headers.items() if name not in skipped)
    text = (PEERS / "nginx.conf").read_text(encoding="utf-8")
    filled = {
        "PORT": str(port), "FOLDER": str(folder), "TAG": board.headers["etag"], "HEADERS": headers,
        "BODY": board.body.decode()}
    first, rest = text.split("\n", 1)
    for name, value in filled.items():
        rest = rest.replace(name, value)
    path = folder / "nginx.conf"
    path.write_text(f"{first}\n{rest}", encoding="utf-8")
    return ["/usr/sbin/nginx", "-e", "stderr", "-p", str(folder), "-c", str(path)]


# ----------------------------------------------------------------------------------------------------- tables


def comparison_table(measured):
    """A table of requests per second, with the ratio of FiveByFive to each peer in parentheses."""
    names = (OURS, DURABLE, *FIXED, *DYNAMIC)
    rows = []
    for (workload, connections), by_name in measured.items():
        median = {name: statistics.median(one.per_second for one in results) for name, results in by_name.items()}
        cells = [cell(name, median) for name in names]
        rows.append((f"{workload.label}, {connections}", *cells))
    return tables.table(rows, ("requests, connections", *names))


def cell(name, median):
    if name not in median:
        return ""
    rate = f"{median[name]:,.0f}/s"
    if name in (OURS, DURABLE):
        return rate
    ratios = [f"{median[ours] / median[name]:.2f}" for ours in (OURS, DURABLE) if ours in median]
    return f"{rate} ({', '.join(ratios)})"


def target_table(measured):
    """A table of the targets, which apply to 64 connections."""
    by_label = {
        workload.label: by_name for (workload, connections), by_name in measured.items()
        if connections == CONNECTIONS[0]}
    rows = []
    for label, ours, reference, at_least in TARGETS:
        full_label = label + (", durable" if ours == DURABLE else "")
        rows.append(tables.throughput_row(
            full_label, by_label[label][ours], by_label[label][reference], at_least, f"{{}} by {reference}"))
    return tables.table(rows)
