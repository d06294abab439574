"""A real Redis and a real nginx with the configuration of `deploy/` on other ports."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import time

from server_process import PATIENCE, ROOT

DEPLOY = ROOT / "deploy"
START_LIMIT = 60.0 * PATIENCE
# Debian installs both in folders that may be missing in PATH.
ENVIRONMENT = {**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"}


class DidNotStart(Exception):
    """A program did not answer within the limit; the message includes its log."""


class Process:
    """A program with a port, a folder and a log. Signals go only to the process that was started here."""

    def __init__(self, folder, port):
        folder.mkdir()
        self.folder, self.port, self.log = folder, port, folder / "log"
        self._process = None

    def run(self, *command):
        """Starts `command` and waits until it answers."""
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT,
            )  # fmt: skip
        deadline = time.monotonic() + START_LIMIT
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop(signal.SIGKILL)
                raise DidNotStart(f"{command[0]}: {self.log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.01)

    @property
    def pid(self):
        return self._process.pid

    def send(self, number):
        self._process.send_signal(number)

    def stop(self, number=signal.SIGTERM):
        """Ends the process with a signal, if it runs; a paused process continues first."""
        if self._process and self._process.poll() is None:
            self.send(number)
            self.send(signal.SIGCONT)
            self._process.wait(START_LIMIT)


class Redis(Process):
    """A Redis with `deploy/redis.conf`; after a restart it has the data in its log."""

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def start(self):
        self.run(
            "redis-server", DEPLOY / "redis.conf", "--port", self.port, "--dir", self.folder,
            "--daemonize", "no",
        )  # fmt: skip

    def answers(self):
        with contextlib.suppress(OSError):
            return self.execute("PING").startswith("+PONG")
        return False

    def execute(self, command):
        """Sends an inline command and returns the start of the reply."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
            connection.sendall(command.encode() + b"\r\n")
            return connection.recv(4096).decode(errors="replace")


class Nginx(Process):
    """An nginx with `deploy/nginx.conf` in front of the nodes on `ports`.

    With `limits`, its limits hold, but requests are forgotten so slowly that their number does not depend on time, and
    the header X-Client names the client's address. Without, any number of clients may share an address.
    """

    def __init__(self, folder, port, ports, limits=False):
        super().__init__(folder, port)
        self.configuration = folder / "nginx.conf"
        text = site(port, ports)
        if limits:
            text, count = re.subn(r"\brate=\d+r/s", "rate=1r/m", text)
            assert count == 1, text
            text = f"set_real_ip_from 127.0.0.1;\nreal_ip_header X-Client;\n{text}"
        else:
            text = re.sub(r"^ *limit_(req|conn) .*\n", "", text, flags=re.MULTILINE)
        (folder / "site.conf").write_text(text)
        self.configuration.write_text(main_configuration(folder))

    def start(self):
        self.run("nginx", "-p", self.folder, "-c", self.configuration, "-e", self.log)

    def answers(self):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        return False


def site(port, ports):
    """`deploy/nginx.conf` with other ports: nginx's own, and those of the nodes."""
    text = (DEPLOY / "nginx.conf").read_text()
    server = re.search(r"^ *server 127\.0\.0\.1:\d+(.*;)\n", text, re.MULTILINE)
    nodes = "".join(f"    server 127.0.0.1:{node}{server.group(1)}\n" for node in ports)
    text = re.sub(r"(?:^ *server 127\.0\.0\.1:\d+.*;\n)+", lambda _: nodes, text, flags=re.MULTILINE)
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\blisten 80;", f"listen 127.0.0.1:{port};", text)


def main_configuration(folder):
    """The relevant part of Debian's nginx.conf, which includes the site; all paths are in one folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"    {kind}_temp_path {folder}/{kind};" for kind in kinds)
    # Workers of an nginx that root starts run as another user, who cannot read the folder.
    user = "user root;\n" if os.getuid() == 0 else ""
    return f"""{user}daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log warn;
events {{ worker_connections 2048; }}
http {{
    access_log off;
{temporary}
    include {folder}/site.conf;
}}
"""
