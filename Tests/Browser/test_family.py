"""A family's evening: three browsers and a television, one game after the other in one room."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from client import eventually
from finished_games import answer_of, solution
from page_server import DESKTOP, PHONE
from room_window import RoomWindow
from rooms import make_room
from screen_window import ScreenWindow, window_of

PLAIN_DESKTOP = {**DESKTOP, "has_touch": False, "is_mobile": False, "device_scale_factor": 1}


@pytest.fixture
def family(new_window, server):
    """The room of Anna (host), Ben and Clara, their windows, and a television."""
    room = make_room(server, "Anna", "Ben", "Clara", title="The Smiths")
    windows = [new_window(kind=RoomWindow, **kind).as_player(player)
               for kind, player in zip((PLAIN_DESKTOP, PHONE, PHONE), room.people, strict=True)]
    for window in windows:
        window.enter(f"/r/{room.name}")
    tv = new_window(kind=ScreenWindow, **window_of("1080")).open(room.name)
    for window, name in zip(windows, ("Ben", "Clara", "Anna"), strict=True):
        expect(window.member(name)).not_to_contain_text("away")
    return room, windows, tv


def look(page, name):
    """Keeps a picture in the folder `PICTURES` of the environment, if it is set."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def begin(room, body):
    """The host begins a game; it begins by itself."""
    made = room.ask("POST", "/games", {"start": True, **body}, player=room.host)
    assert made.status == 201, made
    return room.game(made.json)


def all_play(room, windows, rules):
    """Waits until everybody plays. A page may have counted to the end a moment before the server begins the game."""
    for window in windows:
        window.plays(rules).counts_down()
        expect(window.page.locator("#start")).to_be_hidden()
    eventually(lambda: room.show()["game"]["state"] == "playing", what="a game that has begun")


def test_a_race_begins_without_a_lobby_and_its_winner_is_told_on_every_screen(family, api):
    room, windows, tv = family
    anna, ben, clara = windows
    game = begin(room, {"rules": "mini", "options": {"mode": "race", "seed": 7}})
    expect(ben.page.locator("#get-ready")).to_be_visible()
    look(ben.page, "countdown")
    tv.shows("waiting")
    look(tv.page, "tv-countdown")
    all_play(room, windows, "mini")
    tv.shows("cards")
    look(tv.page, "tv-race")
    cells = solution(answer_of(api, "mini", seed=7))
    first = list(cells)[:3]
    game.ask("PATCH", "/board", {"cells": {cell: cells[cell] for cell in first}}, token=game.people[1].token)
    expect(tv.seat("Ben").first).to_contain_text(f"3/{len(cells)}")
    expect(tv.seat("Ben").locator(".silhouette .on")).to_have_count(3)
    look(tv.page, "tv-race-written")
    game.ask("PATCH", "/board", {"cells": cells}, token=game.people[1].token)
    for window in windows:
        window.says("Ben finished in")
    expect(tv.page.locator("#tv-news .large")).to_contain_text("Ben wins!")
    look(tv.page, "tv-winner")
    expect(ben.page.locator("#hint")).to_contain_text("You win!")
    look(clara.page, "rival-finished")
    look(anna.page, "rival-finished-desktop")
    for person in (game.people[0], game.people[2]):
        person.act("resign")
    for window in windows:
        window.is_in("end")
    tv.shows("end")
    again = anna.page.get_by_role("button", name="Same again")
    look(anna.page, "end")
    again.click()
    for window in windows:
        expect(window.page.locator("#get-ready")).to_be_visible()
    all_play(room, windows, "mini")
    assert room.show()["game"]["id"] != game.id


def ends(windows, tv):
    for window in windows:
        window.is_in("end")
    tv.shows("end")


def pick(window, label):
    """Chooses the next game over the result of the last one."""
    window.page.locator("#next-game").click()
    window.begin(label)


def test_an_evening_goes_from_game_to_game_in_one_place(family, api):
    room, windows, tv = family
    anna, ben, clara = windows
    word = answer_of(api, "guess", seed=3)
    guess = begin(room, {"rules": "guess", "options": {"mode": "race", "seed": 3}})
    all_play(room, windows, "guess")
    guess.guess("CRANE", 2)
    guess.guess(word, 2)
    for window in windows:
        window.says("Ben finished in")
    for seat in (1, 3):
        for _ in range(5):
            guess.guess("CRANE", seat)
    ends(windows, tv)
    look(tv.page, "tv-end-guess")

    pick(anna, "Play · Word square")
    all_play(room, windows, "square")
    tv.shows("call")
    square = room.game()
    square.play_rounds(3)
    for window in windows:
        expect(window.page.locator("#grid .letter")).to_have_count(3)
    look(tv.page, "tv-square")

    # Anna asks for another game before the end of this one.
    anna.begin("Race · Lattice").says("Asking the others …")
    for window in (ben, clara):
        question = window.page.get_by_role("dialog", name="Next game?")
        expect(question).to_contain_text("Anna would like to end this game and play Lattice.")
        look(window.page, "vote")
        question.get_by_role("button", name="Next game").tap()
    all_play(room, windows, "lattice")
    look(tv.page, "tv-lattice")
    standings = {name: wins for name, (_, wins, _) in anna.standings().items()}
    assert standings["Ben"] != "0" and set(standings) == {"Anna", "Ben", "Clara"}

    # People who leave or are removed are told of.
    room.leave(room.people[2])
    for window in (anna, ben):
        window.says("Clara left the room.")
    expect(tv.page.locator("#tv-news")).to_contain_text("Clara left the room")
    room.leave(room.people[1], by=room.host)
    expect(ben.page.locator("#room-panel")).to_contain_text("The host has removed you from this room.")
    expect(ben.page.get_by_role("button", name="Join", exact=True)).to_be_hidden()
    look(ben.page, "removed")
