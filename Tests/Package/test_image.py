"""The OCI image, unpacked by umoci and run without rights, on a read-only root, without /proc, with one volume.

Needs root, for the mounts. The user, the command and the environment are those that the image names.
"""

import json
import signal
import socket
import subprocess
import urllib.request

import pytest
from server_process import ROOT

IMAGE = ROOT / ".build" / "image" / "fivebyfive"
LIMIT = 40_000_000  # compressed bytes
# In a mount namespace of its own: the root becomes read-only, and the volume is the only folder to write in.
RUN = """mount --bind "$1" "$1" && mount --bind "$2" "$1/data" && mount -o remount,bind,ro "$1" && shift 2 && exec "$@" """


@pytest.fixture(scope="module")
def tag():
    index = json.loads((IMAGE / "index.json").read_text())
    [manifest] = index["manifests"]
    return manifest["annotations"]["org.opencontainers.image.ref.name"]


@pytest.fixture(scope="module")
def root(tag, tmp_path_factory):
    bundle = tmp_path_factory.mktemp("image") / "bundle"
    subprocess.run(["umoci", "unpack", "--image", f"{IMAGE}:{tag}", bundle], check=True)
    return bundle / "rootfs"


def blob(descriptor):
    return IMAGE / "blobs" / descriptor["digest"].replace(":", "/")


@pytest.fixture(scope="module")
def manifest():
    [found] = json.loads((IMAGE / "index.json").read_text())["manifests"]
    return json.loads(blob(found).read_text())


@pytest.fixture(scope="module")
def settings(manifest):
    return json.loads(blob(manifest["config"]).read_text())["config"]


class Container:
    def __init__(self, root, volume, settings, port):
        uid, gid = settings["User"].split(":")
        self.prefix = ["unshare", "--mount", "sh", "-c", RUN, "sh", root, volume]
        self.inside = ["env", "-i", *settings["Env"], f"FIVEBYFIVE_PORT={port}", "/usr/sbin/chroot", f"--userspec={uid}:{gid}", root]
        self.command = [*settings["Entrypoint"], *settings["Cmd"]]
        self.entry = settings["Entrypoint"]

    def start(self):
        return subprocess.Popen([*self.prefix, *self.inside, *self.command], stdout=subprocess.PIPE, text=True)

    def run(self, *arguments):
        return subprocess.run([*self.prefix, *self.inside, *self.entry, *arguments], check=True, capture_output=True, text=True).stdout


def test_the_image_is_small(manifest):
    size = sum(layer["size"] for layer in manifest["layers"])
    print(f"{size:,} compressed bytes")
    assert size < LIMIT


def test_the_image_has_a_user_without_rights_and_no_shell(root, settings):
    assert settings["User"] == "10001:10001" and list(settings["Volumes"]) == ["/data"]
    assert [path.name for path in (root / "usr" / "bin").iterdir()] == ["GameServer"] and not (root / "bin").exists()


def test_the_image_runs_read_only_answers_its_health_check_and_stops(root, settings, tmp_path):
    volume = tmp_path / "volume"
    volume.mkdir(mode=0o700)
    subprocess.run(["chown", settings["User"], volume], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    container = Container(root, volume, settings, port)
    process = container.start()
    try:
        assert process.stdout.readline() == f"listening on http://0.0.0.0:{port}/\n"
        url = f"http://127.0.0.1:{port}"
        with urllib.request.urlopen(urllib.request.Request(f"{url}/board/cells/12", b"A"), timeout=5) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(f"{url}/", timeout=5) as answer:
            assert b"<title>" in answer.read()
        assert "ready" in container.run("admin", "status")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(15) == 0
    assert not (root / "data" / "games.sqlite").exists() and (volume / "games.sqlite").exists()
