"""Seats: taking and leaving one, names and colours, removal by the host, and the limit of twelve."""

import pytest

from client import accepted, curl, problem

FAMILY = "👪"


def take(game, **body):
    return game.ask("POST", "/seats", body)


def test_a_seat_has_a_number_a_name_a_colour_and_a_token(game):
    answer = take(game, name="Ann", colour="#2a9d8f")
    assert answer.status == 201
    seat = answer.json
    assert seat.keys() == {"seat", "name", "colour", "token"}
    assert (seat["seat"], seat["name"], seat["colour"]) == (1, "Ann", "#2a9d8f") and len(seat["token"]) >= 22
    assert game.show()["seats"] == [
        {"seat": 1, "name": "Ann", "colour": "#2a9d8f", "bot": False, "present": False}
    ]
    (event,) = game.history()
    assert (event["type"], event["seat"], event["name"], event["colour"]) == (
        "seat.taken",
        1,
        "Ann",
        "#2a9d8f",
    )


def test_curl_takes_a_seat(game):
    answer = curl(
        game.server, game.path + "/seats", "-d", '{"name":"Ann"}', "-H", "Content-Type: application/json"
    )
    assert answer.status == 201 and answer.json["seat"] == 1


def test_seats_count_from_1_and_get_different_colours(game):
    seats = [game.seat(name) for name in ("Ann", "Ben", "Cleo")]
    assert [seat.number for seat in seats] == [1, 2, 3]
    assert len({seat.colour for seat in seats}) == 3 and len({seat.token for seat in seats}) == 3


def test_an_edit_names_the_seat_that_made_it(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    ann.edit(0, "A"), ben.edit(1, "B"), game.edit(2, "C")
    assert [event.get("by") for event in game.history()[2:]] == [1, 2, None]
    assert [cell.get("by") for cell in game.board()["cells"][:4]] == [1, 2, None, None]


def test_the_thirteenth_player_is_refused_until_a_seat_is_free(game):
    seats = [game.seat(f"Player {number}") for number in range(12)]
    with game.unchanged():
        problem(take(game, name="Too late"), 409, "no-free-seat")
    assert game.ask("DELETE", "/seats/5", token=seats[4].token).status == 204
    assert game.seat("In time").number == 5


@pytest.mark.parametrize(
    "name, kept",
    [
        ("A", "A"),
        ("x" * 32, "x" * 32),
        ("é" * 32, "é" * 32),
        (FAMILY * 32, FAMILY * 32),
        ("Ann Marie", "Ann Marie"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("שרה", "שרה"),
        ('O\'Hara & "Co"',) * 2,
    ],
)
def test_a_name_is_1_to_32_characters(game, name, kept):
    answer = take(game, name=name)
    assert answer.status == 201, answer
    assert answer.json["name"] == kept == game.show()["seats"][0]["name"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 33,
        "é" * 33,
        "a\u0000b",
        "a\nb",
        "a\tb",
        "\u001b[31m",
        "a\u007f",
        "a\u0085b",
        "\u202eevil",
        "a\u202d",
        "a\u202ab",
        "a\u2066b",
        "a\u2067b",
        "in\u200bvisible",
        "a\u2060b",
        "\ufeffa",
        "   ",
        "\u2028",
        5,
        None,
        ["Ann"],
        {"a": 1},
    ],
)
def test_a_name_that_is_empty_too_long_or_has_hidden_characters_is_refused(game, name):
    with game.unchanged():
        problem(take(game, name=name), 422 if isinstance(name, str) else (400, 422))


@pytest.mark.parametrize(
    "colour",
    ["red", "#fff", "#12345", "#1234567", "#gggggg", "", "2a9d8f", "#2a9d8f;", 5, "url(x)", "＃2a9d8f"],
)
def test_a_colour_is_a_hash_and_six_hex_digits(game, colour):
    with game.unchanged():
        problem(take(game, name="Ann", colour=colour), 422 if isinstance(colour, str) else (400, 422))


def test_a_name_that_is_not_in_nfc_is_normalized_or_refused(game):
    """The contract requires NFC and allows either way."""
    answer = take(game, name="Zoe\u0308")
    if answer.status != 201:
        problem(answer, 422)
    else:
        assert answer.json["name"] == "Zoë" == game.show()["seats"][0]["name"]


def test_a_seat_needs_a_name_and_takes_no_unknown_keys(game):
    with game.unchanged():
        problem(take(game), (400, 422))
        assert "nmae" in problem(take(game, name="Ann", nmae="x"), (400, 422), "unknown-key")["detail"]


def test_leaving_revokes_the_token(game):
    ann = game.seat("Ann")
    answer = game.ask("DELETE", "/seats/1", token=ann.token)
    assert answer.status == 204 and answer.body == b""
    assert game.show()["seats"] == []
    assert game.history()[-1]["type"] == "seat.left" and game.history()[-1]["seat"] == 1
    with game.unchanged():
        problem(ann.edit(0, "A"), (401, 403))
        problem(game.ask("DELETE", "/seats/1", token=ann.token), (401, 403, 404))


def test_only_the_player_and_the_host_can_free_a_seat(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    with game.unchanged():
        problem(game.ask("DELETE", "/seats/1"), 401, "token-needed")
        problem(game.ask("DELETE", "/seats/1", token=ben.token), 403, "not-allowed")
        problem(game.ask("DELETE", "/seats/1", token="x" * 32), 401, "unknown-token")
    assert game.ask("DELETE", "/seats/1", token=game.host).status == 204, "the host removes a player"
    problem(ann.edit(0, "A"), (401, 403))
    accepted(ben.edit(0, "B"))


@pytest.mark.parametrize("seat", ["9", "0", "13", "-1", "x", "99999999999999999999"])
def test_an_unknown_seat_is_404(game, seat):
    problem(game.ask("DELETE", f"/seats/{seat}", token=game.host), 404)


def test_the_next_player_of_a_seat_cannot_undo_earlier_edits(game):
    ann = game.seat("Ann")
    ann.edit(0, "A")
    game.ask("DELETE", "/seats/1", token=ann.token)
    ben = game.seat("Ben")
    assert ben.number == 1
    with game.unchanged():
        problem(ben.act("undo"), 409, "nothing-to-undo")
