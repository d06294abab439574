"""Schemathesis against /openapi.json: requests that the document allows and requests that it does not.

Run as a test (`pytest Tests/BlackBox -m slow`) or by hand against a running server:

    python Tests/BlackBox/contract_schema.py http://127.0.0.1:8080 60

The hooks below are loaded by schemathesis from this same file.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
PHASES = "examples,coverage,fuzzing,stateful"
CONFIG = """
[phases.coverage]
# Only methods that are known: an unknown one is 501 by the contract, which schemathesis calls a failure.
unexpected-methods = ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE"]

[checks.positive_data_acceptance]
# What the schema allows may still be refused: by conditions (412), by the rules (409, 422, 423), for its media
# (406, 415), and as malformed (400) where JSON may be labelled as plain text, as curl does.
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 423, 429, 503]

[checks.negative_data_rejection]
# A request with several faults is refused for one of them, also for its condition or its length.
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 422, 423, 428, 429, 431, 503]
"""
GAME_PARAMETERS = ("id", "game", "gameId", "gameID")


def run(url, seconds=60, phases=PHASES):
    """Runs schemathesis for about so many seconds, with all checks that it has; gives its exit code (0: as
    documented) and report.
    """
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        "schemathesis.toml",
        "run",
        url + "/openapi.json",
        "--url",
        url,
        "--checks",
        "all",
        "--phases",
        phases,
        "--exclude-path-regex",
        "/events$",
        "--max-time",
        str(seconds),
        "--request-timeout",
        "6",
        "--max-redirects",
        "0",
        "--seed",
        "5",
        "--workers",
        "1",
        "--continue-on-failure",
        "--no-color",
    ]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "schemathesis.toml").write_text(CONFIG)
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=seconds + 120,
            cwd=folder,
            env={**os.environ, "SCHEMATHESIS_HOOKS": HERE.stem, "PYTHONPATH": str(HERE.parent)},
        )
    return done.returncode, done.stdout + done.stderr


if os.environ.get("SCHEMATHESIS_HOOKS") == HERE.stem:
    import schemathesis

    @schemathesis.hook
    def map_path_parameters(context, path_parameters):
        """Half of the made-up games become the house board, or nearly every answer would be 404."""
        for name in GAME_PARAMETERS:
            if name in (path_parameters or {}) and len(str(path_parameters[name])) % 2 == 0:
                path_parameters[name] = "lobby"
        return path_parameters

    @schemathesis.hook
    def before_call(context, case, kwargs):
        """A poll of 25 s says no more than one of none, and takes 25 s."""
        wait = (case.query or {}).get("wait")
        if str(wait).isdigit() and 0 < int(wait) <= 25:
            case.query["wait"] = 0
        for name in list(case.headers or {}):
            if name.lower() == "prefer":
                del case.headers[name]


if __name__ == "__main__":
    code, report = run(sys.argv[1].rstrip("/"), int(sys.argv[2]) if len(sys.argv) > 2 else 60)
    print(report)
    sys.exit(code)
