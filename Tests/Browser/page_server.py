"""What the tests and the pictures start: the real server with this page, and Debian's Chromium."""

import pathlib
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from server_process import ROOT, ServerProcess  # noqa: E402

# A name for this machine that is no loopback to the browser: pages there are no secure context, as on any network.
NETWORK_NAME = "phone.test"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def start_server(*args):
    return ServerProcess("--no-address-limits", "--static", ROOT / "static", *args)


def launch(playwright):
    arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NETWORK_NAME} 127.0.0.1"]
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
