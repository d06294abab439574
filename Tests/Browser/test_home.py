"""The home page: daily games, new games, the player's games, open games and the lobby board."""

import datetime
import json
import re
import signal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from game_kinds import game_kinds
from home_window import NICKNAME, HomeWindow
from page_server import DESKTOP, LANGUAGES, PHONE, SMALL

ANN = {"name": "Ann", "colour": "#5661b3"}
PUZZLE = {
    "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "title": "Corn",
    "dimensions": {"width": 5, "height": 5},
    "puzzle": [["#", "#", 1, 2, 3], [4, 5, 0, 0, 0], [6, 0, 0, 0, 0], [7, 0, 0, 0, 0], [8, 0, 0, "#", "#"]],
    "solution": [list("##COB"), list("GRAVE"), list("NOSES"), list("ALERT"), list("WED##")],
    "clues": {
        "Across": [[1, "Corn holder"], [4, "Tomb"], [6, "Pinocchio's growers"], [7, "Watchful"], [8, "Marry"]],
        "Down": [[1, "Put in a box"], [2, "Finished"], [3, "Opposite of worst"], [4, "Chew"], [5, "Actor's part"]],
    },
}


@pytest.fixture
def new_home(new_window):
    """Makes windows on the home page, each with its own storage."""
    return lambda **options: new_window(kind=HomeWindow, **options)


@pytest.fixture
def home(new_home):
    return new_home(**DESKTOP).store_all(profile=ANN).open()


def test_a_newcomer_sees_what_this_is_and_has_a_friendly_name_until_one_is_chosen(new_home, api, dailies):
    home, modules = new_home(), []
    home.page.on("request", lambda request: request.url.endswith(".js") and modules.append(request.url))
    page = home.open().page
    # The page preloads every module that it loads, but for the files of the games, which `games.js` loads at run time.
    links = page.locator("link[rel=modulepreload], script")
    preloaded = links.evaluate_all("nodes => nodes.map(node => node.href ?? node.src)")
    of_all = [[url for url in urls if not re.search("/js/games/[a-z]+/", url)] for urls in (modules, preloaded)]
    assert sorted(of_all[0]) == sorted(of_all[1])

    expect(page.locator("#pitch")).to_have_text(
        "Quick word games on a 5×5 grid. A new set every day, or play together with one link.")
    expect(page.locator(".next")).to_have_count(1)
    expect(page.locator(".next")).to_contain_text("Mini crossword")
    expect(page.locator("#today")).to_contain_text("Your streaks are kept on this device.")
    expect(page.locator("#streaks button")).to_have_count(0)
    expect(page.locator("#languages").get_by_role("button", name="한국어")).to_have_attribute("lang", "ko")
    assert page.evaluate("document.documentElement.lang") == "en"

    # The names of today's games take one line on a small phone.
    page.set_viewport_size(SMALL["viewport"])
    cut = page.locator(".day b").evaluate_all("all => all.map(each => each.scrollWidth > each.clientWidth)")
    assert cut == [False] * len(dailies)
    expect(page.locator(".day b").first).to_have_css("white-space", "nowrap")
    page.set_viewport_size(DESKTOP["viewport"])
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert page.locator("#kinds .buttons button").evaluate_all(cut) == []

    expect(page.locator("#my-name")).to_have_text(NICKNAME)
    nickname = page.locator("#my-name").inner_text()
    home.begin("free", "New board")
    assert home.seat["name"] == nickname and home.stored("profile")["name"] == ""
    assert home.seat["colour"] == home.stored("nickname")["colour"]
    player = home.open().play_today("guess").stored("player")
    assert player["name"] == nickname and home.stored("profile")["name"] == ""
    expect(home.open().page.locator("#my-name")).to_have_text(nickname)

    # A name in the profile renames the player before the next daily game.
    page.locator("#me").click()
    page.locator("#name").fill("Ann")
    home.confirm()
    expect(page.locator("#me")).to_have_text("Settings Ann", use_inner_text=True)
    home.play_today("mini")
    assert home.stored("player") == {**player, "name": "Ann", "colour": home.stored("profile")["colour"]}
    assert api("GET", "/players/me", token=player["key"])["name"] == "Ann"
    assert api("GET", f"/games/{home.game}", token=player["key"])["seats"][0]["name"] == "Ann"
    assert home.open().begin("free", "New board").seat["name"] == "Ann"


def test_options_are_kept_and_used_and_a_title_or_a_puzzle_is_used_once(home, api):
    home.set_options("square").page.get_by_label("Scoring").select_option("long")
    expect(home.page.locator("dialog")).to_contain_text("Words of 2 to 5 letters score 2, 3, 5 or 10")
    home.page.get_by_label("Play with a clock").uncheck()
    home.confirm().set_options("guess").page.get_by_label("Hard mode").check()
    home.confirm().set_options("mini").page.get_by_label("Difficulty").select_option("hard")
    home.page.get_by_label("Check letters").check()
    home.page.get_by_label("Show it on the home page").check()
    home.confirm().page.reload()
    expect(home.options_line("square")).to_have_text("Long words · no clock")
    expect(home.options_line("guess")).to_have_text("hard mode")
    expect(home.options_line("mini")).to_have_text("Hard · checked · listed")
    game = api("GET", f"/games/{home.begin('square', 'With friends').game}")
    assert game["options"] == {"preset": "long", "clock": None}
    game = api("GET", f"/games/{home.open().begin('mini', 'Race').game}")
    assert game["options"] == {"mode": "race", "difficulty": "hard", "autocheck": True} and game["public"]
    assert api("GET", f"/games/{home.open().begin('guess', 'Alone').game}")["options"]["hard"]

    home.open().set_options("free").page.get_by_label("Title").fill("Tea <b>break</b>")
    home.page.get_by_label("Anyone with the link").uncheck()
    home.confirm()
    expect(home.options_line("free")).to_have_text("Tea <b>break</b>")
    game = api("GET", f"/games/{home.begin('free', 'New board').game}")
    assert game["title"] == "Tea <b>break</b>" and not game["open"]
    expect(home.open().options_line("free")).to_have_text("")

    file = {"name": "corn.ipuz", "mimeType": "", "buffer": json.dumps(PUZZLE).encode()}
    home.set_options("mini").page.get_by_label("Puzzle from a file").set_input_files(file)
    home.confirm()
    expect(home.options_line("mini")).to_have_text("Corn · checked · listed")
    # A double click creates one game.
    made = []
    home.page.on("request", lambda request: made.append(request) if request.method == "POST" and
                 request.url.endswith("/games") else None)
    home.button("mini", "Play").dblclick()
    home.wait_for_game()
    assert len(made) == 1
    assert api("GET", f"/games/{home.game}", token=home.seat["token"])["puzzle"]["title"] == "Corn"


STUB = {
    "name": "stub", "title": "Stub game", "summary": "A game that a developer added.", "privateBoards": "never",
    "seats": {"minimum": 1, "maximum": 4}, "daily": False, "bots": False, "words": False,
    "options": {"type": "object", "additionalProperties": False, "properties": {
        "pace": {"type": "string", "enum": ["slow", "fast"], "description": "How fast it goes."},
        "rounds": {"type": "integer", "minimum": 1, "maximum": 9},
        "strict": {"type": "boolean"},
        "limits": {"type": "object", "properties": {}},
    }},
}


@pytest.mark.refusals
def test_an_added_rule_set_has_a_card_and_an_options_form(new_home):
    home = new_home(**DESKTOP).store_all(profile=ANN)

    def amend(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={"rules": [STUB, *answer.json()["rules"]]})

    made = []

    def refuse(route):
        made.append(route.request.post_data_json)
        route.fulfill(status=422, json={"title": "No stub here"})

    home.page.route("**/rules", amend)
    home.page.route(lambda url: url.endswith("/games"), refuse)
    card = home.open().card("stub")
    expect(card.get_by_role("heading")).to_have_text("Stub game")
    expect(card).to_contain_text("A game that a developer added.")
    *kinds, last = home.page.locator("[data-game]").evaluate_all("all => all.map(each => each.dataset.game)")
    assert sorted(kinds) == sorted(game_kinds()) and last == "stub"
    home.button("stub", "Play").click()
    home.says("No stub here")

    dialog = home.set_options("stub").page.locator("dialog")
    expect(dialog.locator("h2")).to_have_text("Options: Stub game")
    assert dialog.locator("label input, label select").evaluate_all("all => all.map(each => each.name)") == [
        "title", "pace", "rounds", "strict", "public"]
    expect(dialog).to_contain_text("How fast it goes.")
    assert dialog.get_by_label("pace").locator("option").all_text_contents() == ["As usual", "slow", "fast"]
    dialog.get_by_label("pace").select_option("fast")
    dialog.get_by_label("rounds").fill("10")
    home.page.locator("dialog button[value]").click()
    expect(dialog).to_be_visible()  # ten rounds exceed the maximum
    dialog.get_by_label("rounds").fill("3")
    dialog.get_by_label("strict").check()
    home.confirm()
    expect(home.options_line("stub")).to_have_text("Pace: fast · Rounds: 3 · Strict")
    # The answer, not the request: Chromium reports a request before its route is called.
    with home.page.expect_response(lambda answer: answer.url.endswith("/games")):
        home.button("stub", "Play").click()
    assert made == [
        {"rules": "stub", "options": {}, "title": None},
        {"rules": "stub", "options": {"pace": "fast", "rounds": 3, "strict": True}, "title": None, "public": False},
    ]


def test_the_link_of_a_puzzle_offers_it_for_the_next_game(new_window, api):
    puzzle = api("POST", "/puzzles?public=true", PUZZLE)
    home = new_window(kind=HomeWindow, **PHONE)
    home.page.goto(f"{home.url}/puzzles/{puzzle['id']}")
    play = home.button("mini", "Play")
    expect(play).to_be_focused()
    expect(play).to_be_in_viewport()
    expect(home.options_line("mini")).to_have_text("Corn")
    play.tap()
    home.wait_for_game().is_in("play")
    assert api("GET", f"/games/{home.page.url.rsplit('/', 1)[1]}")["puzzle"]["id"] == puzzle["id"]


@pytest.mark.refusals
def test_what_is_no_puzzle_or_is_private_is_refused_on_the_home_page(new_window, api, console_errors):
    home = new_window(kind=HomeWindow)
    home.page.goto(f"{home.url}/puzzles/{api('POST', '/puzzles', PUZZLE)['id']}")
    home.says("Only the person who uploaded this puzzle can begin a game with it.")
    expect(home.options_line("mini")).to_have_text("Medium")
    assert console_errors == []

    home.page.goto(f"{home.url}/puzzles/nothing")
    home.says("There is no puzzle with this id.")
    expect(home.card("mini")).to_be_visible()

    file = {"name": "bad.puz", "mimeType": "", "buffer": b"no puzzle"}
    home.set_options("mini").page.get_by_label("Puzzle from a file").set_input_files(file)
    home.confirm().says("This is not an AcrossLite file.")
    expect(home.options_line("mini")).to_have_text("Medium")


def test_todays_games_are_begun_with_one_press_by_one_player_and_can_be_resumed(home, api, dailies):
    assert home.stored("player") is None
    left = {"mini": "words to go", "guess": "5 guesses left", "square": "25 letters to go", "lattice": "swaps left"}
    assert set(left) == set(dailies)
    for number, kind in enumerate(sorted(dailies, key=lambda kind: kind != "lattice")):
        # The filled card is the game that is half done, or else the shortest.
        filled = "mini" if number == 0 else "lattice" if number == 1 else None
        expect(home.page.locator(f".next[data-daily={filled}]" if filled else ".next")).to_have_count(1)
        expect(home.day(kind)).to_contain_text("Play")
        first = home.play_today(kind).is_in("play").game
        player = home.stored("player")
        assert home.seat["token"] == player["key"] and player["name"] == "Ann"
        game = api("GET", f"/games/{first}", token=player["key"])
        assert (game["rules"], game["state"], game["seats"][0]["name"]) == (kind, "playing", "Ann")
        assert game["seats"][0]["player"] == player["player"]
        # The player's own daily game has no button to leave it.
        home.has_state("live")
        expect(home.page.locator("#recolour")).to_be_hidden()
        expect(home.page.locator("#leave")).to_be_hidden()

        expect(home.open().day(kind)).to_have_class(re.compile(r"\bbegun\b"))
        expect(home.day(kind)).to_contain_text(left[kind])
        expect(home.page.locator("#yours")).to_be_hidden()
        assert home.play_today(kind).game == first
        home.open()
    profile = api("GET", "/players/me", token=player["key"])
    assert (profile["player"], profile["name"], profile["colour"]) == (player["player"], "Ann", ANN["colour"])
    assert sorted(game["rules"] for game in profile["games"]) == sorted(dailies)


def test_a_friendly_name_is_in_the_readers_language(new_home):
    home = new_home(locale="ko-KR").open()
    expect(home.page.locator("#my-name")).to_have_text(re.compile("^[가-힣]+( [가-힣]+)+$"))
    expect(home.page.locator("#pitch")).to_contain_text("영어 낱말")


def test_german_has_its_own_dates_lists_and_plurals(new_home):
    home = new_home(locale="de-AT").open()
    expect(home.page.locator("#pitch")).to_contain_text("Worträtsel auf Englisch")
    expect(home.page.locator("#date")).to_have_text(re.compile(r"^[MDFS][oira]\., \d{1,2}\. [JFMASOND]\w+$"))
    said = home.page.evaluate("""async () => {
        const { text } = await import('/js/strings.js');
        return [text.and(['Ann', 'Ben', 'Cem']), ...[0, 1, 2].map(text.points), ...[1, 2].map(text.held)]; }""")
    assert said == ["Ann, Ben und Cem", "0 Punkte", "1 Punkt", "2 Punkte",
                    "Spiel mit, dann wird dein Buchstabe gespeichert.",
                    "Spiel mit, dann werden deine 2 Buchstaben gespeichert."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_phone_has_room_for_a_name_and_for_the_other_languages(new_home, language):
    page = new_home(locale=language, **SMALL).store_all(profile={**ANN, "name": "Annabel"}).open().page
    expect(page.locator("#my-name")).to_have_text("Annabel")
    assert page.locator("#my-name").evaluate("name => name.scrollWidth <= name.clientWidth")
    others = page.locator("#languages button").evaluate_all("all => all.map(({ lang }) => lang)")
    assert others == [each for each in LANGUAGES if each != language]


@pytest.mark.refusals
@pytest.mark.parametrize("name", ["Ann", "Anna"], ids=["with the same name", "with another name"])
def test_a_player_whose_key_the_server_refuses_becomes_a_new_player(new_home, api, name):
    unknown = {"player": "p0000000000", "key": "key-" + "a" * 32, **ANN, "name": name}
    home = new_home().store_all(profile=ANN, player=unknown).open().play_today("guess")
    player = home.stored("player")
    assert player["key"] != unknown["key"] and home.seat["token"] == player["key"]
    assert api("GET", "/players/me", token=player["key"])["name"] == "Ann"


@pytest.mark.parametrize("day_before", [True, False], ids=["an earlier day", "today"])
def test_only_a_daily_game_of_today_goes_on_with_the_key_of_an_earlier_player(new_home, api, day_before):
    date = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=day_before)
    token = api("POST", "/players", ANN)["key"]
    game = api("POST", f"/daily/mini?date={date}", token=token)["id"]
    known = {"day": str(date), "game": game, "token": token, "name": "Ann"}
    home = new_home().store_all(profile=ANN, **{"daily:mini": known}).open()
    expect(home.day("mini")).to_contain_text("Play" if day_before else "words to go")
    home.play_today("mini")
    assert (home.game == game, home.seat["token"] == token) == (not day_before, not day_before)
    assert bool(home.stored("player")) == day_before


@pytest.mark.refusals
@pytest.mark.parametrize("day", ["2020-01-01", str(datetime.datetime.now(datetime.timezone.utc).date())])
def test_a_daily_game_that_the_server_does_not_know_is_replaced(new_home, day):
    known = {"day": day, "game": "0000000000", "token": "a" * 32, "name": "Ann"}
    home = new_home().store_all(profile=ANN, **{"daily:guess": known}).open().play_today("guess")
    assert home.seat["token"] == home.stored("player")["key"] != known["token"]


def test_a_solved_daily_game_shows_its_result_and_the_players_streak(home, api, dailies):
    home.play_today("guess")
    guesses = solve(api, home.game, home.seat["token"])
    home.open()
    expect(home.day("guess").locator("b + span")).to_have_text(f"{guesses} of 5 · 1 day")
    expect(home.day("guess")).to_have_class("day hue done")
    expect(home.page.get_by_role("heading", name="Today")).to_have_text(f"Today · 1 of {len(dailies)}")
    check = home.day("guess").locator("b + span").evaluate("node => getComputedStyle(node, '::before').content")
    assert check == '"✓ "'

    # A test cannot play several days, so a profile with a longer streak is substituted.
    def amend(route):
        answer = route.fetch()
        body = answer.json()
        body["statistics"]["guess"]["streak"] = 3
        route.fulfill(response=answer, json=body)

    home.page.route("**/players/me", amend)
    expect(home.open().day("guess").locator("b + span")).to_have_text(f"{guesses} of 5 · 3 days")


def lose(api, game, token):
    """Submits five rows of a word that is not the answer."""
    answer = {row: "FUZZY" if row % 2 else "JUMPY" for row in range(5)}
    for row, word in answer.items():
        api("PATCH", f"/games/{game}/board", {"cells": {str(5 * row + at): word[at] for at in range(5)}}, token)
        api("POST", f"/games/{game}/actions/submit", {"row": row}, token)


def test_a_lost_daily_game_is_done_but_has_no_check_mark_and_says_when_the_next_one_comes(home, api):
    home.play_today("guess")
    lose(api, home.game, home.seat["token"])
    expect(home.page.locator("#verdict")).to_contain_text("Not this time: it was ")
    expect(home.page.locator("#next-in")).to_have_text(re.compile(r"Next one in \d+:\d\d(:\d\d)?"))
    state = home.open().day("guess").locator("b + span")
    expect(state).to_have_text("Not this time")
    assert state.evaluate("node => getComputedStyle(node, '::before').content") == "none"


@pytest.mark.refusals
def test_a_running_daily_game_is_resumed_by_a_linked_device_only(home, new_home, console_errors):
    game = home.play_today("guess").game
    home.open().page.get_by_role("button", name="Keep them on another device too").click()
    expect(home.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = home.page.get_by_label("The link", exact=True).input_value()
    assert console_errors == []
    phone = new_home(**PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Continue here").click()
    phone.says("You play as Ann now.")
    assert phone.play_today("guess").game == game

    # Somebody else is led to a game of their own.
    other = new_home(**DESKTOP)
    other.visit(f"/g/{game}")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Today")
    expect(other.page.locator("#notice-text")).to_contain_text("Somebody else is playing this one.")
    check(other)
    expect(other.page.locator("#table, #side, #connection").locator("visible=true")).to_have_count(0)
    buttons = other.page.get_by_role("button")
    expect(buttons).to_have_text(["Play your own"])
    buttons.click()
    expect(other.page.locator("body.ready")).to_be_attached()
    assert other.play_today("guess").game != game


def solve(api, game, token):
    """Finds the hidden word with the server's analysis; returns the number of guesses."""
    rows = []
    for row in range(5):
        guess = api("POST", "/analysis/guess", {"rows": rows})["best"][0]["word"]
        cells = {str(5 * row + at): letter for at, letter in enumerate(guess)}
        api("PATCH", f"/games/{game}/board", {"cells": cells}, token)
        api("POST", f"/games/{game}/actions/submit", {"row": row}, token)
        now = api("GET", f"/games/{game}", token=token)
        if now["state"] == "finished":
            break
        marks = "".join(cell["mark"][0] for cell in now["boards"][0]["cells"][5 * row:5 * row + 5])
        rows.append({"guess": guess, "marks": marks})
    return row + 1


def test_the_players_games_are_listed_newest_first_and_say_whose_turn_it_is(home, api):
    board = home.begin("free", "New board").game
    square = home.open().begin("square", "Against bots").game
    home.open()
    links = home.page.locator("#your-list a")
    expect(links).to_have_count(2)
    assert [link.get_attribute("href").rsplit("/", 1)[1] for link in links.all()] == [square, board]
    expect(home.row("your", "Word square")).to_contain_text(re.compile("Ann and [A-Z][a-z]+"))
    expect(home.row("your", "Word square")).to_contain_text("Your turn")
    home.row("your", "Free board").locator("a").click()
    assert home.wait_for_game().game == board

    # A finished game can be removed from the list, and leaves it after a day.
    game = home.open().begin("free", "New board").game
    for each in (board, game):
        api("POST", f"/games/{each}/actions/close", {}, home.stored(f"host:{each}"))
    home.open()
    expect(home.row("your", "over")).to_have_count(2)
    home.row("your", "over").first.get_by_role("button", name="Remove Free board").click()
    expect(home.row("your", "over")).to_have_count(1)
    assert home.stored(f"seat:{game}") is None
    home.page.evaluate("""() => {
        for (const key of Object.keys(localStorage).filter((key) => key.startsWith('5x5:seat:'))) {
            const seat = JSON.parse(localStorage[key]);
            const { at, done } = seat;
            if (done) localStorage[key] = JSON.stringify({ ...seat, at: at - 25 * 3600e3, done: done - 25 * 3600e3 });
        }
    }""")

    # Daily games of earlier days do not fill the list.
    seats = {f"seat:old{number}": {"seat": 1, "token": "a" * 32, **ANN} for number in range(9)}
    days = {f"2026-01-0{number + 1}": {"game": f"old{number}"} for number in range(9)}
    home.store_all(**seats, **{"days:mini": days}).open()
    expect(links).to_have_count(1)
    expect(home.row("your", "Word square")).to_be_visible()
    assert home.stored("seat:old3"), "the calendar still leads there"


@pytest.mark.refusals
def test_seats_of_deleted_games_are_forgotten(new_home):
    seat = {"seat": 1, "token": "a" * 32, **ANN}
    home = new_home().store_all(**{"seat:0000000000": seat}).open()
    expect(home.page.locator("#your-list")).to_have_text("You have no games yet.")
    assert home.page.evaluate("Object.keys(localStorage).filter(key => key.includes('seat:')).length") == 0


@pytest.mark.own_server("it counts the open games and writes on the empty lobby")
def test_open_games_and_the_lobby_board_are_refreshed_when_the_tab_becomes_visible(home, api):
    sentence = home.page.locator("#open-list .note")
    expect(sentence).to_contain_text("No open games.")
    expect(sentence).to_contain_text("show up here.")
    for size in (DESKTOP, PHONE, DESKTOP):
        home.page.set_viewport_size(size["viewport"])
        assert sentence.evaluate("node => node.scrollWidth <= node.clientWidth")
    board = home.page.locator("#lobby-board")
    seat = api("POST", "/games/lobby/seats", {"name": "Ben", "colour": "#e9a23b"})
    api("POST", "/games/lobby/board/cells/c3", {"value": "X"}, seat["token"])
    expect(board.locator("span").nth(12)).to_have_text("X")
    expect(board.locator("span").nth(12)).to_have_class("letter full painted")
    home.hide_tab()
    requests = []
    home.page.on("request", lambda request: "/board" in request.url and requests.append(request.url))
    # This edit ends the poll that is already parked.
    api("POST", "/games/lobby/board/cells/a1", {"value": "Y"})
    expect(board.locator("span").first).to_have_text("Y")
    # A page that went on polling would have sent its next request before this one.
    home.page.evaluate("fetch('/version').then(() => true)")
    assert requests == []

    title = "<b>" + "A very long title " * 4
    waiting = api("POST", "/games", {"rules": "square", "public": True, "title": title})["id"]
    for number in range(12):
        api("POST", f"/games/{waiting}/seats", {"name": f"<i>Somebody {number}</i>"[:32], "colour": "#2a9d8f"})
    api("POST", "/games", {"rules": "free", "public": True, "options": {"open": True}})
    api("POST", "/games", {"rules": "free", "title": "Secret"})
    api("POST", "/games/lobby/board/cells/b1", {"value": "Z"})
    home.show_tab()
    expect(board.locator("span").nth(1)).to_have_text("Z")
    expect(home.page.locator("#open-list li")).to_have_count(2)
    expect(home.row("open", "Free board")).to_contain_text("Join")
    expect(home.row("open", title.strip())).to_contain_text("Word square · waiting to start · 12 players")
    expect(home.row("open", title.strip())).to_contain_text("Watch")
    assert home.page.locator("#open-list b b").count() == 0


@pytest.mark.refusals
@pytest.mark.own_server("it is killed")
def test_the_page_stays_during_an_outage_and_recovers_after_it(home, server, api):
    home.begin("free", "New board")
    home.open()
    expect(home.page.locator("#your-list a")).to_have_count(1)
    server.stop(signal.SIGKILL)
    away = home.page.get_by_role("status").get_by_text("Cannot reach the server.")
    expect(away).to_be_visible()
    home.button("mini", "Play").click()
    home.says("No connection")
    home.hide_tab().show_tab()
    expect(home.page.locator("#your-list a")).to_have_count(1)
    server.restart()
    api("POST", "/games/lobby/board/cells/a1", {"value": "B"})
    expect(away).to_be_hidden()
    expect(home.page.locator("#lobby-board span").first).to_have_text("B")
    home.begin("mini", "Play")


def fill_to_limits(window, api):
    """Gives the page as many games, and as long names, as it ever has to show."""
    name = "Wolfeschlegelsteinhausenbergerdo"
    for seated in (12, 1, 1):
        game = api("POST", "/games", {"rules": "square", "public": True, "title": "Unbreakable" * 7})["id"]
        for _ in range(seated):
            api("POST", f"/games/{game}/seats", {"name": name, "colour": "#e9a23b"})
    seats = {}
    for number in range(9):
        game = api("POST", "/games", {"rules": "free", "title": "Unbreakable" * 7})["id"]
        seat = api("POST", f"/games/{game}/seats", {"name": name, "colour": "#e9a23b"})
        for _ in range(11 if number == 8 else 1):
            api("POST", f"/games/{game}/seats", {"name": name, "colour": "#e9a23b"})
        seats[f"seat:{game}"] = {**seat, "at": number}
    return window.store_all(profile={"name": name, "colour": "#e9a23b"}, **seats)


@pytest.mark.own_server("it counts the open games")
@pytest.mark.parametrize("size, scheme", [(SMALL, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"])
def test_full_lists_and_every_dialog_fit_stand_still_and_are_accessible(new_home, api, size, scheme):
    home = fill_to_limits(new_home(color_scheme=scheme, **size), api)
    home.page.add_init_script("""window.shifts = [];
        new PerformanceObserver(list => list.getEntries().forEach(({ value, sources }) => {
            shifts.push([value, ...sources.map(({ node, previousRect: from, currentRect: to }) =>
                [node?.id || node?.nodeName, from.x, from.y, to.x, to.y])]);
        })).observe({ type: 'layout-shift', buffered: true });""")
    home.open().page.wait_for_load_state("load")
    expect(home.page.locator("#your-list a")).to_have_count(8)
    expect(home.page.locator("#open-list a")).to_have_count(3)
    expect(home.page.locator("#lobby-board span")).to_have_count(25)
    check(home)
    for kind in game_kinds():
        check(home.set_options(kind))
        home.press("Escape")
    assert home.page.evaluate("shifts") == []
    for width, height in ((3840, 2160), (2560, 1440), (844, 390), (390, 844)):
        home.page.set_viewport_size({"width": width, "height": height})
        assert home.page.evaluate("document.documentElement.scrollWidth") == width
    small = home.page.locator("button:visible, a:visible").evaluate_all("""all => all.filter((node) => {
        const { width, height } = node.getBoundingClientRect();
        return width < 44 || height < 44;
    }).map((node) => node.outerHTML)""")
    assert size is DESKTOP or small == []


def check(window):
    found = Axe().run(window.page)
    assert found.violations_count == 0, found.generate_report()
    width = window.page.viewport_size["width"]
    assert window.page.evaluate("document.documentElement.scrollWidth") == width


def test_the_home_page_works_by_keyboard_alone(home):
    reached = []
    for _ in range(30):
        home.press("Tab")
        reached.append(home.page.evaluate("""() => {
            const { activeElement: at } = document;
            return at.getAttribute('aria-label') ?? at.textContent.trim().replace(/\\s+/g, ' ');
        }"""))
        if reached[-1] == "New board":
            break
    assert reached[0] == "FiveByFive" and "Settings Ann" in reached and "Options: Hidden word" in reached
    assert len([each for each in reached if "Play" in each]) == 5
    home.button("mini", "Race").focus()
    home.press("Shift+Tab", "Shift+Tab", "Enter")
    expect(home.page.locator("dialog h2")).to_have_text("Options: Mini crossword")
    home.press("Tab", "Tab", "Tab", "Space", "Enter")
    expect(home.options_line("mini")).to_have_text("Medium · checked")
    assert home.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Options: Mini crossword"
    home.press("Tab", "Enter").wait_for_game()
