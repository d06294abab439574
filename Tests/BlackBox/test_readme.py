"""Every command in the README, and in the documents about playing and operating, runs."""

import re
import subprocess

import pytest

from client import ask
from server_process import ROOT, ServerProcess

README, PLAYING, OPERATING = (ROOT / name for name in ("README.md", "docs/playing.md", "docs/operating.md"))
CURL = 'curl() { command curl --fail-with-body --silent --show-error "$@"; }\n'
WAITING_CURL = CURL.replace("curl -", "curl --max-time 4 -")
TIMED_OUT = 28  # curl's exit code for --max-time, which streams and long polls reach


def block(text, heading):
    """The lines of the first ```sh block under the heading, with backslash continuations joined."""
    found = re.search(rf"^#+ *{heading} *$(.*?)^```sh\n(.*?)^```", text, re.M | re.S | re.I)
    assert found, f'there is no ```sh block under a heading "{heading}"'
    assert not re.search(r"^#+ ", found.group(1), re.M), "the block is under another heading"
    return found.group(2).replace("\\\n", " ").strip().split("\n")


def waits(line):
    """Whether curl may wait for events until it times out."""
    return bool(re.search(r"\s(-\w*N\w*|--no-buffer)\s|wait=", line))


@pytest.mark.parametrize(
    "document, heading, minimum",
    [
        pytest.param(README, "The curl minute", 5, marks=pytest.mark.smoke),
        (PLAYING, "The word engine", 6),
        (PLAYING, "The word square", 7),
        (PLAYING, "The mini", 5),
        (PLAYING, "The hidden word", 4),
        (PLAYING, "The lattice", 4),
        (PLAYING, "Puzzle files", 4),
        (PLAYING, "Days and leaderboards", 4),
        (PLAYING, "Challenges", 6),
        (PLAYING, "Rooms", 8),
    ],
)
def test_every_command_succeeds(document, heading, minimum, tmp_path):
    lines = [
        line
        for line in block(document.read_text(), heading)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    commands = [line for line in lines if "curl" in line or re.match(r"\w+=", line)]
    assert len([line for line in commands if "curl" in line]) >= minimum
    with ServerProcess("--no-address-limits") as server:
        script = []
        for number, line in enumerate(commands):
            line = re.sub(r"(localhost|127\.0\.0\.1):8080", rf"\1:{server.port}", line)
            prelude = WAITING_CURL if waits(line) else CURL
            script.append(f'{prelude}{line}\necho "status-of-line {number} $?"\n')
        done = subprocess.run(
            ["bash", "-c", "".join(script)], capture_output=True, text=True, timeout=55, cwd=tmp_path
        )
        assert ask(server, "GET", "/healthz").status == 200
    codes = {
        int(number): int(code)
        for number, code in re.findall(r"status-of-line (\d+) (\d+)$", done.stdout, re.M)
    }
    failed = [
        f"{line}: exit {codes.get(number)}"
        for number, line in enumerate(commands)
        if codes.get(number) not in ((0, TIMED_OUT) if waits(line) else (0,))
    ]
    assert not failed, "\n".join(failed) + "\n" + done.stdout[-3000:] + done.stderr[-2000:]


def test_the_https_commands_succeed(tmp_path):
    lines = block(OPERATING.read_text(), "HTTPS")
    (serve,) = [line for line in lines if line.startswith("GameServer serve ")]
    make, get = lines[: lines.index(serve)], lines[lines.index(serve) + 1 :]
    run = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 30}
    for line in make:
        done = subprocess.run(["bash", "-c", line], **run)
        assert done.returncode == 0, f"{line}: {done.stderr}"
    # A copy of a CA's key could sign certificates for any site.
    done = subprocess.run(["openssl", "x509", "-in", "server.crt", "-noout", "-ext", "basicConstraints"], **run)
    assert "CA:FALSE" in done.stdout, done.stdout + done.stderr
    with ServerProcess(*serve.split("#")[0].split()[2:], cwd=tmp_path) as server:
        assert server.url.startswith("https://")
        for line in get:
            line = line.replace("localhost:8080", f"localhost:{server.port}")
            done = subprocess.run(["bash", "-c", CURL + line], **run)
            assert done.returncode == 0 and '"lobby"' in done.stdout, f"{line}: {done.stderr}"


def test_a_block_is_found_by_its_heading_and_split_into_commands():
    text = "# X\n\n## The curl minute\n\nwords\n\n```sh\ncurl a \\\n  b\ncurl -N c\n```\n"
    assert block(text, "The curl minute") == ["curl a    b", "curl -N c"]
    assert [waits(line) for line in block(text, "The curl minute")] == [False, True]
