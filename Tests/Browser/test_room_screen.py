"""A room's big screen, `/r/{name}?tv`: what everybody in the living room sees."""

import re
import signal

import pytest
from playwright.sync_api import expect

from end_window import COUNT_PIECES
from finished_games import SQUARE, answer_of, solution
from room_party import NAMES, Party, RoomGame, long_names
from screen_window import SIZES, ScreenWindow, window_of

LAST = list(range(24, -1, -1))
FIRST = list(range(25))
NODES = "document.getElementsByTagName('*').length"


@pytest.fixture
def new_screen(request, new_window):
    """Opens the big screen of a room, by default the party's."""
    def make(size="720", room=None, **options):
        window = new_window(kind=ScreenWindow, **{**window_of(size), **options})
        return window.open(room or request.getfixturevalue("party").room)
    return make


@pytest.fixture
def party(server, api):
    with Party(api, server.url, title="The Smiths") as made:
        yield made


def closed_free(party, letters="CAT"):
    """A free board, closed by its host after a few letters."""
    game = party.begin("free")
    game.write({str(cell): letter for cell, letter in enumerate(letters)})
    game.close()
    return game


# ------------------------------------------------------------------------------------------------ between games


def reads_the_code_in_every_size(screen, room):
    """A camera reads the room's link from the code in each window."""
    for size in SIZES:
        screen.page.set_viewport_size(window_of(size)["viewport"])
        assert screen.read_code() == f"{screen.url}/r/{room}", size


def test_before_the_first_game_the_screen_shows_how_to_join_and_who_is_here(party, new_screen, api):
    screen = new_screen().shows("room")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("The Smiths")
    expect(screen.part("join").locator(".address")).to_have_text(
        f"Join: {screen.url.removeprefix('http://')}/r/{party.room}")
    expect(screen.part("join")).to_contain_text("Phones cannot open this address.")
    reads_the_code_in_every_size(screen, party.room)

    expect(screen.seat("Ann")).to_contain_text("host")
    expect(screen.seat("Ben")).not_to_contain_text("away")
    party.go(1)
    expect(screen.seat("Ben")).to_contain_text("away")
    chloe = api("POST", "/players", {"name": "Chloé", "colour": "#5661b3"})
    api("POST", f"/rooms/{party.room}/members", {}, chloe["key"])
    expect(screen.seat("Chloé")).to_be_visible()


def test_after_a_game_its_result_stays_for_some_minutes_whoever_leaves(party, new_screen):
    screen = new_screen()
    closed_free(party)
    screen.shows("end")
    expect(screen.part("standings").locator("tbody tr")).to_have_count(2)
    screen.page.locator("#tv-boards .panel").evaluate("panel => { panel.dataset.isTheSame = ''; }")
    # Counts what the page reads of its stream after this, when it asks for more.
    screen.page.evaluate("""() => {
        window.pieces = 0;
        const { read } = ReadableStreamDefaultReader.prototype;
        ReadableStreamDefaultReader.prototype.read = function () {
            window.pieces += 1;
            return read.call(this);
        };
    }""")
    party.go(1)
    party.wait_for_presence(1, False)
    screen.page.wait_for_function("() => pieces > 0")
    expect(screen.page.locator("#tv-boards [data-is-the-same]")).to_be_visible()

    # Some minutes later the code and the standings are shown large. The clock is set again and again, because each
    # answer sets it right.
    screen.page.evaluate("""async () => {
        const { updateServerClock } = await import('/js/wire/api.js');
        const ahead = () => new Headers({ Date: new Date(Date.now() + 200_000).toUTCString() });
        setInterval(() => updateServerClock(ahead()), 20);
    }""")
    screen.shows("room")
    expect(screen.part("standings").locator("tbody tr")).to_have_count(2)


# --------------------------------------------------------------------------------------------- the present game


def test_the_screen_follows_three_games_of_different_rules(party, new_screen):
    screen = new_screen().shows("room")
    screen.page.evaluate("window.isTheSamePage = true")

    board = party.begin("free")
    board.write({"0": "C", "1": "A", "2": "T"}, 0)
    board.write({"6": "B"}, 1)
    screen.shows("board")
    expect(screen.part("words")).to_contain_text("CAT")
    assert screen.letters(screen.page.locator(".live")) == "CAT../.B.../...../...../....."
    board.close()
    screen.shows("end")
    expect(screen.part("verdict")).to_have_text("3 points")

    square = party.begin("square", clock=None, preset="classic")
    screen.shows("call")
    expect(screen.part("call")).to_contain_text("Ann calls a letter")
    expect(screen.seat("Ann")).to_have_class(re.compile("calls"))
    square.act("call", letter="H")
    expect(screen.part("call").locator(".tile")).to_have_text("H")
    square.act("place", 0, cell=0)
    expect(screen.part("call")).to_contain_text("Waiting for Ben")
    square.act("place", 1, cell=24)
    expect(screen.part("call")).to_contain_text("Ben calls a letter")
    square.fill(SQUARE[1:], [FIRST[1:], LAST[1:]])
    screen.shows("end")
    expect(screen.part("verdict")).to_have_text("Ann wins")
    assert screen.letters(screen.panel("Ann")) == "HEART/EMBER/ABUSE/RESIN/TREND"
    expect(screen.panel("Ann")).to_contain_text("100 points")
    expect(screen.panel("Ann").locator(".star")).to_be_visible()

    race = party.begin("guess", mode="race", seed=5)
    screen.shows("cards")
    race.guess("CRANE", person=1)
    expect(screen.seat("Ben").get_by_role("img", name="1 guess")).to_be_visible()
    answer = answer_of(party.api, "guess", seed=5)
    race.guess(answer, 1, 1)
    race.guess(answer, 0, 0)
    screen.shows("end")
    expect(screen.part("notes")).to_contain_text(answer)
    expect(screen.page.locator("#tv-boards .panel").first).to_contain_text("Ann")

    rows = screen.part("standings").locator("tbody tr")
    expect(rows.first).to_contain_text("Ann")
    expect(rows.first.locator("td").first).to_have_text("2")
    assert screen.page.evaluate("window.isTheSamePage")


def test_a_crossword_has_its_clues_and_the_time(party, new_screen):
    game = party.begin("mini", seed=4)
    screen = new_screen().shows("board")
    expect(screen.part("clock")).to_have_text(re.compile(r"\d:\d\d"))
    clues = screen.part("clues").locator("li")
    expect(clues).to_have_count(len(game.shown["clues"]["across"]) + len(game.shown["clues"]["down"]))
    cells = solution(answer_of(party.api, "mini", seed=4))
    across = game.shown["clues"]["across"][0]
    game.write({str(cell): cells[str(cell)] for cell in range(across["cell"], across["cell"] + across["length"])})
    expect(clues.first).to_have_class("filled")
    game.act("pause")
    expect(screen.shows("paused").part("call")).to_have_text("Paused")
    game.act("resume")
    game.write(cells, 1)
    expect(screen.shows("end").part("verdict")).to_contain_text("Solved in")

    # A race counts the letters without the blocks.
    clues = party.begin("mini", mode="race").shown["clues"]
    letters = {clue["cell"] + step * place for kind, step in (("across", 1), ("down", 5))
               for clue in clues[kind] for place in range(clue["length"])}
    expect(screen.shows("cards").seat("Ann").locator(".count")).to_contain_text(f"0 of {len(letters)} filled")


def test_a_shared_board_has_the_players_cursors_reactions_and_questions(party, new_screen):
    screen = new_screen()
    game = party.begin("free")
    reads_the_code_in_every_size(screen.shows("board"), party.room)
    screen.page.set_viewport_size(window_of("720")["viewport"])
    for cell in (0, 4, 12, 24):
        game.request("POST", "cursor", {"cell": cell, "direction": "across"}, 1)
        expect(screen.page.locator(".live .cell").nth(cell).locator(".peer")).to_be_visible()
        expect(screen.page.locator(".peer")).to_have_text("Ben")
        whole, tag = (screen.page.locator(each).bounding_box() for each in ("#tv-main", ".tag"))
        assert whole["y"] <= tag["y"] and tag["x"] + tag["width"] <= whole["x"] + whole["width"], (cell, "is not cut off")

    game.request("POST", "reactions", {"reaction": "👏"}, 1)
    screen.page.wait_for_function("() => flown.includes('👏Ben')")

    # What players are asked in the game.
    game.write({"0": "C"}, 1)
    expect(screen.page.locator(".live .cell").first).to_have_text("C")
    game.act("clear")
    expect(screen.part("prompt")).to_contain_text("Ann would like to clear the board.")
    expect(screen.part("prompt")).to_contain_text("Waiting for Ben")
    game.request("POST", f"prompts/{game.shown['prompts'][0]['id']}", {"button": 0}, 1)
    expect(screen.part("prompt")).to_be_hidden()

    # A member's request for the next game.
    asked = party.request("POST", "games", {"rules": "guess"})["prompt"]["id"]
    expect(screen.part("prompt")).to_contain_text("Ann would like to play Hidden word")
    expect(screen.part("prompt")).to_contain_text("Waiting for Ben")
    expect(screen.part("prompt")).to_contain_text("s left")
    party.request("POST", f"prompts/{asked}", {"button": 0}, 1)
    expect(screen.part("prompt")).to_be_hidden()


def test_a_race_shows_its_rules_first_and_takes_its_style_sheet_with_it(party, new_screen):
    screen = new_screen()
    sheets = screen.page.locator('link[rel=stylesheet][href*="/js/games/"]')
    for _ in range(2):
        made = party.request("POST", "games", {"rules": "lattice", "options": {"mode": "race", "seed": 3}})
        expect(screen.shows("waiting").part("about")).to_contain_text("Ann starts the game")
        expect(screen.part("about").locator("ol li").first).to_be_visible()
        game = RoomGame(party, made)
        for name in ("Ann", "Ben"):
            expect(screen.shows("cards").seat(name)).to_contain_text("15 swaps left")
        expect(sheets).to_have_count(1)
        for person in (0, 1):
            game.act("resign", person)
        closed_free(party)
        expect(screen.part("game")).to_have_text("Free board")
        expect(sheets).to_have_count(0)


def test_the_winner_is_celebrated_unless_the_reader_prefers_less_motion(party, new_screen):
    screens = [new_screen(reduced_motion=motion) for motion in ("no-preference", "reduce")]
    game = party.begin("guess", mode="race", seed=5)
    for screen in screens:
        screen.shows("cards").page.evaluate(COUNT_PIECES)
    game.guess(answer_of(party.api, "guess", seed=5), person=1)
    game.act("resign", 0)
    for screen in screens:
        expect(screen.shows("end").part("verdict")).to_have_text("Ben wins")
    screens[0].page.wait_for_function("() => pieces === 90")
    assert screens[1].page.evaluate("pieces") == 0
    expect(screens[0].page.locator(".party")).to_have_count(0)

    # A game that had ended before is not celebrated.
    screens[0].page.reload()
    screens[0].shows("end")
    expect(screens[0].part("verdict")).to_have_text("Ben wins")
    expect(screens[0].page.locator(".party")).to_have_count(0)


# -------------------------------------------------------------------------------------------------- nothing private


def content_of(screen):
    """The screen's part of the document, without what differs between rooms."""
    html = screen.page.locator("#tv").evaluate("node => node.outerHTML")
    return re.sub(r"twin-\w+|M\d+ \d+h1v1h-1z| d=\"\"", "", html)


def test_two_games_that_differ_in_hidden_letters_look_the_same_on_the_screen(server, api, new_screen):
    """Only the letters on the boards differ, until they are revealed."""
    orders = {"twin-a": [FIRST, LAST], "twin-b": [LAST, FIRST]}
    with Party(api, server.url, room="twin-a") as one, Party(api, server.url, room="twin-b") as other:
        screens = {each.room: new_screen(room=each.room) for each in (one, other)}
        games = {}
        for each in (one, other):
            games[each.room] = each.begin("square", clock=None)
            screens[each.room].shows("call")
        for step, letter in enumerate("HEARTEMBER"):
            for room, game in games.items():
                game.place(letter, *(order[step] for order in orders[room]))
            pages = []
            for screen in screens.values():
                expect(screen.seat("Ben").locator(".count")).to_contain_text(f"{step + 1}/25")
                expect(screen.part("call").locator(".letters li")).to_have_count(step + 1)
                expect(screen.part("call")).to_contain_text("calls a letter")
                pages.append(content_of(screen))
                expect(screen.page.locator(".cell")).to_have_count(0)
            assert pages[0] == pages[1]


def test_the_screen_sends_no_key_even_in_a_players_browser(party, new_window, browser):
    """What it gets is what a spectator gets."""
    window = new_window(kind=ScreenWindow, **window_of("720"))
    ann, sent = party.people[0], []
    game = party.begin("square", clock=None)
    seat = {"seat": 1, "name": "Ann", "colour": "#2a9d8f", "token": ann["key"]}
    window.page.add_init_script(
        f"localStorage['5x5:player'] = JSON.stringify({ann | {'name': 'Ann', 'colour': '#2a9d8f'}});"
        f"localStorage['5x5:seat:{game.id}'] = JSON.stringify({seat})")
    window.page.on("request", lambda request: sent.append(request.all_headers()))
    window.open(party.room).shows("call")
    game.place("Q", 7, 11)
    expect(window.seat("Ann").locator(".count")).to_contain_text("1/25")
    assert sent and not [headers for headers in sent if "authorization" in headers]
    expect(window.page.locator(".cell")).to_have_count(0)
    assert {"boards": game.shown["boards"]} == {"boards": []}


# ---------------------------------------------------------------------------------------------- connection, for days


@pytest.mark.refusals
@pytest.mark.own_server("it is killed")
def test_a_killed_server_is_told_and_the_game_goes_on_where_it_was(party, new_screen, server):
    screen = new_screen()
    game = party.begin("free")
    game.write({"0": "C"})
    screen.shows("board")
    expect(screen.part("lost")).to_be_hidden()
    server.stop(signal.SIGKILL)
    expect(screen.part("lost")).to_be_visible()
    server.restart()
    expect(screen.part("lost")).to_be_hidden()
    game.write({"1": "A"}, 1)
    expect(screen.page.locator(".live .cell").nth(1)).to_have_text("A")
    game.close()
    screen.shows("end")
    assert screen.letters(screen.panel("A")) == "CA.../...../...../...../....."


@pytest.mark.refusals
def test_a_room_that_does_not_exist_is_named_as_such(new_window):
    window = new_window(kind=ScreenWindow, **window_of("720"))
    window.page.goto(f"{window.url}/r/nobody-made-this?tv")
    expect(window.page.get_by_role("heading", level=1)).to_have_text("There is no such room")


@pytest.mark.refusals
def test_a_game_that_began_while_the_screen_was_offline_is_shown(party, new_screen):
    screen = new_screen()
    first = party.begin("free")
    screen.shows("board").page.context.set_offline(True)
    expect(screen.part("lost")).to_be_visible()
    first.close()
    party.begin("guess", mode="race")
    screen.page.context.set_offline(False)
    screen.shows("cards")


def test_ten_games_leave_nothing_behind(party, new_screen):
    screen = new_screen()
    devtools = screen.page.context.new_cdp_session(screen.page)
    devtools.send("Performance.enable")

    def readings():
        screen.page.evaluate("() => new Promise(requestAnimationFrame)")
        devtools.send("HeapProfiler.collectGarbage")
        metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        return screen.page.evaluate(NODES), metrics["Nodes"], metrics["JSEventListeners"]

    def play(number):
        closed_free(party)
        screen.shows("end")
        expect(screen.part("standings").locator("tbody tr").first.locator("td").nth(1)).to_have_text(str(number))
        game = party.begin("guess", mode="race", seed=number)
        screen.shows("cards")
        for person in (0, 1):
            game.act("resign", person)
        screen.shows("end")

    for number in range(2):
        play(2 * number + 1)
    before = readings()
    for number in range(2, 7):
        play(2 * number + 1)
    after = readings()
    assert after[0] == before[0]
    assert after[1] <= before[1] + 50 and after[2] <= before[2] + 2, (before, after)


# ------------------------------------------------------------------------------------------------ appearance


def take_through_every_view(api, url, screen):
    """Brings the screen to every view, with as many and as long names as there can be; yields the view's name."""
    with Party(api, url, long_names(), title="The one and only living room of the Smiths of Nowhere") as party:
        screen.open(party.room)
        yield "room"
        game = party.begin("mini", seed=4)
        game.write({"0": "B", "1": "R"})
        yield "board"
        game.act("pause")
        yield "paused"
        game.act("resume")
        game.write(solution(answer_of(api, "mini", seed=4)))
        yield "end"
        made = party.request("POST", "games", {"rules": "square", "options": {}})
        yield "waiting"
        game = RoomGame(party, made)
        game.act("call", letter="E")
        yield "call"
        party.request("POST", "games", {"rules": "guess", "options": {"mode": "race"}})
        game.act("close")
        race = party.begin("guess", mode="race", seed=5)
        for person in range(12):
            race.guess("CRANE", person=person)
        yield "cards"
        for person in range(12):
            race.act("resign", person)
        yield "end"


def test_every_view_fits_into_every_window_and_is_accessible(api, server, new_window):
    screen = new_window(kind=ScreenWindow, **window_of("720"))
    for view in take_through_every_view(api, server.url, screen):
        screen.shows(view)
        for size in SIZES:
            screen.page.set_viewport_size(window_of(size)["viewport"])
            screen.has_settled().fits()
        screen.has_no_violation()


def brightness(screen):
    background = screen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(map(int, re.findall(r"\d+", background)[:3]))


def test_the_screen_has_the_browsers_language_but_is_dark_or_as_its_address_says(party, new_screen):
    screen = new_screen(color_scheme="light", locale="ko-KR").shows("room")
    expect(screen.part("join")).to_contain_text("찍으면 바로 참가")
    assert NAMES[0] in screen.seat("Ann").inner_text()

    party.begin("free")
    assert brightness(screen.shows("board")) < 100
    screen.page.emulate_media(color_scheme="dark")
    screen.page.goto(f"{screen.url}/r/{party.room}?tv=light")
    screen.shows("board").has_no_violation()
    assert brightness(screen) > 700
