"""Options from environment variables, and the password of Redis."""

import contextlib
import os
import socket as socketlib
import subprocess

import pytest

from client import ask, eventually
from redis_process import redis, redis_cli
from server_process import ServerProcess, binary


@pytest.fixture
def environment(monkeypatch):
    """Sets variables for the servers that a test starts."""

    def set_variables(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(f"FIVEBYFIVE_{name}", value)

    return set_variables


def run(*args, **variables):
    names = {f"FIVEBYFIVE_{name}": value for name, value in variables.items()}
    return subprocess.run(
        [str(binary()), *map(str, args)], capture_output=True, text=True, timeout=60, env=os.environ | names
    )


def test_an_option_can_be_an_environment_variable(environment):
    environment(PUBLIC_HOST="play.example.org,play.example.net", NO_ADDRESS_LIMITS="true", LOG_FORMAT="json")
    with ServerProcess() as server:
        for host in ("play.example.org", "play.example.net"):
            assert ask(server, "GET", "/board", headers={"Host": host}).status in (200, 400)
        eventually(lambda: server.stderr.startswith("{"))


def test_the_command_line_wins(environment):
    environment(HOST="192.0.2.1", LOG_FORMAT="json")
    with ServerProcess("--host", "127.0.0.1", "--log-format=logfmt") as server:
        eventually(lambda: server.stderr.startswith("time="))


@pytest.mark.parametrize("name, value, word", [
    ("PORT", "many", "--port"), ("LOG_FORMAT", "xml", "--log-format"), ("GAME_MEMORY", "0", "--game-memory"),
    ("NO_ADDRESS_LIMITS", "perhaps", "true or false"), ("SLOW", "5 parsecs", "--slow"),
    ("PORT", "99999", "65535"), ("KEEP_IDLE", "3y", "a number with h or d"),
])
def test_a_malformed_value_is_an_error_that_names_the_variable(name, value, word):
    done = run("serve", IO_THREADS="1", **{name: value})
    assert done.returncode > 0 and f"FIVEBYFIVE_{name}" in done.stderr and word in done.stderr, done.stderr
    assert "IO_THREADS" not in done.stderr


def test_an_empty_variable_counts_as_absent_and_a_flag_can_be_switched_off(environment):
    environment(HOST="", PORT="", NO_ADDRESS_LIMITS="false")
    with ServerProcess() as server:
        assert server.host == "127.0.0.1"


def test_other_commands_read_the_variables_too(tmp_path):
    done = run("stats", DATA=str(tmp_path / "nowhere"))
    assert done.returncode > 0 and str(tmp_path / "nowhere") in done.stderr, done.stderr


def test_the_help_needs_no_variables():
    for words in (["help"], ["help", "import"], ["--help"]):
        done = run(*words, PORT="9000")
        assert done.returncode == 0 and "USAGE" in done.stdout, done


def test_the_help_names_the_variables():
    assert "FIVEBYFIVE_IO_THREADS" in run("--help").stdout and "FIVEBYFIVE_IO_THREADS" in run("serve", "--help").stdout


@pytest.fixture
def guarded_redis():
    """The address of a Redis that asks for a password."""
    with redis() as address:
        socket = address.removeprefix("redis+unix://")
        with contextlib.closing(socketlib.create_server(("127.0.0.1", 0))) as free:
            port = free.getsockname()[1]
        assert redis_cli(socket, "CONFIG", "SET", "port", str(port)) == "OK"
        assert redis_cli(socket, "CONFIG", "SET", "requirepass", "s3cret!") == "OK"
        yield f"redis://127.0.0.1:{port}"


@pytest.mark.sqlite
class TestThePasswordOfRedis:
    def test_comes_from_the_environment(self, guarded_redis, environment):
        environment(REDIS_PASSWORD="s3cret!")
        with ServerProcess("--store", guarded_redis) as server:
            assert ask(server, "GET", "/readyz").status == 200 and "s3cret" not in server.stderr

    def test_comes_from_a_file(self, guarded_redis, tmp_path):
        (tmp_path / "password").write_text("s3cret!\n")
        with ServerProcess("--store", guarded_redis, "--redis-password-file", tmp_path / "password") as server:
            assert ask(server, "GET", "/readyz").status == 200 and "list of processes" not in server.stderr

    def test_on_the_command_line_causes_a_warning(self, guarded_redis):
        address = guarded_redis.replace("redis://", "redis://:s3cret!@")
        with ServerProcess("--store", address) as server:
            assert "list of processes" in server.stderr and "s3cret" not in server.stderr

    def test_on_the_command_line_of_a_migration_causes_a_warning(self, guarded_redis, tmp_path):
        address = guarded_redis.replace("redis://", "redis://:s3cret!@")
        with ServerProcess("--data", tmp_path / "data"):
            pass
        done = run("migrate", "--from", f"sqlite:{tmp_path / 'data'}", "--to", address)
        assert done.returncode == 0 and "list of processes" in done.stdout and "s3cret" not in done.stdout

    def test_in_the_address_in_the_environment_causes_none(self, guarded_redis, monkeypatch):
        monkeypatch.setenv("FIVEBYFIVE_STORE", guarded_redis.replace("redis://", "redis://:s3cret!@"))
        monkeypatch.setattr(ServerProcess, "store_class", NoStore)
        with ServerProcess() as server:
            assert ask(server, "GET", "/readyz").status == 200 and "list of processes" not in server.stderr

    def test_in_a_missing_file_is_an_error(self, tmp_path):
        done = run("serve", "--store", "redis://127.0.0.1:1", "--redis-password-file", tmp_path / "none")
        assert done.returncode == 1 and str(tmp_path / "none") in done.stderr, done.stderr


class NoStore:
    """Leaves the choice of the store to the environment."""

    def __init__(self, folder):
        self.arguments = []

    def close(self):
        """There is no process."""
