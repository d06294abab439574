"""Every attack in short: the player's answers are right, those who left are forgotten, memory stays bounded."""

import pytest

from attack import faults
from attacks import ALL
from duel import duel

SIZE = 0.2  # of the connections of the full attack
BOUND = 64 << 20  # bytes that any of them may take meanwhile


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_a_player_is_answered_rightly_while_somebody_attacks(kind):
    result = duel(kind, seconds=1, size=SIZE, calm=False)
    assert not list(faults(result))
    assert result.memory[1] - result.memory[0] < BOUND
    assert all(result.times["attack"][name] for name in ("read", "edit", "event")), "the player played on"


@pytest.mark.parametrize("kind", [kind for kind in ALL if "Descriptors" in kind.__name__ or kind.wrapper])
def test_a_server_without_descriptors_does_not_spin(kind):
    result = duel(kind, seconds=1, size=SIZE)
    assert result.processor[1] < result.processor[0] + 0.25, "shares of a core: in calm, and in the attack"
