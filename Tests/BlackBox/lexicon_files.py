"""Word lists for tests, and requests to `/lexicons`."""

import urllib.parse

from client import ask

GREEK = ["αγορά", "άγιος", "λόγος", "μύθος", "φως", "γη", "ήλιος", "ψωμί", "ώρα", "ξένος"]
GERMAN = ["straß", "groß", "fuß", "äpfel", "öl", "über", "grün", "maß", "hütte", "wort"]
FRENCH = ["été", "forêt", "garçon", "noël", "maïs", "île", "où", "œuf", "mot", "café"]


def write(folder, name, words):
    """Writes a list, one word a line; returns its path."""
    path = folder / f"{name}.txt"
    path.write_text("\n".join(words) + "\n", encoding="utf-8")
    return path


def lexicons(server):
    """The server's lexicons, by id."""
    answer = ask(server, "GET", "/lexicons")
    assert answer.status == 200, answer
    return {lexicon["id"]: lexicon for lexicon in answer.json["lexicons"]}


def look_up(server, lexicon, word):
    return ask(server, "GET", f"/lexicons/{lexicon}/words/{urllib.parse.quote(word, safe='')}")


def has(server, lexicon, word):
    """Whether the word is in the lexicon."""
    answer = look_up(server, lexicon, word)
    assert answer.status in (200, 404), answer
    return answer.status == 200
