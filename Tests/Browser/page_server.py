"""What the tests and the pictures start: the real server with this page, and Debian's Chromium."""

import pathlib
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from server_process import ROOT, ServerProcess  # noqa: E402

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def start_server(*args):
    return ServerProcess("--no-address-limits", "--static", ROOT / "static", *args)


def launch(playwright):
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
