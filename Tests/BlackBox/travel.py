"""Games that leave a stopped server by command and come to another."""

import subprocess

from server_process import binary


def command(*args):
    """Runs a command of the program to its end."""
    done = subprocess.run([str(binary()), *map(str, args)], capture_output=True, text=True, timeout=20)
    return done.returncode, done.stdout, done.stderr


def verifies(data):
    """The program finds nothing wrong with the games in a data folder."""
    code, said, complaint = command("verify", "--data", data)
    assert code == 0 and said.strip().splitlines()[-1].startswith("ok"), (said, complaint)


def verifies_and_travels(server, folder):
    """The games of a stopped server pass verification, here and after export and import elsewhere."""
    with server.store.folder() as data:
        verifies(data)
        code, _, complaint = command("export", "--data", data, "--output", folder / "games")
        assert code == 0, complaint
    code, _, complaint = command("import", folder / "games", "--data", folder / "other")
    assert code == 0, complaint
    verifies(folder / "other")
