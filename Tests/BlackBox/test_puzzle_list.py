"""`GET /puzzles`: the public puzzles, newest first, in pages, without clues and answers."""

import json
import re
import signal

from client import ask, problem
from puzzle_files import acrosslite, document


def keep(server, body, public="true"):
    made = ask(server, "POST", f"/puzzles?public={public}", body)
    assert made.status == 201, made
    return made.json["id"]


def page(server, query=""):
    answer = ask(server, "GET", f"/puzzles{query}")
    assert answer.status == 200 and answer.media == "application/json", answer
    link = re.fullmatch(r'</puzzles(\?cursor=\d+&limit=\d+)>; rel="next"', answer.header("Link") or "")
    return answer.json["puzzles"], link and link[1]


def test_public_puzzles_are_listed_newest_first(server):
    first = keep(server, document(title="First", author="Ann"))
    hidden = keep(server, document(title="Hidden"), public="false")
    second = keep(server, acrosslite(title="Second"))
    third = ask(server, "POST", "/puzzles/generate", {"public": True, "seed": 5}).json["id"]
    found = [each["id"] for each in page(server)[0]]
    assert found[:3] == [third, second, first] and hidden not in found
    shown = next(each for each in page(server)[0] if each["id"] == first)
    assert shown["title"] == "First" and shown["author"] == "Ann" and shown["format"] == "ipuz"
    assert shown["public"] is True and shown["size"] == 5
    assert shown["text"] == "#..../...../...../...../....#"
    assert ask(server, "HEAD", "/puzzles").status == 200


def test_the_list_has_pages(own_free_server):
    made = [keep(own_free_server, document(title=f"No. {number}")) for number in range(7)]
    for limit in (1, 2, 3, 7, 8):
        found, query = [], f"?limit={limit}"
        while query:
            puzzles, query = page(own_free_server, query)
            assert len(puzzles) <= limit
            found += [each["id"] for each in puzzles]
        assert found == made[::-1], limit
    own_free_server.restart(signal.SIGKILL)
    assert [each["id"] for each in page(own_free_server)[0]] == made[::-1]


def test_the_list_tells_no_answers_clues_or_tokens(server):
    made = ask(server, "POST", "/puzzles?public=true", document(notes="Not in the grid")).json
    text = json.dumps([each for each in page(server)[0] if each["id"] == made["id"]])
    for secret in ("SALVO", "AROMA", "What coffee has", made["token"]):
        assert secret not in text


def test_a_malformed_page_is_refused(server):
    for query in ("limit=0", "limit=101", "limit=x", "cursor=-1", "cursor=x"):
        problem(ask(server, "GET", f"/puzzles?{query}"), 400, "invalid-query")
