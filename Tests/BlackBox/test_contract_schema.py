"""Requests generated from /openapi.json get the answers that it declares."""

import os

import pytest

import contract_schema
from client import ask
from server_process import ServerProcess

pytestmark = pytest.mark.nightly


def assert_conforms(seconds, phases):
    with ServerProcess("--no-address-limits") as server:
        code, report = contract_schema.run(server.url, seconds, phases)
        assert server.running and ask(server, "GET", "/healthz").status == 200
    assert code == 0, report[-12000:]


@pytest.mark.timeout(600)
def test_examples_get_documented_answers():
    assert_conforms(10, "examples")


@pytest.mark.timeout(1000)
@pytest.mark.parametrize("phases", ["examples,coverage", "fuzzing", "stateful"])
def test_generated_requests_get_documented_answers(phases):
    assert_conforms(int(os.environ.get("CONTRACT_SECONDS", "60")) // 3, phases)
