"""Crosswords with known answers, as ipuz documents."""

from client import ask

DOTS = "#DOTS/FETAL/ULTRA/STEEP/EARS#"
DUOS = "#DUOS/DUNCE/UNITE/METER/PSST#"  # the blocks of DOTS with other answers
BLOCK, EMPTY = "#", "."


def cells_of(solution):
    """The 25 signs of a board's text."""
    cells = list(solution.replace("/", ""))
    assert len(cells) == 25, solution
    return cells


def drawn(cells):
    """The board's text of 25 signs."""
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def runs(solution):
    """The words of a solution as (direction, cells): first across, then down, each in reading order."""
    cells, found = cells_of(solution), []
    for direction, step, start in (("across", 1, 5), ("down", 5, 1)):
        words = []
        for line in range(5):
            run = []
            for place in range(6):
                index = line * start + place * step if place < 5 else None
                if index is not None and cells[index] != BLOCK:
                    run.append(index)
                    continue
                words += [run] if len(run) > 1 else []
                run = []
        found += [(direction, run) for run in sorted(words)]
    return found


def numbers(solution):
    """The number of each cell in which a word starts."""
    starts = sorted({run[0] for _, run in runs(solution)})
    return {cell: place + 1 for place, cell in enumerate(starts)}


def clue_text(direction, number):
    return f"Hint {number} {direction}"


def clues(solution, answers=False):
    """The field `clues` of a game with this puzzle."""
    told, where, cells = {"across": [], "down": []}, numbers(solution), cells_of(solution)
    for direction, run in runs(solution):
        number = where[run[0]]
        told[direction].append(
            {
                "number": number,
                "cell": run[0],
                "length": len(run),
                "clue": clue_text(direction, number),
            }
            | ({"answer": "".join(cells[cell] for cell in run)} if answers else {})
        )
    return told


def ipuz(drawing=DOTS, rebus=None, givens=(), circles=(), bars=None, **more):
    """An ipuz document with the solution `drawing`; `rebus` maps cells to several letters, `bars` to sides."""
    cells, where = cells_of(drawing), numbers(drawing)
    answers = [(rebus or {}).get(index, sign) for index, sign in enumerate(cells)]

    def shown(index):
        if cells[index] == BLOCK:
            return BLOCK
        cell = {"cell": where.get(index, 0)}
        cell |= {"value": cells[index]} if index in givens else {}
        cell |= {"style": {"shapebg": "circle"}} if index in circles else {}
        cell |= {"style": {"barred": bars[index]}} if bars and index in bars else {}
        return cell if len(cell) > 1 else cell["cell"]

    told = clues(drawing)
    return {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 5, "height": 5},
        "title": "A small one",
        "author": "Ann",
        "copyright": "Nobody's",
        "puzzle": [[shown(row * 5 + column) for column in range(5)] for row in range(5)],
        "solution": [answers[row * 5 : row * 5 + 5] for row in range(5)],
        "clues": {name: [[clue["number"], clue["clue"]] for clue in told[name.lower()]] for name in ("Across", "Down")},
    } | more


def offer(server, document, query="", headers=()):
    return ask(server, "POST", "/puzzles" + query, document, headers)


def upload(server, solution=DOTS, **kind):
    """Uploads a puzzle; returns the answer's JSON."""
    answer = offer(server, ipuz(solution, **kind))
    assert answer.status == 201, answer
    return answer.json
