"""A small terminal: interprets the bytes of a live board as a person's terminal does."""

import contextlib
import re
import unicodedata

from client import Closed
from streams import Stream

HEARTBEAT = "\x1b[0m"
ESCAPE = re.compile(r"\x1b\[([0-9;]*)([AGKm])")


class Terminal:
    """A screen whose cursor starts on the last of `height` lines; lines that leave the top are `scrollback`.

    A control character or sequence that a picture has no need for is an error.
    """

    def __init__(self, width=80, height=24):
        self.width, self.scrollback, self.style = width, [], ""
        self.lines = [[" "] * width for _ in range(height)]
        self.row, self.column = height - 1, 0

    def feed(self, text):
        place = 0
        while place < len(text):
            if found := ESCAPE.match(text, place):
                self.control(*found.groups())
                place = found.end()
                continue
            sign, place = text[place], place + 1
            if sign == "\r":
                self.column = 0
            elif sign == "\n":
                self.line_feed()
            else:
                self.put(sign)

    def control(self, parameters, final):
        if final == "m":
            self.style = "" if parameters in ("", "0") else parameters
            return
        assert parameters.isdigit() or not parameters, (parameters, final)
        if final == "A":
            assert self.row >= int(parameters), "the picture would begin above the screen"
            self.row -= int(parameters)
        elif final == "G":
            self.column = int(parameters) - 1
        else:
            self.lines[self.row][self.column :] = [" "] * (self.width - self.column)

    def line_feed(self):
        if self.row + 1 < len(self.lines):
            self.row += 1
            return
        self.scrollback.append("".join(self.lines.pop(0)).rstrip())
        self.lines.append([" "] * self.width)

    def put(self, sign):
        assert unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), ascii(sign)
        if unicodedata.combining(sign):
            self.lines[self.row][self.column - 1] += sign
            return
        columns = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        assert self.column + columns < self.width, "a line wraps"
        self.lines[self.row][self.column : self.column + columns] = [sign] + [""] * (columns - 1)
        self.column += columns

    @property
    def board(self):
        """The letters of the board on the screen, as in the field `text` of a board."""
        rows = [
            line
            for line in self.lines
            if "".join(line[:4]).rstrip() in (" 1 │", " 2 │", " 3 │", " 4 │", " 5 │")
        ]
        assert len(rows) == 5, f"one board of five rows, not:\n{self.text}"
        cells = [["".join(row[at : at + 4]).strip(" ()") for at in range(4, 34, 6)] for row in rows]
        return "/".join("".join((cell or ".")[0].replace("█", "#") for cell in row) for row in cells)

    @property
    def sequence(self):
        """The sequence of the picture on the screen; -1 before the first."""
        found = re.findall(r"\bsequence (\d+)", self.text)
        assert len(found) < 2, self.text
        return int(found[0]) if found else -1

    @property
    def text(self):
        """The screen without spaces at the ends of its lines."""
        return "\n".join("".join(line).rstrip() for line in self.lines)


class LiveBoard(Stream):
    """A live board on a terminal. The server sends each picture as one chunk, after one of empty lines."""

    def __init__(self, game, path="/board", height=24, headers=(), **kind):
        headers = {"Accept": "text/x-ansi", **dict(headers)}
        super().__init__(game.server, game.path + path, headers, **kind)
        self.terminal, self.pictures = Terminal(height=height), []

    def pull(self):
        """Shows the next chunk; raises Closed at the end of the stream."""
        self._pull()
        chunk, self.text = self.text.decode("utf-8"), b""
        self.terminal.feed(chunk)
        if chunk != HEARTBEAT:
            self.pictures.append(chunk)

    def until_end(self):
        """Shows what still arrives, such as who is present, until the stream ends; returns the live board."""
        with contextlib.suppress(Closed):
            while True:
                self.pull()
        return self

    def wait_for(self, text):
        """Waits until the screen shows `text`; returns the terminal."""
        while not re.search(rf"{re.escape(text)}(?!\d)", self.terminal.text):
            self.pull()
        return self.terminal

    def at(self, sequence):
        """Waits for the picture of this sequence or a later one; returns the terminal."""
        while self.terminal.sequence < sequence:
            self.pull()
        return self.terminal
