"""The word square in the page: the waiting room, calls and placements, and the end."""

import json
import re
import signal

import pytest
from playwright.sync_api import expect

from page_server import DESKTOP, PHONE
from square_window import SquareWindow, play_to_the_end


@pytest.fixture
def new_square(new_window):
    """Makes windows on word squares, each with its own storage."""
    return lambda **options: new_window(kind=SquareWindow, **options)


@pytest.fixture
def ann(new_square):
    return new_square(**DESKTOP).begin("Ann", clock=False)


@pytest.fixture
def two(ann, new_square):
    """The windows of Ann and Ben; Ann makes the first call."""
    ben = new_square(**DESKTOP).visit(ann.path)
    ben.join("Ben")
    ann.sees_player("Ben").start()
    return ann, ben.is_playing()


def count_snapshots(window):
    """A list that gets the URL of every request of the window that asks for a snapshot from now on."""
    asked = []

    def note(request):
        if "/events" in request.url and "last-event-id" not in request.headers:
            asked.append(request.url)

    window.page.on("request", note)
    return asked


def play_on_a_phone_and_a_desktop(new_square, api, bots=()):
    ann = new_square(**PHONE).begin("Ann", clock=False)
    for level in bots:
        ann.add_bot(level)
    ben = new_square(**DESKTOP).visit(ann.path)
    ben.join("Ben")
    ann.sees_player("Ben").start().shows_status("Your turn: call a letter")
    ben.is_playing().shows_status("Ann calls a letter")
    streams = count_snapshots(ann), count_snapshots(ben)
    ann.call("E").shows_status("Place E").place("c3").shows("c3", "E")
    ben.shows_status("Place E")
    expect(ben.page.locator("#grid .letter")).to_have_count(0)
    play_to_the_end(ann, ben)
    game = api("GET", f"/games/{ann.game}")
    for each in (ann, ben):
        expect(each.is_in("end").page.locator("#verdict")).not_to_be_empty()
    assert [board["text"].count(".") for board in game["boards"]] == [0] * (2 + len(bots))
    # Each page asks for one snapshot at the end, to see all boards; a hash mismatch would ask for another.
    assert [len(each) for each in streams] == [1, 1]


@pytest.mark.nightly  # a whole game of each kind is in test_whole_games
def test_two_people_play_to_the_end_on_a_phone_and_a_desktop(new_square, api):
    play_on_a_phone_and_a_desktop(new_square, api)


@pytest.mark.nightly  # a bot's first move takes a debug build many seconds at the lowest priority
@pytest.mark.usefixtures("ready_bots")
def test_two_people_and_two_bots_play_to_the_end_on_a_phone_and_a_desktop(new_square, api):
    play_on_a_phone_and_a_desktop(new_square, api, ("easy", "hard"))


def test_a_waiting_room_shows_the_game_and_lets_the_host_alone_start_it(new_square):
    ann = new_square(**DESKTOP).begin("Ann", preset="tournament")
    expect(ann.page.locator("#rules-name")).to_have_text("Tournament")
    expect(ann.page.locator("#pace")).to_have_text("60 s to call a letter, 45 s to place it.")
    expect(ann.page.locator("#link")).to_have_value(ann.page.url)
    assert ann.page.evaluate("JSON.parse(localStorage.getItem('5x5:profile')).name") == "Ann"

    # Bots can be added and removed.
    ann.add_bot("medium").add_bot("hard")
    medium, hard = ann.page.locator(".seat", has_text="bot, medium"), ann.page.locator(".seat", has_text="bot, hard")
    expect(ann.page.locator("[data-seat='3']")).to_contain_text("bot, hard")
    remove = re.compile("Remove [A-Z][a-z]+$")
    medium.get_by_role("button", name=remove).click()
    expect(medium).to_have_count(0)
    expect(hard).to_have_count(1)

    # Only the host is offered the start, and only players may add bots.
    ben = new_square().visit(ann.path)
    expect(ben.page.locator("#bots")).to_be_hidden()
    ben.join("Ben")
    expect(ben.page.locator("#bots")).to_be_visible()
    expect(ben.page.locator("#start")).to_be_hidden()
    expect(ben.page.locator("#start-note")).to_have_text("Ann starts the game.")
    expect(ann.sees_player("Ben").page.locator("#start")).to_be_visible()

    # A player who leaves frees the seat.
    ben.leave("Your seat becomes free. You can sit down again.")
    expect(ann.page.locator(".seat", has_text="Ben")).to_have_count(0)
    expect(ben.page.locator("#join-open")).to_be_visible()

    # The server calls the letters for a lone player.
    hard.get_by_role("button", name=remove).click()
    expect(ann.page.locator("#start-note")).to_have_text("Alone, the letters are called for you.")
    ann.start().shows_status(re.compile("Place .")).place("c3")
    expect(ann.page.locator("#sub")).to_have_text("Round 2 of 25")


def silhouette_of(window, name):
    return window.page.locator(".seat", has_text=name).locator(".silhouette")


def test_a_round_goes_from_the_call_to_the_placements_to_the_next_caller(two, new_square):
    ann, ben = two
    guest = new_square().visit(ann.path).is_playing()
    grid = ann.page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(5)
    expect(grid.get_by_role("gridcell")).to_have_count(25)
    expect(grid.get_by_role("gridcell", name="a1, empty")).to_have_attribute("aria-selected", "true")
    expect(ann.page.get_by_role("group", name="Letters to call").get_by_role("button")).to_have_count(26)

    # The turn and the called letter are announced; the other player's keys do nothing before the call.
    for each, sentence in zip(two, ("Your turn: call a letter", "Ann calls a letter")):
        status = each.page.get_by_role("status").filter(has_text=sentence)
        expect(status).to_have_attribute("aria-atomic", "true")
    ben.press("e", "7", "Enter").shows_status("Ann calls a letter").is_empty("c3")
    ann.press("e").shows_status("Place E")
    expect(ben.page.get_by_role("status").filter(has_text="Place E")).to_contain_text("Ann called it.")
    expect(grid.get_by_role("gridcell", name="d4, empty, place E here")).to_be_visible()
    expect(ann.page.locator("#letters")).to_have_attribute("aria-activedescendant", "cell-0")

    # A letter is placed by keys alone, and no key undoes it.
    ann.press("Control+z").press("ArrowDown", "ArrowRight", "Enter").shows("b2", "E").is_at("c2")
    expect(ann.page.locator("#letters")).to_be_focused()
    expect(ann.cell("b2")).to_have_attribute("aria-label", "b2, E")
    ann.shows_status("E is placed").press("Control+z")
    expect(ann.page.locator("#call-note")).to_have_text("Waiting for Ben.")
    expect(ben.page.locator(".seat", has_text="Ann")).to_contain_text("placed")

    # A spectator sees silhouettes that fill, and no board before the end.
    guest.shows_status("The letter is E")
    expect(guest.page.locator("#frame")).to_be_hidden()
    expect(guest.page.locator("#join-open")).to_be_hidden()
    assert guest.page.locator(".letter:visible").all_text_contents() == ["E"]
    for name, filled in (("Ann", 1), ("Ben", 0)):
        expect(silhouette_of(guest, name).locator(".on")).to_have_count(filled)
        expect(silhouette_of(guest, name).locator("i")).to_have_count(25)

    ben.place("c3").shows_status("Your turn: call a letter")
    ann.shows_status("Ben calls a letter")
    expect(ann.page.locator("#sub")).to_have_text("Round 2 of 24")
    expect(ann.page.locator(".seat", has_text="Ben")).to_contain_text("1 of 25 filled")
    ann.shows("b2", "E").is_empty("c3").has_said_nothing()
    expect(guest.page.locator(".silhouette .on")).to_have_count(2)


def hold_placements(window):
    """A list of the placements of a window that do not reach the server until they are continued."""
    held = []
    window.page.route("**/board/cells/*", lambda route: held.append(route))
    return held


def test_words_are_scored_and_marked_as_they_form(two):
    ann, ben = two
    expect(ann.page.locator("#words")).to_contain_text("None yet.")

    # A placement shows before the server answers, and the next press is no second one.
    held = hold_placements(ann)
    ann.call("C").shows_status("Place C").place("b3").shows("b3", "C").shows_status("Placing C …")
    ann.place("b2").is_empty("b2").first(held).continue_()
    ann.shows_status("C is placed").is_saved()
    assert len(held) == 1
    ann.page.unroute("**/board/cells/*")

    # A reload resumes the round.
    ann.page.reload()
    ann.is_playing().shows("b3", "C").shows_status("C is placed")
    ben.shows_status("Place C").place("b3")
    for caller, letter, square in ((ben, "A", "c3"), (ann, "T", "d3")):
        caller.shows_status("Your turn: call a letter").call(letter)
        for each in two:
            each.shows_status(f"Place {letter}").place(square)

    for each in two:
        expect(each.page.locator("#words .word")).to_have_text("CAT3")
        expect(each.page.locator("#sub")).to_have_text("Round 4 of 24")
        expect(each.page.locator("#bars .bar.across")).to_have_count(1)
        expect(each.cell("c3")).to_have_attribute("aria-label", "c3, A, in CAT")
        above, bar, below = (each.page.locator(place).bounding_box() for place in ("#cell-12", "#bars .bar", "#cell-17"))
        assert above["y"] + above["height"] <= bar["y"] and bar["y"] + bar["height"] <= below["y"], "lies between tiles"

    # A bot plays for a player who leaves until the player takes over.
    ben.leave("A bot plays on for you until you come back.").shows_notice("A bot plays for you.")
    expect(ann.page.locator(".seat", has_text="Ben")).to_contain_text("a bot plays")
    ben.page.reload()
    ben.is_playing().shows_notice("A bot plays for you.").page.get_by_role("button", name="Take over").click()
    expect(ben.page.locator("#notice")).to_be_hidden()
    expect(ann.page.locator(".seat", has_text="Ben")).not_to_contain_text("a bot plays")

    # The host ends the game without a winner.
    ann.page.locator("#close").click()
    ann.page.locator("dialog").get_by_role("button", name="Finish").click()
    for each in two:
        expect(each.page.locator("#verdict")).to_have_text("The game was ended.")


# The boxes of the first visible elements of some selectors; false until each has one.
BOXES = """selectors => {
    const boxes = selectors.map((each) => document.querySelector(each)?.getBoundingClientRect().toJSON());
    return boxes.every((box) => box?.height) && boxes;
}"""


def test_on_a_phone_the_score_and_the_words_come_below_the_board_without_scrolling(new_square, api):
    made = api("POST", "/games", {"rules": "square", "options": {"clock": None}})
    ann = new_square(**PHONE).sit(made["id"], "Ann")
    seats = [ann.token, api("POST", f"/games/{made['id']}/seats", {"name": "Ben", "colour": "#e76f51"})["token"]]

    def act(name, token, **parameters):
        api("POST", f"/games/{made['id']}/actions/{name}", parameters, token)

    act("start", made["host"]["token"])
    for turn, (letter, square) in enumerate((("C", "b3"), ("A", "c3"), ("T", "d3"))):
        act("call", seats[turn % 2], letter=letter)
        for token in seats:
            act("place", token, cell=square)
    expect(ann.is_playing().page.locator("#score")).to_have_text("3 points")
    expect(ann.page.locator("#words .word")).to_have_text("CAT3")
    for status in ("Ben calls a letter", "Place E", "Your turn: call a letter"):
        ann.shows_status(status)
        # Measured together: the list of words is drawn anew when the game tells of another one.
        board, *shown = ann.page.wait_for_function(BOXES, arg=["#frame", "#score", "#words .word"]).json_value()
        for box in shown:
            assert board["y"] + board["height"] < box["y"] < PHONE["viewport"]["height"] - box["height"], status
        if status == "Ben calls a letter":
            act("call", seats[1], letter="E")
        elif status == "Place E":
            for token in seats:
                act("place", token, cell="e5")


@pytest.mark.refusals
@pytest.mark.own_server("it is killed")
def test_a_letter_placed_during_an_outage_arrives_after_it(two, server):
    ann, ben = two
    ann.call("E").shows_status("Place E")
    server.stop(signal.SIGKILL)
    ann.place("a1").shows("a1", "E").shows_status("Placing E …")
    server.restart()
    ann.until_live().is_saved().shows_status("E is placed")
    ben.until_live().place("e5").shows_status("Your turn: call a letter")
    ann.shows_status("Ben calls a letter").shows("a1", "E")


@pytest.mark.refusals
def test_refused_late_and_lost_placements_are_told_and_leave_the_board_as_it_is(two, api):
    ann, ben = two
    ann.call("E").shows_status("Place E").page.route("**/board/cells/*", lambda route: route.fulfill(
        status=409, headers={"Content-Type": "application/problem+json"},
        body='{"code":"not-the-letter","detail":"Another letter is called."}'))
    ann.place("a1").shows_notice("Another letter is called.").is_empty("a1")

    # Ben's letter never arrives, and is placed elsewhere, as a bot does when the time is up.
    ben.shows_status("Place E").page.route("**/board/cells/*", lambda route: route.abort())
    ben.place("a1").shows_status("Placing E …")
    seat = ben.page.evaluate("localStorage.getItem('5x5:seat:' + location.pathname.slice(3))")
    api("POST", f"/games/{ann.game}/actions/place", {"cell": "e5"}, json.loads(seat)["token"])

    # The refused letter can be placed again.
    ann.page.unroute("**/board/cells/*")
    ann.place("a1").shows("a1", "E")
    expect(ann.page.locator("#notice")).to_be_hidden()

    # Ben's first placement is not that of the next round.
    ben.shows("e5", "E").shows_status("Your turn: call a letter").call("E").shows_status("Place E")
    ben.page.unroute("**/board/cells/*")
    ben.place("b2").shows("b2", "E").is_saved().is_empty("a1")

    # A player whom the host removes is told so.
    host = ann.page.evaluate("game => JSON.parse(localStorage.getItem(`5x5:host:${game}`))", ann.game)
    api("DELETE", f"/games/{ann.game}/seats/2", token=host)
    ben.shows_notice("The host has let a bot play on for you.")
    expect(ben.page.locator("#notice-act")).to_be_hidden()
    expect(ann.page.locator(".seat", has_text="Ben")).to_contain_text("a bot plays")


@pytest.mark.nightly  # a bot's first move takes a debug build many seconds at the lowest priority
@pytest.mark.usefixtures("ready_bots")
def test_a_bot_places_when_the_time_is_up_and_the_player_is_told(new_square, api):
    game = api("POST", "/games", {"rules": "square", "options": {"clock": {"call": 30, "place": 1}}})["id"]
    ann = new_square().visit(f"/g/{game}")
    ann.join("Ann").start().says("Time was up: a bot placed")
    expect(ann.page.locator("#countdown-text")).to_have_text("1 s")


@pytest.mark.nightly  # a bot's first move takes a debug build many seconds at the lowest priority
@pytest.mark.usefixtures("ready_bots")
def test_everybody_reads_that_the_clock_called_a_letter_also_after_a_reload(new_square, api):
    game = api("POST", "/games", {"rules": "square", "options": {"clock": {"call": 1, "place": 3600}}})["id"]
    ann, ben = new_square().visit(f"/g/{game}"), new_square().visit(f"/g/{game}")
    ann.join("Ann")
    ben.join("Ben")
    ann.start()
    told = {ann: "Time was up, so it was called for you.", ben: "Time was up, so it was called for Ann."}
    for each, sentence in told.items():
        expect(each.page.locator("#call-note")).to_have_text(sentence)
        each.page.reload()
        expect(each.page.locator("#call-note")).to_have_text(sentence)
