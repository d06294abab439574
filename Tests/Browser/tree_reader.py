"""Reads and plays a page as the user of a screen reader does: roles, names and live regions, and keys alone."""

import re
import time

PATIENCE = 30  # seconds


class TreeReader:
    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def nodes(self):
        """(role, name, properties) of everything that a screen reader finds, in the order of the tree."""
        def words(node):
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            return node["role"]["value"], node.get("name", {}).get("value", ""), properties

        tree = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [words(node) for node in tree if not node["ignored"]]

    def names(self, role, **properties):
        return [name for each, name, found in self.nodes() if each == role and properties.items() <= found.items()]

    def hears(self, role, name, **properties):
        """Waits for a node with this role whose name matches a regular expression."""
        self.heard(role, name, **properties)
        return self

    def heard(self, role, name, **properties):
        """Waits for a node as `hears` does; returns the match."""
        deadline = time.monotonic() + PATIENCE
        while not (found := [match for each in self.names(role, **properties) if (match := re.search(name, each))]):
            assert time.monotonic() < deadline, f"no {role} {name!r} in {self.nodes()}"
            self.page.wait_for_timeout(50)
        return found[0]

    def tab_to(self, role, name):
        """Presses Tab until a node with this role and name has the focus."""
        for _ in range(60):
            if name in self.names(role, focused=True):
                return self
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {role} {name!r}")

    def press(self, key):
        self.page.keyboard.press(key)
        return self

    def type(self, text):
        self.page.keyboard.type(text)
        return self

    @property
    def here(self):
        """The name of the current square."""
        [name] = self.names("gridcell", selected=True)
        return name

    def until_it_moves_from(self, name):
        """Waits until the current square has another name."""
        deadline = time.monotonic() + PATIENCE
        while self.names("gridcell", selected=True) == [name]:
            assert time.monotonic() < deadline, f"the caret stays at {name!r}"
            self.page.wait_for_timeout(20)
        return self
