"""A client that follows a room by its stream alone and knows at any time what `GET` would show."""

FROM_SNAPSHOT = ("members", "host", "locked", "games", "standings", "prompts")


class RoomFollower:
    """Folds the events of a room's stream; reopens the stream with the last id that it has seen."""

    def __init__(self, room, player=None, lines=False):
        self.room, self.player, self.lines, self.last = room, player, lines, None
        self.state, self.games, self.sequence, self.kinds = None, [], None, []
        self.stream = None
        self.open()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()

    def open(self):
        """Opens the stream, again with `Last-Event-ID` after the first time."""
        headers = {"Last-Event-ID": self.last} if self.last else {}
        self.stream = self.room.stream(self.player, headers, lines=self.lines)
        assert self.stream.status == 200, self.stream.headers

    def reopen(self):
        self.stream.close()
        self.open()

    def take(self, *names):
        """Takes events until one of these names, or any; returns it."""
        while True:
            event = self.stream.next()
            self.fold(event)
            if not names or event.name in names:
                return event

    def take_until(self, check):
        """Takes events until `check` accepts this follower."""
        while not check(self):
            self.take()

    def fold(self, event):
        assert event.id, f"{event.name} has no id"
        self.last = event.id
        self.kinds.append(event.name)
        data = event.data
        if event.name == "snapshot" and "room" in data and "members" in data:
            assert self.sequence is None or data["sequence"] >= self.sequence, "the room went back"
            self.state, self.sequence = dict(data), data["sequence"]
        elif event.name.startswith("room."):
            assert data["sequence"] == self.sequence + 1, f"{event} after {self.sequence}"
            self.sequence = data["sequence"]
            self.state |= {key: data[key] for key in FROM_SNAPSHOT if key in data}
            if event.name == "room.game":
                self.state["game"] = {"id": data["game"], "rules": data["rules"]}
                # If the game before it was ended by consent, it is a past game without further notice.
                self.state["games"] = None
        elif event.name == "snapshot":
            assert self.state["game"]["id"] == data["id"], "a snapshot of a game that is not the present one"
            if not self.games or self.games[-1]["id"] != data["id"]:
                self.games.append({"id": data["id"]})
            assert data["sequence"] >= self.games[-1].get("sequence", 0), "the game went back"
            self.games[-1]["sequence"] = data["sequence"]
        else:
            game = self.games[-1]
            assert data["sequence"] == game["sequence"] + 1, f"{event} after {game}"
            game["sequence"] = data["sequence"]


def same_room(follower, shown):
    """Whether the follower knows what `GET` shows of members, host, games and standings."""
    state = follower.state
    if follower.sequence != shown["sequence"] or state.get("host") != shown.get("host"):
        return False
    parts = [(counted(one), one["game"] and one["game"]["id"]) for one in (state, shown)]
    return parts[0] == parts[1] and state["games"] in (None, shown["games"])


def counted(room):
    """The members, and the standings of those who have played: a new member has none to tell."""
    members = [(member["player"], member["name"], member["host"]) for member in room["members"]]
    names = {member["player"] for member in room["members"]}
    return members, [row for row in room["standings"] if row["games"] and row["player"] in names]


def opening(room, player=None, **kind):
    """The first events of a new stream: the snapshot of the room and, if there is one, of its game."""
    with room.stream(player, **kind) as stream:
        first = stream.next()
        return [first, stream.next()] if first.data["game"] else [first]
