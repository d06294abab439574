"""The adaptors in Examples play whole games: for language models over MCP, and in Gymnasium."""

import importlib
import json
import re
import shlex
import subprocess
import sys

import pytest

from client import ask
from game_kinds import game_kinds
from mcp_client import SQUARES, Mcp
from server_process import ROOT

KINDS = pytest.mark.parametrize("kind", game_kinds())


# ------------------------------------------------------------------------------------------- games over MCP


def cells(game, value):
    """The squares of the only board with this letter, in reading order."""
    (board,) = game["boards"]
    return [square for square, each in zip(SQUARES, "".join(board["lines"]), strict=True) if each == value]


def move(game, words):
    """The tool and the arguments of a next move, chosen by what the game offers and not by its kind."""
    offered = {action["name"]: action["parameters"] for action in game["actions"]}
    (board,) = game["boards"] or [None]
    if "start" in offered:
        return "act", {"action": "start"}
    if "place" in offered:
        parameters = {"cell": cells(game, ".")[0], "letter": game.get("called", "E")}
        return "act", {"action": "place", "parameters": parameters}
    if "submit" in offered:
        return "act", {"action": "submit"}
    if "row" in game:
        row = SQUARES[5 * game["row"] : 5 * game["row"] + 5]
        return "write", {"cells": dict(zip(row, words[game["row"]], strict=True))}
    if "swap" in offered:
        free = (board.get("mark near", "") + " " + board.get("mark miss", "")).split()
        letters = dict(zip(SQUARES, "".join(board["lines"]), strict=True))
        other = next(square for square in free if letters[square] != letters[free[0]])
        return "act", {"action": "swap", "parameters": {"from": free[0], "to": other}}
    if "reveal" in offered:
        assert {"cell", "scope", "direction"} <= offered["reveal"].keys()
        return "act", {"action": "reveal", "parameters": {"scope": "board"}}
    if cells(game, "."):
        return "write", {"cells": {cells(game, ".")[0]: "A"}}
    return "give_up", {}


@KINDS
def test_a_language_model_plays_a_whole_game_of_every_kind_for_one_player(mcp, server, kind):
    (about,) = [each for each in mcp.call("list_kinds")["kinds"] if each["name"] == kind]
    if about["seats"]["minimum"] > 1:
        return
    assert about["summary"] and "options" not in about
    options = mcp.call("list_kinds", kind=kind)["options"]["properties"]
    chosen = {"seed": 7} if "seed" in options else {}
    words = [word for word in ask(server, "GET", "/lexicons/en.txt").text.split() if len(word) == 5]
    game = mcp.call("start_game", kind=kind, options=chosen)
    assert game["rules"] == kind and game["yourSeat"] == 1 and game["link"].endswith(f"/g/{game['id']}")
    moves = []
    while game["state"] != "finished":
        assert len(moves) < 80, f"the game does not end: {game}"
        tool, arguments = move(game, words)
        moves.append((tool, arguments))
        game = mcp.call(tool, game=game["id"], **arguments)
    assert len(moves) > 0 and mcp.call("look", game=game["id"]) == game
    assert "finished" in mcp.failure("write", game=game["id"], cells={"a1": "A"}).lower()


@KINDS
def test_a_game_of_the_day_is_begun_once_given_up_and_reviewed(mcp, kind):
    about = mcp.call("list_kinds", kind=kind)
    if not about["daily"]:
        assert "no daily game" in mcp.failure("start_game", kind=kind, daily=True)
        return
    assert "lexicon and date" in mcp.failure("start_game", kind=kind, daily=True, options={"seed": 1})
    game = mcp.call("start_game", kind=kind, daily=True, options={"lexicon": "en"})
    again = mcp.call("start_game", kind=kind, daily=True, options={"date": game["day"]})
    assert again["id"] == game["id"]
    assert "over" in mcp.failure("review", game=game["id"])
    if "start" in [action["name"] for action in game["actions"]]:
        mcp.call("act", game=game["id"], action="start")
    game = mcp.call("give_up", game=game["id"])
    while game["state"] != "finished":  # a bot plays the seat to the end
        game = mcp.call("look", game=game["id"], after=game["sequence"])
    if about["review"]:
        while (review := mcp.attempt("review", game=game["id"]))[0]["isError"]:
            assert "not ready" in review[1], "a slow server may need several attempts"
        assert review[0]["structuredContent"]["moves"] is not None


def test_a_language_model_plays_against_bots(mcp):
    game = mcp.call("start_game", kind="square", options={"clock": None, "seed": 3}, bots=["hard", "easy"])
    assert [seat["bot"] for seat in game["seats"]] == [False, True, True]
    game = mcp.call("act", game=game["id"], action="start")
    while game["state"] != "finished":
        names = [action["name"] for action in game["actions"]]
        if "call" in names:
            action, parameters = "call", {"letter": "E"}
        elif "place" in names:
            action, parameters = "place", {"cell": cells(game, ".")[0], "letter": game.get("called", "E")}
        else:
            game = mcp.call("look", game=game["id"], after=game["sequence"])
            continue
        game = mcp.call("act", game=game["id"], action=action, parameters=parameters)
    assert len(game["boards"]) == 3, "at the end everybody sees all boards"
    failure = mcp.failure("start_game", kind="square", bots=["godlike"])
    made = re.search(r"The game (\w+) is made", failure)[1]
    assert mcp.call("look", game=made)["yourSeat"] == 1


def test_nobody_sees_or_decides_more_than_their_own_key_allows(server, mcp):
    with Mcp(server.url) as ben, Mcp(server.url, "--name", "Carl") as carl:
        game = mcp.call("start_game", kind="guess", options={"mode": "race", "seed": 5})
        assert len(ben.call("join_game", game=game["id"])["seats"]) == 2
        mcp.call("act", game=game["id"], action="start")
        row = dict(zip(SQUARES, "CRANE", strict=False))
        mcp.call("write", game=game["id"], cells=row)
        mcp.call("act", game=game["id"], action="submit")
        for rival, boards in ((ben, 1), (carl, 0)):
            shown = rival.call("look", game=game["id"], after=0)
            assert len(shown["boards"]) == boards and "answer" not in json.dumps(shown)
            assert "CRANE" not in json.dumps(shown) and shown["seats"][0]["marks"]
        assert carl.failure("write", game=game["id"], cells=row)
        assert "take a seat" in carl.failure("act", game=game["id"], action="resign").lower()
        shared = mcp.call("start_game", kind="free")["id"]
        ben.call("join_game", game=shared)
        mcp.call("write", game=shared, cells={"c3": "A"})
        (prompt,) = mcp.call("act", game=shared, action="clear")["prompts"]
        clear = 1 - prompt["cancel"]
        for person in (carl, mcp):
            assert person.failure("answer_prompt", game=shared, prompt=prompt["id"], button=clear)
        assert ben.failure("answer_prompt", game=shared, prompt=prompt["id"], button=7)
        assert ben.failure("answer_prompt", game=game["id"], prompt=prompt["id"], button=clear)
        assert cells(carl.call("look", game=shared), "A") == ["c3"]
        ben.call("answer_prompt", game=shared, prompt=prompt["id"], button=clear)
        assert cells(mcp.call("look", game=shared), "A") == []


def test_a_look_waits_until_somebody_has_moved(server, mcp):
    game = mcp.call("start_game", kind="free")
    with Mcp(server.url) as ben:
        ben.call("join_game", game=game["id"])
        ben.call("write", game=game["id"], cells={"a1": "B"})
        shown = mcp.call("look", game=game["id"], after=game["sequence"])
        assert cells(shown, "B") == ["a1"] and shown["sequence"] > game["sequence"]


# ------------------------------------------------------------------------------------------------ Gymnasium


@pytest.fixture
def gym_env(monkeypatch):
    """The module. `make test`, which runs none of these tests, collects them without Gymnasium."""
    monkeypatch.syspath_prepend(ROOT / "Examples")
    return importlib.import_module("gym_env")


ENVIRONMENTS = pytest.mark.parametrize("name", ["Guess", "Square"])


@pytest.fixture
def make(server, gym_env):
    """Makes an environment on the server, and closes it after the test."""
    import gymnasium

    made = []

    def make(name, **options):
        made.append(gymnasium.make(f"FiveByFive/{name}-v0", url=server.url, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def episode(env, choose, **reset):
    """Plays an episode; returns the rewards, the last observation and the last info, with the game's id."""
    observation, info = env.reset(**reset)
    game, rewards, terminated = info["game"], [], False
    while not terminated:
        assert len(rewards) < 200, "the episode does not end"
        observation, reward, terminated, truncated, info = env.step(choose(observation, info))
        assert observation in env.observation_space and not truncated
        rewards.append(reward)
    return rewards, observation, {**info, "game": game}


@ENVIRONMENTS
@pytest.mark.filterwarnings("error")
def test_an_environment_passes_the_checker_of_gymnasium(make, name):
    from gymnasium.utils.env_checker import check_env

    check_env(make(name).unwrapped)


def test_a_learner_plays_the_hidden_word_for_one_point_a_guess(make, server):
    env = make("Guess", render_mode="ansi")
    words = env.unwrapped.words
    rewards, seen, info = episode(env, lambda *_: words.index("CRANE"), options={"seed": 7})
    game = ask(server, "GET", f"/games/{info['game']}").json
    answer = game["result"]["answer"]
    assert rewards == [-1, -1, -1, -1, -2] and answer != "CRANE"
    assert env.render() == game["boards"][0]["text"].replace("/", "\n")
    marks = {"miss": 1, "near": 2, "hit": 3}
    assert [marks[cell["mark"]] for cell in game["boards"][0]["cells"]] == seen["marks"].tolist()
    rewards, seen, _ = episode(env, lambda *_: words.index(answer), options={"seed": 7})
    assert rewards == [-1] and seen["marks"].tolist() == [3] * 5 + [0] * 20
    with pytest.raises(ValueError, match="seed"):
        env.reset(options={"seed": "x"})


def test_a_learner_plays_the_word_square_for_its_points(make, server):
    env = make("Square")
    rewards, seen, info = episode(env, lambda _, info: int(info["action_mask"].argmax()), seed=3)
    game = ask(server, "GET", f"/games/{info['game']}").json
    assert rewards == [0] * 24 + [game["result"]["scores"]["1"]]
    letters = [env.unwrapped.letters[each] for each in seen["board"]]
    assert letters == [cell["value"] for cell in game["boards"][0]["cells"]]
    assert not info["action_mask"].any()


@ENVIRONMENTS
def test_equal_seeds_are_equal_games_and_others_are_not(make, name):
    env = make(name)
    played = [episode(env, lambda seen, _: int(seen["board"].argmin()), seed=seed) for seed in (1, 1, 2)]
    first, again, other = [(rewards, seen["board"].tolist()) for rewards, seen, _ in played]
    assert first == again and (name == "Guess" or first != other)


def test_a_refused_step_changes_nothing_and_says_why(make, gym_env):
    import gymnasium

    env = make("Square").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    before, *_ = env.step(0)
    after, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["refused"]) == (-1, False, "cell-taken")
    assert before["board"].tolist() == after["board"].tolist() and before["called"] == after["called"]
    for action in (-1, 25, 0.5, None):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(action)
    with pytest.raises(ValueError, match="no list of words"):
        make("Square", lexicon="../en")


def test_an_environment_is_made_only_with_an_address(gym_env):
    for url in ("localhost:8080", "", "ftp://localhost", "http:"):
        with pytest.raises(ValueError, match="such as http://localhost:8080"):
            gym_env.Guess(url)


def test_several_environments_play_side_by_side(gym_env, server):
    import gymnasium

    env = gymnasium.make_vec("FiveByFive/Square-v0", num_envs=3, vectorization_mode="sync", url=server.url)
    env.reset(seed=1)
    for cell in range(25):
        *_, points, terminated, _, info = env.step([cell] * 3)
        assert "refused" not in info
    assert terminated.all() and len(points) == 3
    env.close()


def test_an_abandoned_episode_is_ended_on_the_server(make, server):
    env = make("Guess")
    games = [env.reset()[1]["game"] for _ in range(2)]
    env.close()
    assert [ask(server, "GET", f"/games/{game}").json["state"] for game in games] == ["finished"] * 2


def test_an_episode_goes_on_when_the_server_was_restarted(own_free_server, gym_env, monkeypatch):
    env = gym_env.Square(own_free_server.url)
    env.reset(seed=1)
    for cell in range(25):
        if cell == 10:
            own_free_server.restart()
        *_, terminated, _, info = env.step(cell)
        assert "refused" not in info
    assert terminated
    own_free_server.stop()
    monkeypatch.setattr(gym_env.time, "sleep", lambda seconds: None)
    with pytest.raises(ConnectionError):
        env.reset()
    env.close()


# ------------------------------------------------------------------------------------------ the documentation


@pytest.mark.parametrize("heading, expected", [("Language models", "Hidden word"), ("Gymnasium", "points")])
def test_the_commands_in_the_documentation_succeed(server, heading, expected):
    text = (ROOT / "Examples/README.md").read_text()
    section = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    (commands,) = re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S)
    commands = commands.replace("localhost:8080", f"localhost:{server.port}")
    # This interpreter has what the first line would install.
    commands = re.sub(r"^.* install gymnasium\n", "", commands, flags=re.M)
    commands = re.sub(r"(\.build/gym/bin/python|python3)(?= )", shlex.quote(sys.executable), commands)
    done = subprocess.run(["bash", "-ec", commands], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and expected in done.stdout, done.stdout + done.stderr
