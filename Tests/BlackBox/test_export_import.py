"""A game is exported as one document, without secrets, and imported as another game."""

import pytest

from client import Game, accepted, ask, new_game, problem
from import_documents import EDIT, document, events
from offline_commands import command
from visible_state import stable_fields, without

LIMIT = 256 * 1024


def export(game, token=None):
    answer = game.ask("GET", "/export", token=token)
    assert answer.status == 200 and answer.media == "application/json", answer
    return answer


def import_document(server, document):
    return ask(server, "POST", "/games/import", document)


def copy_of(game):
    """Exports a game and imports it as another one."""
    answer = import_document(game.server, export(game).body)
    assert answer.status == 201, answer
    return Game(game.server, answer.json["id"], answer.json["host"]["token"])


def play(server, **options):
    """A game with events of all types."""
    game = new_game(server, title="On tour “1”", board="...../...../...../...../CAT#.", **options)
    game.ann, game.ben, gone = game.seat("Ann"), game.seat("Zoë 👪"), game.seat("Gone")
    for person, cell in ((game.ann, 0), (game.ben, 1), (gone, 2)):
        accepted(person.edit(cell, "A"))
    accepted(game.ann.act("undo")), accepted(game.ben.act("recolour", {"colour": "#112233"}))
    assert game.ask("DELETE", "/seats/3", token=game.host).status == 204
    prompt = accepted(game.ann.act("clear"))["events"][0]["prompt"]
    accepted(game.ben.answer(prompt["id"], 1))
    accepted(game.act("lock", token=game.host)), accepted(game.act("unlock", token=game.host))
    accepted(game.ben.edit(5, "E"))
    return game


@pytest.fixture
def played(server):
    return play(server)


def test_the_document_is_one_line_of_json_that_names_its_format(played):
    answer = export(played)
    document = answer.json
    assert document["format"] == "fivebyfive-game" and document["version"] == 1
    assert answer.body.strip().count(b"\n") == 0
    assert [event["sequence"] for event in document["events"]] == list(range(1, played.sequence + 1))


def test_the_document_contains_no_token(played):
    text = export(played, token=played.host).text
    for secret in (played.host, played.ann.token, played.ben.token, "token", "digest"):
        assert secret not in text


def test_an_imported_game_equals_the_exported_one(played):
    copy = copy_of(played)
    assert copy.id != played.id
    own = ("id", "actions", "boards")
    assert without(stable_fields(copy.show()), *own) == without(stable_fields(played.show()), *own)
    assert copy.board() | {"game": ""} == played.board() | {"game": ""}
    assert copy.history() == played.history(), "including the times"


def test_an_imported_game_replays_every_earlier_board(played):
    copy = copy_of(played)
    for number in range(played.sequence + 1):
        boards = [game.ask("GET", f"/board?at={number}").json | {"game": ""} for game in (played, copy)]
        assert boards[0] == boards[1], number


def test_a_finished_game_is_finished_after_import(played):
    accepted(played.act("close", token=played.host))
    copy = copy_of(played)
    assert copy.show()["result"] == played.show()["result"] and copy.show()["clock"] == played.show()["clock"]
    problem(copy.edit(10, "A"), 409, "game-finished")


def test_an_open_prompt_is_open_after_import(played):
    prompt = accepted(played.ann.act("clear"))["events"][0]["prompt"]
    (shown,) = copy_of(played).show()["prompts"]
    assert shown["id"] == prompt["id"] and shown["title"] == prompt["title"]


def test_the_importer_is_the_host_and_earlier_tokens_are_unknown(played):
    copy = copy_of(played)
    with copy.unchanged():
        for token in (played.host, played.ann.token, played.ben.token):
            problem(copy.edit(10, "A", token=token), 401, "unknown-token")
        problem(played.act("lock", token=copy.host), 401, "unknown-token")
    assert [seat["name"] for seat in copy.show()["seats"]] == ["Ann", "Zoë 👪"]
    assert copy.ask("DELETE", "/seats/1", token=copy.host).status == 204
    assert copy.seat("New").number == 1
    accepted(copy.act("lock", token=copy.host))


def test_a_game_of_1000_events_can_be_imported(game):
    for turn in range(40):
        game.fill("ABCDEFG"[turn % 7])
    assert len(export(game).body) < LIMIT
    copy = copy_of(game)
    assert copy.history() == game.history() and copy.sequence == 1000


def test_an_imported_game_survives_a_kill_of_the_server(own_free_server):
    copy = copy_of(play(own_free_server))
    before = copy.board(), copy.history()
    own_free_server.restart(9)
    assert (copy.board(), copy.history()) == before
    accepted(copy.act("lock", token=copy.host))


def test_a_document_written_by_another_program_is_imported(server):
    answer = import_document(server, document(events=events(EDIT | {"cell": 7, "value": "Q"})))
    assert answer.status == 201, answer
    game = Game(server, answer.json["id"])
    assert game.history()[0]["time"] == "2024-02-29T12:00:01.000Z"
    assert game.board()["text"] == "...../..Q../...../...../....."


@pytest.mark.sqlite("reads the data folder of a stopped server")
@pytest.mark.parametrize("broken", ["{}", "not JSON", '{"format":"fivebyfive-game","version":1}', None])
def test_the_command_imports_all_lines_or_none(own_free_server, tmp_path, broken):
    games = [new_game(own_free_server).id for _ in range(3)]
    own_free_server.stop()
    file, folder = tmp_path / "games.ndjson", tmp_path / "other"
    assert command("export", "--data", own_free_server.data, "--output", file)[0] == 0
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], "", broken or lines[2][:-9], *lines[1:], "  "]))
    code, shown, why = command("import", file, "--data", folder)
    assert code == 1 and shown.startswith("line 3: ") and "Nothing was imported" in why, (shown, why)
    assert "games           0," in command("stats", "--data", folder)[1]
    file.write_bytes(b"\xff" + "\n".join(lines).encode())
    code, _, why = command("import", file, "--data", folder)
    assert code == 1 and "not text in UTF-8" in why
    file.write_text("\n".join(lines))
    code, shown, _ = command("import", file, "--data", folder)
    assert code == 0 and set(games) <= set(shown.split()), shown
    code, shown, _ = command("import", "-", "--data", tmp_path / "piped", given="\n".join(lines))
    assert code == 0 and set(games) <= set(shown.split()), shown


def test_an_unknown_command_is_told_which_there_are():
    code, _, why = command("frobnicate")
    assert code == 64 and "“frobnicate”" in why
    assert all(name in why for name in ("serve", "backup", "import", "generate", "admin"))
    for words, known in (("admin frob", "status, games"), ("admin games frob", "list"), ("pack help", "check, new")):
        code, _, why = command(*words.split())
        assert code == 64 and f"“{words}”" in why and known in why, why
