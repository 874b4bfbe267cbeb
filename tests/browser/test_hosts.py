"""The book runs on hosts as they come, and where one does not send what is needed, a line says
what."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from exercises.contents import get
from tests.browser.conftest import Watch
from tests.browser.exercising import Solver, page_of
from tests.browser.figures import Reader
from tests.browser.hosts import HOSTS, serving

EXERCISE = "missed-revolution"
PAGE = page_of(EXERCISE)
FIGURE = "one-writer"


def uses(page: Page, watch: Watch) -> None:
    """Run a figure, and have an exercise's program checked."""
    reader = Reader(page, FIGURE)
    reader.after(lambda: reader.press("run"))
    assert any("snapshot" in url for url in watch.requests)
    solver = Solver(page, EXERCISE)
    solver.write(get(EXERCISE).solution(1))
    assert solver.check() == solver.praise


@pytest.mark.parametrize("packs", [False, True], ids=["plain", "compressed"])
@pytest.mark.parametrize("name", HOSTS)
def test_a_figure_runs_and_a_program_is_checked_on(
    name: str,
    packs: bool,
    open_page: Callable[..., Page],
    watch: Watch,
) -> None:
    with serving(HOSTS[name], packs) as address:
        uses(open_page(address + PAGE), watch)
