"""Starts that must be refused: with one clear line, an exit code, and untouched files."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from server_process import ROOT, binary

NOBODY = 65534


def start(*args, program=None, wrapper=(), limit=60, inherited=()):
    """Runs `serve`, which should end by itself; past the limit it is killed and TimeoutExpired is raised.

    `inherited` are descriptors to pass to it.
    """
    command = [*wrapper, str(program or binary()), "serve", "--port", "0", *map(str, args)]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=limit,
        stdin=subprocess.DEVNULL,
        pass_fds=inherited,
    )


def refusal(*args, **options):
    """Asserts that a start is refused with exactly one clear line, and returns it."""
    done = start(*args, **options)
    assert done.returncode > 0, f"exit code {done.returncode}: {done.stderr}"
    assert "listening" not in done.stdout, done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("Error: ") and len(lines[0]) > 20, done.stderr
    assert "Fatal" not in lines[0] and "rror Domain" not in lines[0] and "ioctl" not in lines[0], lines[0]
    return lines[0]


def contents(folder):
    """Every file of a folder with its bytes, except the lock and the control socket."""
    folder = pathlib.Path(folder)
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if path.name not in ("lock", "control")
    }


@contextlib.contextmanager
def untouched(folder):
    """Asserts that the `with` block changes no file in the folder and adds only empty ones."""
    before = contents(folder)
    yield
    after = contents(folder)
    assert [name for name in before if name not in after or before[name] != after[name]] == []
    assert [name for name in after if name not in before and after[name]] == []


@contextlib.contextmanager
def folder_of_nobody():
    """A folder that every user may enter, with a copy of the program, for starts as another user."""
    with tempfile.TemporaryDirectory(prefix="nobody-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        shutil.copy(binary(), folder / "GameServer")
        yield folder


def refusal_as_nobody(folder, data, *args):
    """The refusal of a start by a user other than root."""
    as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    wrapper = as_nobody if os.geteuid() == 0 else []
    return refusal("--data", data, *args, program=folder / "GameServer", wrapper=wrapper)


def give_to_nobody(*paths):
    if os.geteuid() == 0:
        for path in paths:
            os.chown(path, NOBODY, NOBODY)
