"""What a machine makes up from /openapi.json gets the answers that /openapi.json says."""

import pytest

import contract_schema
from client import ask
from server_process import ServerProcess


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_made_up_requests_get_the_answers_that_are_documented():
    with ServerProcess("--no-address-limits") as server:
        code, report = contract_schema.run(server.url, seconds=60)
        assert server.running and ask(server, "GET", "/healthz").status == 200
    assert code == 0, report[-12000:]
