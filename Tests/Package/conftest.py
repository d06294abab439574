"""The paths of the modules that the tests share."""

import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(TESTS), str(TESTS / "BlackBox")]
