"""Crossword files, written and read by other programs: puzpy for `.puz`, the package ipuz for ipuz."""

import json

import ipuz
import puz

from client import ask

ROWS = (".HEAT", "SALVO", "AROMA", "GREEN", "ESTE.")
ACROSS = {
    1: "It makes water boil",
    5: "Guns, all at once",
    6: "What coffee has",
    7: "Like grass",
    8: "¿Este?",
}
DOWN = {1: "First down", 2: "Second down", 3: "Third down", 4: "Fourth down", 5: "Herb"}
KIND = "http://ipuz.org/crossword#1"


def blank(rows=ROWS, version="1.3"):
    """A puzpy puzzle with the solution `rows` and numbered clues."""
    made = puz.Puzzle(version)
    made.width, made.height = len(rows[0]), len(rows)
    made.solution = "".join(rows)
    made.fill = "".join("." if sign == "." else "-" for sign in made.solution)
    across, down = puz.get_grid_numbering(made.solution, made.width, made.height)
    made.clues = [f"Clue {number}" for number in range(len(across) + len(down))]
    return made


def acrosslite(**about):
    """The bytes of a `.puz` file with the clues above; `about` sets its texts."""
    made = blank()
    for name, text in about.items():
        setattr(made, name, text)
    across, down = puz.get_grid_numbering(made.solution, 5, 5)
    for entries, texts in ((across, ACROSS), (down, DOWN)):
        for entry in entries:
            made.clues[entry["clue_index"]] = texts[entry["num"]]
    return made.tobytes()


def document(**parts):
    """The same puzzle as an ipuz document; `parts` replace its parts."""
    numbers = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 10: 6, 15: 7, 20: 8}
    signs = "".join(ROWS).replace(".", "#")
    return {
        "version": "http://ipuz.org/v2",
        "kind": [KIND],
        "dimensions": {"width": 5, "height": 5},
        "puzzle": in_rows(["#" if sign == "#" else numbers.get(at, 0) for at, sign in enumerate(signs)]),
        "solution": in_rows(list(signs)),
        "clues": {
            "Across": [[number, text] for number, text in ACROSS.items()],
            "Down": [[number, text] for number, text in DOWN.items()],
        },
    } | parts


def in_rows(cells):
    return [cells[start : start + 5] for start in range(0, 25, 5)]


def upload(server, body, media=None):
    headers = [("Content-Type", media)] if media else []
    if not isinstance(body, bytes):
        body = json.dumps(body, ensure_ascii=False).encode()
    return ask(server, "POST", "/puzzles", body, headers)


def uploaded(server, body, media=None):
    """Uploads a file, which must be accepted; returns the answer's JSON."""
    answer = upload(server, body, media)
    assert answer.status == 201, answer
    assert answer.header("Location") == f"/puzzles/{answer.json['id']}", answer
    return answer.json


def download(server, made, format):
    """The puzzle's file in `format`, requested with its owner's token."""
    answer = ask(server, "GET", f"/puzzles/{made['id']}.{format}", token=made["token"])
    assert answer.status == 200, answer
    expected = "application/json" if format == "ipuz" else "application/x-crossword"
    assert answer.media == expected, answer
    assert answer.header("Content-Disposition") == f'attachment; filename="{made["id"]}.{format}"', answer
    return answer.body


def read_acrosslite(data):
    """Reads a `.puz` file; puzpy refuses wrong checksums."""
    read = puz.load(data)
    numbering = read.clue_numbering()
    across = {entry["num"]: entry["clue"] for entry in numbering.across}
    down = {entry["num"]: entry["clue"] for entry in numbering.down}
    return read, across, down


def read_ipuz(data):
    """Reads an ipuz document; the package refuses invalid fields."""
    read = ipuz.read(data.decode(), puzzlekinds=[KIND])
    return read, dict(read["clues"]["Across"]), dict(read["clues"]["Down"])


def texts(clues):
    """The texts of the server's clues, by number."""
    return {clue["number"]: clue["clue"] for clue in clues}


def oddities(made):
    """What an answer to an upload says of the file, aside from its words and clues."""
    return [warning["detail"] for warning in made["warnings"] if warning["kind"] == "not-shown"]
