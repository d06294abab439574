"""What the end of a game shows, read from the page."""

import json

from playwright.sync_api import expect

# Counts the pieces of a celebration, which lasts for some seconds only.
COUNT_PIECES = """window.pieces = 0;
    new MutationObserver(() => {
        window.pieces = Math.max(window.pieces, document.querySelectorAll('.party i').length);
    }).observe(document, { childList: true, subtree: true });"""


def show_end(window, played, seat):
    """Opens the end screen of a game as the player of a seat, or as a spectator (None); returns the page."""
    if seat:
        stored = json.dumps(json.dumps(played.seats[seat - 1]))
        window.page.add_init_script(f"localStorage.setItem('5x5:seat:{played.id}', {stored})")
    window.page.goto(f"{window.url}/g/{played.id}")
    expect(window.page.locator("#verdict")).to_be_visible()
    return window.page


def letters_of(pictures):
    """The boards in the API's text form."""
    read = """board => [...board.querySelectorAll('.cell')].map(
        tile => tile.classList.contains('block') ? '#' : tile.textContent || '.').join('')"""
    return ["/".join(row[at:at + 5] for at in range(0, 25, 5)) for row in (each.evaluate(read) for each in pictures)]


def pictures_of(page, within="#boards"):
    return page.locator(f"{within} .picture").all()


def marks_of(picture):
    return picture.evaluate("board => [...board.querySelectorAll('.cell')].map(tile => tile.dataset.mark || '')")


def open_replay(page):
    page.get_by_role("button", name="Replay").click()
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).not_to_have_attribute("max", "0")
    return slider
