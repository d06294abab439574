"""Reactions: six buttons for those who play together, seen by everybody for a moment and never kept."""

import pytest
from playwright.sync_api import expect

from page_server import PHONE
from solving_window import SOLUTION, SolvingWindow, new_mini


@pytest.fixture
def pair(new_window, api):
    """Ann and Ben in a mini."""
    game = new_mini(api)["id"]
    return [new_window(kind=SolvingWindow, **PHONE).sit(game, name).until_live() for name in ("Ann", "Ben")]


def reactions(window):
    return window.page.get_by_role("group", name="Reactions")


def react(window, name):
    window.touch(reactions(window).get_by_role("button", name=name))


def test_a_reaction_flies_at_everybody_during_the_game_and_at_its_end(pair):
    ann, ben = pair

    # Six reactions fit on a small phone.
    ann.page.set_viewport_size({"width": 320, "height": 568})
    expect(reactions(ann).get_by_role("button")).to_have_count(6)
    boxes = [button.bounding_box() for button in reactions(ann).get_by_role("button").all()]
    assert len({box["y"] for box in boxes}) == 1
    assert all(box["width"] >= 44 and box["x"] + box["width"] <= 320 for box in boxes)

    # It has the player's name, is read out, and stands still for readers who prefer less motion.
    ann.page.evaluate("""() => new MutationObserver(() => {
        window.moving = document.querySelector('.flying')?.getAnimations({ subtree: true }).length ?? window.moving;
    }).observe(document.body, { childList: true })""")
    react(ann, "Wow")
    for each in pair:
        each.page.wait_for_function("() => flown.includes('😮Ann')")
    assert ann.page.evaluate("moving") == 0
    expect(ben.page.locator("#announcer")).to_have_text("Ann: Wow")
    for each in pair:
        expect(each.page.locator(".flying")).to_have_count(0)

    # It is not kept.
    ben.page.reload()
    expect(reactions(ben)).to_be_visible()
    assert ben.page.evaluate("flown") == []

    # Players react to the result below it.
    ben.until_live()
    ann.choose("b1")
    ann.page.keyboard.type(SOLUTION.replace("/", "").replace("#", ""))
    ben.is_in("end")
    react(ben, "Well done")
    ann.page.wait_for_function("() => flown.includes('👏Ben')")


@pytest.mark.refusals
def test_reactions_beyond_the_limit_wait_and_go_on(pair):
    ann, ben = pair
    button = reactions(ann).get_by_role("button", name="Ha ha")
    button.evaluate("button => { for (let press = 0; press < 9; press += 1) button.click(); }")
    ben.page.wait_for_function("() => flown.filter(each => each === '😂Ann').length === 9")
    expect(ann.page.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize("game", [{"rules": "free"}, {"rules": "mini", "options": {"seed": 4}}], ids=["free", "mini"])
def test_a_player_alone_or_a_spectator_gets_no_buttons(new_window, api, game):
    made = api("POST", "/games", game)["id"]
    ann = new_window(kind=SolvingWindow).sit(made, "Ann")
    expect(ann.page.locator("#seats .seat")).to_have_count(1)
    expect(reactions(ann)).to_have_count(0)
    api("POST", f"/games/{made}/seats", {"name": "Ben"})
    expect(reactions(ann)).to_be_visible()
    watcher = new_window().visit(f"/g/{made}")
    expect(watcher.page.locator("#seats .seat")).to_have_count(2)
    expect(reactions(watcher)).to_have_count(0)
