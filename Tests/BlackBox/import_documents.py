"""Documents for `POST /games/import`, as another program may write them."""

from fold import Copy


def document(**changes):
    """A small valid document with these changes."""
    whole = {"format": "fivebyfive-game", "version": 1, "written": "2024-02-29T12:30:00.000Z"}
    return whole | {"setup": setup(), "events": []} | changes


def setup(**changes):
    usual = {"id": "elsewhere", "rules": "free", "options": {"open": True}, "public": True}
    return usual | {"created": "2024-02-29T12:00:00.000Z"} | changes


def events(*changes):
    """Events with correct sequence numbers, times and hashes, except where they set these themselves."""
    copy, numbered = Copy(), []
    for number, event in enumerate(changes, 1):
        event = {"sequence": number, "time": f"2024-02-29T12:00:{number:02}.000Z"} | event
        if event.get("type") == "cell.changed":
            copy.cells[event["cell"]] = event["value"] or "."
        copy.sequence = number
        numbered.append({"hash": copy.hash} | event)
    return numbered


EDIT = {"type": "cell.changed", "board": 0, "cell": 0, "value": "A", "previous": ""}
