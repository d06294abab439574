"""What happens when the process has no descriptors left."""

import time

from client import ask
from server_process import ServerProcess


def attempts(log):
    return log.read_text().count("EMFILE")


def test_accept_without_descriptors_waits_instead_of_spinning_and_then_serves(tmp_path):
    """strace lets the first accepts fail with EMFILE; the listener must rest 100 ms after each."""
    log = tmp_path / "accepts"
    fault = ["-e", "trace=accept4", "-e", "inject=accept4:error=EMFILE:when=1..5"]
    with ServerProcess(
        "--io-threads", 1, wrapper=["strace", "-D", "-f", "-qq", "-o", log, *fault]
    ) as server:
        began = time.monotonic()
        assert ask(server, "GET", "/healthz").status == 200
        waited = time.monotonic() - began
        assert attempts(log) == 5
        assert waited >= 0.4, "five refusals with a rest of 100 ms between them"
        assert "fivebyfive_accept_failures_total 5" in ask(server, "GET", "/metrics").text
