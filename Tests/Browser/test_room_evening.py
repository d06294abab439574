"""An evening in one room: two phones and a television, four games, a server that is killed, and a new phone."""

import re
import signal

import pytest
from playwright.sync_api import expect

from client import eventually
from home_window import HomeWindow
from lattice_window import solving_swaps
from lattice_table import answer_by
from page_server import PHONE
from qr_reader import code_in
from room_window import RoomWindow
from rooms import make_room
from screen_window import ScreenWindow, window_of
from square_table import accepted
from test_room import agree, both_are_back, names_of_seats

LATTICE = 7


def killed(server, room, windows):
    """Kills the server and starts it again; the windows go on by themselves."""
    server.restart(signal.SIGKILL)
    for window in windows:
        window.until_live(timeout=30_000)
    both_are_back(room)


def replaced(old, new_window):
    """A new phone of the same player, which reads the code that the old one shows."""
    home = HomeWindow(old.page, old.url).open()
    home.page.locator("#me").tap()
    home.page.get_by_role("button", name="Link another device").tap()
    code = home.page.get_by_role("img", name="The link as a QR code")
    expect(code).to_be_visible()
    link = code_in(code)
    phone = new_window(kind=RoomWindow, **PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Go on here").tap()
    expect(phone.page.locator("body.ready")).to_be_attached()
    old.page.close()
    phone.page.locator("#room-list a").tap()
    return phone


@pytest.mark.refusals
def test_two_phones_and_a_television_play_an_evening_in_one_room(server, new_window):
    room = make_room(server, "Ann", "Ben", title="The Smiths")
    television = new_window(kind=ScreenWindow, **window_of("1080")).open(room.name)
    link = television.read_code()
    ann, ben = (new_window(kind=RoomWindow, **PHONE).as_player(player) for player in room.people)
    for phone in (ann, ben):
        phone.enter(link.removeprefix(phone.url))
    both_are_back(room)

    ann.begin("Play · Mini crossword").plays("mini")
    ben.plays("mini").touch(ben.page.locator("#grid .cell:not(.block)").first)
    ben.touch(ben.key("Q")).is_saved()
    television.shows("board")
    assert television.letters(television.page.locator(".live")).count("Q") == 1
    killed(server, room, (ann, ben))
    mini = room.game()
    accepted(mini.act("reveal", {"scope": "board"}, token=room.host.key))
    agree(room, mini)
    for phone in (ann, ben):
        phone.is_in("end")
    television.shows("end")

    server.restart(signal.SIGKILL)
    both_are_back(room)
    ann.begin("Play · Word square").plays("square", "room")
    ben.plays("square", "room")
    television.shows("waiting")
    ann.page.get_by_role("button", name="Start").tap()
    ben.plays("square")
    room.game().play()
    for phone in (ann, ben):
        phone.is_in("end")
    expect(television.shows("end").part("verdict")).to_contain_text(re.compile("wins|tie|draw", re.IGNORECASE))

    room.begin("lattice", mode="together", seed=LATTICE)
    ann.plays("lattice")
    ben.plays("lattice")
    ben = replaced(ben, new_window).plays("lattice")
    one, other = solving_swaps(ben.text, answer_by(server, LATTICE))[0]
    ben.touch(ben.cell(one)).touch(ben.cell(other)).is_saved()
    killed(server, room, (ann, ben))
    room.game().solve(answer_by(server, LATTICE))
    for phone in (ann, ben):
        phone.is_in("end")

    ann.begin("Together · Hidden word").plays("guess")
    ben.plays("guess").type_on_screen("a1", "CRANE").is_saved()
    ann.shows("e1", "E")
    killed(server, room, (ann, ben))
    assert names_of_seats(room) == ["Ann", "Ben"]
    assert television.shows("board").letters(television.page.locator(".live")).startswith("CRANE")
    ann.tool("resign").tap()
    ben.page.locator("dialog").get_by_role("button", name="Give up").tap()
    for phone in (ann, ben):
        phone.is_in("end")

    eventually(lambda: len(room.show()["games"]) == 4, 10, "four past games")
    standings = {row["name"]: [str(row["games"]), str(row["wins"])] for row in room.show()["standings"]}
    assert {name: games for name, (games, _) in standings.items()} == {"Ann": "4", "Ben": "4"}
    for phone in (ann, ben):
        expect(phone.panel.locator(".past li")).to_have_count(4)
        assert {name: row[:2] for name, row in phone.standings().items()} == standings
        assert phone.page.url == link
    server.restart(signal.SIGKILL)
    for name, (games, wins) in standings.items():
        row = television.part("standings").locator("tbody tr", has_text=name)
        expect(row.locator("td").first).to_have_text(wins)
    assert {row["name"]: [str(row["games"]), str(row["wins"])] for row in room.show()["standings"]} == standings
