"""Everything that clients can read of a game, to be compared before and after."""

from client import ask


def visible_state(game, *tokens):
    """The game, its actions, board and history, as seen by a spectator, the host and each of `tokens`."""
    state = {"history": game.ask("GET", "/history").body}
    for token in (None, game.host, *tokens):
        if token is None or token:
            state["game", token] = stable_fields(game.show(token))
            state["actions", token] = game.ask("GET", "/actions", token=token).json
    for form in ("json", "txt", "svg"):
        answer = game.ask("GET", f"/board.{form}")
        state[form] = (answer.status, answer.etag, answer.stable_body)
    return state


def stable_fields(shown):
    """A game without the fields that change by themselves: running time, presence, expiry and spectators."""
    clock = {"running": shown["clock"]["running"]}
    if not clock["running"]:
        clock = shown["clock"]
    seats = [without(seat, "present") for seat in shown["seats"]]
    prompts = [without(prompt, "expires") for prompt in shown["prompts"]]
    return shown | {"clock": clock, "seats": seats, "prompts": prompts, "spectators": 0}


def without(fields, *keys):
    return {key: value for key, value in fields.items() if key not in keys}


def replayed_boards(game):
    """The answer for the board at every sequence number from 0 to one past the last."""
    last = game.sequence
    answers = [game.ask("GET", f"/board?at={number}") for number in range(last + 2)]
    return [(answer.status, answer.etag, answer.stable_body) for answer in answers]


def public_games(server):
    """The lists of public games in the states `playing` and `finished`."""
    return [
        ask(server, "GET", f"/games?limit=100&state={state}").json for state in ("playing", "finished")
    ]
