"""Lattices in the page: swaps by drag, tap and keys, marks, refusals, shared boards, races and the end."""

import json
import re

import pytest
from playwright.sync_api import expect

from end_window import letters_of, open_replay, pictures_of
from games import lattice
from home_window import HomeWindow
from lattice_window import LatticeWindow, answer_of, new_lattice, solving_swaps, square_of, swapped, useless_swap
from page_server import DESKTOP, PHONE, SMALL

WAITING = "...../.#.#./...../.#.#./....."


@pytest.fixture
def new_solver(new_window):
    return lambda game, name="Ann", colour="#2a9d8f", **options: new_window(
        kind=LatticeWindow, **options).sit(game["id"], name, colour)


@pytest.fixture
def answer(api):
    return answer_of(api)


@pytest.fixture
def ann(new_solver, api):
    return new_solver(new_lattice(api)).is_in("play").has_left(15)


def server_marks(api, game, token=None, board=0):
    """The marks on a board of the server."""
    boards = api("GET", f"/games/{game}", token=token)["boards"]
    cells = next(each for each in boards if each["board"] == board)["cells"]
    signs = [cell.get("mark", "#")[0] for cell in cells]
    return "/".join("".join(signs[at:at + 5]) for at in range(0, 25, 5))


def agrees_with_the_server(window, api, token=None, board=0):
    """Waits until the page shows the server's letters and marks."""
    window.is_saved()
    cells = api("GET", f"/games/{window.game}", token=token)["boards"]
    window.draws(next(each for each in cells if each["board"] == board)["text"])
    return window.shows_marks(server_marks(api, window.game, token, board))


# --------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["mouse", "finger"])
def test_a_lattice_is_solved_by_dragging(new_solver, api, answer, size):
    ann = new_solver(new_lattice(api), **size).has_left(15)
    swaps = solving_swaps(ann.text, answer)
    for number, swap in enumerate(swaps[:-1]):
        board = swapped(ann.text, swap)
        agrees_with_the_server(ann.drag(*swap).draws(board).has_left(14 - number), api)
    ann.drag(*swaps[-1]).is_in("end")
    stars = 15 - len(swaps)
    expect(ann.page.locator("#end-note")).to_contain_text(f"Solved: {stars} of 5 stars")
    assert api("GET", f"/games/{ann.game}")["result"]["scores"] == {"1": stars}


def test_a_lattice_is_lost_after_fifteen_swaps_and_the_answer_is_shown(ann, api, answer):
    swap = useless_swap(ann.text, answer)
    for left in range(14, -1, -1):
        ann.press_both(*swap)
        if left:
            ann.has_left(left)
    ann.is_in("end")
    expect(ann.page.locator("#verdict")).to_have_text(re.compile("Not this time|So close"))
    read = """board => [...board.querySelectorAll('.cell')].map(
        tile => tile.classList.contains('block') ? '#' : tile.textContent).join('')"""
    mine, shown = (picture.evaluate(read) for picture in ann.page.locator("#finished-part .picture").all())
    assert shown == answer.replace("/", "") and mine != shown
    assert api("GET", f"/games/{ann.game}")["result"]["winners"] == []


# --------------------------------------------------------------------------------------------------------- swaps


def test_both_letters_change_places_in_the_frame_of_the_drop_and_no_more_swaps_are_queued_than_are_left(ann, answer):
    ann.page.route("**/actions/swap", lambda route: None)  # the reply never comes
    one, other = solving_swaps(ann.text, answer)[0]
    board = swapped(ann.text, (one, other))
    ann.choose(one).cell(other).dispatch_event("click")
    assert ann.text == board
    expect(ann.page.locator("#grid .pending")).to_have_count(2)
    ann.has_left(14)
    expect(ann.cell(one)).to_have_attribute("data-mark", "")

    swap = useless_swap(ann.text, answer)
    for left in range(13, -1, -1):
        tap_both(ann, *swap).has_left(left)
    board = ann.text
    tap_both(ann, *swap).has_left(0)
    assert ann.text == board


def test_a_dragged_letter_follows_the_pointer_and_moves_no_letter_that_is_in_its_place_or_equal(ann, answer):
    requests = []
    ann.page.on("request", lambda request: "/actions/" in request.url and requests.append(request.url))
    (one, other), locked = solving_swaps(ann.text, answer)[0], locked_square(ann)
    ghost, target = ann.page.locator("#frame .ghost"), ann.page.locator("#grid .target")
    ann.lift(one).holds(one)
    expect(ghost).to_have_text(ann.cell(one).inner_text())
    ann.carry_to(other)
    expect(target).to_have_attribute("id", ann.cell(other).get_attribute("id"))
    box, cell = ghost.bounding_box(), ann.cell(other).bounding_box()
    assert abs(box["x"] + box["width"] / 2 - cell["x"] - cell["width"] / 2) < 12
    ann.carry_to(locked)
    expect(target).to_have_count(0)
    ann.carry_out()
    expect(target).to_have_count(0)
    before = ann.text
    ann.drop().holds(None)
    expect(ghost).to_have_count(0)
    assert ann.text == before
    ann.has_left(15)
    ann.lift(one).carry_to("b2").drop().holds(None).has_left(15)
    ann.lift(one).carry_to(other).press("Escape").holds(None)
    expect(ghost).to_have_count(0)
    ann.drop()
    assert ann.text == before
    ann.has_left(15)

    # A letter in its place cannot be picked up or displaced.
    letter = ann.cell(locked).inner_text()
    sentence = f"{letter} is in its place and stays there."
    ann.is_silent().choose(locked).hints(sentence).holds(None).announces(sentence)
    ann.drag(locked, one).holds(None).choose(one).holds(one)
    ann.hints(f"Swap {ann.cell(one).inner_text()} with which letter?").choose(locked).hints(sentence).holds(one)
    ann.choose("b2").holds(None)
    ann.lift(one).carry_to(locked).drop().hints(sentence)
    assert ann.text == before
    ann.has_left(15)

    # Two equal letters are not sent.
    cells = {}
    for index, (letter, mark) in enumerate(zip(ann.text.replace("/", ""), ann.marks.replace("/", ""))):
        if mark in "nm":
            cells.setdefault(letter, []).append(square_of(index))
    letter, (one, other, *_) = next((letter, squares) for letter, squares in cells.items() if len(squares) > 1)
    ann.press("Escape").holds(None).press_both(one, other).hints(f"Both letters are {letter}.").holds(one)
    ann.press("Escape").holds(None).has_left(15)
    assert requests == []


def locked_square(window):
    return square_of(window.marks.replace("/", "").index("h"))


def problem(status, code):
    body = json.dumps({"type": f"/problems/{code}", "title": code, "status": status, "code": code})
    return lambda route: route.fulfill(status=status, content_type="application/problem+json", body=body)


@pytest.mark.refusals
def test_a_refused_swap_is_rolled_back_and_one_whose_response_was_lost_counts_once(ann, api, answer):
    before, marks, held = ann.text, ann.marks, []
    for status, code, sentence in (
        (423, "cell-locked", "That letter stays where it is."), (409, "nothing-to-swap", "Those two letters are the same."),
    ):
        ann.page.route("**/actions/swap", problem(status, code))
        ann.press_both(*solving_swaps(before, answer)[0]).says(sentence)
        ann.draws(before).shows_marks(marks).has_left(15)
        ann.page.unroute("**/actions/swap")

    # A swap whose letters come from a refused one is dropped with it.
    ann.page.route("**/actions/swap", lambda route: held.append(route))
    one, other = useless_swap(ann.text, answer)
    third = third_square(ann, one, other)
    tap_both(ann, one, other)
    tap_both(ann, other, third).has_left(13)
    problem(409, "nothing-to-swap")(ann.first(held))
    ann.says("Those two letters are the same.").draws(before).has_left(15)
    assert len(held) == 1
    ann.page.unroute("**/actions/swap")

    ann.go_offline()
    ann.press_both(*solving_swaps(before, answer)[0]).says("No connection. Try again when it is back.")
    ann.draws(before).has_left(15).go_online().until_live().draws(before)

    # A swap whose response was lost is sent again with its move id.
    swap, moves = solving_swaps(before, answer)[0], []
    board = swapped(before, swap)

    def lose(route):
        moves.append(route.request.post_data_json["move"])
        if len(moves) == 1:
            route.fetch()  # the server applies the swap, but the page never hears of it
            return route.abort()
        return route.continue_()

    ann.page.route("**/actions/swap", lose)
    ann.press_both(*swap).draws(board).has_arrived().has_left(14)
    agrees_with_the_server(ann, api)
    assert api("GET", f"/games/{ann.game}")["swapsLeft"] == 14
    ann.page.unroute("**/actions/swap")
    ann.press_both(*solving_swaps(board, answer)[0]).has_left(13)
    assert len(set(moves)) == 1


@pytest.mark.refusals
def test_a_letter_that_another_player_has_put_in_its_place_meanwhile_is_refused_by_the_server(
        new_solver, api, answer):
    game = new_lattice(api, mode="together")
    ann = new_solver(game).has_left(15)
    ben = api("POST", f"/games/{game['id']}/seats", {"name": "Ben", "colour": "#e76f51"})["token"]
    ann.sees_player("Ben")
    one, other = solving_swaps(ann.text, answer)[0]  # puts the letter of `one` in its place at `other`
    third = next(square for square in ("a1", "c1", "e1", "b3", "d3", "a5", "c5", "e5", "a2", "e4")
                 if square not in (one, other) and ann.cell(square).get_attribute("data-mark") != "hit"
                 and ann.cell(square).inner_text() != ann.cell(other).inner_text())
    held = []
    ann.page.route("**/actions/swap", lambda route: held.append(route))
    ann.press_both(third, other).has_left(14)
    api("POST", f"/games/{game['id']}/actions/swap", {"from": one, "to": other}, ben)
    ann.announces("Ben swapped")
    ann.first(held).continue_()
    ann.says("That letter stays where it is.").has_left(14)
    agrees_with_the_server(ann, api)


def tap_both(window, one, other):
    """Swaps two letters without waiting for the swaps before."""
    return window.choose(one).choose(other)


def third_square(window, one, other):
    """A square with a letter that is not in its place and differs from those of two others."""
    return next(square for square, mark in zip(SQUARES, window.marks.replace("/", "")) if mark in "nm"
                and square not in (one, other) and window.cell(square).inner_text()
                not in (window.cell(one).inner_text(), window.cell(other).inner_text()))


SQUARES = [column + row for row in "12345" for column in "abcde"]


def test_swaps_are_drawn_at_once_and_sent_one_after_the_other_and_a_reload_keeps_them(ann, api, answer):
    held = []
    ann.page.route("**/actions/swap", lambda route: held.append(route))
    first, second, third, *_ = solving_swaps(ann.text, answer)
    board = swapped(swapped(swapped(ann.text, first), second), third)
    tap_both(ann, *first)
    tap_both(ann, *second)
    tap_both(ann, *third).has_left(12)
    assert ann.text == board
    for number in range(3):
        ann.until(lambda: len(held) > number, "a request for each swap")
        assert len(held) == number + 1
        held[number].continue_()
    agrees_with_the_server(ann.has_arrived().draws(board), api)
    ann.has_said_nothing()

    # A letter is swapped on while its swap is on its way.
    held.clear()
    one, other = useless_swap(ann.text, answer)
    third = third_square(ann, one, other)
    board = swapped(swapped(ann.text, (one, other)), (other, third))
    tap_both(ann, one, other)
    tap_both(ann, other, third).draws(board).has_left(10)
    for number in range(2):
        ann.until(lambda: len(held) > number, "a request for each swap")
        held[number].continue_()
    agrees_with_the_server(ann.has_arrived().has_left(10), api)
    marks = ann.draws(board).marks
    ann.page.unroute("**/actions/swap")

    # No resynchronisation was needed.
    ann.page.locator("#connection").click()
    expect(ann.page.locator("dialog dd").last).to_have_text("never")
    ann.page.reload()
    ann.until_live().draws(board).shows_marks(marks).has_left(10)
    ann.press_both(*solving_swaps(board, answer)[0]).has_left(9)


# ---------------------------------------------------------------------------------------- keys and screen readers


def test_a_lattice_is_played_by_keys_and_a_screen_reader_hears_every_step(ann, api, answer):
    before = ann.text
    one, other = solving_swaps(before, answer)[0]
    ann.is_at("a1").press("ArrowRight").is_at("b1").press("ArrowDown").is_at("b3").press("End").is_at("e3")
    ann.press("Home").is_at("a3").press("a", "Backspace", "Delete", "Control+z").draws(before)
    ann.walk_to(one).press("Space").holds(one).press("Escape").holds(None).press("Enter").holds(one)
    ann.press("Enter").holds(None).has_left(15).swap_by_keys(one, other).holds(None).has_left(14)
    agrees_with_the_server(ann.draws(swapped(before, (one, other))), api)
    ann.has_said_nothing()

    # A screen reader hears what is held, swapped, marked and left.
    one, other = solving_swaps(ann.text, answer)[0]
    first, second = ann.cell(one).inner_text(), ann.cell(other).inner_text()
    mark = {"near": "elsewhere in the word", "miss": "not in the word"}[ann.cell(one).get_attribute("data-mark")]
    expect(ann.cell(one)).to_have_attribute("aria-label", f"{one}, {first}, {mark}")
    ann.is_silent().walk_to(one).press("Space").announces(f"{first} at {one} picked up")
    expect(ann.cell(one)).to_have_attribute("aria-label", f"{one}, {first}, picked up, {mark}")
    ann.press("Escape").announces(f"{first} put back").press("Space").walk_to(other).is_silent().press("Space")
    ann.announces(f"{first} and {second} swapped", f"{first} at {other}: right place", "13 swaps left")
    expect(ann.cell(other)).to_have_attribute("aria-label", f"{other}, {first}, right place")
    expect(ann.page.locator("#swaps")).to_contain_text("stars still possible")
    expect(ann.page.locator("#letters")).to_have_attribute("aria-label", "Board. Arrow keys move, Space picks a "
                                                           "letter up and swaps it, Escape puts it back.")
    expect(ann.cell("b2")).to_have_attribute("aria-label", "b2, block")

    # A complete word gets a bar and is announced.
    rows = answer.split("/")
    lines = [*rows[::2], *("".join(row[at] for row in rows) for at in (0, 2, 4))]
    expect(ann.page.locator("#bars .bar")).to_have_count(0)
    for number, swap in enumerate(solving_swaps(ann.text, answer)):
        ann.press_both(*swap).has_left(12 - number).announces(f"{12 - number} swaps left")
        agreed = [word for word, cells in zip(lines, LINES) if all(
            ann.cell(square).get_attribute("data-mark") == "hit" for square in cells)]
        expect(ann.page.locator("#bars .bar")).to_have_count(len(agreed))
        if agreed:
            break
    ann.announces(f"{agreed[0]} is complete")
    square = LINES[lines.index(agreed[0])][1]
    expect(ann.cell(square)).to_have_attribute(
        "aria-label", f"{square}, {ann.cell(square).inner_text()}, right place, in {agreed[0]}")


LINES = [[column + row for column in "abcde"] for row in "135"] + [[column + row for row in "12345"]
                                                                  for column in "ace"]


def test_the_lattice_speaks_korean_and_has_no_keyboard_on_a_phone(new_solver, api, answer):
    ann = new_solver(new_lattice(api), locale="ko-KR", **PHONE).has_left(15)
    expect(ann.page.locator("#title")).to_have_text("낱말 격자")
    expect(ann.page.locator("#swaps")).to_contain_text("남은 교환: 15")
    one, other = solving_swaps(ann.text, answer)[0]
    letter = ann.cell(one).inner_text()
    ann.cell(one).tap()
    ann.hints(f"{letter}: 바꿀 글자를 고르세요.")
    expect(ann.page.locator("#keys")).to_be_hidden()
    expect(ann.tool("keyboard")).to_be_hidden()
    expect(ann.page.locator("#letters")).to_have_attribute("inputmode", "none")
    ann.cell(other).tap()
    ann.has_left(14).announces("교환", "제자리", "교환 14번 남음")


# -------------------------------------------------------------------------------------------------- with others


def test_two_players_swap_on_one_board_and_give_up_together(new_window, new_solver, api, answer):
    game = new_lattice(api, mode="together")
    # The board hides its letters until somebody sits down.
    ann = new_window(kind=LatticeWindow).visit(f"/g/{game['id']}").draws(WAITING)
    expect(ann.page.locator("#swaps")).to_be_hidden()
    ann.join("Ann").has_left(15)
    assert "." not in ann.text
    agrees_with_the_server(ann, api)

    ben = new_solver(game, "Ben", "#e76f51").has_left(15)
    first, second, third = solving_swaps(ann.text, answer)[:3]
    letters = [ann.cell(square).inner_text() for square in first]
    # The page gathers more than three sentences at once into one.
    ann.announces("Ben joined").choose(first[0]).holds(first[0])
    ben.press_both(*first).has_left(14)
    ann.has_left(14).holds(None).announces(f"Ben swapped {letters[0]} and {letters[1]}")
    ann.press_both(*second).has_left(13)
    ben.has_left(13).press_both(*third)
    for each in (ann, ben):
        agrees_with_the_server(each.has_left(12), api)

    # Giving up together needs the others' consent.
    ann.sees_player("Ben").tool("resign").click()
    ben.page.locator("dialog button[value]").click()
    for each in (ann, ben):
        each.is_in("end")
        expect(each.page.locator("#verdict")).to_have_text(re.compile("Not this time|So close"))


def test_a_race_shows_the_rivals_swaps_and_counts_of_marks(new_solver, api, answer):
    game = new_lattice(api, mode="race")
    ann, ben = new_solver(game).is_in("room"), new_solver(game, "Ben", "#e76f51").is_in("room")
    expect(ann.page.locator("#pace")).to_have_text("Time limit: 10:00.")
    ann.sees_player("Ben")
    api("POST", f"/games/{game['id']}/actions/start", {}, ann.token)
    ann.is_in("play").has_left(15)
    card = ben.is_in("play").has_left(15).page.locator(".seat", has_text="Ann")
    expect(ben.page.locator("#sub")).to_contain_text("left")
    swaps = solving_swaps(ann.text, answer)
    for number, swap in enumerate(swaps[:2]):
        ann.press_both(*swap).has_left(14 - number)
    expect(ann.page.locator("#grid .pending")).to_have_count(0)
    marks = ann.marks
    expect(card).to_contain_text("13 swaps left")
    hit, near, miss = (marks.count(sign) for sign in "hnm")
    expect(card.locator(".tally")).to_have_attribute(
        "aria-label", f"{hit} in place, {near} elsewhere in the word, {miss} in another word")
    assert "".join(card.locator(".tally").all_inner_texts()).split() == [
        part for sign, count in zip("●○–", (hit, near, miss)) if count for part in (sign, str(count))]
    ben.has_left(15)
    for swap in swaps[2:]:
        ann.press_both(*swap).holds(None)
        expect(ann.page.locator("#grid .pending")).to_have_count(0)
    ann.hints("You win! The others are still playing.")
    expect(card).to_contain_text("Winner")
    useless = useless_swap(ben.text, answer)
    ben.press_both(*useless).has_left(14).press_both(*useless).has_left(13)
    for swap in swaps:
        ben.press_both(*swap)
        expect(ben.page.locator("#grid .pending")).to_have_count(0)
    for each in (ann, ben):
        each.is_in("end")
    expect(ann.page.locator("#verdict")).to_have_text("You win")
    expect(ben.page.locator("#verdict")).to_have_text("Ann wins")
    totals = [total.split(" · ")[0] for total in ben.page.locator(".total").all_text_contents()]
    stars = 15 - len(swaps)
    assert totals == [f"{stars} stars", f"{stars - 2} star{'s' * (stars != 3)}"]
    expect(ben.page.locator("#end-more, #boards").get_by_text("No words.")).to_have_count(0)


def test_a_spectator_of_a_race_sees_no_board_and_of_a_shared_one_cannot_swap(new_window, api):
    race, shared = new_lattice(api, mode="race"), new_lattice(api, mode="together")
    ann, _ = (api("POST", f"/games/{game['id']}/seats", {"name": "Ann", "colour": "#2a9d8f"}) for game in (race, shared))
    api("POST", f"/games/{race['id']}/actions/start", {}, ann["token"])
    guest = new_window(kind=LatticeWindow).visit(f"/g/{race['id']}").is_in("play")
    expect(guest.page.locator("#frame")).to_be_hidden()
    expect(guest.page.locator("#swaps")).to_be_hidden()
    expect(guest.page.locator(".seat", has_text="Ann")).to_contain_text("15 swaps left")
    guest.visit(f"/g/{shared['id']}").has_left(15).choose("a1").holds(None)
    expect(guest.page.locator("dialog #name")).to_be_visible()


# ------------------------------------------------------------------------------------------------- home and end


@pytest.mark.own_server("it reads the first row of the day's leaderboard")
def test_todays_lattice_shows_its_progress_and_its_stars_on_the_home_page(new_window, api):
    home = new_window(kind=HomeWindow, **DESKTOP).store_all(profile={"name": "Ann", "colour": "#5661b3"}).open()
    home.play_today("lattice")
    token, game = home.seat["token"], home.game
    board = api("GET", f"/games/{game}", token=token)["boards"][0]
    day = api("GET", f"/games/{game}", token=token)["day"]
    twin = api("POST", "/games", {"rules": "lattice", "options": {"mode": "daily", "day": day}})["id"]
    other = api("POST", f"/games/{twin}/seats", {"name": "Twin", "colour": "#2a9d8f"})["token"]
    api("POST", f"/games/{twin}/actions/resign", {}, other)
    swaps = solving_swaps(board["text"], api("GET", f"/games/{twin}")["result"]["answer"])
    for number, (one, last) in enumerate(swaps):
        api("POST", f"/games/{game}/actions/swap", {"from": one, "to": last}, token)
        if number == 0:
            expect(home.open().day("lattice")).to_contain_text("14 swaps left")
    stars = 15 - len(swaps)
    expect(home.open().day("lattice")).to_contain_text(f"{stars} stars")
    expect(home.day("lattice")).to_have_class("day hue done")
    end = LatticeWindow(home.page, home.url).visit(f"/g/{game}").is_in("end")
    row = end.page.locator("#end-more tbody tr").first
    expect(row).to_contain_text("Ann")
    expect(row.locator("td").last).to_contain_text(f"{stars} · ")


def test_the_replay_begins_with_the_letters_in_disorder_and_names_who_swapped(open_end, api):
    played = lattice.finish(api)
    page = open_end(played)
    slider = open_replay(page)
    slider.fill("0")
    assert letters_of(pictures_of(page, ".replay")) == [played.request("GET", "board?at=0")["text"]]
    slider.fill("5")
    expect(page.locator(".replay")).to_contain_text("Ann swapped")
