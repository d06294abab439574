"""The README's curl minute is true: every line of it runs."""

import re
import subprocess

from client import ask
from server_process import ROOT, ServerProcess

README = ROOT / "README.md"
PRELUDE = 'curl() { command curl --fail-with-body --silent --show-error --max-time 4 "$@"; }\n'
ENDLESS = 28  # curl's exit code when --max-time ends it: right for a stream and for a poll that waits


def curl_minute(text):
    """The lines of the ```sh block under the heading; lines that a backslash joins are one."""
    found = re.search(r"^#+ *The curl minute *$(.*?)^```sh\n(.*?)^```", text, re.M | re.S | re.I)
    assert found, 'README.md has no ```sh block under a heading "The curl minute"'
    assert not re.search(r"^#+ ", found.group(1), re.M), "the block stands under another heading"
    return found.group(2).replace("\\\n", " ").strip().split("\n")


def endless(line):
    return bool(re.search(r"\s(-\w*N\w*|--no-buffer)\s|wait=", line))


def test_every_line_of_the_curl_minute_runs():
    lines = [
        line for line in curl_minute(README.read_text()) if line.strip() and not line.lstrip().startswith("#")
    ]
    commands = [line for line in lines if "curl" in line or re.match(r"\w+=", line)]
    assert len([line for line in commands if "curl" in line]) >= 5
    with ServerProcess("--no-address-limits") as server:
        script = [PRELUDE]
        for number, line in enumerate(commands):
            line = re.sub(r"(localhost|127\.0\.0\.1):8080", rf"\1:{server.port}", line)
            script.append(f'{line}\necho "status-of-line {number} $?"\n')
        done = subprocess.run(["bash", "-c", "".join(script)], capture_output=True, text=True, timeout=55)
        assert ask(server, "GET", "/healthz").status == 200
    codes = {
        int(number): int(code)
        for number, code in re.findall(r"status-of-line (\d+) (\d+)$", done.stdout, re.M)
    }
    failed = [
        f"{line}: exit {codes.get(number)}"
        for number, line in enumerate(commands)
        if codes.get(number) not in ((0, ENDLESS) if endless(line) else (0,))
    ]
    assert not failed, "\n".join(failed) + "\n" + done.stdout[-3000:] + done.stderr[-2000:]


def test_the_reader_of_the_readme_finds_the_block():
    text = "# X\n\n## The curl minute\n\nwords\n\n```sh\ncurl a \\\n  b\ncurl -N c\n```\n"
    assert curl_minute(text) == ["curl a    b", "curl -N c"]
    assert [endless(line) for line in curl_minute(text)] == [False, True]
