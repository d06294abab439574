"""Documents for `POST /games/import`: a valid one, many invalid ones, and strange ones."""

from fold import Copy
from visible_state import without


def document(**changes):
    """A small valid document with these changes."""
    setup = {"id": "elsewhere", "rules": "free", "options": {"open": True}, "public": True}
    setup["created"] = "2024-02-29T12:00:00.000Z"
    whole = {"format": "fivebyfive-game", "version": 1, "written": "2024-02-29T12:30:00.000Z"}
    return whole | {"setup": setup, "events": []} | changes


def setup(**changes):
    return document()["setup"] | changes


def events(*changes):
    """Events with correct sequence numbers, times and hashes, except where they set these themselves."""
    copy, numbered = Copy(), []
    for number, event in enumerate(changes, 1):
        event = {"sequence": number, "time": f"2024-02-29T12:00:{number:02}.000Z"} | event
        if event.get("type") == "cell.changed" and event.get("cell") in range(25) and "value" in event:
            copy.cells[event["cell"]] = event["value"] or "."
        copy.sequence = number
        numbered.append({"hash": copy.hash} | event)
    return numbered


EDIT = {"type": "cell.changed", "board": 0, "cell": 0, "value": "A", "previous": ""}
SEAT = {"type": "seat.taken", "seat": 1, "name": "Ann", "colour": "#2a9d8f"}
PROMPT = {"id": 1, "purpose": "clear", "title": "Clear?", "message": "Really?", "buttons": ["Keep", "Clear"]}
PROMPT |= {"cancel": 0, "deciders": [1], "expires": "2024-02-29T12:31:00.000Z"}
OPENED = {"type": "prompt.opened", "prompt": PROMPT}
FINISHED = {"type": "game.finished", "result": {"seconds": 1}}
HUGE = 2**63 - 1
ANSWERED = {"type": "prompt.answered", "prompt": 1, "by": 1, "button": 9}
DISMISSED = {"type": "prompt.dismissed", "prompt": HUGE, "button": HUGE}
RECOLOURED = {"type": "seat.recoloured", "seat": 5, "colour": "#112233"}

WRONG = {
    "an empty object": {},
    "a list": [],
    "no format": without(document(), "format"),
    "another format": document(format="ipuz"),
    "another version": document(version=2),
    "a version as text": document(version="1"),
    "an unknown key": document(more=1),
    "no setup": without(document(), "setup"),
    "no events": without(document(), "events"),
    "events that are not a list": document(events={"0": EDIT}),
    "an event that is not an object": document(events=[1]),
    "no time of writing": without(document(), "written"),
    "unknown rules": document(setup=setup(rules="chess")),
    "no rules": document(setup=without(setup(), "rules")),
    "unknown options": document(setup=setup(options={"opne": True})),
    "a bad board": document(setup=setup(options={"board": "CAT"})),
    "a bad title": document(setup=setup(title="\u202eevil")),
    "a long title": document(setup=setup(title="x" * 81)),
    "a bad time": document(setup=setup(created="yesterday")),
    "a gap": document(events=events(EDIT, EDIT | {"sequence": 3, "cell": 1})),
    "a start at 0": document(events=events(EDIT | {"sequence": 0})),
    "the same number twice": document(events=events(EDIT, EDIT | {"sequence": 1, "cell": 1})),
    "a negative number": document(events=events(EDIT | {"sequence": -1})),
    "a wrong hash": document(events=events(EDIT | {"hash": "00000000"})),
    "no hash": document(events=[without(events(EDIT)[0], "hash")]),
    "a changed letter": document(events=events(EDIT | {"hash": "5f0c1d9e", "value": "B"})),
    "an unknown type": document(events=events({"type": "cell.exploded"})),
    "no type": document(events=events({"cell": 1})),
    "cell 25": document(events=events(EDIT | {"cell": 25})),
    "cell -1": document(events=events(EDIT | {"cell": -1})),
    "cell as text": document(events=events(EDIT | {"cell": "a1"})),
    "board 1": document(events=events(EDIT | {"board": 1})),
    "board -1": document(events=events(EDIT | {"board": -1})),
    "a huge board": document(events=events(EDIT | {"board": HUGE})),
    "two letters": document(events=events(EDIT | {"value": "AB"})),
    "a digit": document(events=events(EDIT | {"value": "7"})),
    "by seat 13": document(events=events(EDIT | {"by": 13})),
    "seat 0": document(events=events(SEAT | {"seat": 0})),
    "seat 13": document(events=events(SEAT | {"seat": 13})),
    "17 seats": document(events=events(*[SEAT | {"seat": number} for number in range(1, 18)])),
    "a bad name": document(events=events(SEAT | {"name": "a\u0000b"})),
    "an empty name": document(events=events(SEAT | {"name": ""})),
    "a hidden character in a name": document(events=events(SEAT | {"name": "in\u200bvisible"})),
    "a long name": document(events=events(SEAT | {"name": "x" * 33})),
    "a bad colour": document(events=events(SEAT | {"colour": "red"})),
    "a long prompt": document(events=events(SEAT, OPENED | {"prompt": PROMPT | {"message": "x" * 5000}})),
    "a prompt without buttons": document(events=events(SEAT, OPENED | {"prompt": PROMPT | {"buttons": []}})),
}

# These may be accepted or refused, but must not end the server, at once or when the game continues.
STRANGE = {
    "a game that ends twice": document(events=events(FINISHED, FINISHED)),
    "an edit after the end": document(events=events(FINISHED, EDIT)),
    "a seat taken twice": document(events=events(SEAT, SEAT | {"name": "Ben"})),
    "a huge sequence": document(events=events(EDIT | {"sequence": HUGE})),
    "huge seconds": document(events=events({"type": "game.finished", "result": {"seconds": HUGE}})),
    "negative seconds": document(events=events({"type": "game.finished", "result": {"seconds": -HUGE}})),
    "9e15 seconds": document(events=events({"type": "game.finished", "result": {"seconds": 9e15}})),
    "the largest away": document(away=HUGE),
    "a negative away": document(away=-HUGE - 1),
    "a setup with the largest away": document(setup=setup(away=HUGE)),
    "a setup with a negative away": document(setup=setup(away=-HUGE - 1)),
    "an event with the largest away": document(events=events(EDIT | {"away": HUGE})),
    "an event with a negative away": document(events=events(EDIT | {"away": -HUGE - 1})),
    "a setup far in the future": document(setup=setup(created="9999-12-31T23:59:59.999Z")),
    "an event far in the past": document(events=events(EDIT | {"time": "0001-01-01T00:00:00.000Z"})),
    "written far in the future": document(written="9999-12-31T23:59:59.999Z"),
    "a huge prompt": document(events=events(SEAT, OPENED | {"prompt": PROMPT | {"id": HUGE}})),
    "a negative prompt": document(events=events(SEAT, OPENED | {"prompt": PROMPT | {"id": -HUGE - 1}})),
    "a prompt without deciders": document(events=events(OPENED | {"prompt": PROMPT | {"deciders": []}})),
    "a prompt with unknown deciders": document(
        events=events(OPENED | {"prompt": PROMPT | {"deciders": [7, 8]}})
    ),
    "a prompt twice": document(events=events(SEAT, OPENED, OPENED)),
    "a prompt that expires at the end of time": document(
        events=events(SEAT, OPENED | {"prompt": PROMPT | {"expires": "9999-12-31T23:59:59.999Z"}})
    ),
    "an answer to a missing prompt": document(events=events(ANSWERED)),
    "the dismissal of a missing prompt": document(events=events(DISMISSED)),
    "a missing seat left": document(events=events({"type": "seat.left", "seat": 5})),
    "a missing seat recoloured": document(events=events(RECOLOURED)),
    "an unlocked board unlocked": document(events=events({"type": "board.unlocked"})),
    "another previous letter": document(events=events(EDIT | {"previous": "Q"})),
    "a letter on a block": document(setup=setup(options={"board": "#..../...../...../...../....."})),
    "a rematch with its own id": document(events=events({"type": "rematch.started", "game": "elsewhere"})),
    "a rematch with the id of the lobby": document(events=events({"type": "rematch.started", "game": "lobby"})),
    "a previous game that does not exist": document(setup=setup(previous="nowhere123")),
    "the id of the lobby": document(setup=setup(id="lobby")),
}
