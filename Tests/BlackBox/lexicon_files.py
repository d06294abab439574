"""Word lists in several scripts, written for a test, and servers that load them."""

import urllib.parse

from client import ask

GREEK = ["αγορά", "άγιος", "λόγος", "μύθος", "φως", "γη", "ήλιος", "ψωμί", "ώρα", "ξένος"]
CYRILLIC = ["слово", "ёлка", "йод", "мышь", "объём", "игра", "щука", "эхо", "юг", "я"]
GERMAN = ["straß", "groß", "fuß", "äpfel", "öl", "über", "grün", "maß", "hütte", "wort"]
FRENCH = ["été", "forêt", "garçon", "noël", "maïs", "île", "où", "œuf", "mot", "café"]


def write(folder, name, words, ending="\n", encoding="utf-8"):
    """A list of one word a line; returns its path."""
    path = folder / f"{name}.txt"
    text = words if isinstance(words, str) else ending.join(words) + ending
    path.write_bytes(text.encode(encoding))
    return path


def lexicons(server):
    """What the server tells of its lexicons, by id."""
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
