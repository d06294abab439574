"""`GameServer admin`: the owner's commands on a running server."""

import contextlib
import json
import re
import subprocess
import threading

import pytest

from challenges import word
from client import REQUEST_LOG, Game, accepted, ask, eventually, lobby, new_game, problem
from days import guess_word, seated, today
from offline_commands import command
from players import new_player
from redis_process import two_servers
from server_process import ServerProcess, binary
from streams import Stream

PUZZLE = {"difficulty": "easy"}


def run(server, *words):
    data = server.args[server.args.index("--data") + 1]
    return subprocess.run(
        [binary(), "admin", *map(str, words), "--data", data], capture_output=True, text=True, timeout=30
    )


def admin(server, *words):
    """The JSON that a command prints."""
    done = run(server, *words, "--json")
    assert (done.returncode, done.stderr) == (0, ""), done
    return json.loads(done.stdout)


def refused(server, *words):
    """The sentence with which a command is refused."""
    done = run(server, *words)
    assert done.returncode == 1 and done.stdout == "", done
    return done.stderr.removeprefix("Error: ").strip()


@pytest.fixture(scope="module")
def owned():
    with ServerProcess("--no-address-limits") as running:
        yield running


def public_game(server, title="Evening"):
    return new_game(server, public=True, title=title)


def listed(server):
    return {game["id"] for game in ask(server, "GET", "/games?limit=100").json["games"]}


def names(game):
    return [seat["name"] for seat in game.show()["seats"]]


def files_with(server, text):
    """The files of the data folder, or of Redis's, that contain `text`."""
    found = {path for folder in (server.data, *server.store.folders) for path in folder.rglob("*") if path.is_file()}
    return sorted(path.name for path in found if text.lower().encode() in contents(path).lower())


def contents(path):
    """The bytes of a file; none if Redis has deleted it in the meantime."""
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    return b""


def test_status_tells_how_the_server_is_doing(owned):
    status = admin(owned, "status")
    assert status["ready"] == "yes" and status["gamesInMemory"] >= 1 and status["logLevel"] == "info"
    assert re.fullmatch(r"\d+\.\d+\.\d+ \(commit \S+, built \d{4}-\d\d-\d\d\)", status["version"])


def test_a_command_prints_a_table(owned):
    game = public_game(owned)
    lines = run(owned, "games", "list", "--search", game.id).stdout.splitlines()
    assert lines[0].split() == ["id", "rules", "state", "public", "events", "changed", "players", "title"]
    assert lines[1].split()[:5] == [game.id, "free", "playing", "yes", "0"]


def test_private_games_are_listed_too(owned):
    game = new_game(owned)
    [found] = admin(owned, "games", "list", "--search", game.id)["games"]
    assert found["public"] is False


def test_a_list_goes_on_after_its_cursor(owned):
    wanted = {new_game(owned).id for _ in range(5)}
    found, after = set(), []
    while True:
        page = admin(owned, "games", "list", "--limit", 3, *after)
        found |= {game["id"] for game in page["games"]}
        if "next" not in page:
            break
        after = ["--after", page["next"]]
    assert wanted <= found


def test_details_show_no_letter(owned):
    game = new_game(owned)
    accepted(game.edit(0, "Q"))
    details = admin(owned, "games", "details", game.id)
    assert details["events"] == 1 and "Q" not in json.dumps(details)


def test_a_hidden_game_leaves_the_list_until_it_is_shown_again(owned):
    game = public_game(owned)
    accepted(game.edit(3, "K"))
    assert admin(owned, "games", "hide", game.id)["public"] is False
    assert game.id not in listed(owned) and game.show()["public"] is False
    assert admin(owned, "games", "show", game.id)["public"] is True
    assert game.id in listed(owned) and game.board()["text"].startswith("...K")
    accepted(game.edit(4, "L"))


def test_the_owner_can_close_a_game(owned):
    game = new_game(owned)
    assert admin(owned, "games", "close", game.id)["state"] == "finished"
    problem(game.edit(0, "A"), 409, "game-finished")
    assert "lobby clear" in refused(owned, "games", "close", "lobby")


def test_a_deleted_game_is_gone(owned):
    game = public_game(owned)
    ann = game.seat("Ann")
    accepted(game.edit(0, "A", token=ann.token))
    with Stream(owned, f"/games/{game.id}/events") as stream:
        stream.next()
        assert admin(owned, "games", "delete", game.id) == {"deleted": game.id}
        assert stream.rest_of_stream()[1], "the stream goes on"
    for path in ("", "/board", "/history", "/export"):
        problem(ask(owned, "GET", f"/games/{game.id}{path}"), 404, "no-such-game")
    problem(game.edit(0, "B", token=ann.token), 404, "no-such-game")
    assert game.id not in listed(owned)


def test_the_letters_of_a_deleted_game_are_in_no_file(owned):
    game = new_game(owned)
    # The title and the id stand for the letters, single bytes that any file contains somewhere.
    marked = new_game(owned, title="Xylographer")
    for number in range(12):
        marked.fill("AB"[number % 2])
    assert files_with(owned, marked.id)
    admin(owned, "games", "delete", marked.id)
    eventually(lambda: files_with(owned, "xylographer") == [])
    # The audit log names the game, and nothing else does.
    assert files_with(owned, marked.id) == ["audit.log"]
    accepted(game.edit(0, "A"))


def test_a_deleted_game_leaves_the_leaderboard(owned):
    player = new_player(owned, "Deleta")
    accepted(seated(owned, "guess", token=player.key).me.act("resign"))
    solved = seated(owned, "mini", token=player.key)
    accepted(solved.me.act("reveal"))
    assert "Deleta" in ask(owned, "GET", "/leaderboards/mini").text
    admin(owned, "games", "delete", solved.id)
    assert "Deleta" not in ask(owned, "GET", "/leaderboards/mini").text
    assert player.show()["statistics"].keys() == {"guess"}


def test_a_deleted_name_is_in_no_file(owned):
    game = new_game(owned)
    player = game.seat("Quirinius")
    ben = game.seat("Ben")
    # Enough events for a snapshot, which contains the name.
    for number in range(6):
        game.fill("AB"[number % 2])
    # The prompt names its asker.
    accepted(game.ask("POST", "/actions/clear", {}, token=player.token))
    lobby(owned).seat("QUIRINIUS")
    daily = seated(owned, "mini", name="Quirinius")
    accepted(daily.me.act("reveal"))
    assert files_with(owned, "quirinius")
    before = game.board()["hash"]
    assert admin(owned, "players", "delete", "quirinius") == {"games": 3}
    assert names(game) == ["Deleted player", "Ben"] and game.board()["hash"] == before
    for path in (f"/games/{game.id}/history", f"/games/{game.id}/export", "/history", "/leaderboards/mini"):
        assert "quirinius" not in ask(owned, "GET", path).text.lower(), path
    eventually(lambda: files_with(owned, "quirinius") == [])
    # Both go on playing, with their tokens.
    accepted(game.edit(0, "C", token=player.token)), accepted(game.edit(1, "D", token=ben.token))


def test_a_renamed_player_keeps_seat_and_game_of_the_day(owned):
    game = new_game(owned)
    player = game.seat("Wilhelmina")
    daily = seated(owned, "mini", name="Wilhelmina")
    accepted(daily.me.act("reveal"))
    # A name without a key is not ranked.
    assert admin(owned, "players", "rename", "wilhelmina", "Mina") == {"games": 2}
    assert names(game) == names(daily) == ["Mina"]
    leaders = ask(owned, "GET", "/leaderboards/mini").text
    assert "Mina" not in leaders and "Wilhelmina" not in leaders
    accepted(game.edit(0, "A", token=player.token))


@pytest.mark.sqlite("imports into a data folder")
@pytest.mark.parametrize("by", ["name", "id"])
def test_a_name_that_only_an_imported_game_has_is_renamed_and_deleted(by, tmp_path):
    with ServerProcess("--no-address-limits") as server:
        player, game = new_player(server, "Eusebia"), new_game(server)
        player.sit(game)
        server.stop()
        assert command("export", "--data", server.data, "--output", tmp_path / "games")[0] == 0
    assert command("import", tmp_path / "games", "--data", tmp_path / "new")[0] == 0
    with ServerProcess("--no-address-limits", "--data", tmp_path / "new") as server:
        imported = Game(server, game.id)
        assert names(imported) == ["Eusebia"]
        if by == "name":
            assert admin(server, "players", "rename", "eusebia", "Eusebius") == {"games": 1}
            assert names(imported) == ["Eusebius"]
            assert admin(server, "players", "delete", "Eusebius") == {"games": 1}
        else:
            assert admin(server, "players", "delete", player.player) == {"player": player.player}
        assert names(imported) == ["Deleted player"]
        files = [path for path in (tmp_path / "new").iterdir() if path.is_file()]
        assert files and not [path for path in files if b"eusebi" in contents(path).lower()]


def test_renamed_games_are_the_same_after_a_restart():
    with ServerProcess("--no-address-limits") as server:
        game = new_game(server)
        game.seat("Theodora")
        for number in range(8):
            game.fill("AB"[number % 2])
        admin(server, "players", "rename", "Theodora", "Dora")
        board = game.board()
        server.restart()
        assert names(game) == ["Dora"] and game.board() == board


def test_a_name_must_be_one_that_players_can_have(owned):
    assert "name" in refused(owned, "players", "rename", "Ann", "\u202e")


def test_players_are_listed_by_their_number_of_games(owned):
    for _ in range(2):
        new_game(owned).seat("Ottilie")
    assert {"name": "Ottilie", "games": 2} in admin(owned, "players", "list", "--search", "ottil")["players"]


def test_results_are_removed_by_the_id_of_their_player_alone(owned):
    """Because names need not be unique."""
    player = new_player(owned, "Leopold")
    accepted(seated(owned, "mini", token=player.key).me.act("reveal"))
    before = ask(owned, "GET", "/leaderboards/mini").json
    assert player.player in {entry["player"] for entry in before["assisted"]}
    assert "id" in refused(owned, "leaders", "remove", "leopold")
    # No guest has the name.
    assert "leopold" in refused(owned, "players", "rename", "leopold", "Leo")
    assert "leo" in refused(owned, "players", "delete", "leo")
    assert ask(owned, "GET", "/leaderboards/mini").json == before
    for other in (("--rules", "guess"), ("--day", "2020-01-01")):
        assert admin(owned, "leaders", "remove", player.player, *other) == {"standings": 0}
    assert admin(owned, "leaders", "remove", player.player, "--rules", "mini", "--day", today()) == {"standings": 1}
    assert player.player not in ask(owned, "GET", "/leaderboards/mini").text
    assert "no player" in refused(owned, "leaders", "remove", "p7k3m9x2qv0")


def test_puzzles_are_listed_and_deleted(owned):
    puzzle = ask(owned, "POST", "/puzzles/generate", PUZZLE).json["id"]
    assert puzzle in {found["id"] for found in admin(owned, "puzzles", "list", "--limit", 1000)["puzzles"]}
    assert admin(owned, "puzzles", "delete", puzzle) == {"deleted": puzzle}
    problem(ask(owned, "GET", f"/puzzles/{puzzle}"), 404)
    assert "puzzle" in refused(owned, "puzzles", "delete", puzzle).lower()


def test_the_lobby_is_cleared_and_its_seats_are_freed(owned):
    board = lobby(owned)
    accepted(board.edit(7, "T"))
    admin(owned, "lobby", "clear")
    assert set(board.board()["text"]) == {".", "/"} and names(board) == []


def test_the_lobby_cannot_be_deleted(owned):
    assert refused(owned, "games", "delete", "lobby") == "The lobby cannot be deleted; see “lobby clear”."


def test_an_unknown_game_is_refused(owned):
    assert refused(owned, "games", "delete", "nowhere") == "There is no game with this id."


def test_without_a_server_the_command_says_so(tmp_path):
    done = subprocess.run([binary(), "admin", "status", "--data", tmp_path], capture_output=True, text=True)
    assert done.returncode == 1 and "No server is running" in done.stderr


def test_the_log_level_changes_while_the_server_runs(owned):
    assert admin(owned, "loglevel", "error") == {"logLevel": "error"}
    assert admin(owned, "loglevel") == {"logLevel": "error"}
    assert "error" in refused(owned, "loglevel", "loud")
    admin(owned, "loglevel", "info")


def test_every_command_is_in_the_audit_log(owned):
    game = new_game(owned)
    admin(owned, "games", "hide", game.id)
    refused(owned, "ban", "add", "nonsense")
    *_, first, second = (owned.data / "audit.log").read_text().splitlines()
    assert first.endswith(f'command="games hide" outcome=done game={game.id}')
    assert second.endswith('command="ban add" outcome=invalid-value address=nonsense')
    assert (owned.data / "audit.log").stat().st_mode & 0o777 == 0o600


def test_the_commands_are_not_on_the_public_port(owned):
    problem(ask(owned, "POST", "/admin/status", {}), 404, "not-found")
    problem(ask(owned, "POST", "/admin/games/delete", {"game": "lobby"}), 404, "not-found")


class TestBans:
    @pytest.fixture
    def proxied(self):
        """A server that believes the address that its client states."""
        begin = len(REQUEST_LOG)
        with ServerProcess("--trusted-proxy", "127.0.0.1") as running:
            yield running
        # /openapi.json declares 403 for a banned address once, for all operations.
        del REQUEST_LOG[begin:]

    @staticmethod
    def get(server, address, path="/board"):
        return ask(server, "GET", path, headers={"X-Forwarded-For": address})

    def test_a_banned_address_gets_nothing(self, proxied):
        admin(proxied, "ban", "add", "192.0.2.7")
        for path in ("/board", "/", "/healthz", "/games"):
            assert self.get(proxied, "192.0.2.7", path).status == 403, path
        problem(self.get(proxied, "192.0.2.7"), 403, "banned")
        assert self.get(proxied, "192.0.2.8").status == 200

    def test_no_other_header_hides_a_banned_address(self, proxied):
        admin(proxied, "ban", "add", "192.0.2.7")
        for more in ({"Forwarded": "x"}, {"Forwarded": "for=192.0.2.8"}, {"X-Real-IP": "192.0.2.8"}):
            headers = {"X-Forwarded-For": "192.0.2.7", **more}
            problem(ask(proxied, "GET", "/board", headers=headers), 403, "banned")

    def test_every_address_that_is_claimed_is_tested_and_the_peers(self, proxied):
        admin(proxied, "ban", "add", "192.0.2.7")
        for claims in ("192.0.2.7, 192.0.2.8", "192.0.2.7, unknown", "192.0.2.8, 192.0.2.7"):
            problem(self.get(proxied, claims), 403, "banned")
        admin(proxied, "ban", "add", "127.0.0.1")
        problem(self.get(proxied, "192.0.2.8"), 403, "banned")

    def test_a_network_is_banned_as_a_whole(self, proxied):
        admin(proxied, "ban", "add", "2001:db8:7::/48")
        problem(self.get(proxied, "2001:db8:7:ffff::1"), 403, "banned")
        assert self.get(proxied, "2001:db8:8::1").status == 200

    def test_a_ban_survives_a_restart_until_it_is_lifted(self, proxied):
        admin(proxied, "ban", "add", "192.0.2.0/24")
        proxied.restart()
        assert admin(proxied, "ban", "list") == {"bans": [{"address": "192.0.2.0/24"}]}
        problem(self.get(proxied, "192.0.2.99"), 403, "banned")
        assert admin(proxied, "ban", "remove", "192.0.2.0/24") == {"bans": []}
        assert self.get(proxied, "192.0.2.99").status == 200

    def test_lifting_an_unknown_ban_is_refused(self, proxied):
        assert refused(proxied, "ban", "remove", "192.0.2.1") == "“192.0.2.1” is not banned."

    def test_a_ban_ends_open_streams(self, proxied):
        with Stream(proxied, "/events", headers={"X-Forwarded-For": "192.0.2.9"}) as stream:
            stream.next()
            admin(proxied, "ban", "add", "192.0.2.9")
            assert stream.rest_of_stream()[1], "the stream goes on"


def test_a_malformed_list_of_bans_stops_the_start(tmp_path):
    (tmp_path / "bans").write_text("192.0.2.7\nsomebody\n")
    done = subprocess.run([binary(), "--port", "0", "--data", tmp_path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "no address or network: somebody" in done.stderr


@pytest.mark.sqlite("looks at the files of a data folder")
def test_the_names_of_a_deleted_player_are_not_in_a_later_backup(tmp_path):
    with ServerProcess("--no-address-limits") as server:
        new_game(server).seat("Hildegard")
        admin(server, "players", "delete", "Hildegard")
        subprocess.run([binary(), "backup", tmp_path / "copy", "--data", server.data], check=True, capture_output=True)
        subprocess.run([binary(), "verify", "--file", tmp_path / "copy"], check=True, capture_output=True)
        assert b"Hildegard" not in (tmp_path / "copy").read_bytes()


def test_guesses_of_a_deleted_daily_game_can_be_made_again(owned):
    player = seated(owned, "guess", name="Rosamund")
    guess_word(player, "CRANE")
    admin(owned, "games", "delete", player.id)
    assert seated(owned, "guess", name="Rosamund").id != player.id


def test_the_lobby_is_played_while_its_players_are_renamed():
    with ServerProcess("--no-address-limits") as server:
        board = lobby(server)
        board.seat("Ann0")
        stop, answers = threading.Event(), []

        def write():
            while not stop.is_set():
                answer = board.ask("PATCH", "/board", {"cells": {"0": "AB"[len(answers) % 2], "1": "C"}})
                answers.append(answer.status)

        writers = [threading.Thread(target=write) for _ in range(4)]
        for writer in writers:
            writer.start()
        for number in range(5):
            assert admin(server, "players", "rename", f"Ann{number}", f"Ann{number + 1}")["games"] == 1
        stop.set()
        for writer in writers:
            writer.join()
        assert set(answers) <= {200, 503} and 200 in answers
        assert names(board) == ["Ann5"]


@pytest.mark.sqlite("starts two servers on one Redis itself")
def test_a_game_that_is_renamed_at_one_server_is_there_all_the_time_at_another():
    with two_servers() as (here, there):
        game = new_game(here)
        game.seat("Ann0")
        far, stop, statuses = Game(there, game.id), threading.Event(), []

        def read():
            while not stop.is_set():
                statuses.append(far.ask("GET").status)

        readers = [threading.Thread(target=read) for _ in range(4)]
        for reader in readers:
            reader.start()
        try:
            for number in range(3):
                assert admin(here, "players", "rename", f"Ann{number}", f"Ann{number + 1}")["games"] == 1
                renamed = [f"Ann{number + 1}"]
                # The other server notices within a few seconds.
                eventually(lambda: names(far) == renamed)  # noqa: B023 -- called at once
        finally:
            stop.set()
            for reader in readers:
                reader.join()
        assert set(statuses) <= {200, 503} and 200 in statuses


def test_the_owner_lists_challenges_without_their_answers_and_deletes_one(owned):
    ann = new_player(owned)
    made = word(owned, ann, "ZEBRA", title="Stripes")
    rows = admin(owned, "challenges", "list", "--limit", 1000)["challenges"]
    (row,) = (row for row in rows if row["challenge"] == made.id)
    assert (row["rules"], row["maker"], row["title"]) == ("guess", ann.player, "Stripes")
    assert "ZEBRA" not in json.dumps(rows)
    assert made.id not in json.dumps(admin(owned, "games", "list", "--limit", 1000))
    assert admin(owned, "challenges", "delete", made.id) == {"deleted": made.id}
    problem(made.ask("GET"), 404, "no-such-challenge")
    assert "challenge" in refused(owned, "challenges", "delete", made.id).lower()
    eventually(lambda: files_with(owned, "ZEBRA") == [], what="the words are in no file")
