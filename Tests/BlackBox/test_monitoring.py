"""The metrics as Prometheus reads them, and the alerts and the dashboard in deploy/."""

import json
import re
import subprocess

import pytest

from client import ask, eventually, lobby
from server_process import ROOT, ServerProcess

pytestmark = pytest.mark.sqlite("reads the size of the data folder")
ALERTS, DASHBOARD = ROOT / "deploy" / "alerts.yml", ROOT / "deploy" / "dashboard.json"


@pytest.fixture(scope="module")
def exposition(tmp_path_factory):
    """The text of /metrics, from a server with backups that has been used."""
    folder = tmp_path_factory.mktemp("backups")
    with ServerProcess("--backup-every", "1s", "--backup-dir", folder) as server:
        lobby(server).edit(0, "A")
        ask(server, "GET", "/nothing")
        eventually(lambda: "backup_age_seconds" in ask(server, "GET", "/metrics").text)
        yield ask(server, "GET", "/metrics").text


def promtool(*args, text=None):
    return subprocess.run(["promtool", *map(str, args)], input=text, capture_output=True, text=True, timeout=60)


def test_promtool_finds_no_fault_in_the_metrics(exposition):
    done = promtool("check", "metrics", text=exposition)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done


def test_every_metric_has_a_help_text_and_a_type(exposition):
    kinds = {kind: set(re.findall(rf"^# {kind} (\S+) .", exposition, re.M)) for kind in ("HELP", "TYPE")}
    assert kinds["HELP"] == kinds["TYPE"] and len(kinds["TYPE"]) > 20


def test_the_metrics_tell_the_size_of_the_data_and_the_free_space(exposition):
    values = dict(re.findall(r"^(fivebyfive_\w+) (\d+)$", exposition, re.M))
    for name in ("data_bytes", "disk_free_bytes", "resident_bytes"):
        assert int(values[f"fivebyfive_{name}"]) > 4096, name


def test_promtool_finds_no_fault_in_the_alerts():
    done = promtool("check", "rules", ALERTS)
    assert done.returncode == 0 and "SUCCESS" in done.stdout, done


@pytest.mark.parametrize("path", [ALERTS, DASHBOARD], ids=lambda path: path.name)
def test_every_metric_that_a_file_names_exists(exposition, path):
    named = set(re.findall(r"fivebyfive_[a-z_]+", path.read_text()))
    missing = {name for name in named if not re.search(rf"^{name}[ {{]", exposition, re.M)}
    assert named and not missing, missing


def test_the_dashboard_has_a_query_for_every_panel():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len(panels) > 8 and all(target["expr"] for panel in panels for target in panel["targets"])
