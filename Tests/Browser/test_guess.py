"""The hidden word in the page: marks, keys, refusals, company and races. The word of these games is LATCH."""

import pytest
from guess_reference import VECTORS
from playwright.sync_api import expect

from board_window import call
from page_server import start_server
from solving_window import SolvingWindow, new_guess

NOTHING = "...../...../...../...../....."


@pytest.fixture
def new_solver(new_window):
    """Makes windows, each with a seat at a game."""
    return lambda game, name="Ann", colour="#2a9d8f", **options: new_window(
        kind=SolvingWindow, **options).sit(game["id"], name, colour)


@pytest.fixture
def ann(new_solver, api):
    """Ann, alone with a hidden word."""
    return new_solver(new_guess(api)).is_in("play").draws(NOTHING)


@pytest.fixture
def vectors(tmp_path):
    """A server with a lexicon of two words for each vector of the rules."""
    lists = []
    for number, (answer, guess, _) in enumerate(VECTORS):
        path = tmp_path / f"v{number}.txt"
        path.write_text(f"{answer}\n{guess}\n")
        lists += ["--lexicon", f"v{number}={path}"]
    with start_server(*lists) as server:
        yield server


def hiding(url, answer, lexicon):
    """A game that hides this word: what a seed hides is told by a game that was given up."""
    for seed in range(60):
        options = {"seed": seed, "lexicon": lexicon}
        twin, game = (call(url, "POST", "/games", {"rules": "guess", "options": options})["id"] for _ in range(2))
        token = call(url, "POST", f"/games/{twin}/seats", {"name": "Twin", "colour": "#2a9d8f"})["token"]
        call(url, "POST", f"/games/{twin}/actions/resign", {}, token)
        if call(url, "GET", f"/games/{twin}")["result"]["answer"] == answer:
            return game
    raise AssertionError(f"no seed hides {answer}")


def test_the_vectors_of_the_rules_are_coloured_so(vectors, new_window):
    window = new_window(kind=SolvingWindow)
    window.url = vectors.url
    for number, (answer, guess, marks) in enumerate(VECTORS):
        window.sit(hiding(vectors.url, answer, f"v{number}"), "Ann").guess(guess)
        window.marks(f"{marks}/...../...../...../.....").draws(f"{guess}/...../...../...../.....")


# ----------------------------------------------------------------------------------------------------- the row


def test_only_the_row_that_is_being_guessed_can_be_written(ann):
    expect(ann.page.locator("#hint")).to_have_text("Write a word of five letters, then press Enter.")
    expect(ann.page.locator("#sub")).to_have_text("Row 1 of 5")
    ann.is_at("a1").choose("c3").is_at("a1").press("ArrowDown", "ArrowRight").is_at("b1").press("Space").is_at("b1")
    ann.choose("a1").guess("teach").marks("nmnhh/...../...../...../.....").is_at("a2")
    expect(ann.page.locator("#sub")).to_have_text("Row 2 of 5")
    ann.choose("c1").is_at("a2").press("Backspace", "Home", "End").is_at("e2")
    ann.draws("TEACH/...../...../...../.....").is_saved()


def test_the_marks_are_read_out_and_stand_in_the_names_of_squares_and_keys(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    expect(ann.page.locator("#announcer")).to_contain_text(
        "T elsewhere in the word, E not in the word, A elsewhere in the word, C right place, H right place")
    for letter, square, spoken in (("T", "a1", "elsewhere in the word"), ("E", "b1", "not in the word"),
                                   ("C", "d1", "right place")):
        expect(ann.cell(square)).to_have_attribute("aria-label", f"{square}, {letter}, by Ann, {spoken}")
        expect(ann.key(letter)).to_have_attribute("aria-label", f"{letter}, {spoken}")
    expect(ann.key("Q")).to_have_attribute("aria-label", "Q")


def test_each_mark_has_a_colour_and_a_shape_of_its_own_on_squares_and_keys(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    look = """node => { const { backgroundColor, backgroundImage } = getComputedStyle(node);
        return [backgroundColor, backgroundImage]; }"""
    for nodes in ([ann.cell("a1"), ann.cell("b1"), ann.cell("d1")], [ann.key("T"), ann.key("E"), ann.key("C")]):
        ann.page.wait_for_timeout(300)  # until the colours have come
        colours, shapes = zip(*(node.evaluate(look) for node in nodes))
        assert len(set(colours)) == 3, colours
        assert len(set(shapes)) == 3 and "none" not in shapes, shapes


def test_a_key_keeps_the_best_that_is_known_of_its_letter(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....").guess("catty").marks("nmnhh/nhhmm/...../...../.....")
    for letter, mark in (("T", "hit"), ("A", "hit"), ("C", "hit"), ("H", "hit"), ("E", "miss"), ("Y", "miss"), ("L", "")):
        expect(ann.key(letter)).to_have_attribute("data-mark", mark)


@pytest.mark.refusals
def test_what_is_no_word_shakes_and_keeps_the_row(ann):
    ann.guess("qqqqq").says("That word is not in the word list.")
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("QQQQQ/...../...../...../.....").marks(NOTHING)
    expect(ann.page.locator("#sub")).to_have_text("Row 1 of 5")
    ann.press(*["Backspace"] * 5).draws(NOTHING).guess("teach").marks("nmnhh/...../...../...../.....")


def test_a_short_row_shakes_and_is_not_sent(ann):
    asked = []
    ann.page.on("request", lambda request: request.url.endswith("/submit") and asked.append(request.url))
    ann.guess("tea").says("A row has five letters.").draws("TEA../...../...../...../.....").marks(NOTHING)
    ann.guess("ch").marks("nmnhh/...../...../...../.....")
    assert len(asked) == 1


@pytest.mark.refusals
def test_in_hard_mode_what_was_found_has_to_be_used(new_solver, api):
    ann = new_solver(new_guess(api, hard=True)).draws(NOTHING)
    ann.guess("teach").marks("nmnhh/...../...../...../.....").guess("patio")
    expect(ann.page.locator(".toast")).not_to_have_text("")
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("TEACH/PATIO/...../...../.....").marks("nmnhh/...../...../...../.....")
    ann.press(*["Backspace"] * 5).guess("latch").is_in("end")


def test_found_in_three(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    ann.guess("match").marks("nmnhh/mhhhh/...../...../.....").guess("latch").is_in("end")


def test_five_rows_without_the_word_end_the_game(ann, api):
    for row, word in enumerate(("crane", "solid", "bumpy", "fight", "verge")):
        expect(ann.page.locator("#sub")).to_have_text(f"Row {row + 1} of 5")
        ann.guess(word)
    ann.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == []


def test_giving_up_asks_first(ann, api):
    ann.tool("resign").click()
    ann.page.get_by_role("button", name="Play on").click()
    ann.is_in("play").tool("resign").click()
    ann.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["answer"] == "LATCH"


# -------------------------------------------------------------------------------------------------- with others


def test_together_two_write_one_row_and_either_ends_it(new_solver, api):
    game = new_guess(api, mode="together")
    ann, ben = new_solver(game), new_solver(game, "Ben", "#e76f51")
    ann.page.keyboard.type("tea")
    ben.draws("TEA../...../...../...../.....").choose("d1").page.keyboard.type("ch")
    ann.draws("TEACH/...../...../...../.....")
    expect(ann.cell("d1")).to_have_attribute("aria-label", "d1, C, by Ben")
    expect(ann.cell("d1")).to_have_css("--solid", "#e76f51")
    expect(ben.cell("a1")).to_have_css("--solid", "#2a9d8f")
    ben.press("Enter")
    for each in (ann, ben):
        each.marks("nmnhh/...../...../...../.....").is_at("a2")
    ann.guess("latch")
    for each in (ann, ben):
        each.is_in("end")


def test_in_a_race_the_rivals_marks_are_shown_without_letters(new_solver, api):
    game = new_guess(api, mode="race")
    ann, ben = new_solver(game).is_in("room"), new_solver(game, "Ben", "#e76f51").is_in("room")
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    ann.is_in("play").guess("teach").marks("nmnhh/...../...../...../.....")
    rows = ben.is_in("play").page.locator(".seat", has_text="Ann").locator(".rows")
    expect(rows).to_have_attribute("aria-label", "1 guess")
    assert rows.locator("i").evaluate_all("all => all.map(i => i.dataset.mark[0]).join('')") == "nmnhh"
    expect(rows).to_have_text("")
    expect(ben.page.locator("#announcer")).to_contain_text("Ann has guessed")
    ben.draws(NOTHING).is_at("a1")
    ann.guess("latch")
    expect(ben.page.locator(".seat", has_text="Ann")).to_contain_text("done")
    ben.is_in("play").guess("latch")
    for each in (ann, ben):
        each.is_in("end")


def test_who_watches_writes_nothing(ann, new_window):
    guest = new_window(kind=SolvingWindow).visit(ann.path)
    ann.guess("teach")
    guest.marks("nmnhh/...../...../...../.....").choose("a2").page.keyboard.type("latch")
    guest.press("Enter").draws("TEACH/...../...../...../.....")
    expect(guest.page.locator("#keys")).to_be_hidden()


def test_a_full_row_takes_no_further_letter(new_window, api):
    ann = new_window(kind=SolvingWindow).sit(new_guess(api)["id"], "Ann").is_in("play")
    ann.page.keyboard.type("CRANES")
    ann.draws("CRANE/...../...../...../.....").press("Backspace").page.keyboard.type("Y")
    ann.draws("CRANY/...../...../...../.....")
