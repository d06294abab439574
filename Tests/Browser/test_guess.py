"""Guess games in the page: marks, keys, refusals, shared boards and races. The hidden word is LATCH."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from page_server import DESKTOP, MOVING, PHONE
from solving_window import BLANK, SolvingWindow, new_guess


@pytest.fixture
def new_solver(new_window):
    return lambda game, name="Ann", colour="#2a9d8f", **options: new_window(
        kind=SolvingWindow, **options).sit(game["id"], name, colour)


@pytest.fixture
def ann(new_solver, api):
    return new_solver(new_guess(api)).is_in("play").draws(BLANK)


# ----------------------------------------------------------------------------------------------------- the row


def hold_submission(ann):
    """Keeps the next submission of this page away from the server until the returned function is called."""
    held = []
    ann.page.route("**/actions/submit", lambda route: held.append(route), times=1)
    return lambda: ann.first(held).continue_()


LOOK = """node => { const { backgroundColor, backgroundImage } = getComputedStyle(node);
    return [backgroundColor, backgroundImage]; }"""


def test_each_row_is_written_and_marked_in_turn_and_the_fifth_ends_the_game(ann, api):
    sub, submitted = ann.page.locator("#sub"), []
    ann.page.on("request", lambda request: request.url.endswith("/submit") and submitted.append(request.url))

    # Only the current row can be written.
    expect(ann.page.locator("#hint")).to_have_text("Write a word of five letters, then press Enter.")
    expect(sub).to_have_text("Row 1 of 5")
    ann.is_at("a1").choose("c3").is_at("a1").press("ArrowDown", "ArrowRight").is_at("b1").press("Space").is_at("b1")

    # A short row shakes and is not sent.
    ann.choose("a1").guess("tea").says("Not enough letters").draws("TEA../...../...../...../.....").marks(BLANK)
    ann.guess("ch").marks("nmnhh/...../...../...../.....").is_at("a2")
    assert len(submitted) == 1
    expect(sub).to_have_text("Row 2 of 5")
    ann.choose("c1").is_at("a2").press("Backspace", "Home", "End").is_at("e2")
    ann.draws("TEACH/...../...../...../.....").is_saved()

    # Marks are announced, and have colours, shapes and names on squares and keys.
    expect(ann.page.locator("#announcer")).to_contain_text(
        "T elsewhere in the word, E not in the word, A elsewhere in the word, C right place, H right place")
    for letter, square, mark, spoken in (("T", "a1", "near", "elsewhere in the word"),
                                         ("E", "b1", "miss", "not in the word"), ("C", "d1", "hit", "right place")):
        expect(ann.cell(square)).to_have_attribute("aria-label", f"{square}, {letter}, by Ann, {spoken}")
        expect(ann.key(letter)).to_have_attribute("aria-label", f"{letter}, {spoken}")
        expect(ann.key(letter)).to_have_attribute("data-mark", mark)
    expect(ann.key("Q")).to_have_attribute("aria-label", "Q")
    ann.has_settled_colours()
    for nodes in ([ann.cell("a1"), ann.cell("b1"), ann.cell("d1")], [ann.key("T"), ann.key("E"), ann.key("C")]):
        colours, shapes = zip(*(node.evaluate(LOOK) for node in nodes))
        assert len(set(colours)) == 3, colours
        assert len(set(shapes)) == 3 and "none" not in shapes, shapes

    # A key shows the best known mark of its letter.
    ann.choose("a2").press("Home").guess("catty").marks("nmnhh/nhhmm/...../...../.....")
    marks = {letter: ann.key(letter).get_attribute("data-mark") for letter in "TACHEYL"}
    assert marks == {**dict.fromkeys("TACH", "hit"), "E": "miss", "Y": "miss", "L": ""}
    expect(sub).to_have_text("Row 3 of 5")

    # Letters typed during a submission go into the next row.
    release = hold_submission(ann)
    ann.guess("crane").press("Enter").page.keyboard.type("solar")
    ann.press("Backspace", "Backspace").page.keyboard.type("id")
    ann.press("Enter").page.keyboard.type("bum")
    ann.draws("TEACH/CATTY/CRANE/...../.....")
    release()
    ann.draws("TEACH/CATTY/CRANE/SOLID/BUM..").is_at("d5").is_saved()
    expect(sub).to_have_text("Row 5 of 5")

    ann.guess("py").is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == []


# Where typing goes on in a row with CRANE: keys, letters, and what the row is then.
CARETS = [
    (["Home"], "SPILT", "SPILT"), (["Home", "ArrowRight"], "LOWN", "CLOWN"), (["Home"], "SH", "SHANE"),
    (["Home"], "SPILTED", "SPILT"), (["End"], "D", "CRAND"), (["ArrowLeft", "ArrowLeft"], "VE", "CRVEE"),
]


@pytest.mark.parametrize("carets", [CARETS[:3], CARETS[3:]], ids=["first", "last"])  # fewer letters than the limit
def test_typing_goes_on_from_the_caret_in_a_full_row(ann, carets):
    for keys, letters, row in carets:
        ann.press("Home").page.keyboard.type("CRANE")
        ann.draws("CRANE/...../...../...../.....").press(*keys).page.keyboard.type(letters)
        ann.draws(f"{row}/...../...../...../.....").is_saved()


def test_letters_go_on_where_the_row_ends_and_a_full_row_is_submitted_or_typed_over(ann, api):
    # After a reload letters go on where the row ends.
    ann.page.keyboard.type("te")
    ann.is_saved().page.evaluate("sessionStorage.clear()")
    ann.page.reload()
    ann.is_in("play").shows("b1", "E").is_at("c1").press("Backspace").is_at("b1").draws("T..../...../...../...../.....")
    ann.page.keyboard.type("each")
    ann.shows("e1", "H").is_saved().page.reload()
    ann.is_in("play").shows("e1", "H").is_at("e1").page.keyboard.type("x")
    ann.draws("TEACH/...../...../...../.....").press("Backspace").is_at("e1").draws("TEAC./...../...../...../.....")

    # A full row accepts no further letter.
    ann.press("Home").page.keyboard.type("CRANES")
    ann.draws("CRANE/...../...../...../.....").press("Backspace").page.keyboard.type("Y")
    ann.draws("CRANY/...../...../...../.....")

    # Typing over a row with an empty square goes square by square.
    ann.choose("c1").press("Delete", "Home").page.keyboard.type("SPILT")
    ann.draws("SPILT/...../...../...../.....").is_saved()

    # A row is submitted while the response to the one before is on its way.
    held = []
    ann.page.route("**/actions/submit", lambda route: held.append((route, route.fetch())), times=1)
    ann.press("Home").guess("crane")
    expect(ann.page.locator("#sub")).to_have_text("Row 2 of 5")
    ann.guess("solid")
    expect(ann.page.locator("#sub")).to_have_text("Row 3 of 5")
    for route, answer in held:
        route.fulfill(response=answer)

    # Giving up asks for confirmation.
    ann.tool("resign").click()
    ann.page.get_by_role("button", name="Play on").click()
    ann.is_in("play").tool("resign").click()
    expect(ann.page.locator("dialog .primary")).to_have_text("Play on")
    ann.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.is_in("end")
    assert api("GET", f"/games/{ann.game}")["result"]["answer"] == "LATCH"


@pytest.mark.refusals
def test_an_unknown_word_shakes_the_row_keeps_it_and_drops_what_is_typed_meanwhile(ann):
    ann.guess("qqqqq").says("That word is not in the word list.")
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("QQQQQ/...../...../...../.....").marks(BLANK)
    expect(ann.page.locator("#sub")).to_have_text("Row 1 of 5")
    ann.press(*["Backspace"] * 5).draws(BLANK)

    release = hold_submission(ann)
    ann.guess("qqqqq").page.keyboard.type("crane")
    release()
    ann.says("That word is not in the word list.").draws("QQQQQ/...../...../...../.....")
    ann.press(*["Backspace"] * 5).guess("teach").marks("nmnhh/...../...../...../.....")


FACES = """moment => [...document.querySelectorAll('#grid .cell')].slice(0, 5).map(cell => {
    for (const each of cell.getAnimations()) { each.pause(); each.currentTime = moment; }
    const { scale, backgroundColor } = getComputedStyle(cell);
    return [scale, backgroundColor]; })"""


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


def test_a_submitted_row_turns_over_a_refused_one_shakes_and_a_spectator_cannot_write(new_solver, new_window, api):
    ann = new_solver(new_guess(api), **MOVING).is_in("play").draws(BLANK)
    guest = new_window(kind=SolvingWindow).visit(ann.path)

    # The row stays until its letters turn over.
    blank = ann.page.locator("#cell-24").evaluate("cell => getComputedStyle(cell).backgroundColor")
    ann.guess("teach").marks("nmnhh/...../...../...../.....")
    before, half, after = (ann.page.evaluate(FACES, moment) for moment in (0, 850, 1100))
    assert [face for _, face in before] == [blank] * 5 and {scale for scale, _ in before} <= {"none", "1", "1 1"}
    assert half[4] == ["1 0", after[4][1]] and half[0] == after[0] and after[4][1] != blank

    # No tile of a shaken row covers another.
    ann.page.evaluate(RECORD_SHAKE)
    ann.guess("tea").says("Not enough letters").page.wait_for_function("() => window.shaken")
    moments = ann.page.evaluate("shaken")
    assert {len(edges) for edges in moments} == {12} and len({edges[1] for edges in moments}) > 10
    assert [edges for edges in moments if edges != sorted(edges)] == []

    guest.marks("nmnhh/...../...../...../.....").choose("a2").page.keyboard.type("latch")
    guest.press("Enter").draws("TEACH/TEA../...../...../.....")
    expect(guest.page.locator("#keys")).to_be_hidden()


@pytest.mark.refusals
def test_hard_mode_refuses_a_guess_that_ignores_known_letters(new_solver, api):
    ann = new_solver(new_guess(api, hard=True)).draws(BLANK)
    ann.guess("teach").marks("nmnhh/...../...../...../.....").guess("patio")
    ann.says()
    expect(ann.page.locator(".cell.refused")).to_have_count(5)
    ann.draws("TEACH/PATIO/...../...../.....").marks("nmnhh/...../...../...../.....")
    ann.press(*["Backspace"] * 5).guess("latch").is_in("end")


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


@pytest.mark.parametrize("look", [{**PHONE, "viewport": {"width": 360, "height": 740}}, DESKTOP], ids=["phone", "desktop"])
def test_the_marks_of_a_race_leave_room_for_names_and_what_is_said(new_window, api, look):
    game = new_guess(api, mode="race")
    host = new_window(kind=SolvingWindow, **look).store(f"host:{game['id']}", game["host"]["token"])
    host.sit(game["id"], "Ann")
    tokens = [api("POST", f"/games/{game['id']}/seats", {"name": name, "colour": "#e76f51"})["token"] for name in ("Ben", "Winner")]
    api("POST", f"/games/{game['id']}/actions/start", {}, game["host"]["token"])
    for token, words in zip(tokens, (["CRANE", "SLOTH", "TEACH", "PARTY", "CHARM"], ["CRANE", "LATCH"])):
        for row, word in enumerate(words):
            cells = {str(5 * row + at): letter for at, letter in enumerate(word)}
            api("PATCH", f"/games/{game['id']}/board", {"cells": cells}, token)
            api("POST", f"/games/{game['id']}/actions/submit", {}, token)
    cards = host.is_in("play").page.locator("#seats .card")
    expect(cards.locator(".rows > span")).to_have_count(7)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert cards.locator("b, .note").evaluate_all(cut) == []
    for name in ("Ben", "Winner"):
        card = cards.filter(has_text=name)
        boxes = [card.locator(part).bounding_box() for part in ("b", ".rows", ".note")]
        assert not any(overlaps(one, other) for at, one in enumerate(boxes) for other in boxes[at + 1:]), boxes


def overlaps(one, other):
    return all(one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
               for start, size in (("x", "width"), ("y", "height")))


def test_in_forced_colours_the_letter_under_the_caret_is_painted_like_the_others(new_solver, api):
    ann = new_solver(new_guess(api), **DESKTOP, forced_colors="active", color_scheme="light").is_in("play")
    ann.guess("crane").marks("nmnmm/...../...../...../.....").is_at("a2")
    picture = Image.open(io.BytesIO(ann.cell("e1").locator(".letter").screenshot())).convert("L")
    darkest, lightest = picture.getextrema()
    assert lightest > 240 and darkest > 50
