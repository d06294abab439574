"""Challenges: a word or a list of words becomes a link, friends play it, and everybody sees the results."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import guess
from home_window import HomeWindow
from page_server import DESKTOP, LANGUAGES, PHONE, SMALL, finished_requests, weight

CHALLENGE = re.compile(r"/c/[a-z0-9]+$")
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
# Two words of each pair begin with the same letter, and each crosses others.
LATTICE_WORDS = "ABBOT\nLARGE\nEIGHT\nAGREE\nBELOW"


class ChallengeWindow(HomeWindow):
    """A browser that makes a challenge or gets the link of one. It counts the taps on anything but letters."""

    taps = 0

    def tap(self, target):
        self.taps += 1
        return self.touch(target)

    @property
    def dialog(self):
        return self.page.locator("dialog")

    @property
    def play(self):
        return self.page.get_by_role("button", name="Play", exact=True)

    @property
    def results(self):
        """The rows of the results, as text."""
        return self.page.locator(".standings tbody tr")

    def begin_challenge(self):
        self.tap(self.page.locator("#challenge"))
        expect(self.dialog).to_be_visible()
        return self

    def make_link(self):
        return self.tap(self.dialog.locator(".primary"))

    def choose_list(self, words, kind):
        self.dialog.get_by_label("My own list").check()
        self.dialog.get_by_label("Your words").fill(words)
        self.dialog.locator(f"[name=rules][value={kind}]").check()
        return self

    @property
    def link(self):
        field = self.page.locator("#ask-link")
        expect(field).to_have_value(CHALLENGE)
        return field.input_value()

    def accept(self, link):
        """Opens a link and begins to play."""
        self.page.goto(link)
        return self.tap(self.play).is_in("play").has_state("live")

    def accept_challenge(self, challenge):
        return self.accept(f"{self.url}/c/{challenge['id']}")

    def guess(self, word):
        for letter in word:
            self.touch(self.key(letter))
        self.touch(self.key("Enter"))
        return self

    def has_no_violations(self):
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def new_phone(new_window):
    return lambda **options: new_window(kind=ChallengeWindow, **{**PHONE, **options})


@pytest.fixture
def maker(api):
    """A player who has made challenges, called Anna."""
    return {"name": "Anna", "colour": "#2a9d8f"} | api("POST", "/players", {"name": "Anna", "colour": "#2a9d8f"})


@pytest.fixture
def make(api, maker):
    """Makes a challenge over HTTP; by default to the hidden word BREAD."""
    def make(rules="guess", title=None, **options):
        body = {"rules": rules, "options": options or {"word": "BREAD"}, **({"title": title} if title else {})}
        return api("POST", "/challenges", body, maker["key"])
    return make


@pytest.fixture
def makers_window(new_window, maker):
    """The page of a challenge in the browser of its maker."""
    def open_page(challenge, **options):
        window = new_window(kind=ChallengeWindow, **{**PHONE, **options})
        window.store_all(player=maker, profile={"name": "Anna", "colour": "#2a9d8f"})
        window.page.goto(f"{window.url}/c/{challenge['id']}")
        heading = window.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(re.compile("Your challenge|내가 보낸 도전장"))
        return window
    return open_page


def test_a_word_becomes_a_link_and_its_result_is_on_the_makers_phone_after_five_taps(new_phone):
    """Three taps make and copy the link, one begins to play, and one shows the result."""
    anna, ben = new_phone(**CLIPBOARD).open(), new_phone(**CLIPBOARD)
    anna.begin_challenge()
    expect(anna.dialog.get_by_label("A word for your friend")).to_be_focused()
    anna.page.keyboard.type("bread")
    anna.make_link()
    expect(anna.dialog.get_by_role("heading")).to_have_text("Your challenge is ready")
    anna.tap(anna.dialog.get_by_role("button", name="Copy link")).says("Link copied.")
    link = anna.page.evaluate("navigator.clipboard.readText()")
    ben.page.goto(link)
    name = anna.stored("player")["name"]
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(f"{name} challenges you to a hidden word")
    ben.tap(ben.play).is_in("play").has_state("live").guess("CRANE").guess("BREAD").is_in("end")
    expect(ben.results).to_have_text([re.compile(r"1.*you2 of 5 · \d+:\d\d")])
    anna.tap(anna.page.locator("#challenge-list a"))
    expect(anna.results).to_have_text([re.compile(ben.stored("player")["name"] + r"2 of 5 · \d+:\d\d")])
    assert anna.taps + ben.taps == 5

    # The result is shared as a sentence with squares and the link.
    ben.page.get_by_role("button", name="Share").click()
    ben.says("Result copied.")
    sentence, *squares, _, shared = ben.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert sentence == f"{ben.stored('player')['name']} got it in 2. Your turn!"
    assert squares == ["⬛🟩🟨⬛🟨", "🟩🟩🟩🟩🟩"]
    assert shared == link

    ben.page.get_by_role("button", name="Make your own challenge").click()
    expect(ben.dialog.get_by_label("A word for your friend")).to_be_focused()


def test_an_invitation_is_small_stands_still_and_explains_the_rules_to_newcomers(new_phone, make):
    path = f"/c/{make()['id']}"
    for language in LANGUAGES:
        ben = new_phone(locale=language, knows_rules=False)
        finished = finished_requests(ben.page)
        ben.page.add_init_script("""window.shifts = [];
            new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => shifts.push(value)))
                .observe({ type: 'layout-shift', buffered: true });""")
        ben.page.goto(ben.url + path)
        expect(ben.page.locator(".play")).to_be_visible()
        size = weight(finished)
        assert size < 50_000, (language, size)
        ben.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert sum(ben.page.evaluate("shifts")) < 0.02, language
    expect(ben.page.locator(".steps li")).not_to_have_count(0)

    # The board is drawn before its events come.
    held = []
    ben.page.route("**/events*", lambda route: held.append(route))
    ben.tap(ben.page.locator(".play"))
    ben.first(held)
    ben.is_in("play").has_state("connecting")
    assert ben.stored("known") == ["guess"]
    ben.page.unroute("**/events*")
    ben.has_state("live")


@pytest.mark.parametrize("kind, words", [("mini", "OCEAN – deep and blue\nRIVER: it flows\nLAKE\nSEA"),
                                         ("lattice", LATTICE_WORDS)])
def test_a_list_of_own_words_becomes_a_game(new_phone, api, kind, words):
    anna, ben = new_phone().open(), new_phone()
    anna.begin_challenge().choose_list(words, kind)
    anna.dialog.get_by_label("Title").fill("By the water")
    anna.make_link()
    count = len(words.splitlines())
    expect(anna.dialog).to_contain_text(re.compile(f"([1-{count}] of your|All) {count} "))
    link = anna.link
    anna.tap(anna.dialog.get_by_role("link", name="See results"))
    expect(anna.page).to_have_url(link)
    expect(anna.page.locator(".called")).to_have_text("“By the water”")
    ben.accept(link)
    game = api("GET", f"/games/{ben.game}", token=ben.stored("player")["key"])
    assert (game["rules"], game["title"]) == (kind, "By the water")
    expect(ben.page.locator("#title")).to_have_text("By the water")


@pytest.mark.refusals
def test_a_word_that_does_not_fit_is_named_at_its_field(new_phone, console_errors):
    anna = new_phone().open()
    anna.begin_challenge()
    word = anna.dialog.get_by_label("A word for your friend")
    word.fill("breads")
    anna.make_link()
    expect(anna.dialog.get_by_role("alert").filter(visible=True)).to_have_text(
        "“BREADS” doesn’t fit: a word needs 5 letters, A to Z.")
    expect(word).to_have_attribute("aria-invalid", "true")
    expect(word).to_be_focused()
    anna.has_no_violations()
    word.fill("bread")
    expect(word).to_have_attribute("aria-invalid", "false")
    anna.choose_list("OCEAN\nSUBMARINE - under water", "mini").make_link()
    expect(anna.dialog.get_by_role("alert").filter(visible=True)).to_have_text(
        "“SUBMARINE” doesn’t fit: a word needs 3 to 5 letters, A to Z.")
    expect(anna.dialog.get_by_label("Your words")).to_have_value("OCEAN\nSUBMARINE - under water")

    # A list of words can hide one of them.
    refusals = console_errors[:]
    anna.choose_list("OCEAN, RIVER, BEACH", "guess").make_link()
    expect(anna.dialog).to_contain_text("1 of your 3 words is in it.")
    assert console_errors == refusals


def test_reloading_and_going_back_and_forward_lead_to_the_same_game(new_phone, make):
    ben, link = new_phone().open(), f"/c/{make()['id']}"
    game = ben.accept(ben.url + link).guess("CRANE").game
    expect(ben.page).to_have_url(ben.url + link)
    ben.page.reload()
    assert ben.is_in("play").game == game
    expect(ben.page).to_have_url(ben.url + link)
    ben.page.go_back()
    expect(ben.page.locator("body.ready")).to_be_attached()
    ben.page.go_forward()
    assert ben.is_in("play").until_live().game == game
    ben.guess("BREAD").is_in("end").page.reload()
    assert ben.is_in("end").game == game
    expect(ben.page).to_have_url(ben.url + link)


def test_the_link_leads_straight_into_the_readers_own_game(new_phone, make, api):
    challenge = make()
    player = api("POST", "/players", {"name": "Ben", "colour": "#e76f51"})
    game = api("POST", f"/challenges/{challenge['id']}", {}, player["key"])["id"]
    ben = new_phone().store_all(player=player | {"name": "Ben", "colour": "#e76f51"})
    ben.page.goto(f"{ben.url}/c/{challenge['id']}")
    assert ben.is_in("play").game == game
    ben.page.goto(f"{ben.url}/g/{game}")
    expect(ben.is_in("play").page).to_have_url(f"{ben.url}/c/{challenge['id']}")


def test_results_are_seen_by_players_and_maker_when_their_pages_are_seen_again(new_phone, makers_window, make):
    challenge = make()
    anna, ben, cleo = makers_window(challenge), new_phone(), new_phone()
    expect(anna.page.get_by_text("Nobody has played yet.")).to_be_visible()
    expect(anna.play).to_have_count(0)
    expect(anna.page.get_by_role("button", name="Copy link")).to_be_visible()
    ben.accept_challenge(challenge).guess("BREAD").is_in("end")
    expect(ben.results).to_have_count(1)
    cleo.accept_challenge(challenge).guess("CRANE").guess("BREAD").is_in("end")
    expect(cleo.results).to_have_text([re.compile("^1.*1 of 5"), re.compile("^2.*you2 of 5")])
    for each in (anna, ben):
        each.hide_tab().show_tab()
        expect(each.results).to_have_text([re.compile("^1.*1 of 5"), re.compile("^2.*2 of 5")])
    expect(ben.page.locator(".standings .mine")).to_contain_text("you")

    # The maker downloads the results.
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="Download results").click()
    assert download.value.suggested_filename == f"challenge-{challenge['id']}.csv"
    head, *rows = download.value.path().read_text().splitlines()
    assert head.startswith("rank,name,state")
    assert [each.stored("player")["name"] in row for each, row in zip((ben, cleo), rows, strict=True)] == [True, True]

    # Somebody else's result has squares and a way to play the challenge.
    other = new_phone()
    other.page.goto(f"{other.url}/g/{ben.game}")
    expect(other.page.locator("#squares")).to_contain_text("🟩🟩🟩🟩🟩")
    other.page.get_by_role("button", name="Play it yourself").click()
    expect(other.page).to_have_url(f"{other.url}/c/{challenge['id']}")
    expect(other.play).to_be_visible()

    # A player takes the challenge off the list of the home page.
    row = ben.open().page.locator("#challenge-list li")
    expect(row).to_contain_text("Hidden word")
    expect(row).to_contain_text("From Anna")
    expect(ben.page.locator("#your-list a")).to_have_count(0)
    row.get_by_role("button", name="Remove Hidden word").click()
    expect(ben.page.locator("#challenges")).to_be_hidden()


def test_the_maker_sees_how_many_solved_a_mini_and_where_their_time_went(new_phone, makers_window, make, api):
    made = make(rules="mini", words=[*LATTICE_WORDS.split(), "CAT", "TEA"])
    path, solvers = f"/challenges/{made['id']}", [api("POST", "/players", {"name": name}) for name in ("Dov", "Ben")]
    games = [api("POST", path, {}, player["key"]) for player in solvers]
    for game, player in zip(games, solvers, strict=True):
        if game["state"] == "waiting":
            api("POST", f"/games/{game['id']}/actions/start", {}, player["key"])
    dov, ben = games
    api("POST", f"/games/{dov['id']}/actions/reveal", {}, solvers[0]["key"])
    letters = api("GET", f"/games/{dov['id']}", None, solvers[0]["key"])["boards"][0]["cells"]
    first, *others = [(cell["index"], cell["value"]) for cell in letters if cell["kind"] != "block"]
    for cell, value in [(first[0], "Q"), first, *others]:
        api("PUT", f"/games/{ben['id']}/board/cells/{cell}", {"value": value}, solvers[1]["key"])
    numbers = makers_window(made).page.locator(".numbers")
    expect(numbers).to_contain_text("1 of 2 solved it without help.")
    square = "abcde"[first[0] % 5] + str(first[0] // 5 + 1)
    expect(numbers).to_contain_text(f"Changed most often: {square}.")
    assert numbers.locator(".times span:not(.block)").count() == len(others) + 1


def test_a_finished_game_becomes_a_challenge_with_the_same_task(new_phone, api):
    played = guess.daily(api, "Ann", 2)
    key = played.seats[0]["token"]
    ann = new_phone().store(f"seat:{played.id}", played.seats[0])
    ann.store_all(player={"player": api("GET", "/players/me", token=key)["player"], "key": key, "name": "Ann"})
    ann.visit(f"/g/{played.id}").is_in("end")
    ann.tap(ann.page.get_by_role("button", name="Challenge a friend with this game"))
    link = ann.link
    ben = new_phone()
    ben.page.goto(link)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Ann challenges you to a hidden word")
    answer = api("GET", f"/games/{played.id}", token=key)["result"]["answer"]
    ben.tap(ben.play).is_in("play").has_state("live").guess(answer).is_in("end")
    ann.page.goto(link)
    expect(ann.results).to_have_text([re.compile("1 of 5")])


def test_a_game_without_a_player_is_not_offered_as_a_challenge(open_end, api):
    page = open_end(guess.finish(api))
    expect(page.locator("#copy-result")).to_be_visible()
    expect(page.locator("#pass-on")).to_be_hidden()


@pytest.mark.refusals
def test_a_challenge_is_deleted_after_a_question_and_its_finished_games_stay(
        new_phone, makers_window, make, console_errors):
    challenge = make()
    ben, cleo = new_phone().accept_challenge(challenge).guess("BREAD").is_in("end"), new_phone()
    game, link = ben.game, f"{ben.url}/c/{challenge['id']}"
    cleo.page.goto(link)
    expect(cleo.play).to_be_visible()
    anna = makers_window(challenge)
    anna.page.get_by_role("button", name="Delete challenge").click()
    anna.dialog.get_by_role("button", name="Cancel").click()
    expect(anna.dialog).to_have_count(0)
    anna.page.get_by_role("button", name="Delete challenge").click()
    anna.dialog.get_by_role("button", name="Delete").click()
    expect(anna.page.locator("body.ready")).to_be_attached()
    expect(anna.page.locator("#challenges")).to_be_hidden()
    assert console_errors == []

    ben.hide_tab().show_tab()
    expect(ben.page.get_by_text("This challenge no longer exists.")).to_be_visible()
    expect(ben.page).to_have_url(f"{ben.url}/g/{game}")
    ben.page.goto(f"{ben.url}/g/{game}")
    ben.is_in("end")

    # The button of an invitation that was open says so, and the link leads home.
    cleo.tap(cleo.play)
    expect(cleo.page.get_by_role("heading", level=1)).to_have_text("Challenge not found")
    cleo.has_no_violations()
    cleo.page.get_by_role("link", name="Home").click()
    expect(cleo.page.locator("body.ready")).to_be_attached()
    assert cleo.page.goto(link).status == 404
    cleo.page.get_by_role("link", name="home").click()
    expect(cleo.page.locator("body.ready")).to_be_attached()


@pytest.mark.refusals
@pytest.mark.parametrize("again", ["button", "network"])
def test_without_a_connection_the_link_says_so_and_is_tried_again(new_phone, make, again):
    ben = new_phone()
    path = f"{ben.url}/challenges/*"
    ben.page.route(path, lambda route: route.abort())
    ben.page.goto(f"{ben.url}/c/{make()['id']}")
    expect(ben.page.get_by_role("status").filter(has_text="No connection.")).to_be_visible()
    ben.has_no_violations()
    ben.page.unroute(path)
    if again == "button":
        ben.page.get_by_role("button", name="Try again").click()
    else:
        ben.page.context.set_offline(True)
        ben.page.context.set_offline(False)
    expect(ben.play).to_be_visible()


def test_forty_results_are_short_at_first(new_phone, makers_window, make, api):
    challenge = make()
    for number in range(12):
        key = api("POST", "/players", {"name": f"Pupil {number}", "colour": "#2a9d8f"})["key"]
        game = api("POST", f"/challenges/{challenge['id']}", {}, key)["id"]
        api("POST", f"/games/{game}/actions/resign", {}, key)
    anna = makers_window(challenge)
    expect(anna.results).to_have_count(8)
    anna.page.get_by_role("button", name="Show all 12").click()
    expect(anna.results).to_have_count(12)
    expect(anna.results.last).to_contain_text("Not this time")


@pytest.mark.parametrize(
    "look", [PHONE, SMALL, {**PHONE, "color_scheme": "dark"}, DESKTOP], ids=["phone", "small", "dark", "desktop"])
def test_the_screens_of_challenges_have_no_violations(new_phone, makers_window, make, look):
    challenge = make(title="A title that is rather long for a small phone")
    ben = new_phone(knows_rules=False, **look)
    ben.page.goto(f"{ben.url}/c/{challenge['id']}")
    expect(ben.play).to_be_visible()
    ben.has_no_violations()
    ben.tap(ben.play).is_in("play").has_state("live")
    if look is DESKTOP:
        ben.page.keyboard.type("BREAD")
        ben.press("Enter")
    else:
        ben.guess("BREAD")
    ben.is_in("end")
    expect(ben.results).to_have_count(1)
    ben.has_no_violations()
    anna = makers_window(challenge, **look)
    expect(anna.results).to_have_count(1)
    anna.has_no_violations()
    anna.open().has_no_violations()
    new = new_phone(**look).open().begin_challenge()
    new.has_no_violations()
    new.choose_list("OCEAN\nRIVER", "mini")
    new.has_no_violations()
    new.make_link()
    expect(new.dialog.get_by_role("heading")).to_have_text("Your challenge is ready")
    new.has_no_violations()


def test_a_challenge_is_made_and_begun_with_the_keyboard_alone(new_window):
    anna = new_window(kind=ChallengeWindow, **DESKTOP).open()
    anna.tab_to(anna.page.get_by_role("button", name="Challenge a friend")).press("Enter")
    expect(anna.dialog.get_by_label("A word for your friend")).to_be_focused()
    anna.page.keyboard.type("ocean")
    anna.press("Enter")
    ben = new_window(kind=ChallengeWindow, **DESKTOP)
    ben.page.goto(anna.link)
    expect(ben.play).to_be_visible()
    ben.tab_to(ben.play).press("Enter").is_in("play").has_state("live").page.keyboard.type("ocean")
    ben.press("Enter").is_in("end")
    expect(ben.results).to_have_count(1)


def test_challenges_speak_korean(new_phone, makers_window, make):
    challenge = make()
    ben = new_phone(locale="ko-KR")
    ben.page.goto(f"{ben.url}/c/{challenge['id']}")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Anna 님이 숨은 낱말 도전장을 보냈어요")
    ben.tap(ben.page.get_by_role("button", name="시작")).is_in("play").has_state("live")
    ben.guess("BREAD").is_in("end")
    expect(ben.page.get_by_role("table", name="결과")).to_contain_text("1/5")
    anna = makers_window(challenge, locale="ko-KR")
    expect(anna.page.get_by_role("button", name="링크 복사")).to_be_visible()
    expect(anna.page.get_by_role("button", name="도전장 지우기")).to_be_visible()
    anna.open().begin_challenge()
    expect(anna.dialog.get_by_label("친구가 맞힐 영어 낱말")).to_be_focused()
    anna.page.keyboard.type("OCEAN")
    anna.make_link()
    expect(anna.dialog.get_by_role("heading")).to_have_text("도전장이 준비됐어요")


@pytest.mark.parametrize("size", [PHONE, SMALL, DESKTOP], ids=["phone", "small", "desktop"])
def test_the_board_stays_where_it_is_at_the_end(new_phone, make, api, size):
    ben = new_phone(**size).accept_challenge(make())
    place = "node => { const { x, y, width } = node.getBoundingClientRect(); return [x, y, width].map(Math.round); }"
    before = ben.page.locator("#frame").evaluate(place)
    api("POST", f"/games/{ben.game}/actions/resign", {}, ben.stored("player")["key"])
    ben.is_in("end")
    expect(ben.results).to_have_text([re.compile("^–.*Not this time$")])
    assert ben.page.locator("#boards .picture").evaluate(place) == before


def test_a_word_square_can_be_played_by_its_maker_too(makers_window, make):
    anna = makers_window(make("square", preset="family"))
    expect(anna.page.get_by_role("button", name="Copy link")).to_be_visible()
    anna.tap(anna.play).is_in("play")


def test_lists_of_words_are_read_as_people_write_them(scripts):
    lines = ("ocean\n\n  RIVER - it flows \n3. LAKE: no salt\n• SEA – salt\nBEACH,SAND; SHELL\nWAVE\ttop of the water\n"
             "SURF -\ntwo words")
    read = "async list => (await import('/js/challenges/own-words.js')).ownWords(list)"
    assert scripts.evaluate(read, lines) == [
        "ocean", {"word": "RIVER", "clue": "it flows"}, {"word": "LAKE", "clue": "no salt"},
        {"word": "SEA", "clue": "salt"}, "BEACH", "SAND", "SHELL", {"word": "WAVE", "clue": "top of the water"},
        "SURF", "two words"]
