"""A board in three media types, selected by Accept or by suffix; 406 for any other.

RequestReadingTests has all forms of Accept, RefusedValueTests and JSONBodyTests what every route refuses.
"""

import xml.etree.ElementTree as xml

import pytest

from client import ask, curl, new_game, problem

PICTURE = "CAT../....#/...../...../....."


@pytest.fixture
def drawn(server):
    return new_game(server, board=PICTURE)


@pytest.mark.parametrize("accept, media", [
    ("*/*", "application/json"), ("image/*", "image/svg+xml"), ("TEXT/PLAIN", "text/plain"),
    ("application/json;q=0.2, text/plain", "text/plain"), ("image/png, text/plain;q=0.1", "text/plain"),
    ("text/html, application/xhtml+xml, */*;q=0.8", "application/json"),
])
def test_accept_selects_the_media_type(drawn, accept, media):
    answer = drawn.ask("GET", "/board", headers={"Accept": accept})
    assert answer.status == 200 and answer.media == media, answer


def test_another_media_type_is_406_and_a_body_of_another_one_415(drawn):
    problem(drawn.ask("GET", "/board", headers={"Accept": "image/png"}), 406, "not-acceptable")
    answer = ask(drawn.server, "POST", "/games", "{}", {"Content-Type": "image/png"})
    problem(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "suffix, media", [("json", "application/json"), ("txt", "text/plain"), ("svg", "image/svg+xml")]
)
def test_a_suffix_selects_the_media_type_and_a_board_by_number_has_each(drawn, suffix, media):
    by_suffix = curl(drawn.server, f"{drawn.path}/board.{suffix}")
    assert by_suffix.status == 200 and by_suffix.media == media, by_suffix
    assert by_suffix.body == curl(drawn.server, drawn.path + "/board", "-H", f"Accept: {media}").body
    by_number = drawn.ask("GET", "/boards/0", headers={"Accept": media})
    assert (by_number.status, by_number.media, by_number.body) == (200, media, by_suffix.body)


def test_text_is_five_lines_in_utf_8(server):
    game = new_game(server)
    game.edit(0, "É")
    answer = curl(server, game.path + "/board.txt")
    assert answer.text == "É....\n.....\n.....\n.....\n.....\n"
    assert "utf-8" in answer.header("Content-Type").lower()


def test_svg_is_well_formed_and_shows_the_letters(drawn):
    drawn.edit("e5", "Z")
    picture = xml.fromstring(curl(drawn.server, drawn.path + "/board.svg").text)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    shown = "".join(picture.itertext())
    assert all(letter in shown for letter in "CATZ")
    assert not list(picture.iter("{http://www.w3.org/2000/svg}script"))


def test_json_has_all_documented_fields(drawn):
    board = drawn.board()
    assert (board["game"], board["board"], board["size"], board["text"]) == (drawn.id, 0, 5, PICTURE)
    cells = board["cells"]
    assert [cell["index"] for cell in cells] == list(range(25))
    assert [cell["square"] for cell in cells] == [column + row for row in "12345" for column in "abcde"]
    assert all((cell["row"], cell["column"]) == divmod(cell["index"], 5) for cell in cells)
    assert [cell["kind"] for cell in cells] == ["given"] * 3 + ["letter"] * 6 + ["block"] + ["letter"] * 15
    assert [cell["value"] for cell in cells[:4]] == ["C", "A", "T", ""]


def test_the_vary_header_names_accept(drawn):
    """Otherwise a cache would serve text to a client that accepts JSON."""
    assert "accept" in (drawn.ask("GET", "/board").header("Vary") or "").lower()


TAGS = {"application/json": '"1"', "text/plain": '"1-txt"', "image/svg+xml": '"1-svg"'}


def test_every_media_type_has_an_etag_of_its_own(game):
    """Otherwise a client that has the text would be told that it has the JSON."""
    game.edit(3, "A")
    for media, tag in TAGS.items():
        for path in ("/board", "/board?at=1"):
            assert game.ask("GET", path, headers={"Accept": media}).etag == tag, (media, path)
        for other, known in TAGS.items():
            answer = game.ask("GET", "/board", headers={"Accept": other, "If-None-Match": tag})
            assert answer.status == (304 if known == tag else 200), (media, other)
            assert answer.etag == known
    text = game.ask("GET", "/board.txt", headers={"If-None-Match": '"1"'})
    assert (text.status, text.etag) == (200, '"1-txt"')


def test_a_long_poll_for_text_waits_for_the_tag_of_the_text(game):
    game.edit(3, "A")
    polite = {"Accept": "text/plain", "Prefer": "wait=1"}
    assert game.ask("GET", "/board", headers=polite | {"If-None-Match": '"1-txt"'}).status == 304
    assert game.ask("GET", "/board", headers=polite | {"If-None-Match": '"1"'}).status == 200
