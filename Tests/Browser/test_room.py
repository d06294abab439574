"""The page of rooms: members, one game after another, standings, consent, removal, and restarts in between."""

import re
import signal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from client import ask, eventually
from game_kinds import game_kinds
from game_tables import table_of
from games import game_of
from home_window import HomeWindow
from page_server import DESKTOP, LANGUAGES, PHONE, SMALL, finished_requests, weight
from players import new_player
from room_window import RoomWindow
from rooms import make_room, shown_standings

ANN = {"name": "Ann", "colour": "#5661b3"}
# A game that members play after a free board.
OTHER = next(kind for kind in game_kinds() if game_of(kind).PLAYING)
TOGETHER = game_of(OTHER).ROOM


@pytest.fixture
def new_phone(new_window):
    return lambda **options: new_window(kind=RoomWindow, **{**PHONE, **options})


@pytest.fixture
def room(server):
    """A room of Ann, its host, and Ben."""
    return make_room(server, "Ann", "Ben", title="The Smiths")


@pytest.fixture
def ann(new_phone, room):
    return new_phone(**DESKTOP, has_touch=False, is_mobile=False, device_scale_factor=1).as_player(room.host)


@pytest.fixture
def ben(new_phone, room):
    return new_phone().as_player(room.people[1])


@pytest.fixture
def both(ann, ben, room):
    """Both members in the room."""
    path = f"/r/{room.name}"
    ann.enter(path)
    ben.enter(path)
    expect(ann.member("Ben")).not_to_contain_text("away")
    expect(ben.member("Ann")).not_to_contain_text("away")
    return ann, ben


def check(window):
    """The page has no violation that axe finds, and does not scroll sideways."""
    window.has_settled_colours()
    found = Axe().run(window.page)
    assert found.violations_count == 0, found.generate_report()
    width = window.page.viewport_size["width"]
    assert window.page.evaluate("document.documentElement.scrollWidth") <= width


def accepted(answer):
    assert answer.status == 200, answer


def agree(room, game):
    """Everybody else agrees to what a player has asked in the game."""
    for prompt in game.show(room.host.key)["prompts"]:
        for person in game.people:
            if person.number in prompt["deciders"]:
                accepted(person.answer(prompt["id"], 1))


# ------------------------------------------------------------------------------------------------- making one


def test_a_room_is_made_from_home_and_joined_by_its_link(new_window, new_phone):
    home = new_window(kind=HomeWindow, **DESKTOP).open()
    home.page.get_by_role("button", name="Make a room").click()
    home.page.get_by_label("Your name").fill("Ann")
    home.page.get_by_label("Name of the room").fill("The Smiths")
    home.page.get_by_role("button", name="Make it").click()
    expect(home.page.get_by_role("heading", level=1)).to_have_text("The Smiths")
    ann = RoomWindow(home.page, home.url)
    ann.is_member("Ann")
    expect(ann.member("Ann")).to_contain_text("host")
    home.page.get_by_role("button", name="Invite").click()
    link = home.page.get_by_label("Link to this room").input_value()
    assert link == home.page.url
    home.page.keyboard.press("Escape")
    ben = new_phone().enter(link.removeprefix(home.url))
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("The Smiths")
    ben.join_as("Ben")
    expect(ann.member("Ben")).not_to_contain_text("away")
    expect(ben.panel).to_contain_text("Ann picks the next game.")
    expect(ben.starts(TOGETHER)).to_be_hidden()
    ben.page.reload()
    ben.is_member("Ben")


def test_the_host_of_a_game_makes_a_room_for_its_people(new_window):
    window = new_window(kind=HomeWindow, **DESKTOP).store_all(profile=ANN).open().begin("free", "New board")
    window.is_in("play").tool("share").click()
    window.page.get_by_role("button", name="Make a room for this group").click()
    expect(window.page.get_by_label("Name of the room")).to_have_value("Ann’s room")
    window.page.get_by_role("button", name="Make it").click()
    expect(window.page.get_by_role("heading", level=1)).to_have_text("Ann’s room")


def test_only_the_host_of_a_plain_game_is_offered_a_room(window):
    window.tool("share").click()
    expect(window.page.locator("#ask-link")).to_be_visible()
    expect(window.page.get_by_role("button", name="Make a room for this group")).to_have_count(0)


@pytest.mark.refusals
def test_a_room_that_does_not_exist_says_so_with_what_is_preloaded_and_little_more(new_phone):
    window, modules = new_phone(), set()
    window.page.on("request", lambda request: request.url.endswith(".js") and modules.add(request.url))
    window.page.goto(window.url + "/r/nobody")
    expect(window.page.get_by_role("heading", level=1)).to_have_text("There is no such room")
    links = window.page.locator("link[rel=modulepreload], script")
    preloaded = links.evaluate_all("all => all.map(each => each.href ?? each.src)")
    # What a refusal alone needs.
    late = [url for url in modules if url.endswith(("/room/gone.js", "/room/words.js"))]
    assert len(late) == 2 and sorted(modules) == sorted([*preloaded, *late])

    check(window)
    window.page.get_by_role("link", name="Home", exact=True).click()
    expect(window.page.locator("body.ready")).to_be_attached()


@pytest.mark.own_server("it counts the rooms")
def test_home_lists_ones_own_rooms_and_public_ones_and_nothing_without_them(new_window, server):
    home = new_window(kind=HomeWindow, **DESKTOP).open()
    expect(home.page.locator("#open-list li")).to_have_count(1)
    expect(home.page.locator("#rooms")).to_be_hidden()
    mine = make_room(server, "Ann", title="The Smiths")
    make_room(server, "Ben", "Eve", title="Club night", public=True)
    make_room(server, "Kim", title="Hidden")
    player = {"player": mine.host.player, "key": mine.host.key, **ANN}
    other = new_window(kind=HomeWindow, **PHONE).store_all(profile=ANN, player=player).open()
    rows = other.page.locator("#room-list li")
    expect(rows).to_have_text([re.compile("The Smiths.*Your room"), re.compile("Club night.*2 players")])
    check(other)
    rows.first.click()
    expect(other.page.get_by_role("heading", level=1)).to_have_text("The Smiths")


# ------------------------------------------------------------------------------------------------ playing games


def test_two_phones_and_a_guest_play_a_game_of_every_kind_by_one_link(server, both, new_phone, room):
    ann, ben = both
    guest = new_phone().enter(f"/r/{room.name}")
    windows = (ann, ben, guest)
    expect(guest.panel).to_contain_text("The Smiths")
    expect(guest.page.locator("#watch")).to_be_hidden()

    ann.begin("Play · Free board").plays("free")
    ben.plays("free").type_on_screen("a1", "CAT").is_saved()
    guest.page.locator("#watch").tap()
    for window in (ann, guest):
        window.plays("free").shows("c1", "T")
    expect(ben.page.locator(".seat", has_text="Ben").first).to_contain_text("you")
    accepted(room.game().act("close", token=room.host.key))
    for window in windows:
        window.is_in("end")

    expect(ben.page.locator("#again")).to_be_hidden()
    expect(ben.page.locator("#finished-part")).to_contain_text("Ann picks the next game.")
    ann.page.get_by_role("button", name="Next game").first.click()
    expect(ann.page.get_by_role("dialog", name="Next game").get_by_role("button", name="Same again")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    others = [kind for kind in game_kinds() if kind != "free"]
    for kind in others:
        table_of(kind).finish(room)
        for window in windows:
            window.plays(kind, "end")

    assert {window.page.url for window in windows} == {f"{ann.url}/r/{room.name}"}
    eventually(lambda: len(room.show()["games"]) == len(game_kinds()), what="a past game of each kind")
    shown = room.show()
    assert {row["name"]: row["games"] for row in shown["standings"]} == dict.fromkeys(("Ann", "Ben"), len(game_kinds()))
    for window in windows:
        expect(window.panel.locator(".past li")).to_have_count(len(game_kinds()))
        assert [each[:2] for each in window.standings().values()] == [
            [str(row["games"]), str(row["wins"])] for row in shown["standings"]]
    kind, points = next(iter(shown["standings"][0]["points"].items()))
    expect(ann.panel.locator("tbody tr").first).to_contain_text(f"{points} {game_of(kind).TITLE}")
    ann.panel.locator(".past a", has_text=game_of(others[0]).TITLE).click()
    expect(ann.page).to_have_url(re.compile("/g/"))
    ann.is_in("end")


def test_a_slow_page_of_a_finished_game_says_who_chooses_the_next_one(server, new_phone, room):
    accepted(room.begin("free").act("close", token=room.host.key))
    ben = new_phone().as_player(room.people[1])
    held = []
    ben.page.route("**/g/lobby", lambda route: held.append(route))
    ben.page.goto(f"{ben.url}/r/{room.name}")
    expect(ben.page.locator("#room-name")).to_have_text(room.show()["title"])
    room.join(new_player(server, "Kim"))
    expect(new_phone().enter(f"/r/{room.name}").member("Kim")).to_be_visible()  # on Ben's page too, which drew nothing
    ben.first(held).continue_()
    ben.plays("free", "end")
    expect(ben.page.locator("#who-chooses")).to_have_text("Ann picks the next game.")


def names_of_seats(room):
    """The names of the players of the present game."""
    game = room.show()["game"]["id"]
    return [seat["name"] for seat in ask(room.server, "GET", f"/games/{game}").json["seats"]]


def both_are_back(room):
    eventually(lambda: len(room.present()) == 2, what="both members' streams")


def test_guests_and_members_who_come_later_take_seats_or_follow_to_the_next_game(server, both, new_phone, room):
    ann, _ = both
    ann.begin("Play · Free board").plays("free")
    eve = new_phone().enter(f"/r/{room.name}")
    eve.page.locator("#watch").tap()
    eve.plays("free").page.locator("#join-open").tap()
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.locator("dialog button[value]").tap()
    seat, mine = (window.page.locator("#seats .seat", has_text="Eve") for window in (ann, eve))
    expect(mine).to_contain_text("you")
    eve.type_on_screen("c3", "E").is_saved()
    expect(eve.page.locator("#leave")).to_be_hidden()  # a room has one Leave
    eve.touch(eve.panel.get_by_role("button", name="Leave the room"))
    eve.page.get_by_role("dialog", name="Leave the room?").get_by_role("button", name="Leave", exact=True).tap()
    expect(seat).to_have_count(0)
    eve.page.locator("#join-open").tap()
    expect(mine).to_contain_text("you")
    eve.type_on_screen("d3", "F").is_saved()
    ann.shows("d3", "F")
    assert [member["name"] for member in room.show()["members"]] == ["Ann", "Ben", "Eve"]

    # A member who comes later sees the game and takes a seat in it.
    fay = new_phone().enter(f"/r/{room.name}")
    fay.page.get_by_role("button", name="Join", exact=True).tap()
    fay.page.get_by_label("Your name").fill("Fay")
    fay.page.locator("dialog button[value]").tap()
    fay.plays("free")
    fay.page.locator("#join-open").tap()
    expect(ann.page.locator("#seats .seat", has_text="Fay")).to_be_visible()
    fay.type_on_screen("a5", "G").is_saved()
    ann.shows("a5", "G")
    assert names_of_seats(room) == ["Ann", "Ben", "Eve", "Fay"]
    room.people += [each.player(server) for each in (eve, fay)]

    # A guest who watches follows to the next game.
    guest = new_phone().enter(f"/r/{room.name}")
    guest.page.locator("#watch").tap()
    guest.plays("free")
    accepted(room.game().act("close", token=room.host.key))
    guest.is_in("end")
    room.begin(OTHER, **game_of(OTHER).PLAYING)
    guest.plays(OTHER).says("The next round has begun.")


def test_a_reload_keeps_the_seat_and_a_new_phone_takes_it_over(both, new_phone, room):
    ann, ben = both
    ann.begin("Play · Free board").plays("free").write("b2", "X").is_saved()
    ann.page.reload()
    ann.plays("free").shows("b2", "X")
    expect(ann.page.locator("#seats .seat", has_text="Ann")).to_contain_text("you")
    expect(ann.tool("clear")).to_be_visible()
    expect(ann.tool("share")).to_be_hidden()  # a room has one invitation
    ann.write("c2", "Y").is_saved()
    ben.shows("c2", "Y")

    ben.plays("free").type_on_screen("a1", "AB").is_saved()
    phone = new_phone()
    phone.page.goto(f"{phone.url}/link/{room.people[1].code()}")
    phone.page.get_by_role("button", name="Continue here").tap()
    expect(phone.page.locator("body.ready")).to_be_attached()
    phone.page.locator("#room-list a").tap()
    phone.plays("free").shows("b1", "B").type_on_screen("c1", "C").is_saved()
    expect(ann.cell("c1")).to_have_attribute("aria-label", "c1, C, by Ben")


@pytest.mark.refusals
@pytest.mark.own_server("it is killed")
def test_the_room_goes_on_after_a_kill_between_and_during_games(server, both, room):
    ann, ben = both
    server.restart(signal.SIGKILL)
    both_are_back(room)
    ann.begin("Play · Free board").plays("free").write("a1", "CAT").is_saved()
    ben.plays("free").shows("c1", "T")
    server.restart(signal.SIGKILL)
    for window in both:
        window.until_live().shows("c1", "T")
    ben.type_on_screen("a2", "DOG").is_saved()
    ann.shows("c2", "G")
    accepted(room.game().act("close", token=room.host.key))
    for window in both:
        window.is_in("end")
    server.restart(signal.SIGKILL)
    both_are_back(room)
    ann.begin(TOGETHER).plays(OTHER)
    ben.plays(OTHER)
    assert names_of_seats(room) == ["Ann", "Ben"]
    assert all(row[0] == 1 for row in shown_standings(room.show()).values())


def test_every_member_of_an_open_room_may_choose(new_phone, server):
    room = make_room(server, "Ann", "Ben", open=True)
    ben = new_phone().as_player(room.people[1]).enter(f"/r/{room.name}")
    expect(ben.panel).to_contain_text("Anyone can pick the next game")
    ben.begin(TOGETHER).plays(OTHER)
    assert room.show()["game"]["rules"] == OTHER


# ----------------------------------------------------------------------------------------------------- consent


def test_while_a_game_runs_the_others_are_asked_and_may_play_on(both, room):
    ann, ben = both
    ann.begin("Play · Free board").plays("free")
    ben.plays("free")
    expect(ann.panel).to_contain_text("A game is being played, so the others are asked first.")
    ann.begin(TOGETHER).says("Asking the others …")
    expect(ann.panel).to_contain_text(re.compile(r"Waiting for Ben · \d+ s left"))
    question = ben.page.get_by_role("dialog", name="Next game?")
    expect(question).to_contain_text(f"Ann would like to end this game and play {game_of(OTHER).TITLE}.")
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    check(ben)
    question.get_by_role("button", name="Play on").tap()
    ann.says("Not everybody wants to stop yet.")
    assert room.show()["game"]["rules"] == "free"

    # The question survives a reload and ends with the prompt.
    expect(question).to_have_count(0)
    room.request_game(room.host, OTHER, game_of(OTHER).PLAYING)
    expect(question).to_be_visible()
    ben.page.reload()
    expect(question).to_be_visible()
    (prompt,) = room.show()["prompts"]
    assert room.answer_prompt(prompt["id"], 0, room.people[1]).status == 200
    expect(question).to_have_count(0)

    ann.begin(TOGETHER)
    question.get_by_role("button", name="Next game").tap()
    ann.plays(OTHER)
    ben.plays(OTHER)
    expect(ben.panel.locator(".past")).to_contain_text("ended early")


def test_a_member_who_is_alone_chooses_options_and_is_asked_by_the_page(ann, room):
    ann.enter(f"/r/{room.name}").panel.get_by_role("button", name="Options: Hidden word").click()
    expect(ann.page.locator("dialog")).to_be_visible()
    assert ann.page.locator("dialog input").evaluate_all("all => all.map(each => each.name)") == ["hard"]
    ann.page.get_by_label("Hard mode").check()
    ann.page.locator("dialog button[value]").click()
    expect(ann.panel.locator(".kinds li", has_text="Hidden word")).to_contain_text("hard mode")

    # The end of the countdown leaves the keyboard where the reader has gone.
    ann.begin("Play · Free board")
    expect(ann.page.locator("#get-ready")).to_be_visible()
    ann.plays("free").page.locator("#room-button").focus()  # the board takes the focus when it is drawn
    ann.counts_down()
    expect(ann.page.locator("#room-button")).to_be_focused()

    ann.begin(TOGETHER)
    question = ann.page.get_by_role("dialog", name="End this game?")
    question.get_by_role("button", name="Play on").click()
    assert room.show()["game"]["rules"] == "free"
    ann.begin(TOGETHER)
    question.get_by_role("button", name="Next game").click()
    ann.plays(OTHER).begin("Together · Hidden word")
    question.get_by_role("button", name="Next game").click()
    ann.plays("guess")
    assert room.game().show()["options"] == {"hard": True, "mode": "together"}

    # The room opens its big screen beside it.
    with ann.page.context.expect_page() as opened:
        ann.panel.get_by_role("link", name="Show on a big screen").click()
    expect(opened.value).to_have_url(f"{ann.url}/r/{room.name}?tv")
    expect(opened.value.locator("#tv")).to_contain_text("The Smiths")


# ----------------------------------------------------------------------------------------------------- members


@pytest.mark.refusals
def test_a_removed_member_stays_out_until_the_host_lets_them_back_in(both, room):
    ann, ben = both
    ann.begin("Play · Free board").plays("free")
    ben.plays("free")
    expect(ben.panel.get_by_role("button", name="Remove")).to_have_count(0)
    ann.member("Ben").get_by_role("button", name="Remove Ben").click()
    question = ann.page.get_by_role("dialog", name="Remove Ben")
    expect(question).to_contain_text("They cannot come back until you let them.")
    question.get_by_role("button", name="Remove", exact=True).click()
    expect(ann.member("Ben")).to_have_count(0)
    expect(ann.page.locator("#seats .seat")).to_have_count(1)
    join = ben.page.get_by_role("button", name="Join", exact=True)
    for reload in (lambda: None, ben.page.reload):
        reload()
        # The page of the game has been replaced by the room.
        expect(ben.page.locator("#watch")).to_be_visible()
        expect(ben.panel).to_contain_text("The host has removed you from this room.")
        expect(join).to_be_hidden()
    ann.page.reload()
    ann.plays("free").panel.get_by_role("button", name="Let Ben back in").click()
    ann.says("Ben can come back now.")
    expect(ann.panel.locator(".removed li")).to_have_count(0)
    join.tap()
    ben.plays("free")
    ben.is_member("Ben")


def test_guests_and_members_come_and_go_unless_the_host_locks_the_room(both, new_phone, room):
    ann, ben = both
    guest = new_phone().store("profile", {**ANN, "name": "Kim"}).enter(f"/r/{room.name}")
    join = guest.page.get_by_role("button", name="Join", exact=True)
    expect(join).to_be_visible()
    expect(ann.panel).to_contain_text("1 watching")
    expect(guest.panel.locator(".here")).not_to_contain_text("watching")  # guests do not count themselves

    expect(ben.panel.get_by_role("button", name="Lock the room")).to_be_hidden()
    ann.panel.get_by_role("button", name="Lock the room").click()
    expect(join).to_be_hidden()
    expect(guest.panel).to_contain_text("The host has locked this room.")
    expect(ben.panel).to_contain_text("Nobody new can join")
    check(ann)
    check(guest)
    ann.panel.get_by_role("button", name="Unlock the room").click()
    expect(join).to_be_visible()
    assert room.show()["locked"] is False

    # A player with a name joins with one tap.
    join.tap()
    expect(guest.page.locator(".members li")).to_have_count(3)
    guest.is_member("Kim")
    expect(ann.member("Kim")).not_to_contain_text("away")
    guest.page.close()
    expect(ann.member("Kim")).to_contain_text("away")

    # Leaving asks first, and the next member hosts.
    ann.panel.get_by_role("button", name="Leave the room").click()
    question = ann.page.get_by_role("dialog", name="Leave the room?")
    question.get_by_role("button", name="Cancel").click()
    assert len(room.show()["members"]) == 3
    ann.panel.get_by_role("button", name="Leave the room").click()
    question.get_by_role("button", name="Leave", exact=True).click()
    expect(ann.page.get_by_role("button", name="Join", exact=True)).to_be_visible()
    expect(ben.member("Ben")).to_contain_text("host")
    ben.begin("Play · Free board").plays("free")


def test_everything_works_from_the_keyboard(ann, room):
    ann.enter(f"/r/{room.name}")
    ann.tab_to(ann.starts("Play · Free board")).press("Enter").plays("free")
    ann.tab_to(ann.page.locator("#room-button")).press("Enter")
    expect(ann.page.locator("#room-title")).to_be_focused()
    ann.tab_to(ann.starts(TOGETHER)).press("Enter")
    expect(ann.page.get_by_role("dialog", name="End this game?")).to_be_visible()
    ann.press("Escape")
    expect(ann.starts(TOGETHER)).to_be_focused()
    accepted(room.game().act("close", token=room.host.key))
    ann.is_in("end").tab_to(ann.page.locator("#next-game")).press("Enter")
    expect(ann.page.get_by_role("dialog", name="Next game")).to_be_visible()
    ann.press("Tab")
    assert ann.page.evaluate("document.activeElement.closest('.kinds') !== null")


# -------------------------------------------------------------------------------------------------- appearance


@pytest.mark.parametrize("look", [
    {**SMALL, "color_scheme": "dark"},
    {**DESKTOP, "has_touch": False, "is_mobile": False, "device_scale_factor": 1},
], ids=["phone", "desktop"])
def test_axe_finds_no_violation_in_any_state_of_a_room(new_phone, server, look):
    names = ["Wolfeschlegelsteinhausenbergerdo", "Ben", "Hubert Blaine", "W" * 30]
    room = make_room(server, *names, title="A room with a title that is much longer than a phone is wide, of friends")
    guest = new_phone(**look).enter(f"/r/{room.name}")
    expect(guest.panel.locator(".members li")).to_have_count(4)
    check(guest)
    host = new_phone(**look).as_player(room.host).enter(f"/r/{room.name}")
    expect(host.starts("Play · Word square")).to_be_visible()
    check(host)
    small = host.panel.evaluate("""panel => [...panel.querySelectorAll('button, a')].filter(node => {
        const { width, height } = node.getBoundingClientRect(); return width && (width < 44 || height < 44); })
        .map(node => node.outerHTML)""")
    assert small == []
    room.leave(room.people[1], by=room.host)
    host.begin("Play · Free board").plays("free")
    expect(host.panel.locator(".members li")).to_have_count(3)
    check(host)
    accepted(room.game().act("close", token=room.host.key))
    host.is_in("end")
    expect(host.panel.locator("tbody tr")).to_have_count(3)
    check(host)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_to_a_room_and_its_game_transfers_little(new_phone, server, room, language):
    def visit(window, seen):
        finished = finished_requests(window.page)
        seen(window.enter(f"/r/{room.name}"))
        return weight(finished, ("document", "xhr", "stylesheet", "script", "image", "manifest"))

    guest = visit(new_phone(locale=language), lambda window: expect(window.member("Ben")).to_be_visible())
    host = visit(new_phone(locale=language).as_player(room.host),
                 lambda window: expect(window.panel.locator(".kinds li:not(.own)")).to_have_count(len(game_kinds())))
    room.begin(OTHER, **game_of(OTHER).PLAYING)
    member = visit(new_phone(locale=language).as_player(room.people[1]), lambda window: window.plays(OTHER))
    assert guest < 50_000 and host < 50_000 and member < 74_000, (guest, host, member)
