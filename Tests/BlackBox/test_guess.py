"""The guess game over HTTP: whole games alone and together, and each kind of refusal.

The rules are tested in Tests/GameCoreTests/Solving and Tests/GameCoreTests/Guess.
"""

from client import problem
from concurrency import concurrently
from game_tables import create, kinds
from guess_reference import VECTORS, marks_of
from guess_table import Guess, accepted, answer_by, marks_in
from square_fold import projection_hash, shown_hash
from square_table import unchanged

WORDS = ["CRANE", "SLATE", "MAMMA", "LLAMA", "SPEED", "EERIE", "GEESE", "ALLAY"]
SEED = 7


def test_the_reference_marks_the_vectors_of_the_rules():
    assert all(marks_of(guess, answer) == marks for answer, guess, marks in VECTORS)


def test_a_whole_game(server):
    answer = create(server, "guess")
    assert (answer.status, answer.json["rules"], answer.json["state"]) == (201, "guess", "waiting")
    assert "row" not in answer.json and answer.json["clock"]["running"] is False

    game, word = Guess(server, "Ann", seed=SEED), answer_by(server, SEED)
    assert [(event["type"], event.get("order")) for event in game.history()] == [
        ("seat.taken", None),
        ("game.started", []),
    ]
    shown = game.view()
    assert (shown["state"], shown["row"], shown["clock"]["running"]) == ("playing", 0, True)
    assert "seed" not in shown["options"] and "clues" not in shown
    problem(game.ask("POST", "/seats", {"name": "Ben"}), 409, "no-free-seat")

    game.wrong(word, WORDS, 3)
    assert game.rows() == [marks_of(wrong, word) for wrong in [w for w in WORDS if w != word][:3]]
    shown = game.show()
    assert shown["row"] == 3 and shown["boards"] == game.view()["boards"]
    assert shown["hash"] == shown_hash(shown) == projection_hash(shown["sequence"], {0: game.board()["text"]})
    assert word not in game.ask("GET").text and word not in game.ask("GET", "/history").text
    problem(game.ask("GET", "/export"), 403, "hidden")

    accepted(game.people[0].edit("a4", "q"))
    (undone,) = game.do(1, "undo")["events"]
    assert (undone["cell"], undone["value"], undone["cause"]) == (15, "", "undo")
    accepted(game.write(word))
    actions = game.ask("GET", "/actions", token=game.people[0].token).json["actions"]
    (submit,) = [action for action in actions if action["name"] == "submit"]
    assert submit["parameters"] == {"row": {"type": "integer", "minimum": 0, "maximum": 4}}
    marked, finished, ended = (body := accepted(game.submit()))["events"]
    assert marks_in(body) == "hhhhh" and (marked["board"], marked["by"]) == (0, 1)
    assert (finished["type"], finished["board"], finished["solved"]) == ("board.finished", 0, True)
    assert (finished["guesses"], finished["assisted"]) == (4, False) and "seat" not in finished
    result = ended["result"]
    assert (result["winners"], result["answer"], result["assisted"]) == ([1], word, False)
    assert result["solves"] == [{"board": 0, "seconds": finished["seconds"], "guesses": 4, "assisted": False}]
    shown = game.show()
    assert (shown["state"], shown["result"], "row" in shown) == ("finished", result, False)
    assert game.ask("GET", "/export").status == 200


def test_each_kind_of_refusal(server):
    game, answer = Guess(server, "Ann", seed=SEED), answer_by(server, SEED)
    ann = game.people[0]
    with unchanged(game):
        problem(game.write("CRANE", row=4), 409, "not-this-row")
        problem(game.submit(), 409, "row-not-full")
        problem(ann.edit(0, "Ж"), 422, "not-a-letter")
        problem(ann.edit(0, None), 422, "invalid-value")
    accepted(game.write("QQQQQ"))
    with unchanged(game):
        problem(game.submit(), 422, "not-a-word")
    game.wrong(answer, WORDS, 1)
    with unchanged(game):
        problem(ann.edit("a1", "A"), 423, "locked-cell")
        problem(game.submit(row=0), 409, "not-this-row")
        problem(game.submit(row=1.5), 422, "invalid-value")
        problem(game.submit(word="CRANE"), 422, "unknown-key")
        for token, status, code in (
            (None, 401, "token-needed"),
            ("x" * 32, 401, "unknown-token"),
            (game.host, 403, "not-allowed"),
        ):
            problem(game.edit("a2", "X", token=token), status, code)
            problem(game.act("submit", {}, token=token), status, code)
        problem(ann.act("pause"), 404, "no-such-action")
        problem(game.ask("POST", "/bots", {}, token=game.host), 409, "no-bots")
    game.do(1, "resign")
    problem(game.submit(), 409, "game-finished")
    assert game.result["answer"] == answer and game.result["winners"] == []


def test_a_guess_that_ignores_a_mark_is_refused_in_hard_mode(server):
    seed = next(seed for seed in range(40) if "h" in marks_of("CRANE", answer_by(server, seed)))
    game, answer = Guess(server, "Ann", seed=seed, hard=True), answer_by(server, seed)
    game.guess("CRANE")
    accepted(game.write("MIGHT" if answer != "MIGHT" else "BUMPY"))
    with unchanged(game):
        assert len(problem(game.submit(), 422, "hard-mode")["detail"]) > 10
    assert kinds(game.guess(answer))[-1] == "game.finished"


def test_a_whole_game_together_in_which_simultaneous_submissions_mark_one_row(server):
    two, answer = Guess(server, "Ann", mode="together", seed=SEED), answer_by(server, SEED)
    two.people.append(two.seat("Ben"))
    accepted(two.write("CRA")), accepted(two.people[1].edit("d1", "N")), accepted(two.people[1].edit(4, "E"))
    calls = [lambda seat=seat: two.submit(seat, row=0) for seat in (1, 2) for _ in range(4)]
    answers = sorted(concurrently(*calls), key=lambda answer: answer.status)
    assert marks_in(accepted(answers[0])) == marks_of("CRANE", answer)
    for late in answers[1:]:
        problem(late, 409, "not-this-row")
    assert two.view(1)["row"] == two.view(2)["row"] == len(two.rows()) == 1
    two.guess(answer, 2)
    assert two.result["winners"] == [1, 2]
