"""`/games/{id}/card.png`: the board as a picture for chats."""

import io

import pytest
from PIL import Image

from client import Game, accepted, ask, new_game, problem
from days import guess_word, seated
from players import new_player

SIZE = (1200, 630)
LEFT, TOP, PITCH, CELL, DOT = 324 - 4, 39 - 4, 112, 104, 10
WHITE, GREEN, DARK = (255, 255, 255), (0x2D, 0x7F, 0x46), (0x22, 0x25, 0x2B)


def picture(answer):
    assert answer.status == 200 and answer.header("Content-Type") == "image/png", answer
    image = Image.open(io.BytesIO(answer.body))
    image.load()
    assert image.format == "PNG" and image.size == SIZE
    return image.convert("RGB")


def cell(image, index):
    """A cell of the picture."""
    x, y = LEFT + 8 + index % 5 * PITCH, TOP + 8 + index // 5 * PITCH
    return image.crop((x, y, x + CELL, y + CELL))


def drawn(image, index):
    """The letter in a cell as text: seven rows of five squares."""
    part = cell(image, index)
    ground = part.getpixel((1, 1))
    left, top = (CELL - 5 * DOT) // 2, (CELL - 7 * DOT) // 2
    dots = [[part.getpixel((left + column * DOT + 5, top + row * DOT + 5)) != ground for column in range(5)] for row in range(7)]
    return ["".join("#" if dot else "." for dot in row) for row in dots]


def test_a_card_shows_the_letters_of_the_board(server):
    game = new_game(server)
    for index, letter in ((0, "F"), (12, "Ä")):
        accepted(game.edit(index, letter))
    image = picture(game.ask("GET", "/card.png"))
    assert drawn(image, 0) == ["#####", "#....", "#....", "####.", "#....", "#....", "#...."]
    assert drawn(image, 1) == ["....."] * 7 and cell(image, 1).getpixel((50, 50)) == WHITE
    assert drawn(image, 12) == [".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"]


def test_a_card_has_a_tag_that_changes_with_the_board(server):
    game = new_game(server)
    first = game.ask("GET", "/card.png")
    tag = first.header("ETag")
    same = game.ask("GET", "/card.png", headers={"If-None-Match": tag})
    assert same.status == 304 and not same.body
    accepted(game.edit(3, "A"))
    assert game.ask("GET", "/card.png", headers={"If-None-Match": tag}).status == 200


def test_marks_have_their_colours_and_a_board_is_drawn_for_those_who_may_see_it(server):
    ann, ben = new_player(server), new_player(server)
    game = seated(server, "guess", token=ann.key)
    guess_word(game, "CRANE")
    stranger = Game(server, game.id)
    problem(stranger.ask("GET", "/card.png", token=ben.key), 403, "personal-game")
    marks = [each.get("mark") for each in game.show(ann.key)["boards"][0]["cells"][:5]]
    image = picture(stranger.ask("GET", "/card.png", token=ann.key))
    shown = [cell(image, index).getpixel((1, 1)) == GREEN for index in range(5)]
    assert shown == [mark == "hit" for mark in marks]
    accepted(game.me.act("resign"))
    problem(stranger.ask("GET", "/card.png"), 403, "task-unfinished")


@pytest.mark.parametrize("query, status, code", [("?seat=9", 404, "no-such-board"), ("?seat=x", 400, "invalid-query")])
def test_a_card_of_a_board_that_does_not_exist_is_refused(server, query, status, code):
    game = ask(server, "POST", "/games", {"rules": "guess", "options": {"mode": "race"}}).json
    problem(ask(server, "GET", f"/games/{game['id']}/card.png{query}"), status, code)
    problem(ask(server, "GET", "/games/nosuchgame/card.png"), 404, "no-such-game")


def test_the_preview_of_a_finished_game_is_its_card(server):
    made = ask(server, "POST", "/games", {"rules": "guess", "options": {"seed": 5}}).json
    game = Game(server, made["id"])
    page = lambda: ask(server, "GET", f"/g/{game.id}", headers={"Accept": "text/html"}).text
    seat = game.seat("Ann")
    assert "card.png" not in page()
    accepted(seat.act("resign"))
    assert f'{server.url}/games/{game.id}/card.png"' in page()
    picture(game.ask("GET", "/card.png"))
