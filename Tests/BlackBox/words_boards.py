"""Random boards that have words in them."""

from words_reference import ENGLISH

LETTERS = "EEEEAAAAIIOOURRTTNNSSLLCDPMHGBFYWKVXZJQ"


def text_of(cells):
    """25 signs as a board's text."""
    return "/".join("".join(cells[row * 5 : row * 5 + 5]) for row in range(5))


def pool(lexicon=ENGLISH):
    """The words of each length, in order, to choose from."""
    return {length: sorted(word for word in lexicon if len(word) == length) for length in range(2, 6)}


def random_line(random, words, letters):
    """Five signs: letters of chance, with a word or two somewhere."""
    line = [random.choice(letters) for _ in range(5)]
    for _ in range(random.choice([0, 1, 1, 2])):
        length = random.choice([length for length in words if words[length]])
        start = random.randrange(6 - length)
        line[start : start + length] = random.choice(words[length])
    return line


def random_board(random, words, letters=LETTERS, gaps=0.06, blocks=0.03):
    """A board of such lines, across or down, with some empty cells and blocks."""
    lines = [random_line(random, words, letters) for _ in range(5)]
    if random.random() < 0.5:
        lines = [[lines[column][row] for column in range(5)] for row in range(5)]
    cells = [sign for line in lines for sign in line]
    for index in range(25):
        chance = random.random()
        cells[index] = "." if chance < gaps else "#" if chance < gaps + blocks else cells[index]
    return text_of(cells)
