"""The page's HTML and CSS are valid, and its sentences exist in every language."""

import re

import pytest
import tinycss2
from playwright.sync_api import expect

from page_server import ROOT
from room_window import RoomWindow
from rooms import make_room
from validator import errors_of

STATIC = ROOT / "static"
STYLES = sorted(STATIC.rglob("*.css"))
# Properties that Chromium does not know.
FOREIGN = {"-webkit-user-select", "line-clamp", "-webkit-text-size-adjust"}


def test_the_documents_are_valid_html_before_and_after_the_scripts_have_run(new_window, server, tmp_path):
    """Those of the stages of games are checked in `test_stages`."""
    room = make_room(server, "Ann", "Ben")
    window = new_window(kind=RoomWindow).as_player(room.host)
    window.page.goto(window.url + "/")
    expect(window.page.locator("body.ready")).to_be_attached()
    (tmp_path / "home.html").write_text(window.page.content())
    expect(window.enter(f"/r/{room.name}").starts("Play · Free board")).to_be_visible()
    (tmp_path / "room.html").write_text(window.page.content())
    assert room.begin("free").act("close", token=room.host.key).status == 200
    expect(window.is_in("end").panel.locator(".past li")).to_have_count(1)
    (tmp_path / "room-end.html").write_text(window.page.content())
    assert errors_of(*STATIC.glob("*.html"), *tmp_path.glob("*.html")) == []


# --------------------------------------------------------------------------------------------------------- CSS


def walk(nodes, within=""):
    """All selectors and declarations of parsed CSS, including nested ones, as (kind, line, value)."""
    for node in nodes:
        if node.type == "error":
            yield "error", node.source_line, node.message
        elif node.type == "declaration":
            yield "declaration", node.source_line, (node.name, tinycss2.serialize(node.value).strip())
        elif node.type == "qualified-rule":
            if within != "keyframes":
                yield "selector", node.source_line, tinycss2.serialize(node.prelude).strip()
            yield from walk(inside(node), "rule")
        elif node.type == "at-rule" and node.content is not None:
            yield from walk(inside(node), node.at_keyword.removeprefix("-webkit-"))


def inside(node):
    return tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)


KNOWN_TO_THE_BROWSER = """found => {
    const selects = (what) => {
      try {
        document.querySelector(/^[>+~]/.test(what) ? `& ${what}` : what);
        return true;
      } catch {
        return false;
      }
    };
    return found.filter(([kind, , what]) => kind === 'error' || (kind === 'selector' && !selects(what))
        || (kind === 'declaration' && !what[0].startsWith('--') && !CSS.supports(...what)));
}"""


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_the_style_sheets_parse_and_the_browser_knows_every_selector_and_value(style, scripts):
    """Uses the browser, because no packaged CSS validator knows container units and nesting."""
    found = list(walk(tinycss2.parse_stylesheet(style.read_text(), skip_comments=True, skip_whitespace=True)))
    unknown = scripts.evaluate(KNOWN_TO_THE_BROWSER, found)
    assert len(found) > 10
    assert [each for each in unknown if each[2][0] not in FOREIGN] == []


# ------------------------------------------------------------------------------------------------- the sentences


SHAPE = """async path => {
    const shape = (value) => typeof value === 'function' ? `function of ${value.length}`
        : Array.isArray(value) ? value.map(shape)
        : value && typeof value === 'object'
          ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, shape(value[key])])) : typeof value;
    const { text, words } = await import(path);
    return shape(text ?? words);
}"""
# The page's own sentences, then those of each game, of all other games, and of parts of the page.
LATE = [STATIC / "js" / part for part in ("challenges", "dialogs", "end", "home", "make", "player", "reactions", "room",
                                         "room/screen", "settings", "waiting")]
TABLES = [STATIC / "js/strings", *sorted(path.parent for path in STATIC.glob("js/games/*/en.js")),
          *sorted(STATIC.glob("js/games/*/rules")),
          STATIC / "js/generic", *LATE]


def shape_of(scripts, path):
    return scripts.evaluate(SHAPE, f"/{path.relative_to(STATIC)}")


@pytest.mark.parametrize("folder", TABLES, ids=lambda path: path.name)
def test_every_language_has_the_same_sentences_with_the_same_parameters(scripts, folder):
    languages = {path.name for path in (STATIC / "js/strings").glob("*.js")}
    english = shape_of(scripts, folder / "en.js")
    for name in languages:
        assert list(differences(english, shape_of(scripts, folder / name))) == [], name


def differences(one, other, path="text"):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from differences(one.get(key), other.get(key), f"{path}.{key}")
    elif one != other:
        yield f"{path}: {one}, {other}"


def used_in(path, table):
    """The keys of a table that a script uses, such as `.end.played` of `text`."""
    return {keys.replace("?", "") for keys in re.findall(rf"(?<![\w.`'#/]){table}((?:\??\.\w+)+)", path.read_text())}


def assert_all_exist(used, english):
    for keys, name in used.items():
        known = english
        for key in keys.strip(".").split("."):
            if not isinstance(known, dict):
                break  # a property of the sentence, such as its length
            assert key in known, f"{keys} in {name}"
            known = known[key]


def test_every_sentence_that_the_page_uses_exists(scripts):
    used = {}
    for path in STATIC.glob("js/**/*.js"):
        if path.parent.name != "strings":
            used |= {keys: path.name for keys in used_in(path, "text")}
    shared = shape_of(scripts, STATIC / "js/strings/en.js")
    for path in STATIC.glob("*.html"):
        labels = {f".{key}": path.name for key in re.findall(r'data-(?:t|label)="(\w+)"', path.read_text())}
        # Some pages fill their document from a table of their own too.
        table = {"index.html": "home", "make.html": "make"}.get(path.name)
        own = shape_of(scripts, STATIC / "js" / table / "en.js") if table else {}
        assert_all_exist(labels, {**shared, **own})
    assert len(used) > 90
    assert_all_exist(used, shared)


@pytest.mark.parametrize("folder", [path for path in TABLES[1:] if path.name != "rules"], ids=lambda path: path.name)
def test_every_sentence_that_a_game_or_a_late_part_uses_exists(scripts, folder):
    table = "say" if folder in LATE else "words"
    used = {keys: path.name for path in folder.glob("*.js") for keys in used_in(path, table)}
    assert used
    assert_all_exist(used, shape_of(scripts, folder / "en.js"))
