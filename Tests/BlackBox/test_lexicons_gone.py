"""Games whose word list is missing or has changed after a restart."""

import pytest

from client import accepted, new_game, problem
from lexicon_files import GERMAN, write
from offline_commands import assert_verifies
from server_process import ServerProcess
from square_table import Table
from visible_state import visible_state


@pytest.fixture
def german(tmp_path):
    """A server with a German list: a word square that is being played, a finished one, and a free board."""
    path = write(tmp_path, "german", GERMAN)
    with ServerProcess("--no-address-limits", "--lexicon", f"german={path}") as running:
        running.path = path
        running.playing = Table(running, "Ann", "Ben", lexicon="german")
        running.playing.play_rounds(3)
        running.finished = Table(running, "Ann", "Ben", lexicon="german", end="shared")
        running.finished.play()
        running.free = new_game(running, lexicon="german")
        for cell, letter in enumerate("groß"):
            running.free.edit(cell, letter)
        yield running


def states(server):
    """All that clients can read of both word squares."""
    games = (server.playing, server.finished)
    return [visible_state(game, *(person.token for person in game.people)) for game in games]


def remove_list(server):
    place = server.args.index("--lexicon")
    del server.args[place : place + 2]


def test_with_the_unchanged_list_nothing_changes_and_verification_needs_none(german):
    before = states(german)
    german.stop()
    with german.store.folder() as folder:
        assert_verifies(folder)
    german.start()
    assert states(german) == before
    german.playing.play_rounds(5)


def test_without_their_list_games_are_shown_and_wait_for_it(german):
    result = german.finished.show()["result"]
    remove_list(german)
    german.restart()
    assert german.finished.show()["result"] == result
    shown = german.playing.view()
    assert shown["state"] == "playing" and shown["boards"][0]["board"] == 1
    answer = german.playing.call(shown["turn"], "E")
    problem(answer, 422, "unknown-lexicon")
    assert german.free.board()["text"].startswith("GRO")
    accepted(german.free.edit(9, "A"))
    german.args += ["--lexicon", f"german={german.path}"]
    german.restart()
    german.playing.play_rounds(5)


def test_with_a_changed_list_games_go_on_and_results_stay(german):
    result = german.finished.show()["result"]
    write(german.path.parent, "german", GERMAN[2:] + ["neu", "zwei"])
    german.restart()
    assert german.finished.show()["result"] == result
    german.playing.play_rounds(4)
