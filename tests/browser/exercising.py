"""What a reader does with an exercise, for the tests: an answer by keyboard, a check, what is said."""

from typing import Any

from playwright.sync_api import Locator, Page

from exercises.contents import get, ids
from exercises.kit.kinds import KINDS, PROGRAMS

OVER = """e => !e.hasAttribute('data-busy') && /^(Passed|Not yet|Not checked|Stopped)/.test(
    e.querySelector('.ex-say').textContent)"""


def first_of(kind: str) -> str:
    """The first exercise of a kind in the book."""
    return next(id for id in ids() if get(id).kind == kind)


EACH_KIND = {kind: first_of(kind) for kind in KINDS}


def page_of(id: str) -> str:
    return f"book/{get(id).chapter}.html"


class Solver:
    """One reader at one exercise of an open page."""

    def __init__(self, page: Page, id: str):
        self.page, self.id, self.exercise = page, id, get(id)
        self.root: Locator = page.locator(f"#exercise-{id}")
        page.bring_to_front()
        self.root.scroll_into_view_if_needed()
        if not self.root.locator(".ex-fold[open]").count():
            self.root.locator(".ex-title").click()
        if self.exercise.kind in PROGRAMS:
            self.root.locator(".cm-content").wait_for()

    def press(self, action: str) -> None:
        # a button may move away from under the mouse while the page is drawn
        self.root.locator(f"[data-action={action}]").first.press("Enter")

    @property
    def state(self) -> str | None:
        return self.root.get_attribute("data-state")

    @property
    def spoken(self) -> str:
        """All that is read out."""
        return " ".join((self.root.locator(".ex-say").text_content() or "").split())

    @property
    def line(self) -> str:
        """What is said for all to see, without the tests."""
        return self.root.locator(".ex-say").evaluate(
            "e => [...e.childNodes].filter(n => !n.classList?.contains('lf-hidden')).map(n => n.textContent).join('')"
        )

    @property
    def program(self) -> str:
        return str(
            self.page.evaluate(
                "e => e.innerText", self.root.locator(".cm-content").element_handle()
            )
        )

    def settle(self) -> None:
        """Wait until the check is over."""
        self.page.wait_for_function(OVER, arg=self.root.element_handle(), polling=50)

    def check(self) -> str:
        self.press("check")
        self.settle()
        return self.line

    @property
    def praise(self) -> str:
        """What is said when all tests pass."""
        tests, points = len(self.exercise.tests), self.exercise.points
        count = {1: "", 2: "both tests, "}.get(tests, f"all {tests} tests, ")
        return f"Passed: {count}{points} of {points} points."

    def write(self, program: str) -> None:
        self.root.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(program)

    def field(self, name: str) -> Locator:
        return self.root.locator(f"[data-field={name}] input")

    def fill(self, answer: Any) -> None:
        """Give an answer with the mouse."""
        if isinstance(answer, str):
            return self.write(answer)
        for name, value in answer.items():
            if isinstance(value, bool):
                self.field(name).set_checked(value)
            elif self.field(name).count() > 1:
                self.root.locator(f"[data-field={name}] input[value={value!r}]").check()
            else:
                self.field(name).fill(value)
        return None

    def answer(self) -> dict[str, Any]:
        """What stands in the fields."""
        given: dict[str, Any] = {}
        for field in self.root.locator(".ex-fields input").all():
            name, kind = str(field.get_attribute("name")), field.get_attribute("type")
            if kind == "checkbox":
                given[name] = field.is_checked()
            elif kind != "radio":
                given[name] = field.input_value()
            elif field.is_checked():
                given[name] = field.get_attribute("value")
        return given

    def givens(self) -> str:
        """The numbers of the question."""
        return " ".join(self.root.locator(".ex-prompt .given").all_inner_texts())

    def open_variant(self, number: int | str) -> None:
        if self.root.locator(".ex-class[open]").count() == 0:
            self.root.locator(".ex-class summary").click()
        self.root.locator("[name=variant]").fill(str(number))
        self.root.locator("[name=variant]").press("Enter")
