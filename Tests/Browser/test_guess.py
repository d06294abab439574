"""Guess games in the page: marks, keys, refusals, shared boards and races. The hidden word is LATCH."""

import pytest
from playwright.sync_api import expect

from page_server import MOVING
from solving_window import BLANK, SolvingWindow, new_guess


@pytest.fixture
def new_solver(new_window):
    return lambda game, name="Ann", colour="#2a9d8f", **options: new_window(
        kind=SolvingWindow, **options).sit(game["id"], name, colour)


@pytest.fixture
def ann(new_solver, api):
    return new_solver(new_guess(api)).is_in("play").draws(BLANK)


# ----------------------------------------------------------------------------------------------------- the row


def test_only_the_current_row_can_be_written(ann):
    expect(ann.page.locator("#hint")).to_have_text("Write a word of five letters, then press Enter.")
    expect(ann.page.locator("#sub")).to_have_text("Row 1 of 5")
    ann.is_at("a1").choose("c3").is_at("a1").press("ArrowDown", "ArrowRight").is_at("b1").press("Space").is_at("b1")
    ann.choose("a1").guess("teach").marks("nmnhh/...../...../...../.....").is_at("a2")
    expect(ann.page.locator("#sub")).to_have_text("Row 2 of 5")
    ann.choose("c1").is_at("a2").press("Backspace", "Home", "End").is_at("e2")
    ann.draws("TEACH/...../...../...../.....").is_saved()


def test_marks_are_announced_and_have_colours_shapes_and_names_on_squares_and_keys(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    expect(ann.page.locator("#announcer")).to_contain_text(
        "T elsewhere in the word, E not in the word, A elsewhere in the word, C right place, H right place")
    for letter, square, mark, spoken in (("T", "a1", "near", "elsewhere in the word"),
                                         ("E", "b1", "miss", "not in the word"), ("C", "d1", "hit", "right place")):
        expect(ann.cell(square)).to_have_attribute("aria-label", f"{square}, {letter}, by Ann, {spoken}")
        expect(ann.key(letter)).to_have_attribute("aria-label", f"{letter}, {spoken}")
        expect(ann.key(letter)).to_have_attribute("data-mark", mark)
    expect(ann.key("Q")).to_have_attribute("aria-label", "Q")
    ann.has_settled_colours()
    look = """node => { const { backgroundColor, backgroundImage } = getComputedStyle(node);
        return [backgroundColor, backgroundImage]; }"""
    for nodes in ([ann.cell("a1"), ann.cell("b1"), ann.cell("d1")], [ann.key("T"), ann.key("E"), ann.key("C")]):
        colours, shapes = zip(*(node.evaluate(look) for node in nodes))
        assert len(set(colours)) == 3, colours
        assert len(set(shapes)) == 3 and "none" not in shapes, shapes


def test_a_key_shows_the_best_known_mark_of_its_letter(ann):
    ann.guess("teach").marks("nmnhh/...../...../...../.....").guess("catty").marks("nmnhh/nhhmm/...../...../.....")
    marks = {letter: ann.key(letter).get_attribute("data-mark") for letter in "TACHEYL"}
    assert marks == {**dict.fromkeys("TACH", "hit"), "E": "miss", "Y": "miss", "L": ""}


@pytest.mark.refusals
def test_an_unknown_word_shakes_the_row_and_keeps_it(ann):
    ann.guess("qqqqq").says("That word is not in the word list.")
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("QQQQQ/...../...../...../.....").marks(BLANK)
    expect(ann.page.locator("#sub")).to_have_text("Row 1 of 5")
    ann.press(*["Backspace"] * 5).draws(BLANK).guess("teach").marks("nmnhh/...../...../...../.....")


FACES = """moment => [...document.querySelectorAll('#grid .cell')].slice(0, 5).map(cell => {
    for (const each of cell.getAnimations()) { each.pause(); each.currentTime = moment; }
    const { scale, backgroundColor } = getComputedStyle(cell);
    return [scale, backgroundColor]; })"""


def test_a_submitted_row_stays_until_its_letters_turn_over(new_solver, api):
    ann = new_solver(new_guess(api), **MOVING).is_in("play").draws(BLANK)
    blank = ann.page.locator("#cell-24").evaluate("cell => getComputedStyle(cell).backgroundColor")
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    before, half, after = (ann.page.evaluate(FACES, moment) for moment in (0, 850, 1100))
    assert [face for _, face in before] == [blank] * 5 and {scale for scale, _ in before} <= {"none", "1", "1 1"}
    assert half[4] == ["1 0", after[4][1]] and half[0] == after[0] and after[4][1] != blank


# The edges of the board and of the tiles of a row, from left to right, at moments of their shake.
RECORD_SHAKE = """document.addEventListener('animationstart', ({ animationName }) => {
    if (animationName !== 'shake' || window.shaken) return;
    const shakes = document.getAnimations().filter((each) => each.animationName === 'shake');
    for (const each of shakes) each.pause();
    const lags = shakes.map(({ currentTime }) => currentTime - shakes[0].currentTime);
    const edges = (node) => { const { left, right } = node.getBoundingClientRect(); return [left, right]; };
    window.shaken = Array.from({ length: 41 }, (_, step) => {
        shakes.forEach((each, index) => { each.currentTime = 10 * step + lags[index]; });
        const [left, right] = edges(document.getElementById('grid'));
        return [left, ...[...document.querySelectorAll('.refused')].flatMap(edges), right];
    });
})"""


def test_a_refused_row_shakes_within_the_board_and_no_tile_covers_another(new_solver, api):
    ann = new_solver(new_guess(api), **MOVING).is_in("play").draws(BLANK)
    ann.page.evaluate(RECORD_SHAKE)
    ann.guess("tea").says("Not enough letters").page.wait_for_function("() => window.shaken")
    moments = ann.page.evaluate("shaken")
    assert {len(edges) for edges in moments} == {12} and len({edges[1] for edges in moments}) > 10
    assert [edges for edges in moments if edges != sorted(edges)] == []


def test_a_short_row_shakes_and_is_not_sent(ann):
    requests = []
    ann.page.on("request", lambda request: request.url.endswith("/submit") and requests.append(request.url))
    ann.guess("tea").says("Not enough letters").draws("TEA../...../...../...../.....").marks(BLANK)
    ann.guess("ch").marks("nmnhh/...../...../...../.....")
    assert len(requests) == 1


@pytest.mark.refusals
def test_hard_mode_refuses_a_guess_that_ignores_known_letters(new_solver, api):
    ann = new_solver(new_guess(api, hard=True)).draws(BLANK)
    ann.guess("teach").marks("nmnhh/...../...../...../.....").guess("patio")
    ann.says()
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("TEACH/PATIO/...../...../.....").marks("nmnhh/...../...../...../.....")
    ann.press(*["Backspace"] * 5).guess("latch").is_in("end")


def test_five_rows_without_the_word_end_the_game(ann, api):
    for row, word in enumerate(("crane", "solid", "bumpy", "fight", "verge")):
        expect(ann.page.locator("#sub")).to_have_text(f"Row {row + 1} of 5")
        ann.guess(word)
    ann.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == []


def test_a_row_is_submitted_while_the_response_to_the_one_before_is_on_its_way(ann):
    held = []

    def hold(route):
        held.append((route, route.fetch()))

    ann.page.route("**/actions/submit", hold, times=1)
    ann.guess("crane")
    expect(ann.page.locator("#sub")).to_have_text("Row 2 of 5")
    ann.guess("solid")
    expect(ann.page.locator("#sub")).to_have_text("Row 3 of 5")
    for route, answer in held:
        route.fulfill(response=answer)


def hold_submission(ann):
    """Keeps the next submission of this page away from the server until the returned function is called."""
    held = []
    ann.page.route("**/actions/submit", lambda route: held.append(route), times=1)

    def release():
        while not held:
            ann.page.wait_for_timeout(10)
        held.pop().continue_()

    return release


def test_letters_typed_during_a_submission_go_into_the_next_row(ann):
    release = hold_submission(ann)
    ann.guess("crane").press("Enter").page.keyboard.type("solar")
    ann.press("Backspace", "Backspace").page.keyboard.type("id")
    ann.press("Enter").page.keyboard.type("bum")
    ann.draws("CRANE/...../...../...../.....")
    release()
    ann.draws("CRANE/SOLID/BUM../...../.....").is_at("d3").is_saved()


@pytest.mark.refusals
def test_letters_typed_during_a_refused_submission_are_dropped(ann):
    release = hold_submission(ann)
    ann.guess("qqqqq").page.keyboard.type("crane")
    release()
    ann.says("That word is not in the word list.").draws("QQQQQ/...../...../...../.....")
    ann.press(*["Backspace"] * 5).guess("teach").marks("nmnhh/...../...../...../.....")


def test_giving_up_asks_for_confirmation(ann, api):
    ann.tool("resign").click()
    ann.page.get_by_role("button", name="Play on").click()
    ann.is_in("play").tool("resign").click()
    expect(ann.page.locator("dialog .primary")).to_have_text("Play on")
    ann.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["answer"] == "LATCH"


# -------------------------------------------------------------------------------------------------- with others


def test_two_players_share_a_row_and_either_can_submit_it(new_solver, api):
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


def test_a_race_shows_the_rivals_marks_without_letters(new_solver, api):
    game = new_guess(api, mode="race")
    ann, ben = new_solver(game).is_in("room"), new_solver(game, "Ben", "#e76f51").is_in("room")
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    ann.is_in("play").guess("teach").marks("nmnhh/...../...../...../.....")
    rows = ben.is_in("play").page.locator(".seat", has_text="Ann").locator(".rows")
    expect(rows).to_have_attribute("aria-label", "1 guess")
    assert rows.locator("i").evaluate_all("all => all.map(i => i.dataset.mark[0]).join('')") == "nmnhh"
    expect(rows).to_have_text("")
    expect(ben.page.locator("#announcer")).to_contain_text("Ann has guessed")
    ben.draws(BLANK).is_at("a1")
    ann.guess("latch")
    expect(ben.page.locator(".seat", has_text="Ann")).to_contain_text("done")
    ben.is_in("play").guess("latch")
    for each in (ann, ben):
        each.is_in("end")


def test_a_spectator_cannot_write(ann, new_window):
    guest = new_window(kind=SolvingWindow).visit(ann.path)
    ann.guess("teach")
    guest.marks("nmnhh/...../...../...../.....").choose("a2").page.keyboard.type("latch")
    guest.press("Enter").draws("TEACH/...../...../...../.....")
    expect(guest.page.locator("#keys")).to_be_hidden()


def test_a_full_row_accepts_no_further_letter(new_window, api):
    ann = new_window(kind=SolvingWindow).sit(new_guess(api)["id"], "Ann").is_in("play")
    ann.page.keyboard.type("CRANES")
    ann.draws("CRANE/...../...../...../.....").press("Backspace").page.keyboard.type("Y")
    ann.draws("CRANY/...../...../...../.....")


def test_after_a_reload_letters_go_on_where_the_row_ends(ann):
    ann.page.keyboard.type("te")
    ann.is_saved().page.evaluate("sessionStorage.clear()")
    ann.page.reload()
    ann.is_in("play").shows("b1", "E").is_at("c1").press("Backspace").is_at("b1").draws("T..../...../...../...../.....")
    ann.page.keyboard.type("each")
    ann.shows("e1", "H").is_saved().page.reload()
    ann.is_in("play").shows("e1", "H").is_at("e1").page.keyboard.type("x")
    ann.draws("TEACH/...../...../...../.....").press("Backspace").is_at("e1").draws("TEAC./...../...../...../.....")


@pytest.mark.parametrize("keys, typed, row", [
    (["Home"], "SPILT", "SPILT"), (["Home", "ArrowRight"], "LOWN", "CLOWN"), (["Home"], "SH", "SHANE"),
    (["Home"], "SPILTED", "SPILT"), (["End"], "D", "CRAND"), (["ArrowLeft", "ArrowLeft"], "VE", "CRVEE"),
])
def test_typing_goes_on_from_the_caret_in_a_full_row(ann, keys, typed, row):
    ann.page.keyboard.type("CRANE")
    ann.draws("CRANE/...../...../...../.....").press(*keys).page.keyboard.type(typed)
    ann.draws(f"{row}/...../...../...../.....").is_saved()


def test_typing_over_a_row_with_an_empty_square_goes_square_by_square(ann):
    ann.page.keyboard.type("CRANE")
    ann.choose("c1").press("Delete", "Home").page.keyboard.type("SPILT")
    ann.draws("SPILT/...../...../...../.....").is_saved()
