"""`/docs`, the page about the API: every operation has a curl line, and the lines of a section work from top to bottom."""

import json
import re
import subprocess
import sys

import pytest

from client import ask, curl, problem
from docs_page import DocsPage, run
from openapi_coverage import DOCUMENT
from server_process import ROOT, ServerProcess
from wire import Wire

API = json.loads(DOCUMENT.read_text())
METHODS = ("get", "post", "put", "patch", "delete")
OPERATIONS = {
    item[method]["operationId"]: (method.upper(), path, item[method])
    for path, item in API["paths"].items() for method in METHODS if method in item
}


def page_of(server, path="/docs", *headers):
    answer = curl(server, path, *headers)
    assert answer.status == 200 and answer.media == "text/html"
    return DocsPage(answer.text)


@pytest.mark.parametrize("tag", [tag["name"] for tag in API["tags"]])
def test_every_line_of_a_section_succeeds_as_the_document_says(tag, tmp_path):
    # Without limits: a debug build that others slow down works longer than an address may.
    with ServerProcess("--no-address-limits", "--vote-after", "0s", "--webhook-host", "discord.com") as server:
        lines = page_of(server).sections[tag]
        # The server asks new members of a room at once, so the lines need not wait a minute for it.
        requests, done = run([("wait", "sleep() { command sleep 1; }"), *lines], tmp_path)
    failed = [
        f"{operation}: {requests.get(operation)}" for operation, (method, path, declared) in OPERATIONS.items()
        if tag in declared["tags"] and not succeeds(requests.get(operation, []), method, path, declared)
    ]
    assert not failed, "\n".join(failed) + "\n" + done.stdout[-6000:] + done.stderr[-6000:]


def succeeds(requests, method, path, declared):
    """Whether the last of these requests to the operation has an answer that the document has for a success."""
    address = re.compile(r"https?://[^/]+" + re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
    statuses = [status for sent, url, status in requests if sent == method and address.fullmatch(url)]
    return bool(statuses) and statuses[-1] < "400" and statuses[-1] in declared["responses"]


def test_the_page_has_each_operation_once_and_a_line_for_it(shared_server):
    page = page_of(shared_server)
    copied = [operation for lines in page.sections.values() for operation, _ in lines if operation in OPERATIONS]
    assert sorted(copied) == sorted(OPERATIONS)
    assert sorted(page.ids) == sorted(set(page.ids))


def test_a_body_is_the_first_example_of_the_document(shared_server):
    """Operations that take plain text have the example in plain text."""
    page = page_of(shared_server)
    assert page.line("makeGame").startswith("""curl -s -d '{"rules":"free","options":{"open":true,""")
    assert page.line("houseWriteCell") == f"curl -s -d A {shared_server.url}/board/cells/12"
    assert """-d '{"code":"'$CODE'"}'""" in page.line("joinByCode")
    without = [
        operation for operation, (_, _, declared) in OPERATIONS.items()
        if "requestBody" in declared and " -d " not in page.line(operation).splitlines()[-1]
    ]
    assert not without, "these operations need an example of their body"


def test_the_lines_have_the_address_at_which_the_page_was_opened():
    with ServerProcess("--base-path", "/5", "--public-host", "five.example") as server:
        assert page_of(server, "/5/docs").line("houseGetBoard") == f"curl -s {server.url}/5/board"
        assert 'href="/5/problems/rate-limited"' in curl(server, "/5/docs").text
        proxied = page_of(server, "/docs", "-H", "Host: five.example:8443", "-H", "X-Forwarded-Proto: https")
        assert proxied.line("houseGetBoard") == "curl -s https://five.example:8443/5/board"


def test_the_page_is_cached_and_compressed_like_the_other_documents(shared_server):
    answer = curl(shared_server, "/docs")
    assert answer.header("Cache-Control") == "no-cache"
    tag = answer.header("ETag")
    assert curl(shared_server, "/docs", "-H", f"If-None-Match: {tag}").status == 304
    packed = ask(shared_server, "GET", "/docs", headers=[("Accept-Encoding", "gzip")])
    assert packed.header("Content-Encoding") == "gzip" and len(packed.body) < 60_000


def test_a_client_that_makes_up_addresses_is_slowed_down():
    with ServerProcess() as server, Wire(server) as wire:
        def answer_at(port):
            return wire.request("GET", "/docs", host=f"127.0.0.1:{port}").answer("GET")

        answers = {port: answer_at(port) for port in range(1000, 1050)}
        *_, last = [port for port, answer in answers.items() if answer.status == 200]
        problem(next(answer for answer in answers.values() if answer.status != 200), 429, "rate-limited")
        assert answer_at(last).status == 200


def test_the_page_is_what_the_document_says():
    made = subprocess.run([sys.executable, ROOT / "Scripts/make_docs.py", "--check"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
