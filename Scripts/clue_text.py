"""Shortens glosses to clues, and rejects clues that give their answer away or are unfit to print."""

import re
from functools import cache

from wordnet import WordNet

LONGEST = 60
# Words in a gloss that make its sense unfit for a family game.
OFFENSIVE = re.compile(
    r"\bslur|offensive|disparag|obscene|vulgar|derogat|slang|contempt|pejorative|sexual|genital|penis|vagina|"
    r"prostitut|breasts|intercourse|marijuana|cannabis|cocaine|heroin|homosexual|lesbian|\burin|feces|fecal|"
    r"excrement|defecat|\bnude|naked|erotic|negro|retarded|suicide|\brape|genocide|slave|ejaculat|\bsemen|"
    r"\banus\b|buttocks|copulat|\blust\b|whore|brothel|abortion|narcotic|illicit drug|insane|cripple|ethnic|"
    r"\bracial|racist|coitus|orgasm|\bsex|castrat|menstr|rectum|bowel|mentally|terroris|\bnazi|promiscu|testicle|"
    r"scrotum|\bcaste\b|execution|hanged|murder|corpse|stupid person|fat person",
    re.I,
)
# Signs of a poor clue: taxonomy, arithmetic, remarks about the entry itself.
UNPRINTABLE = re.compile(
    r"\bgenus\b|any of (various|numerous|several|the)|any (various|plant|member)|\ba? ?unit of\b|"
    r"\bmonetary\b|\bused in combination|of or (relating|pertaining|belonging)|relating to or|"
    r'pertaining to|\btaxonomic|archaic|obsolete|\d|`|\"|\[|\]|\bsee\b|the (cardinal|ordinal)|\bfamily\b|'
    r"abbreviation|logarithm|\bsame as\b|^(not|in) (a|an|the)? ?\w+ (manner|way)$|\bspecies\b|"
    r"\bof the order\b|\bvariant of\b|characteristic of|capital (and|of)|chemical element|the \w+ letter|"
    r"symbol|usually plural|usu\.",
    re.I,
)
# Where a long gloss may be cut off, the most natural places first.
CUTS = (
    r" \(",
    r", (?:usually|especially|often|typically|particularly|generally|sometimes|as (?:of|in|by|for|when|if)"
    r"|such as|including|with|which|or (?:a|the|an|to) |and (?:a|the|an) |esp|either|made|used|where"
    r"|whether|having|so )",
    r" (?:especially|usually|such as|often with|either by|as by|for example|particularly|including|generally"
    r"|typically)\b",
    r" (?:or|and) (?:an?|the|to|by|of|in|for|at|as|with) ",
    r" (?:so that|in order to|because|whether|by means of|as a result of|as if|or otherwise)\b",
)
FUNCTION_WORDS = set("""
    a an the and or of to in on at by for with he she it his her their they we i you my your its is was are
    were be been has had have this that these those from as up down out not very some all him them me us our
    will would can could do did does who what there so
    """.split())


def definition(gloss: str) -> str | None:
    """The first definition of a gloss, shortened at a natural place; None if it is unfit to print."""
    text = re.split(r"; |: ?\"|\"", gloss)[0].strip(" ;:")
    if OFFENSIVE.search(text):
        return None
    text = re.sub(r"^\([^)]*\) *", "", text)
    text = re.sub(
        r" *\((?:or|as|used|usually|especially|of|in|for|with|sometimes|often|and)\b[^)]*\)", "", text
    )
    for cut in CUTS:
        if len(text) <= LONGEST and not ("(" in text and cut == CUTS[0]):
            break
        text = re.split(cut, text)[0] if len(re.split(cut, text)[0].split()) >= 3 else text
    text = re.sub(r"^(an?|the) ", "", text).strip(" ,;:.")
    words = re.findall(r"[A-Za-z']+", text)
    if not 4 <= len(text) <= LONGEST or "(" in text or ")" in text or not words or UNPRINTABLE.search(text):
        return None
    if any(word[0].isupper() for word in words if word != "I") or len(re.findall(r"\bor\b", text)) > 2:
        return None
    if words[-1] in FUNCTION_WORDS - {"up", "down", "out", "in", "on", "him", "them", "it"} or words[0] in {
        "used",
        "that",
        "denoting",
    }:
        return None
    return capitalised(text)


def examples(gloss: str) -> list[str]:
    """The example sentences of a gloss."""
    return [] if OFFENSIVE.search(gloss) else [each.strip() for each in re.findall(r'"([^"]+)"', gloss)]


def with_blank(sentence: str, word: str) -> str | None:
    """An example sentence with a blank for the word; None if it says too little about the word."""
    sentence = sentence.strip(" .,;").replace("  ", " ")
    hits = re.findall(rf"\b{word}\b", sentence, re.I)
    if len(hits) != 1 or len(sentence) > LONGEST - 5 or re.search(r"[`\[\]()=/\d]|--|\.\.", sentence):
        return None
    blanked = re.sub(rf"\b{word}\b", "___", sentence, flags=re.I)
    words = re.findall(r"[A-Za-z']+", blanked)
    telling = [each for each in words if each.lower() not in FUNCTION_WORDS]
    if (
        len(words) < 4
        or len(telling) < 2
        or blanked.startswith("___")
        or "___'" in blanked
        or "-___" in blanked
        or "___-" in blanked
    ):
        return None
    if any(each[0].isupper() and each != "I" and not each.startswith("I'") for each in words[1:]):
        return None
    if words[0][0].isupper() and words[0].lower() not in FUNCTION_WORDS and words[0].endswith("'s"):
        return None
    return capitalised(blanked)


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[0].upper() + text[1:]


class Leaks:
    """Detects clues that give their answer away."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self.stems = cache(self._find_stems)

    def gives_away(self, clue: str, word: str, relatives: tuple[str, ...] = ()) -> bool:
        """Whether a clue contains the word, or a form or a stem of it."""
        stems = self.stems(word) | {each for each in relatives if len(each) >= 3}
        return any(self.too_close(token, word, stems) for token in re.findall(r"[a-z]+", clue.lower()))

    def too_close(self, token: str, word: str, stems: set[str]) -> bool:
        """Whether one word of a clue is too similar to the answer."""
        if token == word or (len(token) > 2 and stems & self.stems(token)):
            return True
        for stem in stems:
            if len(stem) >= 4 and (stem in token or (len(token) >= 4 and token in stem)):
                return True
            if common_prefix_length(stem, token) >= max(4, min(len(stem), len(token)) - 1):
                return True
            if len(stem) == 3 and re.fullmatch(
                rf"{stem}({stem[-1]}?(y|er|ed|ing|est|ly)|s|ful|less|ness|like|man|men)", token
            ):
                return True
        return False

    def _find_stems(self, word: str) -> set[str]:
        """The word and its base forms."""
        return {word} | {base for c in "nvar" for base in self.wordnet.bases(word, c)}


def common_prefix_length(one: str, other: str) -> int:
    """The length of the common prefix of two words."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
