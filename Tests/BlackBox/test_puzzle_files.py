"""Puzzle files are exchanged with other programs: puzpy for `.puz`, the package ipuz for ipuz.

Forms of the formats and refused files are tested in AcrossLiteFileTests, AcrossLiteRefusalTests, IPuzTests,
IPuzRefusalTests and PuzzleFileTests.
"""

import json
import re

import puz
import pytest

from client import ask, problem
from puzzle_files import ACROSS, DOWN, KIND, ROWS, acrosslite, blank, document, download, in_rows
from puzzle_files import oddities, read_acrosslite, read_ipuz, texts, upload, uploaded


@pytest.mark.parametrize("media", [None, "application/x-crossword", "application/octet-stream"])
def test_a_puz_file_is_returned_byte_for_byte(server, media):
    file = acrosslite(title="Morning", author="Zoë", copyright="© 2026", notes="One\ntwo")
    data = b"From: editor\r\n\r\n" + file + b"\r\n"
    made = uploaded(server, data, media)
    assert (made["format"], oddities(made), made["size"]) == ("puz", [], 5)
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
    assert made["format"] == "ipuz" and oddities(made) == []
    assert texts(made["clues"]["across"]) == ACROSS and texts(made["clues"]["down"]) == DOWN
    assert download(server, made, "ipuz") == data


def test_a_puzzle_with_bars_is_played_and_shown_with_them(server):
    barred = in_rows([{"cell": 0, "style": {"barred": "RB"}} if index == 7 else 0 for index in range(25)])
    solution = in_rows(list("CLASPROMEOAGENTTIDESEXAMS"))
    made = uploaded(server, json.dumps(document(puzzle=barred, solution=solution, clues={})).encode())
    words = [(clue["cell"], clue["length"]) for way in ("across", "down") for clue in made["clues"][way]]
    assert words == [(0, 5), (5, 3), (8, 2), (10, 5), (15, 5), (20, 5), (0, 5), (1, 5), (2, 2), (3, 5), (4, 5), (12, 3)]
    shown = ask(server, "GET", f"/puzzles/{made['id']}", token=made["token"]).json
    assert shown["bars"] == made["bars"] == [{"cell": 7, "sides": ["right", "bottom"]}]
    options = {"puzzle": made["id"]}
    game = ask(server, "POST", "/games", {"rules": "mini", "options": options}, token=made["token"]).json
    address = f"/games/{game['id']}/board"
    bars = [cell.get("bars") for cell in ask(server, "GET", address).json["cells"]]
    assert [index for index, sides in enumerate(bars) if sides] == [7] and bars[7] == ["right", "bottom"]
    picture = ask(server, "GET", address + ".svg").text
    assert picture.count('stroke-width="6"') == 2
    lines = ask(server, "GET", address + "?at=0", headers={"Accept": "text/x-ansi"}).text.split("\n")
    assert "┃" in lines[4] and "━" in lines[5]
    problem(ask(server, "GET", f"/puzzles/{made['id']}.puz", token=made["token"]), 406, "not-acceptable")


@pytest.mark.parametrize("format", ["ipuz", "puz"])
def test_a_puzzle_with_digits_is_played(server, format):
    rows = (".1984", "SALVO", "AROMA", "GREEN", "2STE.")
    file = json.dumps(document(solution=in_rows(list("".join(rows).replace(".", "#"))))).encode()
    made = uploaded(server, file if format == "ipuz" else blank(rows).tobytes())
    options = {"puzzle": made["id"]}
    game = ask(server, "POST", "/games", {"rules": "mini", "options": options}, token=made["token"]).json
    address = f"/games/{game['id']}"
    ann = ask(server, "POST", address + "/seats", {"name": "Ann"}).json["token"]
    ask(server, "POST", address + "/actions/start", {}, token=ann)
    letters = ask(server, "GET", address).json["puzzle"]["letters"]
    assert "".join(letters) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    cells = {str(at): sign.lower() for at, sign in enumerate("".join(rows)) if sign != "."}
    assert ask(server, "PATCH", address + "/board", {"cells": cells}, token=ann).status == 200
    state = ask(server, "GET", address).json
    assert state["state"] == "finished" and state["result"]["answer"] == "#1984/SALVO/AROMA/GREEN/2STE#"
    problem(ask(server, "PATCH", "/board", {"cells": {"0": "7"}}), 422, "not-a-letter")


def test_a_puz_file_with_a_wrong_checksum_is_accepted_with_a_warning(server):
    data = bytearray(acrosslite())
    data[0x0E] ^= 0x5A
    made = uploaded(server, bytes(data))
    assert len(oddities(made)) == 1 and "checksum" in oddities(made)[0]
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


def test_rebus_and_circles_survive_both_conversions(server):
    first = blank()
    first.rebus().add_rebus_squares(2, "HEART")
    first.rebus().add_rebus_squares([7, 8], "CLUB")
    first.markup().set_markup_squares([1, 2, 12], puz.GridMarkup.Circled)
    made = uploaded(server, first.tobytes())
    assert made["text"] == "#..../...../...../...../....#"
    middle = read_ipuz(download(server, made, "ipuz"))[0]
    assert middle["solution"][0][2] == "HEART" and middle["solution"][1][2:4] == ["CLUB", "CLUB"]
    assert middle["puzzle"][0][1] == {"cell": 1, "style": {"shapebg": "circle"}}
    last = read_acrosslite(download(server, uploaded(server, middle), "puz"))[0]
    rebus = [last.rebus().get_rebus_solution(place) for place in (2, 7, 8)]
    assert rebus == ["HEART", "CLUB", "CLUB"] and last.rebus().get_rebus_squares() == [2, 7, 8]
    assert last.markup().get_markup_squares(puz.GridMarkup.Circled) == [1, 2, 12]


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


def test_a_puz_file_that_was_saved_after_its_letters_were_revealed_is_a_puzzle(server):
    """All of them, or one; programs mark them with 0x40 and keep the letters in the state."""
    for revealed in (range(1, 24), [5]):
        file = blank()
        file.markup().set_markup_squares(list(revealed), puz.GridMarkup.Revealed)
        file.fill = "".join(sign if at in revealed else "-" for at, sign in enumerate("".join(ROWS)))
        file.fill = "." + file.fill[1:24] + "."
        assert uploaded(server, file.tobytes())["text"] == "#..../...../...../...../....#"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_puz_file_of_version_1_3_is_utf_8_if_it_can_be(server, encoding):
    words = {"title": "Café", "author": "Zoë", "copyright": "© “2026”", "notes": "Søren’s – fin"}
    file = blank()
    file.encoding = encoding
    for name, text in words.items():
        setattr(file, name, text)
    file.clues[0] = "“Où ?”"
    data = file.tobytes()
    assert "“Où ?”".encode(encoding) in data
    made = uploaded(server, data)
    assert {name: made[name] for name in words} == words
    assert oddities(made) == [] and made["clues"]["across"][0]["clue"] == "“Où ?”"
    assert download(server, made, "puz") == data
    again = uploaded(server, download(server, uploaded(server, download(server, made, "ipuz")), "puz"))
    assert {name: again[name] for name in words} == words


def test_latin_text_that_would_read_as_utf_8_is_kept(server):
    made = uploaded(server, document(title="Ã© Â£"))
    assert uploaded(server, download(server, made, "puz"))["title"] == "Ã© Â£"


MARKUP = {
    "2<sup>10</sup>": "2¹⁰", "H<sub>2</sub>O": "H₂O", "&hearts; of <i>Ulysses</i>": "♥ of Ulysses", "Q&amp;A": "Q&A",
    "one<br>two": "one two", "&#8220;x&#8221; &#147;y&#148;": "“x” “y”", "a < b & c": "a < b & c",
}  # fmt: skip


def test_markup_in_clues_of_both_formats_becomes_text(server):
    for written, shown in MARKUP.items():
        file = blank()
        file.clues[0] = written
        for body in (file.tobytes(), document(clues={"Across": [[1, written]]})):
            made = uploaded(server, body)
            assert made["clues"]["across"][0]["clue"] == shown, written
            for format in ("puz", "ipuz"):
                again = uploaded(server, download(server, made, format))
                assert again["clues"]["across"][0]["clue"] == shown, (written, format)


def test_a_clue_about_markup_survives_both_conversions(server):
    made = uploaded(server, document(clues={"Across": [[1, "Like &lt;b&gt; and &amp;eacute;"]]}))
    assert made["clues"]["across"][0]["clue"] == "Like <b> and &eacute;"
    for format in ("puz", "ipuz"):
        assert uploaded(server, download(server, made, format))["clues"] == made["clues"]


@pytest.mark.parametrize(
    "text, enumeration, shown",
    [
        ("Hot", "4", "Hot (4)"), ("Hot", "3,2", "Hot (3,2)"), ("Hot", "(2-2)", "Hot (2-2)"), ("Hot", 4, "Hot (4)"),
        ("Hot (4)", "4", "Hot (4)"), ("", "4", "(4)"), ("Hot", "", "Hot"), ("Hot", None, "Hot"), ("Hot", [4], "Hot"),
    ],
)  # fmt: skip
def test_the_enumeration_stands_behind_the_clue(server, text, enumeration, shown):
    clue = {"number": 1, "clue": text, "enumeration": enumeration}
    made = uploaded(server, document(clues={"Across": [clue]}))
    assert made["clues"]["across"][0]["clue"] == shown


def test_what_is_not_shown_is_named_in_the_warnings(server):
    def warned(style, **parts):
        cells = [["#", {"cell": 1, "style": style}, 2, 3, {"cell": 4, "style": style}], *document()["puzzle"][1:]]
        return oddities(uploaded(server, document(puzzle=cells, **parts)))

    assert warned({"color": "ffcc00"}) == ["The shading of b1, e1 is not shown."]
    assert warned({"highlight": True}) == ["The shading of b1, e1 is not shown."]
    assert warned({"color": "f00", "highlight": True, "mark": {"TL": "x"}}) == [
        "The shading of b1, e1 is not shown.",
        "The small mark of b1, e1 is not shown.",
    ]
    assert warned("shaded", styles={"shaded": {"color": "eee"}}) == ["The shading of b1, e1 is not shown."]
    assert warned({"shapebg": "star"}) == ["The shape of b1, e1 is not shown."]
    assert warned({"org.example:<b>": 1}) == ["The other style of b1, e1 is not shown."]
    assert warned({}, zones=[{"rect": [0, 0, 1, 1]}], explanation="Why") == [
        "The zones are not shown.",
        "The explanation is not shown.",
    ]
    assert warned("unknown") == ["The other style of b1, e1 is not shown."]
    for shown in ({"shapebg": "circle"}, {"highlight": False, "color": ""}, {}, "none"):
        assert warned(shown) == []


def test_a_puz_file_of_nothing_but_x_has_no_solution(server):
    full = "X" * 5  # programs write an X into each cell of a puzzle whose solution they keep back
    for rows in ([full] * 5, ["." + full[1:], *[full] * 3, full[1:] + "."], ["XX", "XX"]):
        assert "no solution" in problem(upload(server, blank(rows).tobytes()), 422, "invalid-puzzle")["detail"]
    cyrillic = document(solution=in_rows(["#", *"ЖУКИЖУКИЖУКИЖУКИЖУКИЖУК", "#"]))
    made = uploaded(server, cyrillic)
    assert uploaded(server, download(server, made, "puz"))["clues"] == made["clues"]


OTHERS = {
    "an .xd file": b"Title: Five\nAuthor: Ann\n\n\nHEART\nEMBER\n\n\nA1. Pump ~ HEART\n",
    "an .xd file ": b"## Metadata\n\ntitle: Five\n\n## Grid\n\nHEART\n",
    "an .xd file  ": b"Number: 12\nSize: 5\nTitle: Five\n\n\nHEART\nEMBER\n",
    "a .jpz file": b'<?xml version="1.0"?><crossword-compiler-applet><rectangular-puzzle/>',
    "a ZIP archive, such as a .jpz file": b"PK\x03\x04rest",
    "AcrossLite text (.txt)": b"<ACROSS PUZZLE>\n<TITLE>\n\tFive\n<AUTHOR>\n",
    "AcrossLite text (.txt) ": b"\xef\xbb\xbf<ACROSS PUZZLE V2>\r\n",
    "an Exolve puzzle": b"exolve-begin\n  exolve-width: 5\n",
    "an Exolve puzzle ": b"<html><script>createExolve(`\nexolve-begin\n",
    "a CrossFire file (.cfp)": b"<CROSSFIRE><GRID/>",
    "a PDF file": b"%PDF-1.7\n",
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("media", [None, "text/plain", "application/octet-stream", "text/xml", "application/zip"])
def test_files_of_other_formats_are_refused_by_their_names(server, name, media):
    detail = problem(upload(server, OTHERS[name], media), 422, "invalid-puzzle")["detail"]
    assert detail.startswith(f"This is {name.strip()}") and "ipuz and AcrossLite (.puz)" in detail


def test_a_generated_puzzle_has_a_title_an_author_and_the_day(server):
    made = ask(server, "POST", "/puzzles/generate", {"seed": 5}).json
    assert re.fullmatch(r"Mini crossword, \d{4}-\d\d-\d\d", made["title"]) and made["author"] == "FiveByFive"
    assert read_ipuz(download(server, made, "ipuz"))[0]["title"] == made["title"]
    assert read_acrosslite(download(server, made, "puz"))[0].author == "FiveByFive"
