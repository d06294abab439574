"""The units of `deploy/systemd`: their sandbox, and the command of the health check."""

import re
import shlex
import subprocess

import pytest

from processes import DEPLOY
from server_process import ServerProcess
from stage import free_port

SERVICES = sorted((DEPLOY / "systemd").glob("*.service"))


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_every_service_is_in_a_sandbox(unit):
    text = unit.read_text()
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes"):
        assert line in text, line
    assert "DynamicUser=yes" in text or "PrivateNetwork=yes" in text, "no root with a network"
    assert "CapabilityBoundingSet=" in text and "SystemCallFilter=@system-service" in text


def check(address, port):
    """The exit code of the health check of a node on this address and port."""
    unit = (DEPLOY / "systemd" / "fivebyfive-health@.service").read_text()
    command = re.search(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE).group(1).replace("\\\n", " ")
    command = command.replace("${ADDRESS}", address).replace("%i", str(port))
    return subprocess.run(["curl", *shlex.split(command)[1:]], timeout=20).returncode


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "0.0.0.0"])
def test_the_health_check_finds_a_node_on_the_address_where_it_listens(host):
    port = free_port()
    with ServerProcess("--host", host, "--public-host", "play.example.org", port=port):
        assert check(host, port) == 0
    assert check(host, port) > 0
