"""What only one kind of game knows, for the tests of all kinds: a module here for each kind, found by its name.

A module has
- `TITLE`, and `Window`, the class of its windows;
- `BUTTONS`: the buttons of its card as (label, state of the new game, mode, names on its seats);
- `ROOM`: the button in a room with which members begin a game that they play together;
- `NEEDED`: a selector of what must fit into the window while it is played; `HAS_CLOCK`, whether the page shows time;
- `WAITING`: options of a game that waits to be started, or None; `PLAYING`: those of one that does not, or None;
- `PAIR`: options of the game that two windows play in `together`;
- `make(api, **options)`: makes a game whose answers the module knows;
- `first_moves(window, api, game, other)`: moves of the other player, by token, until each mark is on the board;
- `dialogs(window)`: brings a window in play to each state that only this game has, and yields the state's name;
- `touch_once(window)`: the reader touches the board without moving;
- `finish(api, names, **options)`: plays a game to its end over HTTP, as a `PlayedGame`;
- `together(ann, ben, api, crash)`: two windows play a game to its end through a crash of the server;
- `by_keys(window, api)`: plays a game of one person to its end by keys alone.
"""

import importlib


def game_of(kind):
    return importlib.import_module(f"games.{kind}")
