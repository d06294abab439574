"""Short versions of every attack: the player's answers are correct, and memory is bounded and released."""

import floods
import pytest

from attack import RETAINED_LIMIT, faults
from attacks import ALL
from duel import duel

SIZE = 0.2  # of the connections of the full attack
MEMORY_LIMIT = 64 << 20  # bytes that an attack may take


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_a_player_gets_correct_answers_during_an_attack(kind):
    result = duel(kind, seconds=1, size=SIZE, calm=False)
    assert not list(faults(result))
    assert result.memory[1] - result.memory[0] < MEMORY_LIMIT
    assert all(result.times["attack"][name] for name in ("read", "edit", "event")), "the player made no progress"


@pytest.mark.parametrize("kind", [kind for kind in ALL if "Descriptors" in kind.__name__ or kind.wrapper])
def test_a_server_without_descriptors_does_not_spin(kind):
    result = duel(kind, seconds=1, size=SIZE)
    assert result.processor[1] < result.processor[0] + 0.25, "shares of a core, with and without the attack"


@pytest.mark.parametrize("kind", floods.ALL, ids=lambda kind: kind.__name__)
def test_a_player_is_not_refused_while_another_address_floods_the_server(kind):
    result = duel(kind, seconds=1, size=SIZE, calm=False)
    # A flood of everything leaves the tables of bots and analyses in memory, which are bounded.
    retained = MEMORY_LIMIT if kind is floods.Everything else RETAINED_LIMIT
    assert not list(faults(result, retained))
    assert all(result.times["attack"][name] for name in ("read", "edit", "event")), "the player made no progress"


def test_every_operation_of_the_document_has_a_flood():
    flooded = {name for kind in floods.ROUTES for name in kind.names}
    assert flooded == set(floods.operations()) - {"GET /healthz"}
