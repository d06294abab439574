"""Published examples of scoring, on the list that ships and on small ones of their own."""

import pytest

from server_process import ServerProcess
from words_client import across, analysed, check_score, down
from words_reference import PRESETS, total

BENDS = ["BENDS", "BEND", "ENDS", "END"]  # the list of the example has no BEN


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """A server with the lists of the examples."""
    folder, args = tmp_path_factory.mktemp("lists"), ["--no-address-limits"]
    lists = {"bends": BENDS, "maski": ["MASK", "SKI", "ASK"], "meat": ["MEAT", "EAT", "ME", "AT"]}
    for name, words in lists.items():
        (folder / name).write_text("\n".join(words) + "\n")
        args += ["--lexicon", f"{name}={folder / name}"]
    with ServerProcess(*args) as running:
        yield running


def first(answer):
    """The first line across: its points and the words that count."""
    line = answer["lines"][0]
    assert (line["direction"], line["index"]) == ("across", 0)
    return line["points"], sorted(word["word"] for word in line["counted"])


def test_bends_is_21_under_classic_all(listed):
    answer = analysed(listed, "score", board=across("BENDS"), preset="classic-all", lexicon="bends")
    assert first(answer) == (21, sorted(BENDS)) and answer["total"] == 21


def test_bends_has_one_word_more_on_the_list_that_ships(server):
    """BEN, an inner room, is a word there and adds its point."""
    answer = analysed(server, "score", board=across("BENDS"), preset="classic-all")
    assert first(answer) == (22, sorted(BENDS + ["BEN"]))


def test_maski_is_mask_and_ski_under_scorewords(server, listed):
    for running, lexicon in ((server, "en"), (listed, "maski")):
        answer = analysed(running, "score", board=across("MASKI"), preset="scorewords", lexicon=lexicon)
        assert first(answer) == (3, ["MASK", "SKI"])


def test_meat_is_4_under_teacher_and_eat_does_not_count_again(server, listed):
    for line in ("MEAT.", ".MEAT", "MEATX"):
        assert first(analysed(server, "score", board=across(line), preset="teacher")) == (4, ["MEAT"])
        answer = analysed(listed, "score", board=across(line), preset="teacher", lexicon="meat")
        assert first(answer) == (4, ["MEAT"]), "not ME and AT either, which are 4 as well only with both"


def test_family_counts_the_longest_word_alone(server):
    assert first(analysed(server, "score", board=across("HEART"))) == (5, ["HEART"])
    assert first(analysed(server, "score", board=across("HEARX"))) == (4, ["HEAR"])
    assert first(analysed(server, "score", board=across("CAT.."))) == (3, ["CAT"])
    assert first(analysed(server, "score", board=across("AT..."))) == (0, [])


def test_ties_under_family_go_to_the_leftmost_word(server):
    assert first(analysed(server, "score", board=across("HEREX"))) == (4, ["HERE"])
    answer = analysed(server, "score", board=across("CATON"))
    words = [word["word"] for word in answer["lines"][0]["words"]]
    assert {"CAT", "TON"} <= set(words)
    assert first(answer) == (3, ["CAT"])


def test_split_takes_two_words_that_share_no_letter(server):
    points, words = first(analysed(server, "score", board=across("CATON"), preset="long"))
    assert points == 5 and words == ["CAT", "ON"]


def test_anchored_counts_nothing_that_begins_later(server):
    for line, expected in (("XHEAR", 0), ("HEARX", None)):
        answer = analysed(server, "score", board=across(line), overlap="anchored")
        points, words = first(answer)
        assert all(line.startswith(word) for word in words)
        assert points == 0 if expected == 0 else points >= 4, answer


def test_the_ceiling_of_family_is_50(server):
    """A double word square: ten words of five letters."""
    fills = analysed(server, "fill", board="/".join(["....."] * 5), limit=1)["fills"]
    assert fills, "no double word square within its time"
    assert analysed(server, "score", board=fills[0])["total"] == 50 == total(fills[0])


@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_board_is_worth_nothing(server, preset):
    for board in ("/".join(["....."] * 5), "/".join(["#####"] * 5), "/".join(["XQXQX"] * 5)):
        answer = analysed(server, "score", board=board, preset=preset)
        assert answer["total"] == 0 and check_score(answer, board, scoring=PRESETS[preset]) == 0


def test_a_block_and_a_gap_end_a_word(server):
    for line in ("HE#RT", "HE.RT", "CA#T.", "C.AT."):
        assert first(analysed(server, "score", board=across(line)))[0] == 0


def test_words_read_down_as_they_do_across(server):
    answer = analysed(server, "score", board=down("HEART"))
    line = answer["lines"][5]
    assert (line["direction"], line["index"], line["points"]) == ("down", 0, 5)
    assert answer["total"] == 5


def test_words_are_not_read_backwards(server):
    assert analysed(server, "score", board=across("TRAEH"))["total"] == total(across("TRAEH"))
    assert analysed(server, "score", board=across("GUB.."))["total"] == 0


@pytest.mark.parametrize(
    "board, index",
    [("H..../.E.../..A../...R./....T", 0), ("....T/...R./..A../.E.../H....", 1)],
    ids=["from a1 down", "from a5 up"],
)
def test_diagonals_are_read_from_left_to_right(server, board, index):
    answer = analysed(server, "score", board=board, extras={"diagonals": True})
    line = answer["lines"][10 + index]
    assert (line["direction"], line["index"], line["points"]) == ("diagonal", index, 5)
    assert answer["total"] == 5
    assert len(analysed(server, "score", board=board)["lines"]) == 10
    assert analysed(server, "score", board=board)["total"] == 0


def test_a_full_line_is_paid_when_counted_words_cover_it(server):
    extras = {"fullLine": 7}
    for overlap, points in (("single", 3), ("split", 7 + 2 + 3), ("all", None)):
        answer = analysed(
            server,
            "score",
            board=across("CATON"),
            extras=extras,
            overlap=overlap,
            minimumLength=2,
            points={"2": 2, "3": 3, "4": 4, "5": 5},
        )
        if points is not None:
            assert answer["total"] == points, answer
    assert analysed(server, "score", board=across("HEART"), extras=extras)["total"] == 12
    assert analysed(server, "score", board=across("HEARX"), extras=extras)["total"] == 4


def test_lower_case_is_raised_or_refused_and_never_scored_as_nothing(server):
    """The contract says that lower case is raised where a cell is edited, and is silent here."""
    upper = analysed(server, "score", board=across("HEART"))
    answer = analysed(server, "score", board=across("heart"))
    assert answer["total"] == upper["total"]
