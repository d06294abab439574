"""Language packs: their games, their own days, and the commands that check and make them."""

import json
import shutil
import subprocess

import pytest

from client import ask, problem
from days import seated
from game_tables import accepted
from lexicon_files import has, lexicons, look_up
from players import new_player
from rooms import make_room
from server_process import ROOT, ServerProcess, binary

PACKS = ROOT / "static" / "packs"


@pytest.fixture(scope="module")
def languages():
    """A server with all shipped packs."""
    with ServerProcess("--no-address-limits", "--pack", "de", "--pack", str(PACKS / "ko")) as running:
        yield running


def new(server, rules, **options):
    return ask(server, "POST", "/games", {"rules": rules, "options": options})


def start(server, rules, key, query=""):
    return ask(server, "POST", f"/daily/{rules}{query}", token=key)


# ------------------------------------------------------------------------------------------------ packs


def test_packs_say_what_they_offer_and_how_they_are_typed(languages):
    found = lexicons(languages)
    assert set(found) == {"de", "en", "ko"}
    assert [found[id]["name"] for id in ("de", "en", "ko")] == ["Deutsch", "English", "한국어"]
    assert found["de"]["fold"]["Ä"] == "AE" and found["de"]["keyboard"][0] == "QWERTZUIOPÜ"
    assert found["ko"]["games"]["guess"]["unit"] == "jamo" and found["ko"]["games"]["square"]["unit"] == "syllable"
    assert all(found[id]["games"]["guess"]["answers"] >= 1000 for id in ("de", "en"))
    assert "".join(found["ko"]["letters"]) == found["ko"]["alphabet"]


def test_a_word_has_the_level_the_root_and_the_clues_of_its_pack(languages):
    tables = {}
    for id in ("de", "en", "ko"):
        for table in ("words", "clues"):
            lines = (PACKS / id / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
            tables[id, table] = [line.split("\t") for line in lines if not line.startswith("#")]
    for id, word in (("en", "CATS"), ("en", "AAH"), ("de", "KÄSE"), ("ko", "가게"), ("ko", "무지개")):
        (row,) = [row for row in tables[id, "words"] if row[0] == word]
        told = look_up(languages, id, word).json
        assert (told["level"], told["root"]) == (int(row[1]), row[2])
        clues = [row[2] for row in tables[id, "clues"] if row[0] == word]
        assert told.get("clues", []) == clues


def test_puzzles_can_be_made_of_each_pack(languages):
    boards = {"en": "#...#/...../...../...../#...#", "de": "#...#/...../...../...../#...#"}
    boards["ko"] = "...##/.#.##/...../##.#./##..."
    for id, board in boards.items():
        answer = ask(languages, "POST", "/analysis/slots", {"board": board, "lexicon": id}).json
        assert answer["fillable"] and all(slot["count"] > 0 for slot in answer["slots"])
        assert all(answer["cells"][str(cell)] for cell, sign in enumerate(board.replace("/", "")) if sign == ".")
        fills = ask(languages, "POST", "/analysis/fill", {"board": board, "lexicon": id, "words": "common", "limit": 3})
        assert fills.json["count"] == 3
        for detail in fills.json["details"]:
            assert all(has(languages, id, word["word"]) for word in detail["words"])
        cells = ask(languages, "POST", "/analysis/candidates", {"board": board, "lexicon": id}).json["cells"]
        assert all(set(answer["cells"][cell]) <= set(cells[cell]) for cell in answer["cells"])
    assert len(ask(languages, "POST", "/analysis/slots", {"board": boards["ko"], "lexicon": "ko"}).json["cells"]["0"]) > 63
    own = {"board": "힣힣###/#####/#####/#####/#####", "lexicon": "ko"}
    assert not ask(languages, "POST", "/analysis/slots", own).json["fillable"]
    assert ask(languages, "POST", "/analysis/slots", own | {"include": ["힣힣"]}).json["fillable"]
    problem(ask(languages, "POST", "/analysis/slots", own | {"include": ["CAT"]}), 422, "not-a-letter")
    jamo = {"board": "ㄱ..../...../...../...../.....", "lexicon": "ko", "limit": 1}
    assert ask(languages, "POST", "/analysis/fill", jamo).status == 200
    problem(ask(languages, "POST", "/analysis/slots", jamo | {"limit": None}), 422, "unknown-key")


def test_a_server_has_english_only_unless_told_otherwise(server):
    assert set(lexicons(server)) == {"en"}
    problem(new(server, "guess", lexicon="de"), 422, "unknown-lexicon")


@pytest.mark.parametrize(("pack", "typed"), [("de", "käse"), ("de", "KAESE"), ("ko", "가방"), ("ko", "ㄱㅏㅂㅏㅇ")])
def test_words_are_found_as_people_type_them(languages, pack, typed):
    assert has(languages, pack, typed)


def test_every_game_that_a_pack_offers_can_be_begun(languages):
    for pack, described in lexicons(languages).items():
        for rules in described["games"]:
            made = new(languages, rules, lexicon=pack)
            assert made.status == 201, (pack, rules, made)
            unit = made.json.get("lexicon", {}).get("unit")
            assert unit in (None, described["games"][rules]["unit"])  # a mini tells its own letters


def test_word_lists_can_be_downloaded(languages):
    for pack, described in lexicons(languages).items():
        words = ask(languages, "GET", f"/lexicons/{pack}.txt").text.split()
        assert len(words) == described["words"] and words == sorted(words)
        assert set(ask(languages, "GET", f"/lexicons/{pack}-answers.txt").text.split()) <= set(words)
    problem(ask(languages, "GET", "/lexicons/fr.txt"), 404, "no-such-lexicon")
    problem(ask(languages, "GET", "/lexicons/en"), 404, "no-such-lexicon")


# ------------------------------------------------------------------------------------------------- days


def test_each_language_has_its_own_day_streak_and_leaderboard(languages):
    key = new_player(languages, "Ann").key
    english, german = start(languages, "guess", key), start(languages, "guess", key, "?lexicon=de")
    assert (english.status, german.status) == (201, 201) and english.json["id"] != german.json["id"]
    assert german.json["options"]["lexicon"] == "de" and "lexicon" not in english.json["options"]
    again = start(languages, "guess", key, "?lexicon=de")
    assert again.status == 200 and again.json["id"] == german.json["id"]
    assert start(languages, "guess", key, "?lexicon=en").json["id"] == english.json["id"]
    profile = ask(languages, "GET", "/players/me", token=key).json["statistics"]
    assert profile["guess"]["played"] == profile["guess.de"]["played"] == 1
    board = ask(languages, "GET", "/leaderboards/guess?lexicon=de").json
    assert (board["rules"], board["lexicon"]) == ("guess", "de")
    assert "lexicon" not in ask(languages, "GET", "/leaderboards/guess").json


def test_the_days_of_a_room_have_the_languages_that_members_play(languages):
    room = make_room(languages, "Ann", "Ben")
    before = [game["rules"] for game in room.ask("GET", "/days", player=room.host).json["games"]]
    assert start(languages, "guess", room.people[0].key, "?lexicon=de").status == 201
    games = room.ask("GET", "/days", player=room.host).json["games"]
    assert [game["rules"] for game in games] == [*before, "guess"] and games[-1]["lexicon"] == "de"
    assert [row["state"] for row in games[-1]["results"]] == ["playing", "unplayed"]


def test_a_day_of_a_language_is_described_before_it_is_begun(languages):
    task = ask(languages, "GET", "/daily/mini?lexicon=ko").json
    assert task["start"] == "/daily/mini?lexicon=ko" and task["options"]["lexicon"] == "ko"
    assert ask(languages, "POST", task["start"]).status == 201
    for method, path in (("GET", "/daily/guess"), ("POST", "/daily/guess"), ("GET", "/leaderboards/guess")):
        problem(ask(languages, method, f"{path}?lexicon=xx"), 422, "unknown-lexicon")


def test_servers_with_the_same_packs_have_the_same_days(languages, tmp_path):
    def tasks(server):
        found = {}
        for pack in ("de", "en", "ko"):
            for rules in ("guess", "lattice", "mini"):
                game = seated(server, rules, f"2026-11-02&lexicon={pack}")
                accepted(game.me.act("resign"))
                found[pack, rules] = game.show()["result"]["answer"]
        return found

    with ServerProcess("--no-address-limits", "--pack", "ko", "--pack", "de") as twin:
        assert tasks(twin) == tasks(languages)


def test_a_pack_that_excludes_a_game_refuses_it(tmp_path):
    pack = shutil.copytree(PACKS / "de", tmp_path / "de")
    text = json.loads((pack / "pack.json").read_text())
    text["games"]["lattice"] = False
    (pack / "pack.json").write_text(json.dumps(text))
    with ServerProcess("--no-address-limits", "--pack", str(pack)) as running:
        problem(new(running, "lattice", lexicon="de"), 422, "not-in-pack")
        problem(ask(running, "POST", "/daily/lattice?lexicon=de"), 422, "not-in-pack")
        assert "lattice" not in lexicons(running)["de"]["games"]


def test_own_words_are_taken_with_the_letters_of_their_language(languages):
    key = new_player(languages, "Max").key
    body = {"rules": "guess", "options": {"lexicon": "de", "word": "Säulen"}}
    refused = ask(languages, "POST", "/challenges", body, token=key)
    problem(refused, 422, "invalid-value")  # SAEULEN has seven letters
    body["options"]["word"] = "Käse"
    assert ask(languages, "POST", "/challenges", body, token=key).status == 201


# --------------------------------------------------------------------------------------------- commands


def pack_command(*args):
    return subprocess.run([str(binary()), "pack", *map(str, args)], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("pack", ["de", "en", "ko"])
def test_shipped_packs_have_no_faults(pack):
    done = pack_command("check", PACKS / pack, "--quick", "--print", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No faults." in done.stdout and "seed 0" in done.stdout


FAULTS = {
    "clues.tsv: line": ("clues.tsv", "KATZE\t\tEine Katze\tme\n"),
    "is not in words.tsv": ("clues.tsv", "XYZZY\t\tEin Zauberwort\tme\n"),
    "folds like": ("words.tsv", "KAESE\t1\tKAESE\t\n"),
    "outside the alphabet": ("words.tsv", "ЖЖЖЖ\t1\tЖЖЖЖ\t\n"),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_faulty_line_of_a_pack_is_named(tmp_path, reason):
    pack = shutil.copytree(PACKS / "de", tmp_path / "de")
    name, line = FAULTS[reason]
    with (pack / name).open("a") as file:
        file.write(line)
    done = pack_command("check", pack, "--quick")
    assert done.returncode == 1 and reason in done.stdout and "There is 1 fault." in done.stderr


def test_a_missing_licence_and_a_failing_check_are_faults(tmp_path):
    pack = shutil.copytree(PACKS / "de", tmp_path / "de")
    (pack / "LICENSE").unlink()
    checks = json.loads((pack / "checks.json").read_text())
    checks[0]["folds"] = "KASE"
    (pack / "checks.json").write_text(json.dumps(checks))
    done = pack_command("check", pack, "--quick")
    assert done.returncode == 1 and "LICENSE: the file is missing" in done.stdout
    assert "it folds to “KAESE”, not to “KASE”" in done.stdout


def test_a_new_pack_is_made_of_a_list_and_can_be_played(tmp_path):
    words = [f"{first}{second}ane" for first in "bcdfglmprst" for second in "aeiou"] + ["Paris", "lune", "lunes"]
    (tmp_path / "list").write_text("\n".join(words))
    done = pack_command("new", tmp_path / "fr", "--lang", "fr", "--words", tmp_path / "list")
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in (tmp_path / "fr/words.tsv").read_text().splitlines()[1:]]
    found = {word: rest for word, *rest in rows}
    assert found["LUNES"][1] == "LUNE" and found["PARIS"] == ["6", "PARIS"]
    assert json.loads((tmp_path / "fr/pack.json").read_text())["name"] == "Français"
    with ServerProcess("--no-address-limits", "--pack", str(tmp_path / "fr")) as running:
        assert new(running, "guess", lexicon="fr").status == 201
        problem(new(running, "mini", lexicon="fr"), 422, "not-in-pack")
        problem(ask(running, "POST", "/puzzles/generate", {"lexicon": "fr"}), 422, "not-in-pack")
    again = pack_command("new", tmp_path / "fr", "--lang", "fr", "--words", tmp_path / "list")
    assert again.returncode == 1 and "exists already" in again.stderr


def test_a_server_does_not_start_with_a_broken_pack(tmp_path):
    for args, reason in ((["nowhere"], "no pack.json"), (["de", "de"], "another pack")):
        options = [each for arg in args for each in ("--pack", arg)]
        done = subprocess.run(
            [str(binary()), "--port", "0", "--data", str(tmp_path), *options], capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and reason in done.stderr
