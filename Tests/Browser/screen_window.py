"""The page object of a room's big screen."""

import contextlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect

from qr_reader import code_in

# Three televisions and an old projector.
SIZES = {"720": (1280, 720), "1080": (1920, 1080), "2160": (3840, 2160), "768": (1024, 768)}


def window_of(size):
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}}


class ScreenWindow:
    def __init__(self, page, url):
        self.page, self.url = page, url

    def open(self, room):
        self.page.goto(f"{self.url}/r/{room}?tv")
        expect(self.part("head").locator("h1")).not_to_be_empty()
        return self

    def part(self, name):
        return self.page.locator(f"#tv-{name}")

    def shows(self, view):
        """Waits for a view: `room`, `waiting`, `board`, `call`, `cards` or `end`."""
        expect(self.page.locator("#tv")).to_have_attribute("data-view", view)
        return self

    def seat(self, name):
        return self.page.locator(".seat", has_text=name)

    def panel(self, name):
        return self.page.locator("#tv-boards .panel", has_text=name)

    def letters(self, place):
        """The text of a board on the screen: rows of letters, `.` for an empty cell and `#` for a block."""
        cells = place.locator(".cell").evaluate_all("""cells => cells.map(
            cell => cell.classList.contains('block') ? '#' : cell.querySelector('b')?.textContent || '.')""")
        return "/".join("".join(cells[row:row + 5]) for row in range(0, 25, 5))

    def read_code(self):
        """What a camera reads from the QR code on the screen."""
        expect(self.page.locator(".qr")).to_be_visible()
        return code_in(self.page)

    def has_settled(self):
        """Waits until nothing moves."""
        self.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        return self

    def fits(self):
        """Whether everything is inside the window, without scrolling and without text that is cut off."""
        script = """() => {
            const root = document.documentElement;
            const isCut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
            const { right, bottom } = document.querySelector('#tv-join').getBoundingClientRect();
            return [root.scrollWidth > innerWidth && 'wide', root.scrollHeight > innerHeight && "high",
              ...[...document.querySelectorAll('#tv-main, #tv-side')].map((box) => isCut(box) && box.id),
              (right > innerWidth || bottom > innerHeight) && 'join'].filter(Boolean);
        }"""
        # Boards and lists take their sizes a moment after the window.
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(f"() => !({script})().length", polling=50)
        cut = self.page.evaluate(script)
        assert cut == [], cut
        return self

    def has_no_violation(self):
        self.has_settled()
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        return self
