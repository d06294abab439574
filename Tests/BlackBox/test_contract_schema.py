"""What a machine makes up from /openapi.json gets the answers that /openapi.json says."""

import os

import pytest

import contract_schema
from client import ask
from server_process import ServerProcess


def as_documented(seconds, phases):
    with ServerProcess("--no-address-limits") as server:
        code, report = contract_schema.run(server.url, seconds, phases)
        assert server.running and ask(server, "GET", "/healthz").status == 200
    assert code == 0, report[-12000:]


@pytest.mark.timeout(180)
def test_the_examples_get_the_answers_that_are_documented():
    as_documented(10, "examples")


@pytest.mark.slow
@pytest.mark.timeout(1000)
@pytest.mark.parametrize("phases", ["examples,coverage", "fuzzing", "stateful"])
def test_made_up_requests_get_the_answers_that_are_documented(phases):
    as_documented(int(os.environ.get("CONTRACT_SECONDS", "60")) // 3, phases)
