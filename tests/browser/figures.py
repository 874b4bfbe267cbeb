"""What a reader does with a figure, for the tests: settings, code, waiting."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

TWO_FRAMES = "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))"
OVER = "f => ['live', 'error', 'stopped'].includes(document.querySelector(f).dataset.state)"


HURRY = """const wait = window.setTimeout, now = performance.now.bind(performance), from = now();
    window.unhurried = () => { window.setTimeout = wait; delete performance.now; };
    window.setTimeout = (then, ms, ...more) => wait(then, ms / 4, ...more);
    performance.now = () => from + 4 * (now() - from)"""


@contextmanager
def hurried(page: Page) -> Iterator[None]:
    """The page's clock runs four times as fast, so that nobody waits for the ten seconds which a
    program has."""
    page.evaluate(f"() => {{ {HURRY} }}")
    yield
    page.evaluate("unhurried()")


def drawn_anew(page: Page) -> None:
    """Wait for two frames: what was asked for before the first is on the screen with the second."""
    page.evaluate(TWO_FRAMES)


class Reader:
    """One reader at one figure of an open page."""

    def __init__(self, page: Page, id: str):
        self.page, self.id, self.selector = page, id, f"#fig-{id}"
        self.figure: Locator = page.locator(self.selector)
        page.bring_to_front()  # a page behind another draws no frames

    @property
    def state(self) -> str | None:
        return self.figure.get_attribute("data-state")

    @property
    def runs(self) -> int:
        return int(self.figure.get_attribute("data-runs") or 0)

    @property
    def message(self) -> str:
        """The one line that says what is wrong, beside the editor if that is open."""
        lines = self.figure.locator(".lf-message:visible, .lf-fault:visible").all_inner_texts()
        assert len(lines) <= 1, lines
        return lines[0] if lines else ""

    @property
    def says(self) -> str:
        return self.figure.locator(".lf-say").inner_text()

    def frames(self) -> None:
        """Wait until the page has been drawn anew."""
        drawn_anew(self.page)

    def press(self, action: str) -> None:
        button = self.figure.locator(f"[data-action={action}]")
        if not button.is_visible():  # it would change nothing, but a program may press it
            return button.evaluate("button => button.click()")
        button.press("Enter")  # what is drawn meanwhile may move it away from under a mouse

    def use(self, preset: str) -> None:
        """Press a set-up, behind the others if it is there."""
        button = self.figure.locator(f'[data-preset="{preset}"]')
        if not button.is_visible():
            self.press("presets")
        button.press("Enter")

    def settle(self) -> None:
        """Wait until the run that was just asked for is over."""
        self.frames()
        self.page.wait_for_function(OVER, arg=self.selector, polling=100)

    def after(self, act: Callable[[], Any]) -> None:
        """Do something and wait until one more run has finished."""
        runs = self.runs
        act()
        try:
            self.page.wait_for_function(
                "([f, n]) => Number(document.querySelector(f).dataset.runs) > n",
                arg=[self.selector, runs],
                polling=40,
            )
        except TimeoutError as error:
            raise AssertionError(
                f"no run has finished: {self.selector} is {self.state}, {self.message!r}"
            ) from error

    def set(self, name: str, value: str) -> None:
        """Give an input a value as a script or a slider would."""
        self.figure.locator(f".lf-controls [name='{name}']").evaluate(
            "(e, v) => { if (e.type === 'range') { e.type = 'text'; } e.value = v;"
            " for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, {bubbles: true})); }",
            value,
        )

    def type_code(self, text: str) -> None:
        """Replace the code in the editor."""
        if self.figure.locator(".lf-code").is_hidden():
            self.press("code")
        self.figure.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def share(self) -> str:
        """The link that Share gives. (The clipboard is everybody's, so it is emptied first.)"""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("navigator.clipboard.writeText('')")
        self.press("share")
        for _ in range(100):
            link = str(self.page.evaluate("navigator.clipboard.readText()"))
            if "~" in link:
                return link
            self.page.wait_for_timeout(100)
        raise AssertionError("Share put no link on the clipboard")


def choose(reader: Reader, name: str, value: str) -> None:
    """Choose an option, under the fold too."""
    field = reader.figure.locator(f".lf-controls [name='{name}']")
    field.evaluate("e => { const fold = e.closest('details'); if (fold) fold.open = true; }")
    field.select_option(value)
