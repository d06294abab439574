"""A word that a person has chosen is in no answer before the end, except in the maker's own request."""

import pytest

from challenges import word
from days import guess_word
from game_tables import accepted
from leak_survey import Survey
from players import new_player
from rooms import make_room
from server_process import ServerProcess

FIRST = "MOUTH"  # has no letter of either word, so that its marks are the same
CHALLENGE_PATHS = ["", "/results.csv"]


class Twin:
    """A challenge with a word, raced in a room and played by its link; everything that its people can read of it."""

    def __init__(self, secret):
        # One loop: with several, the time at which a closed stream ends and presence changes is chance.
        with ServerProcess("--no-address-limits", "--io-threads", 1) as server:
            room = make_room(server, "Ann", "Ben", name="tea")
            ann, ben = room.people
            cara = new_player(server, "Cara")
            self.task = word(server, ann, secret, title="For you")
            self.names = [(self.task.id, "CHALLENGE")]
            for player in (ann, ben, cara):
                self.names += [(player.key, f"KEY-{player.name}"), (player.player, f"PLAYER-{player.name}")]
            self.answers = {}
            with room.with_present(ann, ben):
                begun = room.ask("POST", "/games", {"challenge": self.task.id}, player=ann)
                race = room.game(begun.json)
                race.room = room
                accepted(race.act("start", token=ann.key))
                race.guess(FIRST, 1)
                self.survey("race", race, "playing")
            own = self.task.play(cara)
            guess_word(own, FIRST)
            own.people, own.host = [own.me], cara.key
            self.survey("own game", own, "playing")
            self.log = self.normalized(server.stderr)

    def normalized(self, text):
        return self.surveyed.normalized(text)

    def survey(self, name, table, moment):
        self.surveyed = survey = Survey(table, hidden=())
        survey.names = self.names + survey.names
        survey.run(moment, table.show()["sequence"])
        for viewer in survey.viewers:
            for path in CHALLENGE_PATHS:
                survey.ask(moment, viewer, "GET", self.task.path + path)
            for path in (f"/c/{self.task.id}", "/games", "/rooms", "/players/me/games"):
                survey.ask(moment, viewer, "GET", path)
        self.answers |= {f"{name}, {key}": answer for key, answer in survey.answers.items()}


@pytest.fixture(scope="module")
def twins():
    return Twin("ZEBRA"), Twin("GREEN")


def test_the_survey_covers_many_answers_and_statuses(twins):
    for twin in twins:
        assert len(twin.answers) > 1000
        assert {"200", "401", "403", "404"} <= {answer.split("\n")[0] for answer in twin.answers.values()}


def test_no_answer_depends_on_a_chosen_word(twins):
    one, two = (twin.answers for twin in twins)
    assert one.keys() == two.keys()
    different = [name for name in one if one[name] != two[name]]
    shown = "\n\n".join(f"{name}\n{one[name][:1500]}\n-- or --\n{two[name][:1500]}" for name in different[:3])
    assert not different, f"{len(different)} answers differ: {different[:40]}\n{shown}"


def test_no_line_of_the_log_depends_on_a_chosen_word(twins):
    one, two = twins
    assert one.log == two.log
