"""Puzzle files are exchanged with other programs: puzpy for `.puz`, the package ipuz for ipuz.

Forms of the formats and refused files are tested in AcrossLiteFileTests, AcrossLiteRefusalTests, IPuzTests,
IPuzRefusalTests and PuzzleFileTests.
"""

import json

import puz
import pytest

from client import ask, problem
from puzzle_files import ACROSS, DOWN, KIND, ROWS, acrosslite, blank, document, download, in_rows
from puzzle_files import read_acrosslite, read_ipuz, texts, upload, uploaded


@pytest.mark.parametrize("media", [None, "application/x-crossword", "application/octet-stream"])
def test_a_puz_file_is_returned_byte_for_byte(server, media):
    file = acrosslite(title="Morning", author="Zoë", copyright="© 2026", notes="One\ntwo")
    data = b"From: editor\r\n\r\n" + file + b"\r\n"
    made = uploaded(server, data, media)
    assert (made["format"], made["warnings"], made["size"]) == ("puz", [], 5)
    assert made["text"] == "#..../...../...../...../....#"
    assert (made["title"], made["author"], made["copyright"]) == ("Morning", "Zoë", "© 2026")
    assert made["notes"] == "One\ntwo"
    assert texts(made["clues"]["across"]) == ACROSS and texts(made["clues"]["down"]) == DOWN
    assert [clue["cell"] for clue in made["clues"]["across"]] == [1, 5, 10, 15, 20]
    assert [clue["length"] for clue in made["clues"]["down"]] == [5, 5, 5, 4, 4]
    assert download(server, made, "puz") == data


@pytest.mark.parametrize("media", [None, "application/json", "application/x-ipuz"])
def test_an_ipuz_file_is_returned_byte_for_byte(server, media):
    data = json.dumps(document(title="Morning", saved=[["#"]], **{"org.example:x": 1.5})).encode()
    made = uploaded(server, data, media)
    assert made["format"] == "ipuz" and made["warnings"] == []
    assert texts(made["clues"]["across"]) == ACROSS and texts(made["clues"]["down"]) == DOWN
    assert download(server, made, "ipuz") == data


def test_a_puz_file_with_a_wrong_checksum_is_accepted_with_a_warning(server):
    data = bytearray(acrosslite())
    data[0x0E] ^= 0x5A
    made = uploaded(server, bytes(data))
    assert len(made["warnings"]) == 1 and "checksum" in made["warnings"][0]
    assert download(server, made, "puz") == bytes(data)


def test_a_puz_file_becomes_ipuz_that_another_program_reads(server):
    data = acrosslite(title="Q&A <b>", author="Zoë", copyright="© 2026", notes="One\ntwo")
    made, across, down = read_ipuz(download(server, uploaded(server, data), "ipuz"))
    assert made["solution"] == in_rows(["#" if sign == "." else sign for sign in "".join(ROWS)])
    assert made["puzzle"] == document()["puzzle"] and made["kind"] == [KIND]
    assert across == ACROSS and down == DOWN
    assert (made["author"], made["copyright"], made["notes"]) == ("Zoë", "© 2026", "One\ntwo")
    assert made["title"] == "Q&A &lt;b>"


def test_ipuz_becomes_a_puz_file_that_another_program_reads(server):
    file = document(title="Caf&eacute; &amp; <i>co</i>", author="Ann", copyright="©", notes="a<br>b")
    made, across, down = read_acrosslite(download(server, uploaded(server, file), "puz"))
    assert (made.version, made.width, made.height) == (b"1.3", 5, 5)
    assert made.solution == "".join(ROWS)
    assert made.fill == "".join("." if sign == "." else "-" for sign in made.solution)
    assert (made.title, made.author, made.copyright, made.notes) == ("Café & co", "Ann", "©", "a\nb")
    assert across == ACROSS and down == DOWN and not made.has_rebus() and not made.has_markup()


def test_rebus_circles_and_given_letters_survive_both_conversions(server):
    first = blank()
    first.rebus().add_rebus_squares(2, "HEART")
    first.rebus().add_rebus_squares([7, 8], "CLUB")
    first.markup().set_markup_squares([1, 2, 12], puz.GridMarkup.Circled)
    first.markup().set_markup_squares(5, puz.GridMarkup.Revealed)
    first.fill = first.fill[:5] + "S" + first.fill[6:]
    made = uploaded(server, first.tobytes())
    assert made["text"] == "#..../S..../...../...../....#"
    middle = read_ipuz(download(server, made, "ipuz"))[0]
    assert middle["solution"][0][2] == "HEART" and middle["solution"][1][2:4] == ["CLUB", "CLUB"]
    assert middle["puzzle"][0][1] == {"cell": 1, "style": {"shapebg": "circle"}}
    assert middle["puzzle"][1][0] == {"cell": 5, "value": "S"}
    last = read_acrosslite(download(server, uploaded(server, middle), "puz"))[0]
    rebus = [last.rebus().get_rebus_solution(place) for place in (2, 7, 8)]
    assert rebus == ["HEART", "CLUB", "CLUB"] and last.rebus().get_rebus_squares() == [2, 7, 8]
    assert last.markup().get_markup_squares(puz.GridMarkup.Circled) == [1, 2, 12]
    assert last.markup().get_markup_squares(puz.GridMarkup.Revealed) == [5] and last.fill[5] == "S"


def test_letters_of_other_scripts_survive_both_conversions(server):
    rows = [list("ЖУКИЁ"), list("ÉTÉÀÇ"), list("ABCDE"), list("ΑΒΓΔΕ"), list("FGHIJ")]
    clues = {"Across": [["1", "Жук — «насекомое»"], [6, "“Été”"]]}
    numbers = [[1, 2, 3, 4, 5], *[[number, 0, 0, 0, 0] for number in (6, 7, 8, 9)]]
    file = document(puzzle=numbers, solution=rows, clues=clues, title="Пять")
    made, across, _ = read_acrosslite(download(server, uploaded(server, file), "puz"))
    assert made.version == b"2.0" and made.title == "Пять"
    assert across[1] == "Жук — «насекомое»" and across[6] == "“Été”"
    rebus = made.rebus()
    for place, letter in enumerate(sum(rows, [])):
        written = rebus.get_rebus_solution(place) if rebus.is_rebus_square(place) else made.solution[place]
        assert written == letter
    again = read_ipuz(download(server, uploaded(server, made.tobytes()), "ipuz"))[0]
    assert again["solution"] == rows and again["title"] == "Пять"


def test_labels_of_cells_survive_in_ipuz(server):
    cells = in_rows(["#", "a", "b", "c", "d", "e", *[0] * 18, "#"])
    made = uploaded(server, document(puzzle=cells, clues={"Across": [["e", "x"]], "Down": [["d", "y"]]}))
    labels = {clue["cell"]: clue.get("label") for clue in made["clues"]["across"]}
    assert labels[1] == "a" and labels[5] == "e"
    assert read_ipuz(download(server, made, "ipuz"))[0]["puzzle"][0] == ["#", "a", "b", "c", "d"]


def test_a_generated_puzzle_is_read_by_other_programs(server):
    answer = ask(server, "POST", "/puzzles/generate", {"seed": 5})
    assert answer.status == 201, answer
    made = answer.json
    one, across, down = read_acrosslite(download(server, made, "puz"))
    other, *clues = read_ipuz(download(server, made, "ipuz"))
    assert [across, down] == clues == [texts(made["clues"][direction]) for direction in ("across", "down")]
    assert one.solution == "".join(sum(other["solution"], [])).replace("#", ".")
    assert one.solution.isascii() and all(across.values()) and all(down.values())


def test_a_puz_file_that_another_program_scrambled_is_refused(server):
    made = blank(["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"])
    made.lock_solution(1234)
    detail = problem(upload(server, made.tobytes()), 422, "invalid-puzzle")["detail"]
    assert "scrambled" in detail and "unlock" in detail
