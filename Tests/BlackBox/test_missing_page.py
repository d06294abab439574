"""A program that is started away from its page folder: it looks where packages put it, or says what is missing."""

import os
import shutil

import pytest

from client import ask, curl, problem
from server_process import ROOT, ServerProcess, binary


@pytest.fixture
def program(tmp_path):
    (tmp_path / "bin").mkdir()
    return shutil.copy(binary(), tmp_path / "bin")


@pytest.mark.parametrize("place", ["bin/static", "share/fivebyfive/static", "elsewhere/static"])
def test_a_program_finds_its_page_in_the_working_folder_beside_itself_and_in_its_packages_place(
    tmp_path, program, place
):
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "elsewhere").mkdir(exist_ok=True)
    os.symlink(ROOT / "static", tmp_path / place)
    with ServerProcess(program=program, cwd=tmp_path / "elsewhere") as server:
        assert curl(server, "/", "-H", "Accept: text/html").status == 200
        assert ask(server, "POST", "/games", {"rules": "guess"}).status == 201


def test_without_the_page_folder_the_server_says_what_is_missing_and_plays_what_needs_no_words(tmp_path, program):
    with ServerProcess(program=program, cwd=tmp_path) as server:
        assert server.stderr.count("--static") == 1
        for path in ("/", "/g/lobby", "/r/smiths", "/today/mini", "/make", "/docs"):
            page = curl(server, path, "-H", "Accept: text/html")
            assert page.status == 404 and page.media == "text/html" and "--static" in page.text, path
            problem(ask(server, "GET", path), 404, "not-found")
        assert ask(server, "POST", "/board/cells/0", "A").status == 200
        assert ask(server, "POST", "/games", {"rules": "free"}).status == 201
