"""The Debian package in a fresh root made by debootstrap: install, start, play, update, remove, purge.

Needs root, for debootstrap and chroot. No systemd runs there, so the server is started by the unit's own command line.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess

import pytest
from server_process import ROOT
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

PACKAGE = next((ROOT / ".build" / "package").glob("*.deb"))
LINTIAN = ["lintian", "--fail-on", "error,warning", "--allow-root"]


class Root:
    """A fresh Debian."""

    def __init__(self, folder):
        self.folder = folder
        folder.chmod(0o755)  # the server's user has to enter it
        release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
        sites = subprocess.check_output(["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)"], text=True)
        site = next(line.split()[0] for line in sites.splitlines() if line.split()[1] == release)
        subprocess.run(["debootstrap", "--variant=minbase", release, folder, site], check=True, capture_output=True)
        for path in ("etc/resolv.conf", "etc/apt/sources.list", "etc/apt/sources.list.d", "etc/apt/apt.conf.d"):
            self._copy(path)
        self.run("apt-get", "update", "-qq")

    def _copy(self, path):
        """Copies a file or folder of this machine, so that packages come from where this machine gets them."""
        if pathlib.Path("/", path).is_dir():
            shutil.copytree(f"/{path}", self.folder / path, dirs_exist_ok=True)
        elif pathlib.Path("/", path).exists():
            shutil.copy(f"/{path}", self.folder / path)

    def run(self, *command, **options):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            ["chroot", self.folder, *command], check=True, text=True, capture_output=True, env=environment, **options
        ).stdout

    def install(self, package):
        shutil.copy(package, self.folder / "tmp" / package.name)
        self.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/tmp/{package.name}")

    @property
    def data(self):
        return self.folder / "var" / "lib" / "fivebyfive"

    @contextlib.contextmanager
    def serving(self):
        """Starts the server as its unit does."""
        unit = (self.folder / "usr/lib/systemd/system/fivebyfive.service").read_text()
        command = re.search(r"^ExecStart=(.+)$", unit, re.M)[1].split()
        variables = re.search(r"^Environment=(.+)$", unit, re.M)[1].split()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            ["chroot", self.folder, "setpriv", "--reuid=fivebyfive", "--regid=fivebyfive", "--clear-groups",
             "env", "-i", *variables, f"FIVEBYFIVE_PORT={port}", *command], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == f"listening on http://127.0.0.1:{port}/\n"
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(15) == 0


def curl(*arguments):
    return subprocess.check_output(["curl", "--silent", "--fail", *arguments], text=True)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    return Root(tmp_path_factory.mktemp("root"))


def earlier(package, folder):
    """The package with the number of an earlier version."""
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "content"], check=True)
    control = folder / "content" / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: .+$", "Version: 0.0.1", control.read_text(), flags=re.M))
    subprocess.run(["dpkg-deb", "--build", "-Znone", folder / "content", folder / "earlier.deb"], check=True)
    return folder / "earlier.deb"


def test_lintian_finds_neither_an_error_nor_a_warning():
    subprocess.run([*LINTIAN, PACKAGE], check=True)


def test_the_package_is_installed_updated_with_games_removed_and_purged(fresh, tmp_path):
    fresh.install(earlier(PACKAGE, tmp_path))
    owner = fresh.run("stat", "--format", "%U %a", "/var/lib/fivebyfive")
    assert owner == "fivebyfive 700\n"
    assert "fivebyfive" not in fresh.run("sh", "-c", "cat /var/lib/fivebyfive/* 2>/dev/null || true")

    with fresh.serving() as url:
        curl("--data", "A", f"{url}/board/cells/12")
        assert "<title>" in curl(f"{url}/")
    fresh.install(PACKAGE)
    assert "0.0.1" not in fresh.run("dpkg-query", "--show", "fivebyfive")
    with fresh.serving() as url:
        assert curl(f"{url}/board.txt").split()[2][2] == "A"
    assert {path.stat().st_mode & 0o77 for path in fresh.data.iterdir()} == {0}

    fresh.run("apt-get", "remove", "-y", "-qq", "fivebyfive")
    assert not (fresh.folder / "usr/bin/GameServer").exists() and (fresh.data / "games.sqlite").exists()
    fresh.run("apt-get", "purge", "-y", "-qq", "fivebyfive")
    assert not fresh.data.exists() and not (fresh.folder / "etc/default/fivebyfive").exists()


def test_games_are_saved_where_the_person_is_and_put_back_after_the_data_was_lost(fresh):
    fresh.install(PACKAGE)
    with fresh.serving() as url:
        curl("--data", "B", f"{url}/board/cells/12")
        fresh.run("sh", "-c", "cd /root && fivebyfive backup mine.sqlite")
    fresh.run("sh", "-c", "rm -rf /var/lib/fivebyfive/* && cd /root && fivebyfive restore mine.sqlite")
    with fresh.serving() as url:
        assert curl(f"{url}/board.txt").split()[2][2] == "B"


def test_the_manual_lists_every_option_of_the_server(fresh):
    fresh.install(PACKAGE)
    manual = subprocess.check_output(["man", "--local-file", fresh.folder / "usr/share/man/man1/GameServer.1.gz"], text=True)
    options = re.findall(r"^  (--[a-z-]+)", fresh.run("GameServer", "serve", "--help"), re.M)
    assert len(options) > 30 and [option for option in options if option not in manual] == []


def test_the_list_of_contents_is_valid_spdx_and_names_every_pinned_package(tmp_path):
    path = tmp_path / "fivebyfive.spdx.json"
    path.write_text(subprocess.check_output([ROOT / "Scripts" / "make_sbom.py"], text=True))
    document = parse_file(str(path))
    assert validate_full_spdx_document(document) == []
    names = {package.name for package in document.packages}
    pinned = re.findall(r'url: "https://[^"]+/([^/"]+)", exact', (ROOT / "Package.swift").read_text())
    assert {name.lower() for name in pinned} - names == {"swift-docc-plugin"}
    assert {"FiveByFive", "scowl", "wordnet-base", "libsqlite3-0", "libevent-2.1-7"} <= names
