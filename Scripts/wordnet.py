"""Reads WordNet 3.0 as Debian's package `wordnet-base` installs it: senses, inflected forms, base forms."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path("/usr/share/wordnet")
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSE_KEY_CLASSES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}

# WordNet's rules of detachment: an inflected ending and its replacement in the base form.
DETACHMENT = {
    "n": [
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ],
    "v": [
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ],
    "a": [("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    "r": [],
}


@dataclass(frozen=True)
class Sense:
    """One meaning of one word."""

    word: str
    word_class: str  # n, v, a or r
    rank: int  # 1 for the commonest meaning of the word in this class
    count: int  # occurrences in WordNet's tagged texts
    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]
    relatives: tuple[str, ...]  # derivationally related words
    gloss: str


class WordNet:
    """The WordNet database in memory."""

    def __init__(self) -> None:
        self.exceptions = {c: self._read_exceptions(c) for c in FILES}
        self._counts = self._read_counts()
        self._lines = {c: (SOURCE / f"data.{name}").read_bytes() for c, name in FILES.items()}
        self._index = {c: self._read_index(c) for c in FILES}
        self.senses = cache(self._read_senses)
        self.bases = cache(self._find_bases)

    def is_lemma(self, word: str, word_class: str) -> bool:
        """Whether the word has an entry in this class."""
        return word in self._index[word_class]

    def _read_senses(self, word: str, word_class: str) -> tuple[Sense, ...]:
        """The senses of a word, most frequent first."""
        offsets = self._index[word_class].get(word, [])
        return tuple(self._sense(word, word_class, rank, offset) for rank, offset in enumerate(offsets, 1))

    def count(self, word: str, word_class: str) -> int:
        """How often the word occurs in this class in the tagged texts."""
        return sum(sense.count for sense in self.senses(word, word_class))

    def _find_bases(self, word: str, word_class: str) -> tuple[str, ...]:
        """The base forms of a word, including the word itself if it is one."""
        found = [word] if self.is_lemma(word, word_class) else []
        found += [
            base for base in self.exceptions[word_class].get(word, []) if self.is_lemma(base, word_class)
        ]
        for ending, instead in DETACHMENT[word_class]:
            stem = word[: len(word) - len(ending)]
            if not word.endswith(ending) or len(stem) < 2 or not fits(ending, instead, stem):
                continue
            for base in [stem + instead] + ([stem[:-1]] if doubles(ending, instead, stem) else []):
                if self.is_lemma(base, word_class):
                    found.append(base)
        return tuple(dict.fromkeys(found))

    def _read_index(self, word_class: str) -> dict[str, list[int]]:
        index = {}
        for line in (SOURCE / f"index.{FILES[word_class]}").read_text(encoding="utf-8").splitlines():
            if not line.startswith("  "):
                fields = line.split()
                index[fields[0]] = [int(offset) for offset in fields[-int(fields[2]) :]]
        return index

    def _read_exceptions(self, word_class: str) -> dict[str, list[str]]:
        lines = (SOURCE / f"{FILES[word_class]}.exc").read_text(encoding="utf-8").splitlines()
        return {line.split()[0]: line.split()[1:] for line in lines if line.strip()}

    def _read_counts(self) -> dict[tuple[str, str, int], int]:
        counts = defaultdict(int)
        for line in (SOURCE / "cntlist.rev").read_text(encoding="utf-8").splitlines():
            key, rank, count = line.split()
            word, rest = key.split("%")
            counts[word, SENSE_KEY_CLASSES[rest[0]], int(rank)] += int(count)
        return counts

    def _sense(self, word: str, word_class: str, rank: int, offset: int) -> Sense:
        data = self._lines[word_class]
        line = data[offset : data.index(b"\n", offset)].decode("utf-8")
        head, _, gloss = line.partition(" | ")
        fields = head.split()
        size = int(fields[3], 16)
        words = [re.sub(r"\(.*\)$", "", word) for word in fields[4 : 4 + 2 * size : 2]]
        pointers = fields[5 + 2 * size :]
        place = next((n for n, each in enumerate(words, 1) if each.lower() == word), 0)
        return Sense(
            word,
            word_class,
            rank,
            self._counts[word, word_class, rank],
            tuple(each for each in words if each.lower() != word),
            self._targets(pointers, "!", place),
            self._targets(pointers, "+", place),
            gloss.strip(),
        )

    def _targets(self, pointers: list[str], symbol: str, place: int) -> tuple[str, ...]:
        """The targets of one kind of lexical pointer from the word at a position in its synset."""
        found = []
        for at in range(len(pointers) - 3):
            if pointers[at] == symbol and re.fullmatch(r"\d{8}", pointers[at + 1]):
                source, target = int(pointers[at + 3][:2], 16), int(pointers[at + 3][2:], 16)
                if source == place and target:
                    found.append(self._word_at(int(pointers[at + 1]), pointers[at + 2], target))
        return tuple(found)

    def _word_at(self, offset: int, word_class: str, place: int) -> str:
        data = self._lines["a" if word_class == "s" else word_class]
        fields = data[offset : offset + 2000].split(b" ")
        return re.sub(r"\(.*\)$", "", fields[4 + 2 * (place - 1)].decode("utf-8")).lower()


def doubles(ending: str, instead: str, stem: str) -> bool:
    """Whether an ending may follow a doubled consonant, as in `fitted` and `hottest`."""
    return ending in ("ed", "ing", "er", "est") and not instead and len(stem) > 3 and stem[-1] == stem[-2]


def fits(ending: str, instead: str, stem: str) -> bool:
    """Whether English spelling allows a form: not `loges` for `log`, not `wined` for `win`."""
    if instead:
        return True
    if ending == "s":
        return not stem.endswith("s")
    if ending == "es":
        return stem.endswith(("s", "x", "z", "ch", "sh", "o"))
    return re.fullmatch(r"(qu|[^aeiou])*[aeiou][bdgmnprt]", stem) is None
