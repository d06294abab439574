"""Games without a folder on the page: those of the server, on a copy of the page whose `games.js` does not name them.

The lattice and the mini stand for them, because their actions and fields are of every type.
"""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from own_window import OwnWindow
from page_server import ROOT, start_server


@pytest.fixture(scope="module")
def server_without_folders(tmp_path_factory):
    page = tmp_path_factory.mktemp("page") / "static"
    shutil.copytree(ROOT / "static", page)
    names = page / "js/games/games.js"
    names.write_text(re.sub(r"^  \['(?!free).*\n", "", names.read_text(), flags=re.MULTILINE))
    with start_server("--static", page) as process:
        yield process


@pytest.fixture
def server(server_without_folders):
    """A server of this module's own, because it has another page."""
    return server_without_folders


@pytest.fixture
def sit(new_window, api):
    def sit(rules, name="Ann", **options):
        game = api("POST", "/games", {"rules": rules, "options": options})
        window = new_window(kind=OwnWindow)
        window.store(f"host:{game['id']}", game["host"]["token"])
        return window.sit(game["id"], name)
    return sit


def test_an_action_without_parameters_needs_no_dialog_and_choices_become_lists(sit):
    ann = sit("mini", seed=3).is_in("play")
    expect(ann.actions).to_have_text(["Check", "Pause", "Reset", "Reveal"])
    ann.action("Pause").click()
    expect(ann.actions).to_have_text(["Continue"])
    expect(ann.dialog).to_have_count(0)
    expect(ann.page.locator("#paused")).to_be_visible()
    ann.action("Continue").click()
    expect(ann.actions).to_have_text(["Check", "Pause", "Reset", "Reveal"])

    # Parameters with choices become lists.
    ann.write("c3", "Q").is_saved().choose("c3").action("Reveal").click()
    ann.field("scope").select_option("cell")
    ann.confirm()
    expect(ann.cell("c3")).to_have_attribute("data-mark", "revealed")


@pytest.mark.refusals
def test_fields_of_the_game_stand_below_the_board_and_a_refused_action_says_why(sit):
    ann = sit("lattice", seed=3).is_in("play")
    expect(ann.fact("Swaps left")).to_have_text("15")
    ann.action("Swap").click()
    ann.confirm()
    ann.says()

    movable = [each for each in ("a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5")
               if ann.cell(each).get_attribute("data-mark") != "hit"]
    one = movable[0]
    other = next(each for each in movable if ann.cell(each).inner_text() != ann.cell(one).inner_text())
    ann.action("Swap").click()
    ann.field("from").fill(one)
    ann.field("to").fill(other)
    ann.confirm()
    expect(ann.fact("Swaps left")).to_have_text("14")


def test_fields_of_a_seat_stand_on_its_card(sit):
    ann = sit("lattice", mode="race", seed=3).is_in("room")
    ann.page.locator("#start").click()
    ann.is_in("play")
    expect(ann.page.locator(".seat", has_text="Ann")).to_contain_text("swaps left: 15")


def test_a_field_that_allows_null_has_a_box_for_it(new_window):
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


def test_the_lexicon_of_a_form_is_the_schemas_default_not_the_first(scripts):
    shown = scripts.evaluate("""async () => {
        const { OptionsForm } = await import('/js/dialogs/form.js');
        const schemas = { lexicon: { type: 'string', default: 'en' } };
        const game = { fields: ['lexicon'], schemaOf: (name) => schemas[name], words: {}, defaults: {} };
        const [field] = new OptionsForm(game, ['de', 'en', 'fr'].map((id) => ({ id }))).fields({});
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


def test_every_schema_has_its_field_and_is_read_back(scripts):
    labels, values = scripts.evaluate("""async (schemas) => {
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


VERDICTS = {
    "You win": {"winners": [1], "scores": {"1": 3, "2": 1}},
    "Ben wins": {"winners": [2], "scores": {"1": 3, "2": 4}},
    "Ann and Ben share the win": {"winners": [1, 2], "scores": {"1": 3, "2": 3}},
    "Nobody wins": {"winners": [], "scores": {"1": 0, "2": 0}},
    "The game was ended.": {},
}


def test_unknown_kinds_and_marks_are_drawn_and_the_verdict_follows_from_winners_and_points(window):
    """Uses the modules alone, because the example's games always have a winner."""
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

    shown = window.page.evaluate("""async (results) => {
        const { drawResults } = await import('/js/end/results.js');
        const { default: GenericGame } = await import('/js/generic/game.js');
        const { GameState } = await import('/js/state/game-state.js');
        const seats = ['Ann', 'Ben'].map((name, index) => ({ seat: index + 1, name, colour: '#2a9d8f' }));
        const cells = Array.from({ length: 25 }, () => ({ kind: 'letter', value: 'A', by: 1 }));
        const shown = [];
        for (const result of results) {
          const state = new GameState();
          state.load({ sequence: 1, rules: 'own', state: 'finished', privateBoards: false, seats, result,
                       boards: [{ board: 0, cells }] });
          await drawResults({ state, me: seats[0], game: 'x' }, new GenericGame({ name: 'own' }));
          shown.push(document.getElementById('verdict').textContent);
        }
        return shown;
    }""", [{"seconds": 3, **result} for result in VERDICTS.values()])
    assert shown == [*VERDICTS]
