"""Clients that common generators make from /openapi.json play a game: create, sit, write, read, follow."""

import importlib
import json
import subprocess
import sys

import pytest

from client import ask
from openapi_coverage import DOCUMENT
from streams import Stream

pytestmark = pytest.mark.nightly


def generate(*command):
    """Runs a generator of the test environment; returns its output."""
    done = subprocess.run([sys.executable, "-m", *map(str, command)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def generated(tmp_path, monkeypatch):
    """A folder for generated packages, from which they are imported."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] in ("five", "five_models")]:
        del sys.modules[name]


def test_a_client_of_openapi_python_client_plays_a_game(server, generated):
    options = ["--path", DOCUMENT, "--meta", "none", "--output-path", generated / "five"]
    output = generate("openapi_python_client", "generate", *options)
    assert "Unable to process schema" not in output and "will not be generated" not in output, output
    five, models = importlib.import_module("five"), importlib.import_module("five.models")

    def call(name, *args, token=None, **more):
        link = five.AuthenticatedClient(server.url, token) if token else five.Client(server.url)
        return importlib.import_module(f"five.api.{name}").sync(*args, client=link, **more)

    options = models.GuessOptions.from_dict({"mode": "together", "hard": True})
    made = call("games.make_game", body=models.GuessGameOrder(rules="guess", options=options))
    assert ask(server, "GET", f"/games/{made.id}").json["options"] == {"mode": "together", "hard": True}
    made = call("games.make_game", body=models.FreeGameOrder(rules="free", title="Tea"))
    assert made.rules == "free" and made.title == "Tea" and made.host.token
    seat = call("players.take_seat", made.id, body=models.SeatOrder(name="Ann"))
    written = call("games.write_cell", made.id, "c3", body=models.CellEdit(value="a"), token=seat.token)
    assert [(event.type_, event.cell, event.value) for event in written.events] == [("cell.changed", 12, "A")]
    shown = call("games.get_game", made.id)
    assert shown.boards[0].text == "...../...../..A../...../....." and shown.seats[0].name == "Ann"
    refused = call("games.write_cell", made.id, "c3", body=models.CellEdit(value="?"), token=seat.token)
    assert isinstance(refused, models.Problem) and refused.code == models.ProblemCode.NOT_A_LETTER

    follow = importlib.import_module("five.api.live.follow_game")._get_kwargs(made.id, last_event_id="1")
    follow["headers"]["Accept"] = "application/x-ndjson"
    with five.Client(server.url).get_httpx_client().stream(**follow) as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        events = (line for line in lines if line["event"] not in ("presence", "cursor", "reaction"))
        call("games.clear_cell", made.id, "c3", token=seat.token)
        seen = [models.StreamLineType1.from_dict(next(events)).data for _ in range(2)]
    assert all(isinstance(event, models.CellChanged) and event.hash_ for event in seen)
    assert [event.value for event in seen] == ["A", ""]


def test_the_models_of_datamodel_code_generator_read_every_answer_of_a_game(server, generated):
    options = ["--input", DOCUMENT, "--input-file-type", "openapi", "--output", generated / "five_models.py"]
    generate("datamodel_code_generator", *options, "--output-model-type", "pydantic_v2.BaseModel")
    models = importlib.import_module("five_models")

    def call(method, path, kind, body=None, token=None):
        body = body and body.model_dump_json(exclude_none=True).encode()
        answer = ask(server, method, path, body, {"Content-Type": "application/json"}, token)
        return kind.model_validate_json(answer.body)

    def read(event):
        return models.StreamLine.model_validate({"event": event.name, "id": event.id, "data": event.data}).root

    order = {"rules": "guess", "options": {"mode": "together", "hard": True}}
    assert models.GameOrder.model_validate(order).model_dump(mode="json", exclude_unset=True) == order
    made = call("POST", "/games", models.NewGame, models.FreeGameOrder(rules="free", title="Tea"))
    game = f"/games/{made.id.root}"
    seat = call("POST", f"{game}/seats", models.TakenSeat, models.SeatOrder(name="Ann"))
    edit = models.CellEdit(value="a")
    written = call("POST", f"{game}/board/cells/c3", models.Outcome, edit, seat.token.root)
    (changed,) = [event.root for event in written.events]
    assert isinstance(changed, models.CellChanged) and changed.value.root == "A"
    shown = call("GET", game, models.Game)
    assert shown.boards[0].text.root == "...../...../..A../...../....."
    with Stream(server, f"{game}/events", lines=True) as stream:
        snapshot = read(stream.next())
        call("DELETE", f"{game}/board/cells/c3", models.Outcome, token=seat.token.root)
        event = read(stream.next())
    assert snapshot.data.boards[0].text.root == shown.boards[0].text.root
    assert isinstance(event.data, models.CellChanged) and event.data.value.root == ""
