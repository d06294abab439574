"""A game that somebody adds to the server, Examples/OwnGame, on the page without a line of JavaScript by its author."""

import json
import os
import pathlib
import re
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from board_window import call
from home_window import HomeWindow
from page_server import PHONE, ROOT, start_server
from server_process import ServerProcess

BINARY = pathlib.Path(os.environ.get("OWNGAME", ROOT / "Examples/OwnGame/.build/debug/OwnGame"))
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
# A full board on which no letter stands next to itself.
ROWS = ("ABABA", "CDCDC", "ABABA", "CDCDC", "ABABA")
BLANK = "...../...../...../...../....."

# A refusal is a failed request, which Chromium logs.
pytestmark = pytest.mark.refusals


class OwnServer(ServerProcess):
    """The example's server with the page of this checkout."""

    def start(self):
        if not os.access(BINARY, os.X_OK):
            pytest.fail(f"{BINARY} is missing; build it with `make own-game`")
        super().start()


class OwnWindow(HomeWindow):
    def action(self, name):
        return self.page.locator("#actions").get_by_role("button", name=name, exact=True)

    @property
    def actions(self):
        return self.page.locator("#actions button")

    @property
    def dialog(self):
        return self.page.locator("dialog")

    def field(self, name):
        return self.dialog.locator(f'[name="{name}"]')

    def fit(self, square):
        """Lets the server write a letter into a square."""
        self.choose(square)
        self.touch(self.action("Fit"))
        expect(self.field("cell")).to_have_value(square)
        return self.confirm()

    def fact(self, name):
        return self.page.locator("#facts div", has_text=name).locator("dd")

    def has_no_violation(self):
        self.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return self


class TestTheExample:
    @pytest.fixture
    def server(self):
        with OwnServer("--no-address-limits", "--static", ROOT / "static", program=BINARY) as process:
            yield process

    @pytest.fixture
    def pair(self, new_window, api):
        """Makes Ann's window on a desktop and Ben's on a phone, both with seats at one game."""
        def sit(**options):
            game = api("POST", "/games", {"rules": "apart", "options": options})
            ann, ben = new_window(kind=OwnWindow, **DESKTOP), new_window(kind=OwnWindow, **SMALL)
            ann.store(f"host:{game['id']}", game["host"]["token"])
            return ann.sit(game["id"], "Ann").is_in("play"), ben.sit(game["id"], "Ben", "#e76f51").is_in("play")
        return sit

    def test_a_whole_game_from_the_card_to_the_replay(self, new_window):
        ann = new_window(kind=OwnWindow, **DESKTOP).open()
        expect(ann.card("apart")).to_contain_text("Fill the board; no letter may stand next to itself.")
        ann.set_options("apart")
        expect(ann.dialog.locator("label", has_text="Diagonals")).to_contain_text("Diagonals count too.")
        ann.confirm().begin("apart", "Play").is_in("play")
        ben = new_window(kind=OwnWindow, **SMALL)
        ben.sit(ann.game, "Ben", "#e76f51").is_in("play")

        ann.write("a1", "ABA").is_saved()
        ben.shows("c1", "A")
        ann.write("d1", "A").says("A would stand next to itself.").is_empty("d1")
        ann.fit("d1").shows("d1", "B").is_at("d1")
        expect(ann.page.locator("#announcer")).to_contain_text("B at d1")
        ben.shows("d1", "B")
        ann.page.reload()
        ann.until_live().draws("ABAB./...../...../...../.....")
        ben.fit("e1").shows("e1", "A")
        ann.write("a2", "".join(ROWS[1:])[:-1]).is_saved()
        ben.draws("ABABA/CDCDC/ABABA/CDCDC/ABAB.").fit("e5")

        for window, verdict in ((ann, "You win"), (ben, "Guest wins")):
            window.is_in("end")
            expect(window.page.locator("#verdict")).to_have_text(verdict)
            expect(window.page.locator(".people h3", has_text="Guest")).to_contain_text("23 points")
            expect(window.page.locator(".people h3", has_text="Ben")).to_contain_text("2 points")
            expect(window.page.get_by_role("img", name="Winner")).to_have_count(1)
            window.has_no_violation()
        ann.page.get_by_role("button", name="Replay").click()
        slider = ann.dialog.get_by_role("slider")
        expect(slider).not_to_have_attribute("max", "0")
        slider.press("End")
        expect(slider).to_have_attribute("aria-valuetext", re.compile("The game is over"))

    def test_the_options_of_the_form_are_those_of_the_new_game(self, new_window, api):
        ann = new_window(kind=OwnWindow).open().set_options("apart")
        ann.field("diagonals").check()
        ann.confirm()
        expect(ann.options_line("apart")).to_have_text("Diagonals")
        ann.begin("apart", "Play").is_in("play")
        assert api("GET", f"/games/{ann.game}")["options"] == {"diagonals": True}
        ann.write("a1", "A").is_saved().write("b2", "A").says("A would stand next to itself.").is_empty("b2")

    def test_the_page_shows_only_tools_that_the_game_has(self, pair):
        ann, ben = pair()
        expect(ann.tool("clear")).to_be_hidden()
        expect(ann.tool("undo")).to_be_hidden()
        expect(ann.page.locator("#close")).to_be_visible()
        expect(ann.page.locator("#lock")).to_be_hidden()
        expect(ben.page.locator("#host")).to_be_hidden()
        expect(ann.actions).to_have_text(["Fit"])
        ann.write("a1", "A").is_saved()
        ann.tool("undo").click()
        ann.is_empty("a1")

    def test_an_action_that_is_not_allowed_has_no_button(self, new_window, pair):
        ann, _ = pair()
        watcher = new_window(kind=OwnWindow).visit(ann.path)
        expect(watcher.page.locator("#join-open")).to_be_visible()
        expect(watcher.actions).to_have_count(0)
        watcher.join("Cleo")
        expect(watcher.actions).to_have_text(["Fit"])

    def test_a_dialog_checks_the_square_and_can_be_cancelled(self, pair):
        ann, _ = pair()
        ann.choose("b2")
        ann.action("Fit").click()
        field = ann.field("cell")
        expect(field).to_be_focused()
        for wrong in ("z9", "25"):
            field.fill(wrong)
            ann.press("Enter")
            expect(ann.dialog).to_be_visible()
        ann.press("Escape")
        expect(ann.dialog).to_have_count(0)
        assert ann.text == BLANK

    def test_keys_alone_perform_an_action_and_keep_the_focus_on_its_button(self, pair):
        ann, _ = pair()
        ann.tab_to(ann.action("Fit")).press("Enter")
        ann.field("cell").fill("C3")
        ann.press("Enter").shows("c3", "A").is_at("c3")
        expect(ann.action("Fit")).to_be_focused()

    def test_a_rematch_is_offered_and_asks_the_other_players(self, pair, api):
        ann, ben = pair()
        for number, row in enumerate(ROWS, 1):
            (ann if number % 2 else ben).write(f"a{number}", row).is_saved()
        for window in (ann, ben):
            window.is_in("end")
        first = ann.game
        ann.page.get_by_role("button", name="Play again").click()
        ben.dialog.get_by_role("button", name="Play again").click()
        for window in (ann, ben):
            window.page.wait_for_url(lambda url: not url.endswith(first))
            window.is_in("play")

    @pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["desktop", "small"])
    @pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
    def test_axe_finds_no_violation_and_nothing_scrolls_sideways(self, new_window, api, size, language):
        ann = new_window(kind=OwnWindow, locale=language, **size).open().has_no_violation()
        ann.set_options("apart").has_no_violation()
        game = api("POST", "/games", {"rules": "apart"})["id"]
        ann = new_window(kind=OwnWindow, locale=language, **size).sit(game, "Ann").is_in("play")
        expect(ann.actions).to_have_text(["Fit"])
        ann.has_no_violation().touch(ann.action("Fit"))
        expect(ann.dialog).to_be_visible()
        ann.has_no_violation()

    def test_games_with_a_folder_load_nothing_for_those_without(self, new_window, api):
        ann = new_window(kind=OwnWindow)
        loaded = []
        ann.page.on("request", lambda request: loaded.append(request.url))
        ann.sit(api("POST", "/games", {"rules": "free"})["id"], "Ann").until_live()
        assert not [url for url in loaded if "/generic/" in url or url.endswith("/form.js")]


class TestOtherGamesWithoutTheirFolders:
    """Games of the server, on a copy of the page whose `games.js` does not name them."""

    @pytest.fixture
    def server(self, tmp_path):
        page = tmp_path / "static"
        shutil.copytree(ROOT / "static", page)
        names = page / "js/games/games.js"
        without = re.sub(r"^  \['(?!free).*\n", "", names.read_text(), flags=re.MULTILINE)
        names.write_text(without)
        with start_server("--static", page) as process:
            yield process

    @pytest.fixture
    def sit(self, new_window, api):
        def sit(rules, name="Ann", **options):
            game = api("POST", "/games", {"rules": rules, "options": options})
            window = new_window(kind=OwnWindow)
            window.store(f"host:{game['id']}", game["host"]["token"])
            return window.sit(game["id"], name)
        return sit

    def test_an_action_without_parameters_needs_no_dialog(self, sit):
        ann = sit("mini", seed=3).is_in("play")
        expect(ann.actions).to_have_text(["Check", "Pause", "Reset", "Reveal"])
        ann.action("Pause").click()
        expect(ann.actions).to_have_text(["Go on"])
        expect(ann.dialog).to_have_count(0)
        expect(ann.page.locator("#paused")).to_be_visible()
        ann.action("Go on").click()
        expect(ann.actions).to_have_text(["Check", "Pause", "Reset", "Reveal"])

    def test_parameters_with_choices_become_lists(self, sit):
        ann = sit("mini", seed=3).is_in("play").write("c3", "Q").is_saved()
        ann.choose("c3").action("Reveal").click()
        ann.field("scope").select_option("cell")
        ann.confirm()
        expect(ann.cell("c3")).to_have_attribute("data-mark", "revealed")

    def test_a_refused_action_says_why(self, sit):
        ann = sit("lattice", seed=3).is_in("play")
        ann.action("Swap").click()
        ann.confirm()
        expect(ann.page.locator(".toast")).to_have_count(1)

    def test_fields_of_the_game_stand_below_the_board_and_change_with_it(self, sit):
        ann = sit("lattice", seed=3).is_in("play")
        expect(ann.fact("Swaps left")).to_have_text("15")
        movable = [each for each in ("a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5")
                   if ann.cell(each).get_attribute("data-mark") != "hit"]
        one = movable[0]
        other = next(each for each in movable if ann.cell(each).inner_text() != ann.cell(one).inner_text())
        ann.action("Swap").click()
        ann.field("from").fill(one)
        ann.field("to").fill(other)
        ann.confirm()
        expect(ann.fact("Swaps left")).to_have_text("14")

    def test_fields_of_a_seat_stand_on_its_card(self, sit):
        ann = sit("lattice", mode="race", seed=3).is_in("room")
        ann.page.locator("#start").click()
        ann.is_in("play")
        expect(ann.page.locator(".seat", has_text="Ann")).to_contain_text("swaps left: 15")

    def test_a_field_that_allows_null_has_a_box_for_it(self, new_window):
        ann = new_window(kind=OwnWindow).open().set_options("mini")
        limit = ann.field("limit")
        expect(limit).to_have_value("600")
        ann.field("limit-null").check()
        expect(limit).to_be_disabled()
        ann.confirm()
        assert ann.stored("options")["mini"]["limit"] is None
        expect(ann.options_line("mini")).to_have_text("Limit: None")
        ann.set_options("mini")
        expect(ann.field("limit-null")).to_be_checked()
        expect(ann.field("day")).to_have_attribute("type", "date")


def test_the_lexicon_of_a_form_is_the_schemas_default_not_the_first(window):
    shown = window.page.evaluate("""async () => {
        const { OptionsForm } = await import('/js/dialogs/form.js');
        const schemas = { lexicon: { type: 'string', default: 'en' } };
        const game = { fields: ['lexicon'], schemaOf: (name) => schemas[name], words: {}, defaults: {} };
        const [field] = new OptionsForm(game, ['de', 'en', 'fr']).fields({});
        return field.querySelector('select').value;
    }""")
    assert shown == "en"


SCHEMAS = {
    "cell": {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 24},
                       {"type": "string", "pattern": "^[a-e][1-5]$"}], "default": 12},
    "maybeCell": {"oneOf": [{"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^[a-e][1-5]$"}]},
                            {"type": "null"}]},
    "ink": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$", "default": "#2a9d8f"},
    "day": {"type": "string", "format": "date", "default": "2026-11-21"},
    "swap-rows": {"type": "integer", "minimum": 1, "title": "Which rows"},
    "is-fast": {"type": "boolean", "default": True},
    "way": {"enum": ["up", "down"], "default": "down"},
    "limit": {"oneOf": [{"type": "integer"}, {"type": "null"}], "default": None},
    "group": {"type": "object"},
}


def test_every_schema_has_its_field_and_is_read_back(window):
    labels, values = window.page.evaluate("""async (schemas) => {
        const { SchemaForm } = await import('/js/dialogs/form.js');
        const form = new SchemaForm(Object.entries(schemas), { words: { none: 'None' } });
        const node = document.createElement('form');
        node.append(...form.fields({}));
        const labels = [...node.querySelectorAll('label')].map((each) => each.firstChild.textContent
            || each.textContent);
        return [labels, JSON.stringify(form.read(new FormData(node)))];
    }""", SCHEMAS)
    assert labels == ["Cell", "Maybe cell", "None", "Ink", "Day", "Which rows", "Is fast", "Way", "Limit", "None"]
    assert json.loads(values) == {
        "cell": "c3", "ink": "#2a9d8f", "day": "2026-11-21", "is-fast": True, "way": "down", "limit": None}


def test_unknown_kinds_and_marks_are_drawn_as_letters_and_named(window):
    label, has_class, mark = window.page.evaluate("""async () => {
        const { BoardView } = await import('/js/board/board-view.js');
        document.getElementById('grid').replaceChildren();
        const view = new BoardView(() => {});
        view.draw(() => ({ kind: 'gate', value: 'A', mark: 'golden', label: 'x' }));
        const cell = document.querySelector('.cell');
        return [cell.getAttribute('aria-label'), cell.className, cell.dataset.mark];
    }""")
    assert label == "a1 (x), A, golden"
    assert "block" not in has_class and "given" not in has_class and mark == "golden"


VERDICTS = {
    "You win": {"winners": [1], "scores": {"1": 3, "2": 1}},
    "Ben wins": {"winners": [2], "scores": {"1": 3, "2": 4}},
    "Ann and Ben share the win": {"winners": [1, 2], "scores": {"1": 3, "2": 3}},
    "Nobody wins": {"winners": [], "scores": {"1": 0, "2": 0}},
    "The game was ended.": {},
}


@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_verdict_follows_from_winners_and_points(window, verdict):
    """Uses the module alone, because the example's games always have a winner."""
    shown = window.page.evaluate("""async (result) => {
        const { drawResults } = await import('/js/end/results.js');
        const { default: GenericGame } = await import('/js/generic/game.js');
        const { GameState } = await import('/js/state/game-state.js');
        const state = new GameState();
        const seats = ['Ann', 'Ben'].map((name, index) => ({ seat: index + 1, name, colour: '#2a9d8f' }));
        const cells = Array.from({ length: 25 }, () => ({ kind: 'letter', value: 'A', by: 1 }));
        state.load({ sequence: 1, rules: 'own', state: 'finished', privateBoards: false, seats, result,
                     boards: [{ board: 0, cells }] });
        await drawResults({ state, me: seats[0], game: 'x' }, new GenericGame({ name: 'own' }));
        return document.getElementById('verdict').textContent;
    }""", {"seconds": 3, **VERDICTS[verdict]})
    assert shown == verdict
