"""The page object of a window on a game without a folder of its own on the page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from home_window import HomeWindow


class OwnWindow(HomeWindow):
    def action(self, name):
        return self.page.locator("#actions").get_by_role("button", name=name, exact=True)

    @property
    def actions(self):
        return self.page.locator("#actions button")

    @property
    def dialog(self):
        return self.page.locator("dialog")

    def field(self, name):
        return self.dialog.locator(f'[name="{name}"]')

    def fit(self, square):
        """Lets the server write a letter into a square."""
        self.choose(square)
        self.touch(self.action("Fit"))
        expect(self.field("cell")).to_have_value(square)
        return self.confirm()

    def fact(self, name):
        return self.page.locator("#facts div", has_text=name).locator("dd")

    def has_no_violation(self):
        self.page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return self
