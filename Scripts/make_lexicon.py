#!/usr/bin/env python3
"""Makes static/lexicons/en.txt and en-common.txt from Debian's package `scowl`.

The words are those of the class `words` (no names, no abbreviations, no contractions), English and American,
with 2 to 5 letters and without apostrophes. Accents and case are folded: café becomes CAFE. SCOWL gives every
word a size, smaller for commoner words. Words up to size 70 are valid, and words up to size 50 are common enough
for answers and puzzles. A few words that everybody knows and this edition of SCOWL lacks are valid too.

    apt-get install scowl
    python3 Scripts/make_lexicon.py

NOTICE contains the notices that these lists require.
"""
import unicodedata
from pathlib import Path

SOURCE = Path("/usr/share/dict/scowl")
TARGET = Path(__file__).resolve().parent.parent / "static" / "lexicons"
SIZES = [10, 20, 35, 40, 50, 55, 60, 70]
CATEGORIES = ["english", "american"]
MORE_WORDS = "admin app boba chai gif gifs intro lol ouija vlog vlogs wifi yay zen".upper().split()


def main() -> None:
    """Writes both lists."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, largest in [("en", 70), ("en-common", 50)]:
        words = words_up_to(largest)
        if name == "en":
            words = sorted({*words, *MORE_WORDS})
        (TARGET / f"{name}.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        print(f"{name}.txt: {len(words)} words")


def words_up_to(largest: int) -> list[str]:
    """The folded words of 2 to 5 letters up to a size, sorted."""
    words = set()
    for size in (size for size in SIZES if size <= largest):
        for category in CATEGORIES:
            path = SOURCE / f"{category}-words.{size}"
            if path.exists():
                words |= set(map(folded, path.read_text(encoding="utf-8").split()))
    return sorted(word for word in words if 2 <= len(word) <= 5 and word.isascii() and word.isalpha())


def folded(word: str) -> str:
    """The word in upper case and without accents."""
    letters = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).upper()


if __name__ == "__main__":
    main()
