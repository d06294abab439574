"""Firefox and WebKitGTK with the few operations that the tests need."""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import time

from marionette_driver.by import By as MarionetteBy
from marionette_driver.keys import Keys as MarionetteKeys
from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page_server import known_rules

PATIENCE = 30  # seconds until something that a test waits for is true
SIZE = (1100, 800)


class Engine:
    """A window of a browser. Methods that state something (`shows`) wait until it is true."""

    name = None

    def __init__(self, url):
        self.url = url

    def open(self, path, host=None):
        """Opens a page, as somebody who knows the rules; of the game `host`, as its host."""
        self.go(self.url + "/")  # storage belongs to an origin
        self.evaluate(f"localStorage.clear(); {known_rules()}")
        if host:
            key, token = f"5x5:host:{host['id']}", json.dumps(host["host"]["token"])
            self.evaluate("localStorage.setItem(arguments[0], arguments[1])", key, token)
        self.go(self.url + path)
        return self

    def sit(self, name):
        """Takes a seat."""
        self.press("#join-open")
        # The dialog is visible before Firefox moves the focus into it.
        self.until(lambda: self.evaluate("return document.activeElement?.id") == "name", "the focus on the name")
        self.type(name + "\n").until(lambda: not self._find("dialog"), "the closed dialog")
        seat = f"return [...document.querySelectorAll('.seat')].some(seat => /{name}.*you/.test(seat.textContent))"
        self.until(lambda: self.evaluate(seat), f"the seat of {name}")
        return self

    def find(self, selector):
        """The element, once it is visible."""
        def visible():
            element = self._find(selector)
            return element if element and element.is_displayed() else None

        return self.until(visible, selector)

    def sees(self, selector):
        """Whether the element is visible now."""
        element = self._find(selector)
        return bool(element) and element.is_displayed()

    def press(self, selector):
        self.find(selector).click()
        return self

    def type(self, text):
        """Types into whatever has the focus; "\\n" is the Enter key."""
        self._active().send_keys(*(self._enter if key == "\n" else key for key in text))
        return self

    def shows(self, selector, text):
        self.until(lambda: text in self.evaluate(
            "return document.querySelector(arguments[0])?.textContent ?? ''", selector), f"{text} in {selector}")
        return self

    def draws(self, board):
        """Waits until the board's text is `board`."""
        script = """return [...document.querySelectorAll('#grid .cell')].map(cell => cell.classList.contains('block') ? '#'
            : cell.querySelector('.letter')?.textContent || '.').join('').replace(/.{5}(?=.)/g, '$&/')"""
        self.until(lambda: self.evaluate(script) == board, lambda: f"{self.evaluate(script)} is shown, not {board}")
        return self

    def has_filled(self, count):
        """Waits until so many cells have a letter."""
        script = "return [...document.querySelectorAll('#grid .letter')].filter(letter => letter.textContent).length"
        self.until(lambda: self.evaluate(script) == count, lambda: f"{self.evaluate(script)} letters, not {count}")
        return self

    def is_in(self, stage):
        """Waits for a stage: `room`, `play` or `end`."""
        self.until(lambda: self.evaluate("return document.body.dataset.stage") == stage, f"stage {stage}")
        return self

    def until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < deadline, f"{self.name}: {what() if callable(what) else what}"
            time.sleep(0.05)
        return found


class Firefox(Engine):
    name, _enter = "Firefox", MarionetteKeys.ENTER

    def __init__(self, url):
        super().__init__(url)
        binary = shutil.which("firefox-esr") or shutil.which("firefox")
        # Marionette removes the file before it writes the log, so that it must not be /dev/null.
        self.logs = tempfile.TemporaryDirectory()
        self.client = Marionette(bin=binary, headless=True, gecko_log=self.logs.name)
        self.client.start_session()
        self.client.set_window_rect(width=SIZE[0], height=SIZE[1])

    def go(self, url):
        self.client.navigate(url)

    def evaluate(self, script, *args):
        return self.client.execute_script(script, script_args=args)

    def _find(self, selector):
        found = self.client.find_elements(MarionetteBy.CSS_SELECTOR, selector)
        return found[0] if found else None

    def _active(self):
        return self.client.get_active_element()

    def close(self):
        self.client.quit()
        self.client.cleanup()
        self.logs.cleanup()


class WebKitGTK(Engine):
    name, _enter = "WebKitGTK", Keys.ENTER

    def __init__(self, url):
        super().__init__(url)
        self.display, number = start_display()
        os.environ["DISPLAY"] = f":{number}"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[-1]
        options.add_argument("--automation")
        service = webdriver.webkitgtk.service.Service(executable_path=shutil.which("WebKitWebDriver"))
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_window_size(*SIZE)

    def go(self, url):
        self.driver.get(url)

    def evaluate(self, script, *args):
        return self.driver.execute_script(script, *args)

    def _find(self, selector):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[0] if found else None

    def _active(self):
        return self.driver.switch_to.active_element

    def close(self):
        self.driver.quit()
        self.display.terminate()
        self.display.wait()


def start_display():
    """Starts a display without a screen; returns its process and its number."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writer], stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as numbers:
        return process, int(numbers.readline())
