"""Lists with which the server does not start, and says why in one line."""

import pytest

from lexicon_files import write
from refused_starts import start


def refusal_of(done):
    """Asserts that a start was refused with one clear line, and returns it; how to use it may follow."""
    assert done.returncode > 0 and "listening" not in done.stdout, done
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(line) > 20 and "Fatal" not in done.stderr and "rror Domain" not in done.stderr, done.stderr
    return line


@pytest.fixture
def refused(tmp_path):
    """Starts the server with such options, which it must refuse; returns what it says."""
    data = tmp_path / "data"
    data.mkdir()
    return lambda *args: refusal_of(start("--data", data, *args))


def test_a_file_that_is_not_there_is_named(refused, tmp_path):
    line = refused("--lexicon", f"mine={tmp_path / 'missing.txt'}")
    assert "missing.txt" in line


def test_an_empty_file_is_no_list(refused, tmp_path):
    assert "nothing.txt" in refused("--lexicon", f"mine={write(tmp_path, 'nothing', '')}")


def test_a_file_without_any_word_of_two_to_five_letters_is_no_list(refused, tmp_path):
    for name, text in (("blank", "\n\n  \n"), ("long", "antelope\nhippopotamus\n"), ("digits", "123\n42\n")):
        assert f"{name}.txt" in refused("--lexicon", f"mine={write(tmp_path, name, text)}")


def test_a_file_in_another_encoding_is_no_list(refused, tmp_path):
    for encoding in ("utf-16", "utf-16-le"):
        path = write(tmp_path, encoding, ["cat", "dog"], encoding=encoding)
        line = refused("--lexicon", f"mine={path}")
        assert encoding + ".txt" in line and "UTF-8" in line


def test_a_line_of_ten_megabytes_is_no_word(refused, tmp_path):
    path = write(tmp_path, "wide", "cat\n" + "x" * 10_000_000 + "\ndog\n")
    assert "wide.txt" in refused("--lexicon", f"mine={path}")


def test_a_folder_is_no_list(refused, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "folder" in refused("--lexicon", f"mine={folder}")


def test_a_device_that_never_ends_is_no_list(refused):
    assert "zero" in refused("--lexicon", "mine=/dev/zero")


def test_64_different_letters_are_too_many_and_are_counted(refused, tmp_path):
    letters = [chr(code) for code in range(0x3041, 0x3041 + 66)]
    for count in (64, 66):
        words = ["".join(letters[index : index + 2]) for index in range(0, count, 2)]
        line = refused("--lexicon", f"mine={write(tmp_path, f'letters-{count}', words)}")
        assert str(count) in line and "63" in line.replace(f"letters-{count}", "")


@pytest.mark.parametrize("option", ["", "mine", "=list.txt", "mine=", "../up=x", "a b=x", "a/b=x", "<b>=x"])
def test_a_list_needs_a_plain_name_and_a_path(refused, tmp_path, option):
    path = write(tmp_path, "list", ["cat"])
    refused("--lexicon", option.replace("=x", f"={path}").replace("=list.txt", f"={path}"))


def test_two_lists_of_one_name_are_refused(refused, tmp_path):
    path = write(tmp_path, "list", ["cat"])
    assert "once" in refused("--lexicon", f"mine={path}", "--lexicon", f"mine={path}")


def test_folding_the_accents_of_a_list_that_is_not_there_is_refused(refused, tmp_path):
    path = write(tmp_path, "list", ["cat"])
    assert "other" in refused("--lexicon", f"mine={path}", "--fold-accents", "other")
