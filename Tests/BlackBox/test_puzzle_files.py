"""Files of puzzles: taken from and given to programs that are not ours, and refused with the reason."""

import json

import puz
import pytest

from client import ask, problem
from puzzle_files import (
    ACROSS,
    DOWN,
    KIND,
    ROWS,
    acrosslite,
    blank,
    document,
    download,
    in_rows,
    numbered,
    read_acrosslite,
    read_ipuz,
    told,
    upload,
    uploaded,
)

TEXT = "#..../...../...../...../....#"
JSON = "application/json"


def refused(answer, *words):
    """Asserts that no puzzle was found in a file, for a reason that has these words."""
    detail = problem(answer, 422, "invalid-puzzle")["detail"]
    assert detail.endswith(".") and all(word in detail for word in words), detail


# --------------------------------------------------------------------------------------------- what is taken


@pytest.mark.parametrize("media", [None, "application/x-crossword", "application/octet-stream"])
def test_a_puz_is_taken_and_given_back_byte_for_byte(server, media):
    data = acrosslite(title="Morning", author="Zoë", copyright="© 2026", notes="One\ntwo")
    made = uploaded(server, data, media)
    assert made["format"] == "puz" and made["warnings"] == [] and made["size"] == 5
    assert made["text"] == TEXT
    assert (made["title"], made["author"], made["copyright"]) == ("Morning", "Zoë", "© 2026")
    assert made["notes"] == "One\ntwo"
    assert told(made["clues"]["across"]) == ACROSS and told(made["clues"]["down"]) == DOWN
    assert [clue["cell"] for clue in made["clues"]["across"]] == [1, 5, 10, 15, 20]
    assert [clue["length"] for clue in made["clues"]["down"]] == [5, 5, 5, 4, 4]
    assert download(server, made, "puz") == data


@pytest.mark.parametrize("media", [None, JSON, "application/x-ipuz", "application/octet-stream"])
def test_ipuz_is_taken_and_given_back_byte_for_byte(server, media):
    data = json.dumps(document(title="Morning", saved=[["#"]], **{"org.example:x": 1.5})).encode()
    made = uploaded(server, data, media)
    assert made["format"] == "ipuz" and made["warnings"] == [] and made["text"] == TEXT
    assert told(made["clues"]["across"]) == ACROSS and told(made["clues"]["down"]) == DOWN
    assert download(server, made, "ipuz") == data


def test_no_answer_is_told(server):
    for data in (acrosslite(), document()):
        made = uploaded(server, data)
        shown = ask(server, "GET", f"/puzzles/{made['id']}")
        assert shown.status == 200, shown
        assert shown.json == {name: made[name] for name in made if name not in ("warnings", "token")}
        for word in ("HEAT", "SALVO", "AROMA", "GREEN", "ESTE"):
            assert word not in json.dumps(made) and word not in shown.text


def test_bytes_around_a_puz_do_not_matter(server):
    data = b"From: editor\r\n\r\n" + acrosslite() + b"\r\n"
    assert download(server, uploaded(server, data), "puz") == data


def test_a_wrong_checksum_is_a_warning(server):
    right = acrosslite()
    for place in (0, 0x0E, 0x10, 0x17):
        data = bytearray(right)
        data[place] ^= 0x5A
        made = uploaded(server, bytes(data))
        assert len(made["warnings"]) == 1 and "checksum" in made["warnings"][0]
        assert told(made["clues"]["across"]) == ACROSS
        assert download(server, made, "puz") == bytes(data)


# ------------------------------------------------------------------------------------- from one into another


def test_a_puz_becomes_ipuz_that_another_program_reads(server):
    data = acrosslite(title="Q&A <b>", author="Zoë", copyright="© 2026", notes="One\ntwo")
    made, across, down = read_ipuz(download(server, uploaded(server, data), "ipuz"))
    assert made["solution"] == in_rows(["#" if sign == "." else sign for sign in "".join(ROWS)])
    assert made["puzzle"] == document()["puzzle"] and made["kind"] == [KIND]
    assert across == ACROSS and down == DOWN
    assert (made["author"], made["copyright"], made["notes"]) == ("Zoë", "© 2026", "One\ntwo")
    assert made["title"] == "Q&A &lt;b>"


def test_ipuz_becomes_a_puz_that_another_program_reads(server):
    file = document(title="Caf&eacute; &amp; <i>co</i>", author="Ann", copyright="©", notes="a<br>b")
    made, across, down = read_acrosslite(download(server, uploaded(server, file), "puz"))
    assert (made.version, made.width, made.height) == (b"1.3", 5, 5)
    assert made.solution == "".join(ROWS)
    assert made.fill == "".join("." if sign == "." else "-" for sign in made.solution)
    assert (made.title, made.author, made.copyright, made.notes) == ("Café & co", "Ann", "©", "a\nb")
    assert across == ACROSS and down == DOWN and not made.has_rebus() and not made.has_markup()


def test_rebus_circles_and_givens_go_both_ways(server):
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


def test_letters_of_any_script_go_both_ways(server):
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


def test_a_generated_puzzle_is_read_by_other_programs(server):
    answer = ask(server, "POST", "/puzzles/generate", {"seed": 5})
    assert answer.status == 201, answer
    made = answer.json
    one, across, down = read_acrosslite(download(server, made, "puz"))
    other, *clues = read_ipuz(download(server, made, "ipuz"))
    assert [across, down] == clues == [told(made["clues"][way]) for way in ("across", "down")]
    assert one.solution == "".join(sum(other["solution"], [])).replace("#", ".")
    assert one.solution.isascii() and all(across.values()) and all(down.values())


# --------------------------------------------------------------------------------------- forms of the format


@pytest.mark.parametrize(
    "parts",
    [
        {"version": "http://ipuz.org/v1"},
        {"kind": ["http://ipuz.org/crossword/crypticcrossword#1"]},
        {"puzzle": numbered(block=None)},
        {"puzzle": in_rows(["#", *[{"cell": 0}] * 23, "#"])},
        {"clues": {"Across": list(ACROSS.values()), "Down": list(DOWN.values())}},
        {
            "clues": {
                "Across:Horizontal": [{"number": str(at), "clue": text} for at, text in ACROSS.items()],
                "Down:Vertical": [{"label": str(at), "clue": f"<b>{text}</b>"} for at, text in DOWN.items()],
            }
        },
    ],
)
def test_forms_of_ipuz_are_known(server, parts):
    made = uploaded(server, document(**parts))
    assert made["text"] == TEXT
    assert told(made["clues"]["across"]) == ACROSS and told(made["clues"]["down"]) == DOWN


def test_labels_of_a_file_are_kept(server):
    cells = in_rows(["#", "a", "b", "c", "d", "e", *[0] * 18, "#"])
    made = uploaded(server, document(puzzle=cells, clues={"Across": [["e", "x"]], "Down": [["d", "y"]]}))
    labels = {clue["cell"]: clue.get("label") for clue in made["clues"]["across"]}
    assert labels[1] == "a" and labels[5] == "e"
    read = read_ipuz(download(server, made, "ipuz"))[0]
    assert read["puzzle"][0] == ["#", "a", "b", "c", "d"]


def test_text_is_shown_as_text(server):
    clues = {"Across": [[1, "<script>alert(1)</script>&lt;b&gt;\u202e\u200b\u0007"]]}
    made = uploaded(server, document(clues=clues, title="<img src=x onerror=alert(1)>A"))
    assert told(made["clues"]["across"])[1] == "alert(1)<b>" and made["title"] == "A"


# -------------------------------------------------------------------------------------------- files that lie


@pytest.mark.parametrize("side", [(15, 15), (21, 21), (4, 5), (5, 6)])
def test_another_size_is_refused_with_its_size(server, side):
    width, height = side
    rows = ["A" * width] * height
    refused(upload(server, blank(rows).tobytes()), f"{width}x{height}", "5x5")
    refused(
        upload(server, document(dimensions={"width": width, "height": height})), f"{width}x{height}", "5x5"
    )


def test_a_size_that_is_not_the_grids_is_refused(server):
    data = bytearray(acrosslite())
    data[0x2C] = 6
    refused(upload(server, bytes(data)))
    refused(upload(server, document(puzzle=[[0] * 5] * 4)), "five rows")
    refused(upload(server, document(solution=[["A"] * 6] * 5)), "five cells")
    refused(upload(server, document(dimensions=None)))


def test_a_scrambled_file_is_refused_with_the_reason(server):
    made = blank(["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"])
    made.lock_solution(1234)
    refused(upload(server, made.tobytes()), "scrambled", "unlock")


def test_a_file_without_a_solution_is_refused(server):
    made = blank()
    made.solution_state = puz.SolutionState.NotProvided
    refused(upload(server, made.tobytes()), "no solution")
    refused(upload(server, document(solution=None)), "no solution")


def test_a_file_that_is_cut_off_is_refused(server):
    data = acrosslite()
    for count in range(14, len(data), 23):
        refused(upload(server, data[:count], "application/x-crossword"))
    data = json.dumps(document()).encode()
    for count in range(1, len(data), 101):
        problem(upload(server, data[:count], JSON), 400, "malformed-json")


def test_clues_without_end_are_refused(server):
    data = bytearray(acrosslite())
    data[0x2E:0x30] = b"\xff\xff"
    refused(upload(server, bytes(data)), "cut off")
    many = blank()
    many.clues = [""] * 65_000
    refused(upload(server, many.tobytes()), "65000")
    refused(upload(server, document(clues={"Across": [[1, ""]] * 5000})), "5000", "20")
    million = b'{"clues":{"Across":[' + b",".join([b'[1,""]'] * 1_000_000) + b"]}}"
    assert len(million) > 1 << 20
    problem(upload(server, million[: 65 << 10], JSON), 413)


def test_text_in_another_encoding_is_refused(server):
    data = acrosslite(title="Five")
    refused(upload(server, data.replace(b"Five", b"F\x81ve")), "Latin-1")
    utf8 = blank(version="2.0")
    utf8.title = "Five"
    refused(upload(server, utf8.tobytes().replace(b"Five", b"F\xe9ve")), "UTF-8")
    problem(upload(server, json.dumps(document(title="Five")).encode().replace(b"Five", b"F\xe9ve")), 400)


def test_nesting_without_end_is_refused(server):
    for levels in (9, 30_000):
        data = b'{"a":' + b"[" * levels + b"]" * levels + b"}"
        problem(upload(server, data, JSON), 400, "malformed-json")


@pytest.mark.parametrize(
    "parts",
    [
        {"version": "http://ipuz.org/v9"},
        {"kind": ["http://ipuz.org/sudoku#1"]},
        {"solution": in_rows(["#", "4", *"EATSALVOAROMAGREENESTE", "#"])},
        {"solution": in_rows(["#", ["A", "B"], *"EATSALVOAROMAGREENESTE", "#"])},
        {"clues": {"Across": [[9, "x"]]}},
        {"clues": {"Across": [[1, "x"], [1, "y"]]}},
        {"clues": {"Diagonal": [[1, "x"]]}},
        {"clues": {"Across": [[1, "x" * 501]]}},
        {"title": "x" * 201},
    ],
)
def test_what_does_not_fit_is_refused(server, parts):
    refused(upload(server, document(**parts)))


def test_what_is_no_puzzle_is_refused(server):
    for data in (b"", b"{}", b"[]", b"ACROSS&DOWN", b"\x00" * 100, b"%PDF-1.7"):
        problem(upload(server, data), (400, 422), ("malformed-json", "invalid-puzzle"))
    problem(upload(server, acrosslite(), "image/png"), 415, "unsupported-media-type")
    refused(upload(server, json.dumps(document()).encode(), "application/x-crossword"))
