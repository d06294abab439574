"""The page on which one makes a puzzle: from an empty grid to a link, with words, clues and a check on the way."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from maker_window import MakerWindow
from page_server import PHONE, SMALL
from room_window import RoomWindow
from rooms import make_room
from test_input_methods import InputMethod

WIDE = {"viewport": {"width": 1366, "height": 768}}
TITLE = "For Sarah"
SIZES = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
LOOKS = [("light", PHONE), ("dark", WIDE), ("dark", SMALL)]


@pytest.fixture
def server(pack_server):
    return pack_server


@pytest.fixture
def new_maker(new_window):
    return lambda **options: new_window(kind=MakerWindow, **(options or WIDE)).open()


def filled(maker):
    """Makes a full grid with the word PIZZA."""
    expect(maker.fits.first).to_be_visible()
    maker.type("PIZZA").tap(maker.named("Add blocks for me"))
    expect(maker.fits.first).to_be_visible()
    return maker.tap("#fill").is_full()


# ---------------------------------------------------------------------------------------------------- the whole way


@SIZES
def test_a_puzzle_with_a_word_and_a_name_is_made_from_an_empty_grid_to_a_link(new_maker, new_window, size):
    maker = new_maker(**size)
    maker.block("b2", "c2", "d2")
    maker.tap("#blocks").tap(maker.cell("b1")).tap(maker.cell("a1")).type("PIZZA")
    maker.tap(maker.cell("a3")).tap(maker.cell("a3")).type("SARAH")
    maker.reads("PIZZA", ".###.", "SARAH", ".###.", ".....")
    expect(maker.fits.first).to_be_visible()
    maker.tap("#fill").is_full().tap("#drafts")
    maker.clue("3 Across, SARAH").fill("The one whose birthday it is")
    maker.page.locator("#puzzle-title").fill(TITLE)
    expect(maker.clue("1 Across, PIZZA")).not_to_have_value("")
    maker.tap("#publish")
    expect(maker.findings).to_have_text(re.compile(r"^\d+ squares belong to only one word\.$"))
    maker.tap(maker.named("Get the link anyway"))
    link = maker.link
    print(f"\n{maker.taps} taps, {maker.letters} letters, {time.monotonic() - maker.began:.1f} s")
    assert maker.taps <= 14
    friend = new_window(kind=MakerWindow, **size)
    friend.page.goto(link)
    expect(friend.page.get_by_text(TITLE)).to_be_visible()
    friend.touch(friend.page.get_by_role("button", name="Play", exact=True))
    expect(friend.is_in("play").page.locator("#clues")).to_contain_text("The one whose birthday it is")


@pytest.mark.refusals  # the answer 404 says that the name is not in the list
@pytest.mark.parametrize("end", ["Space", "Add blocks for me"])
def test_a_block_after_a_short_name_makes_it_a_word_of_ones_own(new_maker, end):
    maker = new_maker()
    expect(maker.fits.first).to_be_visible()
    maker.type("EMMA")
    if end == "Space":
        maker.press(end)
    else:
        maker.tap(maker.named(end))
    expect(maker.page.locator("#grid .block")).to_have_count(2)
    expect(maker.state).to_have_text("")
    maker.type("S")
    maker.reads("EMMA#", "S....", ".....", ".....", "#....")


@SIZES
def test_blocks_that_make_a_word_possible_are_found_with_one_tap(new_maker, size):
    maker = new_maker(**size)
    maker.tap(maker.named("Blocks")).type("PIZZA")
    expect(maker.state).to_have_text("This grid can’t be completed.")
    maker.tap(maker.named("Add blocks for me"))
    expect(maker.fits.first).to_be_visible()
    assert maker.board.startswith("PIZZA/") and "#" in maker.board
    assert maker.taps == 2


@pytest.mark.refusals
def test_everybody_in_the_makers_room_gets_the_puzzle_at_once(new_maker, new_window, server):
    room = make_room(server, "Ann", "Ben")
    ben = new_window(kind=RoomWindow).as_player(room.people[1]).enter(f"/r/{room.name}")
    maker = new_window(kind=MakerWindow, **WIDE)
    ann = {"name": "Ann", "colour": "#2a9d8f"}
    maker.store("player", {"player": room.host.player, "key": room.host.key, **ann}).store("profile", ann)
    maker.store("rooms", [{"room": room.name, "title": "The Smiths"}]).open()
    filled(maker).tap("#publish").tap(maker.named("Get the link anyway"))
    maker.tap(maker.named("Play it in “The Smiths”"))
    expect(maker.page).to_have_url(re.compile(f"/r/{room.name}$"))
    ben.is_in("play")
    expect(ben.page.locator("#clues")).to_be_visible()


@pytest.mark.refusals
def test_the_page_preloads_every_module_that_the_board_needs(new_window):
    maker, modules = new_window(kind=MakerWindow, **WIDE), set()
    maker.page.route("**/js/make/publish.js", lambda route: route.abort())
    maker.page.on("request", lambda request: request.url.endswith(".js") and modules.add(request.url))
    maker.open()
    expect(maker.fits.first).to_be_visible()
    links = "all => all.filter(each => each.media !== '(pointer: coarse)').map(each => each.href ?? each.src)"
    preloaded = maker.page.locator("link[rel=modulepreload], script").evaluate_all(links)
    late = {url for url in modules if url.endswith(("/js/make/publish.js"))}
    assert sorted(modules - late) == sorted(preloaded)


# ---------------------------------------------------------------------------------------------------- blocks, letters


def test_a_tap_makes_a_block_and_its_twin_until_symmetry_is_switched_off_or_takes_a_suggestion(new_maker):
    maker = new_maker(**PHONE).block("a1").reads("#....", ".....", ".....", ".....", "....#")
    maker.block("e5").reads(".....", ".....", ".....", ".....", ".....")
    maker.tap("#more")
    maker.page.get_by_label("Keep the blocks symmetric").uncheck()
    maker.tap(maker.named("Close")).block("a1").reads("#....", ".....", ".....", ".....", ".....")

    # A suggestion is taken with one tap, and the next word is current.
    maker.tap("#undo").reads(*["....."] * 5)
    expect(maker.page.locator("#word")).to_contain_text("1 Across")
    expect(maker.fits.nth(1)).to_have_text(re.compile("^.{5}$"))
    word = maker.fits.nth(1).inner_text()
    maker.tap(maker.fits.nth(1)).reads(word, *["....."] * 4)
    expect(maker.page.locator("#word")).to_contain_text("6 Across")


def keep_draft(maker, cells):
    """Replaces the draft that the browser keeps, and opens it."""
    maker.page.evaluate("draft => { localStorage['5x5:make:en'] = draft; }", json.dumps({"cells": cells, "own": []}))
    maker.page.reload()
    return maker


def test_space_makes_a_block_and_squares_say_how_many_letters_fit(new_window):
    home = new_window(kind=MakerWindow, **WIDE)
    home.page.goto(home.url + "/")
    home.page.get_by_role("link", name="Make your own crossword").click()
    expect(home.page.get_by_role("heading", name="Make a puzzle")).to_be_visible()
    maker = home
    expect(maker.fits.first).to_be_visible()
    # Arrows move as in the mini.
    maker.press("Space").reads("#....", ".....", ".....", ".....", "....#")
    maker.press("ArrowRight", "c", "ArrowDown", "ArrowDown", "x").reads("#C...", "..X..", ".....", ".....", "....#")
    maker.press("ControlOrMeta+z", "ControlOrMeta+z", "ControlOrMeta+z").reads(*["....."] * 5)

    # A square without a letter that fits says so before one writes there.
    keep_draft(maker, "Q####/X..../...../...../.....")
    expect(maker.state).to_have_text("Nothing fits in the marked squares.")
    expect(maker.page.locator("#cell-10")).to_have_attribute("aria-label", re.compile("nothing fits here"))
    assert maker.left("a3") == "none" and maker.page.locator("#cell-10 .fit").inner_text() == "×"

    # The letters left for a square are counted and read out.
    last = keep_draft(maker, "ZEBR./####./####./####./####.").page.locator("#cell-4")
    expect(last).to_have_attribute("aria-label", re.compile("1 letter fits"))
    expect(last.locator(".fit")).to_have_text("1")


@pytest.mark.refusals  # the answer 404 says that the word is not in the list
def test_a_word_that_only_crossings_make_is_named_and_can_be_kept(new_maker):
    maker = keep_draft(new_maker(), "QXQ##/#####/#####/#####/#####")
    expect(maker.state).to_have_text("“QXQ” is not in the word list.")
    maker.tap(maker.named("Use it anyway"))
    expect(maker.state).to_have_text("The grid is full. Now the clues.")


def test_another_fill_is_another_one_and_undo_goes_back_to_each(new_maker):
    maker = new_maker()
    maker.block("a1", "e1")
    maker.tap("#fill").is_full()
    first = maker.board
    maker.tap(maker.named("Another fill"))
    maker.until(lambda: maker.board != first, "another fill")
    maker.tap("#undo").reads(*first.split("/"))
    maker.tap("#undo").reads("#...#", ".....", ".....", ".....", "#...#")

    # A word that is there twice is named.
    maker.tap("#more").tap(maker.named("New puzzle")).reads(*["....."] * 5)
    maker.press("Home").is_at("a1").type("STARE").type("STARE").reads("STARE", "STARE", *["....."] * 3)
    expect(maker.state).to_have_text("“STARE” is in the grid twice.")


# ------------------------------------------------------------------------------------------------------- the draft


def test_a_draft_survives_a_reload_a_new_puzzle_and_a_game(new_maker):
    maker = filled(new_maker())
    maker.clue("1 Across, PIZZA").fill("Pie")
    maker.page.locator("#puzzle-title").fill(TITLE)
    board = maker.board
    maker.page.reload()
    maker.reads(*board.split("/"))
    expect(maker.clue("1 Across, PIZZA")).to_have_value("Pie")
    expect(maker.page.locator("#puzzle-title")).to_have_value(TITLE)
    maker.tap("#more").tap(maker.named("New puzzle")).reads(*["....."] * 5)
    maker.tap("#undo").reads(*board.split("/"))
    expect(maker.clue("1 Across, PIZZA")).to_have_value("Pie")
    expect(maker.page.locator("#puzzle-title")).to_have_value(TITLE)

    maker.tap("#try").is_in("play").until_live()
    maker.page.go_back()
    maker.reads(*board.split("/"))


@pytest.mark.parametrize("kept", ['{"cells":"AB"}', '{"cells":7,"clues":[],"own":3,"title":{}}', "[]", "null", '"x"', "{"])
def test_a_draft_that_makes_no_sense_is_an_empty_one(new_window, kept):
    maker = new_window(kind=MakerWindow, **WIDE)
    maker.page.add_init_script(f"localStorage['5x5:make:en'] = {json.dumps(kept)}")
    maker.open().reads(*["....."] * 5)
    expect(maker.fits.first).to_be_visible()


# ------------------------------------------------------------------------------------------------------- the check


def test_findings_stand_at_their_clue_and_errors_keep_one_from_publishing(new_maker):
    maker = filled(new_maker())
    maker.clue("1 Across, PIZZA").fill("Eat your pizza")
    maker.tap("#check")
    row = maker.page.locator("#clues li").filter(has_text="PIZZA")
    expect(row.locator(".notes")).to_have_text("The clue for 1 Across gives away “PIZZA”.")
    expect(maker.findings.filter(has_text="has no clue").first).to_be_visible()
    maker.tap(maker.findings.filter(has_text="gives away").locator("button"))
    expect(maker.clue("1 Across, PIZZA")).to_be_focused()
    maker.clue("1 Across, PIZZA").fill("It comes in a flat box")
    expect(row.locator(".notes")).to_be_empty()
    expect(maker.page.locator("#publish")).to_be_enabled()

    # An error disables the link until it is mended.
    error = {"kind": "no-solution", "severity": "error", "detail": "The file has no solution."}
    maker.page.route("**/puzzles?check=1*", lambda route: route.fulfill(json={"findings": [error]}))
    maker.tap("#publish")
    expect(maker.page.locator("#verdict")).to_have_text("Fix this first:")
    expect(maker.page.locator("#publish")).to_be_disabled()
    maker.page.unroute("**/puzzles?check=1*")
    maker.clue("1 Across, PIZZA").fill("Pie")
    expect(maker.page.locator("#publish")).to_be_enabled()


def test_the_puzzle_is_saved_as_files_and_has_one_link_however_often_it_is_asked_for(new_maker):
    maker = filled(new_maker()).tap("#drafts")
    expect(maker.page.locator("#drafts")).to_be_hidden()
    links = set()
    for name in ("Get the link", "Get the link"):
        maker.tap(maker.named(name)).tap(maker.named("Get the link anyway"))
        links.add(maker.link)
        maker.tap(maker.named("Close"))
    assert len(links) == 1

    maker.page.locator("#puzzle-title").fill("My first!")
    for format, has in (("ipuz", re.compile(rb'^\{"version":"http://ipuz\.org/v2"')), ("puz", re.compile(b"ACROSS&DOWN"))):
        with maker.page.expect_download() as saving:
            maker.tap(f"#{format}")
        assert saving.value.suggested_filename == f"my-first.{format}"
        assert has.search(open(saving.value.path(), "rb").read()), format


# ----------------------------------------------------------------------------------------------- when the server is slow


@pytest.mark.refusals
def test_one_can_write_while_the_server_thinks_or_is_busy_or_out_of_reach(new_maker, console_errors):
    maker = new_maker()
    expect(maker.fits.first).to_be_visible()
    # Letters typed while the server thinks cost one more question.
    held = []
    maker.page.route("**/analysis/slots", lambda route: held.append(route))
    maker.type("S")
    first = maker.first(held)
    maker.type("TAR")
    first.continue_()
    maker.until(lambda: len(held) == 2, "the next question")
    held[1].continue_()
    expect(maker.fits.filter(has_text="START")).to_be_visible()
    assert len(held) == 2 and "STAR." in held[1].request.post_data
    maker.page.unroute("**/analysis/slots")
    assert console_errors == []

    # A busy server is asked again, and the page says so.
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "json": {"status": 503, "code": "busy"}}
    maker.page.route("**/analysis/slots", lambda route: route.fulfill(**busy))
    maker.press("Backspace").reads("STA..", *["....."] * 4)
    expect(maker.state).to_contain_text("The server is busy")
    maker.page.unroute("**/analysis/slots")
    expect(maker.fits.first).to_be_visible()
    expect(maker.state).to_have_text("")

    # Without a network the page says what is missing.
    maker.page.context.set_offline(True)
    maker.type("L").reads("STAL.", *["....."] * 4)
    expect(maker.state).to_contain_text("No connection. You can keep writing.")
    maker.page.context.set_offline(False)
    expect(maker.fits.filter(has_text="STALE")).to_be_visible()


# ------------------------------------------------------------------------------------------------- keyboard, axe, packs


def test_a_puzzle_is_made_with_the_keyboard_alone(new_maker):
    maker = new_maker()
    expect(maker.fits.first).to_be_visible()
    maker.press("Escape")
    expect(maker.fits.first).to_be_focused()
    word = maker.fits.first.inner_text()
    maker.press("Enter").reads(word, *["....."] * 4)
    expect(maker.page.locator("#letters")).to_be_focused()
    maker.tab_to(maker.page.locator("#fill")).press("Enter")
    maker.is_full().tab_to(maker.page.locator("#drafts")).press("Enter")
    expect(maker.clue(f"1 Across, {word}")).not_to_have_value("")
    maker.tab_to(maker.page.locator("#publish")).press("Enter")
    expect(maker.page.locator("#ask-link, #findings li").first).to_be_visible()
    if not maker.page.locator("#ask-link").count():
        maker.press("Enter")
    assert maker.link


@pytest.mark.parametrize("scheme, size", LOOKS, ids=["light-phone", "dark-desktop", "dark-small"])
def test_axe_finds_no_violation_in_any_state(new_maker, scheme, size):
    maker = new_maker(color_scheme=scheme, **size)
    expect(maker.fits.first).to_be_visible()
    maker.has_no_violations().type("PIZZA")
    expect(maker.page.locator(".bad")).to_be_visible()
    maker.has_no_violations().tap(maker.named("Add blocks for me"))
    expect(maker.fits.first).to_be_visible()
    maker.has_no_violations().tap("#fill").is_full().tap("#check")
    expect(maker.findings.first).to_be_visible()
    maker.has_no_violations().tap("#more")
    expect(maker.page.locator("dialog")).to_be_visible()
    maker.has_no_violations()


def test_korean_is_written_in_syllables_with_a_draft_of_its_own(new_maker):
    maker = new_maker(locale="ko-KR", **WIDE)
    expect(maker.page.locator("#sub")).to_have_text("한국어")
    InputMethod(maker).compose("ㅈ", "지", "직", "지구").commit("지구")
    maker.reads("지구...", *["....."] * 4)
    expect(maker.page.locator(".bad #state")).to_have_text("이 판은 끝까지 채울 수 없어요.")
    maker.tap("#state-help button >> nth=0")
    expect(maker.page.locator("#grid .block").first).to_be_visible()
    maker.tap("#more")
    maker.page.locator("dialog select").select_option("en")
    maker.reads(*["....."] * 5)
    expect(maker.page.locator("#sub")).to_have_text("English")


def test_german_has_words_and_keys_of_its_own(new_maker):
    maker = new_maker(locale="de-DE", **PHONE)
    expect(maker.key("Ü")).to_be_visible()
    expect(maker.fits.first).to_be_visible()
    maker.type("TÜR")
    maker.reads("TUER.", *["....."] * 4)
    maker.has_no_violations()
