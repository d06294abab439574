"""All that can be seen of a game, so that it can be compared before and after."""

from client import ask


def picture(game, *tokens):
    """The game, its actions, board and history, as everybody named by a token and a stranger see them."""
    seen = {"history": game.ask("GET", "/history").body}
    for token in (None, game.host, *tokens):
        if token is None or token:
            seen["game", token] = settled(game.show(token))
            seen["actions", token] = game.ask("GET", "/actions", token=token).json
    for form in ("json", "txt", "svg"):
        answer = game.ask("GET", f"/board.{form}")
        seen[form] = (answer.status, answer.etag, answer.body)
    return seen


def settled(shown):
    """A game without what may differ from one look to the next: running time, and who is here."""
    clock = {"running": shown["clock"]["running"]}
    if not clock["running"]:
        clock = shown["clock"]
    seats = [without(seat, "present") for seat in shown["seats"]]
    prompts = [without(prompt, "expires") for prompt in shown["prompts"]]
    return shown | {"clock": clock, "seats": seats, "prompts": prompts, "spectators": 0}


def without(shown, *keys):
    return {key: value for key, value in shown.items() if key not in keys}


def moments(game):
    """The board at every sequence number from 0 to the last, and what is answered beyond."""
    last = game.sequence
    answers = [game.ask("GET", f"/board?at={number}") for number in range(last + 2)]
    return [(answer.status, answer.etag, answer.body) for answer in answers]


def listing(server):
    """The public games of both states, as the list gives them."""
    return [
        ask(server, "GET", f"/games?limit=100&state={state}").json for state in ("playing", "finished")
    ]
