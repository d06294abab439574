"""Games in a list that the server does not have any more, or that has changed."""

import pytest

from client import new_game
from lexicon_files import GERMAN, write
from offline_commands import assert_verifies
from server_process import ServerProcess
from square_table import Table
from test_square_restart import picture


@pytest.fixture
def german(tmp_path):
    """A server with a German list, and games in it: one that goes on, one that is over, one free."""
    path = write(tmp_path, "german", GERMAN)
    with ServerProcess("--no-address-limits", "--lexicon", f"german={path}") as running:
        running.path = path
        running.going = Table(running, "Ann", "Ben", lexicon="german")
        running.going.play_rounds(3)
        running.over = Table(running, "Ann", "Ben", lexicon="german", end="shared", plan=4)
        running.over.play()
        running.free = new_game(running, lexicon="german")
        for cell, letter in enumerate("groß"):
            running.free.edit(cell, letter)
        yield running


def without_list(server):
    place = server.args.index("--lexicon")
    del server.args[place : place + 2]


def test_they_pass_verification_which_knows_no_lists(german):
    german.stop()
    with german.store.folder() as folder:
        assert_verifies(folder)
    german.start()
    german.going.play_rounds(5)


def test_with_the_same_list_nothing_has_changed(german):
    before = [picture(game) for game in (german.going, german.over)]
    german.restart()
    assert [picture(game) for game in (german.going, german.over)] == before


def test_without_their_list_they_are_shown_and_do_not_go_on(german):
    result = german.over.show()["result"]
    without_list(german)
    german.restart()
    assert german.over.show()["result"] == result
    shown = german.going.view()
    assert shown["state"] == "playing" and shown["boards"][0]["board"] == 1
    answer = german.going.call(shown["turn"], "E")
    assert answer.status in (409, 422, 503), answer
    assert german.free.board()["text"].startswith("GRO")
    assert german.free.edit(9, "A").status in (200, 409, 422)
    german.args += ["--lexicon", f"german={german.path}"]
    german.restart()
    german.going.play_rounds(5)


def test_a_changed_list_breaks_nothing(german):
    result = german.over.show()["result"]
    write(german.path.parent, "german", GERMAN[2:] + ["neu", "zwei"])
    german.restart()
    assert german.over.show()["result"] == result, "what was told stays so"
    german.going.play_rounds(4)
