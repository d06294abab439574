"""Runs schemathesis against /openapi.json, with valid and with invalid requests.

Run as a test (`pytest Tests/BlackBox -m nightly`) or by hand against a running server:

    python Tests/BlackBox/contract_schema.py http://127.0.0.1:8080 60

Schemathesis loads the hooks below from this file.
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
# Known methods only: the contract answers unknown ones with 501, which schemathesis counts as a failure.
unexpected-methods = ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE"]

[checks.positive_data_acceptance]
# A request that fits the schema may still be refused: by a condition (412), by the rules (409, 422, 423), for
# its media type (406, 415), or as malformed (400), because JSON may be labelled as plain text, as curl does.
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 423, 429, 503]

[checks.negative_data_rejection]
# A request with several faults is refused for any one of them, including its condition and its length.
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 422, 423, 428, 429, 431, 503]
"""
GAME_PARAMETERS = ("id", "game", "gameId", "gameID")


def run(url, seconds=60, phases=PHASES):
    """Runs schemathesis with all its checks for about `seconds`; returns its exit code and its report."""
    options = {"url": url, "checks": "all", "phases": phases, "max-time": seconds, "request-timeout": 6}
    options |= {"exclude-path-regex": r"/(events|board\.ansi)$", "max-redirects": 0, "seed": 5, "workers": 1}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run"]
    command += [url + "/openapi.json", "--continue-on-failure", "--no-color"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "schemathesis.toml").write_text(CONFIG)
        hooks = {"SCHEMATHESIS_HOOKS": HERE.stem, "PYTHONPATH": str(HERE.parent)}
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds + 600, cwd=folder, env=os.environ | hooks
        )
    return done.returncode, done.stdout + done.stderr


if os.environ.get("SCHEMATHESIS_HOOKS") == HERE.stem:
    import schemathesis

    @schemathesis.hook
    def map_path_parameters(context, path_parameters):
        """Replaces half of the generated game ids by the lobby; nearly every answer would be 404 otherwise.

        Ids that violate the schema stay, because schemathesis expects a refusal for them.
        """
        for name in GAME_PARAMETERS:
            game = str((path_parameters or {}).get(name, ""))
            if game.isascii() and game.isalnum() and len(game) % 2 == 0:
                path_parameters[name] = "lobby"
        return path_parameters

    @schemathesis.hook
    def filter_case(context, case):
        """Leaves out forms without any field: they are empty texts, which clear a cell."""
        return bool(case.body) or case.media_type != "application/x-www-form-urlencoded"

    @schemathesis.hook
    def before_call(context, case, kwargs):
        """Removes waits: a poll of 25 s tests no more than one that does not wait."""
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
