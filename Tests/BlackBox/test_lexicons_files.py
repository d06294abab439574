"""Files of words: how they may look, and what is told of lines that are no words."""

import itertools
import re
import time

import pytest

from lexicon_files import has, lexicons, write
from server_process import ServerProcess

HIRAGANA = [chr(code) for code in range(0x3041, 0x3097)]


@pytest.fixture
def load(tmp_path):
    """Starts a server with one list, given as text or as words; returns it while the test runs."""
    running = []

    def start(words, *args, **kind):
        path = write(tmp_path, "list", words, **kind)
        running.append(ServerProcess("--lexicon", f"mine={path}", *args))
        return running[-1].__enter__()

    yield start
    for server in running:
        server.__exit__(None, None, None)


def complaints(server):
    """Lines of standard error that speak of the list."""
    return [line for line in server.stderr.splitlines() if "list.txt" in line or "mine" in line]


def test_blank_lines_double_words_and_other_line_ends_are_no_matter(load):
    server = load("cat\r\n\r\nDOG\r\n  \r\ncat\r\nCat\r\nowl")
    assert [has(server, "mine", word) for word in ("CAT", "DOG", "OWL")] == [True] * 3
    assert lexicons(server)["mine"]["words"] == 3
    assert lexicons(server)["mine"]["lengths"].get("3") == 3


def test_spaces_around_a_word_are_no_matter_or_reported(load):
    server = load("  cat\ndog \n\towl\t\ncow\n")
    assert has(server, "mine", "COW")
    for number, word in enumerate(("CAT", "DOG", "OWL"), 1):
        assert has(server, "mine", word) or re.search(rf"\b{number}\b", "\n".join(complaints(server)))


def test_lines_that_are_no_words_are_reported_by_number_and_passed_over(load):
    server = load("cat\nd0g\nowl\nit's\nx y\ncow\n.\n")
    assert [has(server, "mine", word) for word in ("CAT", "OWL", "COW")] == [True] * 3
    assert lexicons(server)["mine"]["words"] == 3
    (told,) = [line for line in complaints(server) if "not words" in line]
    assert re.findall(r"\d+", told.split("not words:")[1]) == ["2", "4", "5", "7"]


def test_many_bad_lines_do_not_flood_the_log(load):
    server = load("cat\n" + "d0g\n" * 5000 + "owl\n")
    assert has(server, "mine", "OWL")
    assert len(server.stderr.splitlines()) < 200, "a line for each"
    assert "5000" in server.stderr or "5,000" in server.stderr or "more" in server.stderr, server.stderr[
        -500:
    ]


def test_words_of_other_lengths_are_passed_over(load):
    server = load("a\ncat\nantelope\nhouse\nhouses\n")
    assert lexicons(server)["mine"]["lengths"] == {"3": 1, "5": 1} or lexicons(server)["mine"]["words"] == 2
    assert not has(server, "mine", "antelope") and not has(server, "mine", "houses")


def test_a_byte_order_mark_is_no_letter(load):
    server = load("\ufeffcat\ndog\n")
    assert "\ufeff" not in "".join(lexicons(server)["mine"]["letters"])
    assert has(server, "mine", "DOG") and has(server, "mine", "CAT")


def test_control_characters_do_not_reach_the_terminal(load):
    server = load("cat\n\x1b[31mred\n\u202eevil\nowl\n")
    assert has(server, "mine", "OWL") and "\x1b" not in server.stderr and "\u202e" not in server.stderr


def test_63_different_letters_are_taken(load):
    letters = HIRAGANA[:63]
    server = load(["".join(letters[index : index + 3]) for index in range(0, 63, 3)])
    assert len(lexicons(server)["mine"]["letters"]) == 63
    assert has(server, "mine", "".join(letters[:3]))


def test_a_list_of_a_hundred_thousand_words_is_loaded_in_a_moment(load):
    words = [
        "".join(letters) for letters in itertools.islice(itertools.product("ABCDEFGHIJ", repeat=5), 100_000)
    ]
    began = time.monotonic()
    server = load(words)
    assert time.monotonic() - began < 5 and lexicons(server)["mine"]["words"] == 100_000
    assert has(server, "mine", "JJJJJ")


def test_the_same_words_have_the_same_fingerprint_in_any_order_and_case(load):
    one = lexicons(load("cat\ndog\nowl\n"))["mine"]["fingerprint"]
    two = lexicons(load("OWL\nCat\n\ndog\r\n"))["mine"]["fingerprint"]
    three = lexicons(load("owl\ncat\ncow\n"))["mine"]["fingerprint"]
    assert one == two != three
