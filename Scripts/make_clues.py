#!/usr/bin/env python3
"""Makes static/clues/en.tsv and static/lexicons/en-answers.txt from Debian's `wordnet-base` and `scowl`.

Each word of static/lexicons/en-common.txt with 3 to 5 letters gets one to four clues. Clues written by hand
are in Scripts/clues_by_editor.tsv, for that word alone, and in Scripts/clues_by_hand.tsv, from which an
inflected word gets the clues of its base form, inflected. Clues for other words are synonyms, opposites,
definitions and example sentences with a blank, from the senses that are most frequent in WordNet's tagged
texts. The levels 1 to 5 of a word are its SCOWL sizes 10, 20, 35, 40 and 50.

The answers are the five-letter base forms among the commoner words. Words in Scripts/excluded_words.txt get no
clues and are not answers.

    apt-get install wordnet-base scowl
    python3 Scripts/make_lexicon.py && python3 Scripts/make_clues.py

NOTICE contains the notices that these sources require.
"""
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clue_text import FUNCTION_WORDS, OFFENSIVE, Leaks, capitalised, definition, examples, with_blank
from inflection import HINTS, in_form
from make_lexicon import CATEGORIES, SOURCE, folded
from wordnet import Sense, WordNet

SCRIPTS = Path(__file__).resolve().parent
STATIC = SCRIPTS.parent / "static"
LEVELS = {10: 1, 20: 2, 35: 3, 40: 4, 50: 5}
ByHand = dict[str, list[tuple[str, str]]]  # class and clue, by word in lower case
MOST_CLUES = 3  # of a word without clues in clues_by_editor.tsv
HINT_ENDINGS = tuple(f"({hint})" for hint in HINTS.values())
# Answers that the rules would omit: function words that WordNet lacks, and rare words that everybody knows.
MORE_ANSWERS = set("""
    about above after again among below could every might never other ought shall since their there these
    thing those three under until where which while whose would yours adieu adios amigo anime batty binge
    bleep bloat bongo chomp chump comfy conga credo dingo druid feral gecko gusto haiku heist icing ingot
    jazzy joust kazoo kebab latte lemur macaw magma media medic melee mocha mommy moped nacho ninja oldie
    outer piper pooch posse rerun rupee salsa samba scone scuba setup shard shyly silky skier slurp sonar
    spiky stash steed stilt stoic sushi taffy titan tuber vegan wacky yucky yummy zippy
    """.split())
HEAD = """\
# Clues for puzzles: word, level (1 for the commonest words to 5), class (n, v, a or r as in WordNet), clue.
# Made by Scripts/make_clues.py from WordNet 3.0, Copyright 2006 by Princeton University. All rights
# reserved. The licence and the other sources are in NOTICE.
"""


@dataclass(frozen=True)
class Reading:
    """One interpretation of a word: a form of a base word in a word class."""

    base: str
    word_class: str
    form: str  # base, plural, third, past, participle, ing, er or est
    weight: int


@dataclass(frozen=True, order=True)
class Clue:
    """A clue; a lower penalty is better."""

    penalty: float
    text: str
    word_class: str
    origin: str  # clues of the same origin are duplicates


def main() -> None:
    """Writes both files."""
    wordnet, sizes, excluded = WordNet(), scowl_sizes(), set(lines_of(SCRIPTS / "excluded_words.txt"))
    common = [word for word in lines_of(STATIC / "lexicons" / "en-common.txt") if word not in excluded]
    by_hand, by_editor = (read_by_hand(name) for name in ("clues_by_hand.tsv", "clues_by_editor.tsv"))
    maker = ClueMaker(wordnet, sizes, excluded, by_hand, by_editor)
    rows = []
    for word in (word for word in common if len(word) > 2):
        for clue in maker.clues(word.lower()):
            rows.append(f"{word}\t{LEVELS[sizes[word.lower()]]}\t{clue.word_class}\t{clue.text}\n")
    (STATIC / "clues").mkdir(exist_ok=True)
    (STATIC / "clues" / "en.tsv").write_text(HEAD + "".join(rows), encoding="utf-8")
    answers = [
        word
        for word in common
        if len(word) == 5 and may_be_answer(word.lower(), wordnet, sizes, word.lower() in maker.by_hand)
    ]
    (STATIC / "lexicons" / "en-answers.txt").write_text(
        "".join(f"{word}\n" for word in answers), encoding="utf-8"
    )
    print(f"en.tsv: {len(rows)} clues for {len({row.split()[0] for row in rows})} words")
    print(f"en-answers.txt: {len(answers)} words")


def lines_of(path: Path) -> list[str]:
    """The lines of a file without blank lines and comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def scowl_sizes() -> dict[str, int]:
    """The size of every common word, of any length, in lower case and without accents."""
    sizes: dict[str, int] = {}
    for size in LEVELS:
        for category in CATEGORIES:
            for word in (SOURCE / f"{category}-words.{size}").read_text(encoding="utf-8").split():
                sizes.setdefault(folded(word).lower(), size)
    return sizes


def read_by_hand(name: str) -> ByHand:
    """The clues written by hand in a file of this folder."""
    found: ByHand = {}
    for line in lines_of(SCRIPTS / name):
        word, word_class, text = line.split("\t")
        found.setdefault(word.lower(), []).append((word_class, text))
    return found


class ClueMaker:
    """Finds the clues for words."""

    def __init__(
        self, wordnet: WordNet, sizes: dict[str, int], excluded: set[str], by_hand: ByHand, by_editor: ByHand
    ) -> None:
        self.wordnet = wordnet
        self.sizes = sizes
        self.excluded = excluded
        self.by_hand = by_hand
        self.by_editor = by_editor
        self.leaks = Leaks(wordnet)

    def clues(self, word: str) -> list[Clue]:
        """The best clues for a word, best first."""
        candidates = sorted(self.written(word))
        readings = self.readings(word)
        if not candidates:
            for reading in readings:
                candidates += self.inherited(word, reading)
        if not candidates:
            for reading in readings:
                candidates += self.found(word, reading, readings[0].weight)
        if not all(clue.text.endswith(HINT_ENDINGS) for clue in candidates):
            candidates = [clue for clue in candidates if not clue.text.endswith(HINT_ENDINGS)]
        most = max(MOST_CLUES, len(self.by_editor.get(word, [])))
        chosen: dict[str, Clue] = {}
        for clue in sorted(candidates):
            new = all(clue.text.lower() != other.text.lower() for other in chosen.values())
            if new and clue.origin not in chosen and len(chosen) < most:
                chosen[clue.origin] = clue
        return list(chosen.values())

    def readings(self, word: str) -> list[Reading]:
        """The interpretations of a word, most frequent first."""
        found = []
        for word_class in "nvar":
            for base in self.wordnet.bases(word, word_class):
                form = form_of(word, base, word_class)
                found.append(Reading(base, word_class, form, self.wordnet.count(base, word_class)))
        found.sort(key=lambda reading: (-reading.weight, reading.form != "base"))
        return [each for each in found if 10 * each.weight >= found[0].weight]

    def written(self, word: str) -> Iterator[Clue]:
        """The clues written by hand for the word itself."""
        clues = self.by_editor.get(word) or self.by_hand.get(word, [])
        for at, (word_class, text) in enumerate(clues):
            if self.leaks.gives_away(text, word):
                raise ValueError(f"the clue for {word} gives it away: {text}")
            yield Clue(at, text, word_class, f"hand {at}")

    def inherited(self, word: str, reading: Reading) -> Iterator[Clue]:
        """The clues written by hand for the base form."""
        if reading.form == "base":
            return
        for at, (word_class, text) in enumerate(self.by_hand.get(reading.base, [])):
            inflected = in_form(text, reading.form, self.is_verb, self.is_noun)
            hinted = inflected.endswith(HINT_ENDINGS)
            if word_class != reading.word_class or "___" in text or (hinted and word_class == "v"):
                continue
            if not self.leaks.gives_away(inflected, word):
                yield Clue(at, inflected, word_class, f"hand {reading.base} {at}")

    def found(self, word: str, reading: Reading, heaviest: int) -> Iterator[Clue]:
        """The clues from WordNet for one reading."""
        senses = self.wordnet.senses(reading.base, reading.word_class)
        for sense in senses:
            if OFFENSIVE.search(sense.gloss):
                continue
            frequency = sense.count / heaviest if heaviest else 0.3 / sense.rank
            if frequency < 0.1 and not (sense.rank == 1 and reading.weight == heaviest):
                continue
            rarity = 0 if frequency >= 0.5 else 0.8 if frequency >= 0.25 else 1.8
            for penalty, text, kind in self.of_sense(sense, reading, word):
                if not self.leaks.gives_away(text, word, sense.relatives):
                    origin = f"{kind} {sense.rank} {reading.word_class}"
                    yield Clue(penalty + rarity, text, reading.word_class, origin)

    def of_sense(self, sense: Sense, reading: Reading, word: str) -> Iterator[tuple[float, str, str]]:
        """The clues from one sense: penalty, text and kind of each."""
        for penalty, text, kind in self.base_clues(sense):
            inflected = in_form(text, reading.form, self.is_verb, self.is_noun)
            if reading.form not in ("er", "est") or not inflected.endswith(HINT_ENDINGS):
                yield penalty, inflected, kind
        for sentence in examples(sense.gloss):
            blanked = with_blank(sentence, word)
            if blanked:
                yield 0.9 + len(blanked) / 200, blanked, "example"

    def base_clues(self, sense: Sense) -> Iterator[tuple[float, str, str]]:
        """The clues of one sense for the base form."""
        synonyms = [each for each in sense.synonyms if self.is_plain_synonym(each, sense)][:2]
        if len(synonyms) == 2:
            yield 0.3, capitalised(", ".join(synonyms)), "synonyms"
        elif synonyms:
            yield 0.8, capitalised(synonyms[0]), "synonyms"
        for opposite in sense.antonyms[:1]:
            if self.sizes.get(opposite, 99) <= 35:
                yield 0.9, f"Opposite of {opposite}", "opposite"
        text = definition(sense.gloss)
        if text:
            yield 0.2 + max(0, len(text) - 25) / 40, text, "synonyms" if " " not in text else "definition"

    def is_plain_synonym(self, synonym: str, sense: Sense) -> bool:
        """Whether a synonym is a common word that mostly has this sense."""
        if not synonym.islower() or self.sizes.get(synonym, 99) > 35 or synonym.upper() in self.excluded:
            return False
        same = [each for each in self.wordnet.senses(synonym, sense.word_class) if each.gloss == sense.gloss]
        total = self.wordnet.count(synonym, sense.word_class)
        return bool(same) and (same[0].rank == 1 or 4 * same[0].count >= total > 0)

    def is_verb(self, word: str) -> bool:
        """Whether a word is the base form of a verb, and not also a function word."""
        return self.wordnet.is_lemma(word, "v") and word not in FUNCTION_WORDS - {"be", "have", "do"}

    def is_noun(self, word: str) -> bool:
        """Whether a word is the base form of a noun."""
        return (
            self.wordnet.count(word, "n") > 0
            or self.wordnet.is_lemma(word, "n")
            and not self.wordnet.bases(word, "v")
        )


def form_of(word: str, base: str, word_class: str) -> str:
    """The form of its base that a word has."""
    if word == base or word_class == "r":
        return "base"
    if word_class == "n":
        return "plural"
    if word_class == "a":
        return "est" if word.endswith("st") else "er"
    if word.endswith("ing"):
        return "ing"
    if word.endswith("s"):
        return "third"
    return (
        "participle"
        if word.endswith(("n", "ne", "um", "un", "ung", "unk")) and not base.endswith("n")
        else "past"
    )


def may_be_answer(word: str, wordnet: WordNet, sizes: dict[str, int], known: bool) -> bool:
    """Whether a five-letter word may be the secret of the guessing game: a well-known base form.

    Words up to SCOWL size 35 are well known, and those of size 40 that have a clue written by hand.
    """
    if word in MORE_ANSWERS:
        return True
    if sizes[word] > 40:
        return False
    own = {c: wordnet.count(word, c) for c in "nvar" if wordnet.is_lemma(word, c)}
    if not own:
        return False
    bases = {base for c in "nva" for base in wordnet.bases(word, c) if base in sizes} - {word}
    if bases and word.endswith("s") and not word.endswith("ss"):
        return False
    if bases and word.endswith(("ed", "er", "est", "ies", "ing")):
        return sum(own.values()) > 4 and any(c != "a" or word.endswith("ed") for c in own)
    if word in wordnet.exceptions["v"] and bases and "n" not in own and sum(own.values()) < 3:
        return False
    return sizes[word] <= 35 or known


if __name__ == "__main__":
    main()
