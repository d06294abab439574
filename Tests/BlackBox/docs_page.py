"""Reads the curl lines of `/docs`, and runs them in a shell."""

import os
import re
import subprocess
from html.parser import HTMLParser

# Curl reports each request and its status, without a change to the copied lines.
CURLRC = r'write-out = "\n%{stderr}request %{method} %{url_effective} %{http_code}\n"'
REQUEST = re.compile(r"^request (\w+) (\S+) (\d+)$", re.M)
STEP = re.compile(r"^step (\w+)$", re.M)


class DocsPage(HTMLParser):
    """The sections of the page: for each the lines to copy, as (id of the section or operation, text)."""

    def __init__(self, text):
        super().__init__()
        self.sections, self.ids, self._at, self._line = {}, [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids += filter(None, [attributes.get("id")])
        if tag == "section":
            self.sections[attributes["id"]] = self._lines = []
        if tag in ("section", "article"):
            self._at = attributes["id"]
        if attributes.get("class") == "line":
            self._line = ""

    def handle_data(self, data):
        if self._line is not None:
            self._line += data

    def handle_endtag(self, tag):
        if tag == "pre" and self._line is not None:
            self._lines.append((self._at, self._line))
            self._line = None

    def line(self, operation):
        """The lines to copy at an operation."""
        return next(text for lines in self.sections.values() for at, text in lines if at == operation)


def run(lines, folder):
    """Runs the lines of a section in one shell; returns the requests at each id, as (method, address, status)."""
    (folder / ".curlrc").write_text(CURLRC)
    script = "".join(f"echo step {at} >&2\n{text}\n" for at, text in lines)
    done = subprocess.run(
        ["bash"], input=script, capture_output=True, text=True, cwd=folder, timeout=50,
        env={**os.environ, "CURL_HOME": str(folder)},
    )
    _, *steps = STEP.split(done.stderr)
    return {at: REQUEST.findall(told) for at, told in zip(steps[::2], steps[1::2], strict=True)}, done
