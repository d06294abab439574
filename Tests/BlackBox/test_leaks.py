"""Hidden boards stay hidden: before the end, no answer to a rival or a spectator depends on them."""

import pytest

from leak_twins import ONE, TWO, Twin


@pytest.fixture(scope="module")
def twins():
    """The same game twice, with other placements and another last letter of Ben."""
    return Twin(ONE, "S").play(), Twin(TWO, "T").play()


def test_the_twins_differ_only_in_bens_board(twins):
    """Otherwise the comparison would prove nothing."""
    one, two = ({board["board"]: board["text"] for board in twin.boards["spectator"]} for twin in twins)
    assert one.keys() == two.keys() == {1, 2, 3, 4}
    assert [number for number in one if one[number] != two[number]] == [2]
    assert sorted(one[2].replace("S", "").replace("T", "")) == sorted(two[2].replace("S", "").replace("T", ""))


def test_the_survey_covers_many_answers_and_statuses(twins):
    for twin in twins:
        assert len(twin.answers) > 1500
        statuses = {answer.split("\n")[0] for answer in twin.answers.values()}
        assert {"200", "304", "401", "403", "404", "405", "406", "409", "412", "422"} <= statuses


def test_no_answer_depends_on_a_hidden_board(twins):
    one, two = (twin.answers for twin in twins)
    assert one.keys() == two.keys()
    different = [name for name in one if one[name] != two[name]]
    shown = "\n\n".join(f"{name}\n{one[name][:1500]}\n-- or --\n{two[name][:1500]}" for name in different[:3])
    assert not different, f"{len(different)} answers differ: {different[:40]}\n{shown}"


def test_no_stream_of_a_rival_depends_on_a_hidden_board(twins):
    one, two = (twin.events for twin in twins)
    assert len(one) > 100 and one == two


def test_no_live_board_of_a_rival_depends_on_a_hidden_board(twins):
    one, two = (twin.pictures for twin in twins)
    assert len(one) > 100 and one == two


def test_no_stream_of_a_spectator_depends_on_a_hidden_board(twins):
    """Cursors included: a player points at a cell before writing into it."""
    one, two = (twin.spectator_events.splitlines() for twin in twins)
    different = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    assert not different, different[:3]
    assert len(one) == len(two) > 100


def test_no_line_of_the_log_depends_on_a_hidden_board(twins):
    one, two = (twin.log for twin in twins)
    assert one == two


def test_no_move_of_a_bot_depends_on_a_hidden_board(twins):
    one, two = ([event for event in twin.history if event.get("by") == 4] for twin in twins)
    assert len(one) == 25 + 6 and [strip(event) for event in one] == [strip(event) for event in two]


def strip(event):
    return {key: event.get(key) for key in ("type", "cell", "value", "letter")}


def test_after_the_end_everything_is_visible(twins):
    for twin in twins:
        shown = list(twin.boards.values())
        assert all(boards == shown[0] for boards in shown) and twin.export == 200
        placed = [event for event in twin.history if event["type"] == "cell.changed"]
        assert len(placed) == 100 and all({"cell", "value", "previous"} <= event.keys() for event in placed)
    ben = [
        [event["cell"] for event in twin.history if event["type"] == "cell.changed" and event["board"] == 2]
        for twin in twins
    ]
    assert ben == [twins[0].hidden, twins[1].hidden]
