"""Seats: taking and leaving one, removal by the host, and the limit of twelve.

NameTests and RefusedValueTests have the names and colours, PermissionTests who may free a seat.
"""


from client import curl, problem


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
    assert [event[key] for key in ("type", "seat", "name", "colour")] == ["seat.taken", 1, "Ann", "#2a9d8f"]


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


def test_a_name_or_a_colour_that_is_not_valid_is_refused(game):
    with game.unchanged():
        for body in ({"name": "x" * 33}, {"name": "\u202eevil"}, {"name": 5}, {"name": "Ann", "colour": "red"}, {}):
            problem(take(game, **body), 422, "invalid-value")
    assert take(game, name="👪" * 32).json["name"] == "👪" * 32
    assert take(game, name="Zoe\u0308").json["name"] == "Zoë" == game.show()["seats"][1]["name"]


def test_leaving_or_removal_revokes_the_token(game):
    ann, ben = game.seat("Ann"), game.seat("Ben")
    answer = game.ask("DELETE", "/seats/1", token=ann.token)
    assert answer.status == 204 and answer.body == b""
    with game.unchanged():
        problem(game.ask("DELETE", "/seats/2"), 401, "token-needed")
        problem(game.ask("DELETE", "/seats/9", token=game.host), 404)
    assert game.ask("DELETE", "/seats/2", token=game.host).status == 204, "the host removes a player"
    assert game.show()["seats"] == [] and [event["type"] for event in game.history()[2:]] == ["seat.left"] * 2
    with game.unchanged():
        for gone in (ann, ben):
            problem(gone.edit(0, "A"), 401)
            problem(game.ask("DELETE", f"/seats/{gone.number}", token=gone.token), (401, 404))
