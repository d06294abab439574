"""One address adds to somebody else's room, games and boards as fast as it can, for a minute; see `spending.py`."""

from spending import drill


def test_a_host_goes_on_while_one_address_adds_to_what_is_theirs():
    # Short journals, so that a minute is enough to fill one that nobody protects.
    faults, answers, stored, turns = drill(minutes=1, events=1000)
    assert not faults
    assert all(counts.get(429) for counts in answers.values()), f"a way without limits: {answers}"
    assert turns > 20, "the host made no progress"
