"""The commands that work on the data of a stopped server: verify, export and import."""

import subprocess

from server_process import binary


def command(*args, given=""):
    """Runs a command with this standard input; returns its exit code, standard output and standard error."""
    done = subprocess.run([str(binary()), *map(str, args)], input=given, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def assert_verifies(data):
    """Asserts that `verify` accepts the games in a data folder."""
    code, stdout, stderr = command("verify", "--data", data)
    assert code == 0 and stdout.strip().splitlines()[-1].startswith("ok"), (stdout, stderr)


def assert_verifies_and_reimports(server, folder):
    """Asserts that the games of a stopped server verify, also after export and import into another folder."""
    with server.store.folder() as data:
        assert_verifies(data)
        code, _, stderr = command("export", "--data", data, "--output", folder / "games")
        assert code == 0, stderr
    code, _, stderr = command("import", folder / "games", "--data", folder / "other")
    assert code == 0, stderr
    assert_verifies(folder / "other")
