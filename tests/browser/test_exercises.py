"""An exercise in the page: done with the keyboard alone, whatever its kind; hints, variants, and
what a reader gets wrong."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from exercises.contents import exercises, get
from tests.browser.exercising import EACH_KIND, PROGRAMS, Solver, page_of
from tests.browser.figures import drawn_anew
from tests.browser.test_pages import AXE, BARRIERS, in_the_dark
from tests.conftest import sample

PROGRAM, FIELDS = EACH_KIND["write"], EACH_KIND["choose"]


def at(open_page, site, id, **more):
    return Solver(open_page(site + page_of(id), **more), id)


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


def give_by_keys(solver: Solver, answer) -> None:
    """Give an answer without a mouse, and check it."""
    page = solver.page
    solver.root.locator(".ex-prompt").focus()
    if isinstance(answer, str):
        tab_to(page, ".cm-content")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(answer)
        return page.keyboard.press("Control+Enter")
    for name, value in answer.items():
        kind = solver.field(name).first.get_attribute("type")
        tab_to(page, f"#exercise-{solver.id} [name={name}]")
        if kind == "checkbox":
            if solver.field(name).is_checked() != value:
                page.keyboard.press("Space")
        elif kind == "radio":
            page.keyboard.press("Space")
            while page.evaluate("document.activeElement.value") != value:
                page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("Control+a")
            page.keyboard.type(value)
    return page.keyboard.press("Enter")


@pytest.mark.parametrize("kind", sample(list(EACH_KIND), 1, lambda kind: kind in PROGRAMS))
def test_an_exercise_is_done_with_the_keyboard_alone_and_kept(kind, site, open_page):
    solver = at(open_page, site, EACH_KIND[kind])
    page, solution = solver.page, solver.exercise.solution(1)
    give_by_keys(solver, solution)
    solver.settle()
    assert solver.state == "passed"
    assert solver.line == solver.praise
    expect(solver.root.locator(".ex-state")).to_have_text("passed")
    if kind in PROGRAMS:
        expect(solver.root.locator(".cm-content")).to_be_focused()
        page.keyboard.press("Escape")
    tab_to(page, "[data-action=hint]")
    page.keyboard.press("Enter")
    expect(solver.root.locator(".ex-hints li")).to_have_count(1)
    tab_to(page, "[data-action=solution]")
    page.keyboard.press("Enter")
    expect(solver.root.locator(".ex-solution summary")).to_be_focused()
    assert len(solver.root.locator(".ex-why").inner_text()) > 80
    page.reload()
    again = Solver(page, solver.id)
    assert again.state == "passed"
    expect(again.root.locator(".ex-state")).to_have_text("passed; solution opened afterwards")
    expect(again.root.locator(".ex-hints li")).to_have_count(1)
    if kind in PROGRAMS:
        assert again.program.split() == solution.split()
    else:
        assert again.answer() == solution


@pytest.mark.alike("opens all")
@pytest.mark.parametrize("id", [PROGRAM, EACH_KIND["read"]])
def test_an_exercise_that_is_opened_up_shuts_no_reader_out(id, site, open_page):
    solver = at(open_page, site, id, width=390)
    solver.check()
    solver.press("hint")
    solver.press("solution")
    solver.press("solution-yes")
    expect(solver.root.locator(".ex-why")).to_be_visible()
    assert solver.page.evaluate("document.documentElement.scrollWidth") == 390
    solver.page.add_script_tag(path=AXE)
    assert solver.page.evaluate(BARRIERS, None) == []
    in_the_dark(solver.page)
    assert solver.page.evaluate(BARRIERS, ["color-contrast"]) == []


def test_a_page_shows_the_heads_of_its_exercises_and_a_link_opens_one(site, open_page):
    page = open_page(site + page_of("missed-revolution"))
    folds = page.locator(".ex-fold")
    assert folds.evaluate_all("all => all.filter(e => e.open).length") == 0 < folds.count()
    page.evaluate("location.hash = 'exercise-missed-revolution'")
    expect(page.locator("#exercise-missed-revolution .ex-prompt")).to_be_visible()
    expect(page.locator(".ex-fold[open]")).to_have_count(1)


@pytest.mark.alike("has no script")
@pytest.mark.parametrize("id", EACH_KIND.values())
def test_without_a_script_the_question_stands_and_a_line_says_what_is_missing(id, site, open_page):
    root = open_page(site + page_of(id), script=False).locator(f"#exercise-{id}")
    root.locator(".ex-title").click()
    assert len(root.locator(".ex-prompt").inner_text()) > 80
    assert "Without JavaScript" in root.locator(".ex-off").inner_text()
    assert root.locator("button:visible").count() == 0
    assert root.locator("input:visible:enabled").count() == 0


def test_on_paper_an_exercise_goes_on_overleaf_but_no_table_listing_or_field_does(site, open_page):
    page = open_page(site + page_of("missed-revolution"))
    page.emulate_media(media="print")
    style = """([selector, name]) => [...new Set([...document.querySelectorAll(selector)].map(
        e => getComputedStyle(e)[name]))]"""
    assert page.evaluate(style, [".exercise", "breakInside"]) == ["auto"]
    assert page.evaluate(style, [".exercise", "overflow"]) == [
        "visible"
    ]  # what scrolls is never broken
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll('.ex-fold')].map(
            e => e.open + getComputedStyle(e, '::details-content').contentVisibility)"""
        )
        == ["falsevisible"] * page.locator(".exercise").count()
    )
    for part in (".ex-prompt table", ".ex-prompt pre", ".ex-field"):
        assert page.evaluate(style, [part, "breakInside"]) == ["avoid"]


@pytest.mark.alike("reads a verdict")
def test_a_verdict_is_one_text_that_tells_first_what_failed(site, open_page):
    solver = at(open_page, site, PROGRAM)
    solver.root.locator(".cm-content").click()
    solver.page.keyboard.press("Control+End")
    solver.page.keyboard.type("#")
    expect(solver.root).not_to_have_attribute("data-old", "true")  # nothing was said yet
    solver.check()
    tests = solver.root.locator(".ex-results li")
    assert tests.count() == len(solver.exercise.tests)
    failed = solver.root.locator("[data-outcome=failed]").first
    assert solver.spoken.startswith(
        f"Not yet: {tests.count() - solver.root.locator('[data-outcome=failed]').count()} of"
    )
    for part in (".ex-test span", ".ex-asked", ".ex-advice"):
        assert failed.locator(part).inner_text() in solver.spoken
    later = solver.root.locator("[data-outcome=failed]").nth(1)
    assert later.locator(".ex-advice").is_hidden()
    assert later.locator(".ex-test span").inner_text() in solver.spoken
    later.locator("summary").click()
    assert len(later.locator(".ex-advice").inner_text()) > 20
    assert solver.root.locator(".ex-say").get_attribute("role") == "status"
    assert solver.root.locator("[role=alert]").count() == 0
    solver.page.keyboard.press("Control+End")
    solver.root.locator(".cm-content").press_sequentially("#")
    expect(solver.root).to_have_attribute("data-old", "true")


@pytest.mark.alike("reads a verdict")
def test_an_untouched_start_earns_nothing_and_why_is_said(site, open_page):
    solver = at(open_page, site, "missed-revolution")
    solver.write(f"# mine\n{solver.exercise.start(1)}\n")
    points, tests = solver.exercise.points, len(solver.exercise.tests)
    said = solver.check()
    passed = solver.root.locator("[data-outcome=passed]")
    names = set(passed.evaluate_all("all => all.map(e => e.dataset.test)"))
    assert set() != names <= solver.exercise.guards(1)
    assert said == (
        f"Not yet: {len(names)} of {tests} tests pass, 0 of {points} points. "
        "The tests that passed would pass without the right idea: they count once another test passes."
    )
    assert all(text.startswith("0 of ") for text in passed.locator(".ex-earned").all_inner_texts())


def test_hints_come_one_by_one_and_a_solution_asks_before_it_shows(site, open_page):
    solver = at(open_page, site, PROGRAM)
    hints = solver.exercise.hints
    button = solver.root.locator("[data-action=hint]")
    for n in range(1, len(hints) + 1):
        button.press("Enter")  # the editor that opens may move it away from under a mouse
        expect(solver.root.locator(".ex-hints li")).to_have_count(n)
    expect(button).to_have_text("No more hints")
    solver.press("solution")
    assert solver.root.locator(".ex-solution").is_hidden()
    expect(solver.root.locator("[data-action=solution-yes]")).to_be_focused()
    solver.press("solution-no")
    assert solver.root.locator(".ex-solution").is_hidden()
    solver.press("solution")
    solver.page.keyboard.press("Enter")
    expect(solver.root.locator(".ex-solution pre")).to_contain_text("def ")
    assert solver.state == "new"


def test_a_reset_can_be_undone(site, open_page):
    solver = at(open_page, site, PROGRAM)
    solver.write("x = 1 # mine")
    solver.press("reset")
    assert "mine" not in solver.program
    solver.press("bring-back")
    assert solver.program.strip() == "x = 1 # mine"
    expect(solver.root.locator("[data-action=reset]")).to_be_focused()


@pytest.mark.alike("asks for another variant")
def test_another_variant_has_other_numbers_and_each_keeps_its_answer(site, open_page):
    id = EACH_KIND["predict"]
    solver = at(open_page, site, id)
    name = next(iter(solver.exercise.form))
    first = solver.givens()
    solver.fill({name: "11"})
    solver.press("another")
    expect(solver.root.locator(".ex-which")).to_contain_text("variant")
    assert solver.givens() != first
    assert solver.answer()[name] == ""
    expect(solver.root.locator(".ex-prompt")).to_be_focused()
    solver.open_variant("4,711")
    expect(solver.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    other, mine = solver.givens(), get(id).blanks(4711)
    keys = solver.root.locator(".ex-prompt .given").evaluate_all(
        "all => all.map(e => e.dataset.given)"
    )
    assert other == " ".join(mine[key] for key in keys)
    solver.fill(solver.exercise.solution(4711))
    solver.check()
    assert solver.state == "passed"
    solver.open_variant(1)
    expect(solver.root.locator(".ex-which")).to_have_text("")
    assert (solver.givens(), solver.answer()[name]) == (first, "11")
    solver.page.reload()
    solver = Solver(solver.page, id)
    solver.open_variant(4711)
    expect(solver.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    assert (solver.givens(), solver.answer()) == (other, solver.exercise.solution(4711))
    solver.press("first")
    expect(solver.root.locator(".ex-which")).to_have_text("")
    expect(solver.root.locator("[data-action=first]")).to_be_hidden()
    assert (solver.givens(), solver.answer()[name]) == (first, "11")


@pytest.mark.alike("asks for another variant")
def test_another_variant_of_a_program_begins_with_its_own_and_keeps_what_was_written(
    site, open_page
):
    solver = at(open_page, site, "missed-revolution")
    exercise = solver.exercise
    assert len({exercise.start(variant) for variant in (1, 7, 4711)}) == 3

    def stands(program, variant):
        expect(solver.root.locator(".ex-which")).to_have_text(
            "" if variant == 1 else f" · variant {variant:,}"
        )
        assert solver.program.split() == program.split()

    solver.open_variant(7)
    stands(exercise.start(7), 7)
    solver.open_variant(4711)  # what was left untouched is nobody's answer
    stands(exercise.start(4711), 4711)
    kept = solver.page.evaluate(
        "Object.entries(localStorage).find(([k]) => k.startsWith('wtg:work'))[1]"
    )
    assert "others" not in kept
    solver.write(exercise.solution(7))  # a copy
    assert solver.check().startswith("Not yet: ")
    solver.write(exercise.solution(4711))
    assert solver.check() == solver.praise
    solver.press("solution")
    assert (
        solver.root.locator(".ex-solution pre").inner_text().split()
        == exercise.solution(4711).split()
    )
    solver.open_variant(7)
    stands(exercise.start(7), 7)
    solver.write("x = 7")
    solver.page.reload()
    solver = Solver(solver.page, solver.id)
    solver.root.locator("[data-action=reset]").scroll_into_view_if_needed()
    solver.press("reset")
    expect(solver.page.locator(f"#exercise-{solver.id} [data-action=bring-back]")).to_be_visible()
    stands(exercise.start(7), 7)
    solver.press("bring-back")
    stands("x = 7", 7)
    solver.open_variant(4711)
    stands(exercise.solution(4711), 4711)
    solver.press("first")
    stands(exercise.start(1), 1)


@pytest.mark.alike("asks for another variant")
def test_what_is_no_variant_is_told_at_its_field_and_does_not_stay_there(site, open_page):
    solver = at(open_page, site, EACH_KIND["predict"])
    field, line = (
        solver.root.locator("[name=variant]"),
        solver.root.locator(".ex-variant .ex-fault"),
    )
    first = solver.givens()
    for wrong in (
        "0",
        "1000000",
        "1.5",
        "12.0",
        "1e3",
        "1,23",
        "12,3456",
        "１２",
        "-3",
        "soon",
        "",
    ):
        solver.open_variant(wrong)
        assert "a whole number from 1 to 999,999" in line.inner_text()
        assert f"“{wrong}”" in line.inner_text()
        assert (solver.givens(), field.input_value()) == (first, wrong)
        expect(field).to_be_focused()
        assert (field.get_attribute("aria-invalid"), line.get_attribute("role")) == (
            "true",
            "status",
        )
    solver.check()
    assert (field.input_value(), field.get_attribute("aria-invalid")) == ("1", None)
    assert line.is_hidden()
    for typed, shown in (("4711", "4,711"), (" 12,345 ", "12,345"), ("007", "7")):
        solver.open_variant(typed)
        expect(solver.root.locator(".ex-which")).to_have_text(f" · variant {shown}")
        assert field.input_value() == shown


@pytest.mark.alike("asks for another variant")
def test_a_link_opens_a_variant_and_what_was_typed_before_stays_with_its_own(site, open_page):
    id = EACH_KIND["predict"]
    teacher = at(open_page, site, id)
    name = next(iter(teacher.exercise.form))
    teacher.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    teacher.root.locator(".ex-class summary").click()
    field = teacher.root.locator("[name=variant]")
    field.fill("soon")
    teacher.press("link")
    expect(teacher.root.locator(".ex-variant .ex-fault")).to_contain_text("“soon” is not")
    field.fill("4711")  # what is typed is what the link names, whatever is shown
    teacher.press("link")
    expect(teacher.root.locator(".ex-message:not(.ex-undo)")).to_have_text(
        "The link to variant 4,711 is on the clipboard: "
    )
    teacher.open_variant(4711)
    expect(teacher.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    teacher.press("link")
    box = teacher.root.get_by_label("Link to variant 4,711")
    link = box.input_value()
    assert link.endswith(f"{page_of(id)}#exercise-{id}~4711")
    assert teacher.page.evaluate("navigator.clipboard.readText()") == link

    given = teacher.givens()
    teacher.press("first")
    teacher.fill({name: "11"})
    teacher.page.goto(link)  # the same page: only what is behind # is another
    expect(teacher.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    expect(teacher.root.locator(".ex-prompt")).to_be_focused()
    assert (teacher.givens(), teacher.answer()[name]) == (given, "")
    teacher.press("first")
    assert teacher.answer()[name] == "11"

    fresh = Solver(open_page(link), id)
    expect(fresh.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    assert fresh.root.evaluate("e => e.getBoundingClientRect().top") < 900
    assert fresh.page.locator(".wtg-link-note").count() == 0
    fresh.open_variant(1)
    expect(fresh.root.locator(".ex-which")).to_have_text("")
    fresh.page.reload()  # who goes on elsewhere is not thrown back by the link
    expect(fresh.root.locator("[name=variant]")).to_have_value("1")
    drawn_anew(fresh.page)
    expect(fresh.root.locator(".ex-which")).to_have_text("")


@pytest.mark.alike("names a variant")
@pytest.mark.parametrize("named", ["0", "soon", "", "1000000"])
def test_a_link_that_names_no_variant_says_so_and_the_first_one_stands(named, site, open_page):
    id = EACH_KIND["predict"]
    solver = Solver(open_page(f"{site}{page_of(id)}#exercise-{id}~{named}"), id)
    expect(solver.root.locator(".ex-message:not(.ex-undo)")).to_have_text(
        f"This link cannot be used. A variant is a whole number from 1 to 999,999, and it names “{named}”."
    )
    expect(solver.root.locator(".ex-which")).to_have_text("")


@pytest.mark.parametrize("link", ["exercise-not-here~7", "vote-not-here"])
def test_a_link_to_an_exercise_of_another_page_says_so(link, site, open_page):
    page = open_page(f"{site}{page_of(PROGRAM)}#{link}")
    expect(page.locator(".wtg-link-note")).to_have_text(
        "This link names an exercise that is not on this page, so nothing was set."
    )


def test_who_leaves_fields_empty_is_shown_all_of_them_at_once(site, open_page):
    id = next(
        each.id
        for each in exercises()
        if each.form
        and len(each.form) > 2
        and all(hasattr(field, "unit") and field.start is None for field in each.form.values())
    )
    solver = at(open_page, site, id)
    first, second, *others = solver.exercise.form
    assert solver.check() == "Not checked."
    faults = solver.root.locator(".ex-fields .ex-fault:visible")
    assert faults.all_inner_texts()[1:] == ["This one is empty, too."] * (1 + len(others))
    expect(solver.field(first).first).to_be_focused()
    solver.fill({first: solver.exercise.solution(1)[first], second: "soon"})
    expect(faults).to_have_count(len(others))  # what is filled in is no longer marked
    solver.check()
    assert faults.count() == 1  # what is wrong with the second is no matter of the others
    assert "soon" in faults.inner_text()


@pytest.mark.alike("opens a picture or two")
def test_of_two_variants_asked_for_at_once_the_last_one_is_shown(site, open_page):
    solver = at(open_page, site, EACH_KIND["predict"])
    first = solver.givens()
    solver.press("another")
    solver.open_variant(1)
    solver.fill(solver.exercise.solution(1))
    assert solver.check() == solver.praise  # what was asked for before a check has come by then
    assert (solver.root.locator(".ex-which").inner_text(), solver.givens()) == ("", first)
    assert solver.root.locator(".ex-prompt .given").first.is_visible()
    assert solver.root.locator(".ex-message:not(.ex-undo)").is_hidden()
    solver.press("another")
    field = solver.root.locator("[name=variant]")
    field.fill("4711")
    expect(solver.root.locator(".ex-which")).to_contain_text("variant")
    expect(field).to_be_focused()  # what arrives meanwhile takes nothing away from who is typing
    expect(field).to_have_value("4711")
    field.press("Enter")
    expect(solver.root.locator(".ex-which")).to_have_text(" · variant 4,711")
    expect(solver.root.locator(".ex-prompt")).to_be_focused()
    assert solver.root.locator(".ex-message:not(.ex-undo)").is_hidden()


@pytest.mark.alike("reads a verdict")
def test_a_verdict_on_what_was_changed_meanwhile_is_called_old(site, open_page):
    solver = at(open_page, site, PROGRAM)
    solver.press("check")
    solver.root.locator(".cm-content").press_sequentially("#")
    solver.settle()
    expect(solver.root).to_have_attribute("data-old", "true")


@pytest.mark.alike("opens a picture or two")
def test_a_picture_is_drawn_anew_for_another_variant(site, open_page):
    solver = at(open_page, site, EACH_KIND["read"])
    picture = solver.root.locator(".ex-picture")
    before, seen = picture.locator("svg").first.inner_html(), picture.get_attribute("aria-label")
    solver.open_variant(7)
    expect(solver.root.locator(".ex-which")).to_have_text(" · variant 7")
    assert picture.locator("svg").first.inner_html() != before
    solver.open_variant(1)
    assert (picture.locator("svg").first.inner_html(), picture.get_attribute("aria-label")) == (
        before,
        seen,
    )


def test_two_tabs_are_one(site, open_page):
    one = at(open_page, site, FIELDS)
    other_page = one.page.context.new_page()
    other_page.goto(site + page_of(FIELDS))
    other = Solver(other_page, FIELDS)
    name = next(name for name, field in one.exercise.form.items() if hasattr(field, "unit"))
    other.fill({name: "12"})
    expect(one.field(name)).to_have_value("12")
    one.fill({name: "13"})
    expect(other.field(name)).to_have_value("13")


def test_hints_that_another_tab_has_opened_are_open_here_too(site, open_page):
    one = at(open_page, site, PROGRAM)
    other_page = one.page.context.new_page()
    other_page.goto(site + page_of(PROGRAM))
    other = Solver(other_page, PROGRAM)
    one.page.evaluate("""() => { const { setItem } = Storage.prototype;
        window.mayWrite = () => { Storage.prototype.setItem = setItem; };
        Storage.prototype.setItem = () => { throw new Error("who only follows writes nothing"); }; }""")
    for n in (1, 2):
        other.press("hint")
        expect(other.root.locator(".ex-hints li")).to_have_count(n)
    expect(one.root.locator(".ex-hints li")).to_have_count(2)
    expect(one.page.locator(".wtg-trouble:visible")).to_have_count(0)
    one.page.evaluate("mayWrite()")
    one.page.bring_to_front()
    one.press("hint")
    expect(one.root.locator(".ex-hints li")).to_have_count(3)
    expect(other.root.locator(".ex-hints li")).to_have_count(3)


def test_a_browser_that_is_full_says_so_and_keeps_nothing_back(site, open_page):
    solver = at(open_page, site, PROGRAM)
    solver.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    solver.write("x = 1 # precious")
    bar = solver.page.locator(".wtg-trouble")
    assert "cannot keep what you type" in bar.inner_text()
    with solver.page.expect_download() as taken:
        bar.locator("button").click()
    assert "# precious" in Path(taken.value.path()).read_text(encoding="utf-8")


@pytest.mark.alike("reads a verdict")
def test_a_badge_says_what_was_earned_and_whether_it_is_of_the_answer_that_is_there(
    site, open_page
):
    solver = at(open_page, site, PROGRAM)
    badge = solver.root.locator(".ex-state")
    expect(badge).to_be_empty()
    solver.check()
    assert solver.line.startswith("Not yet: ")
    points = re.search(r"(\d+ of \d+ points)\.", solver.line)[1]
    expect(badge).to_have_text(f"tried: {points}")
    solver.page.reload()
    solver = Solver(solver.page, PROGRAM)
    expect(badge).to_have_text(f"tried: {points}")
    good = solver.exercise.solution(1)
    for program, words in ((good, "passed"), ("x = 1", "passed before; this answer fails")):
        solver.write(program)
        solver.check()
        expect(badge).to_have_text(words)
        assert solver.state == "passed"
    solver.root.locator(".cm-content").press_sequentially("y")
    expect(badge).to_have_text("passed; changed since")
    solver.write(good)
    expect(badge).to_have_text("passed")
    solver.open_variant(7)
    expect(badge).to_have_text("passed, variant 1")
    solver.open_variant(1)
    solver.root.locator(".cm-content").press_sequentially("y")
    expect(badge).to_have_text("passed; changed since")
    solver.page.reload()
    Solver(solver.page, PROGRAM)
    expect(badge).to_have_text("passed; changed since")


ENDLESS = "def write_time(size, rpm, rate, host_delay):\n    while True:\n        pass\n"


PATCHES = {
    "import math\nmath.isclose = lambda *a, **k: True\n": "starter",
    "import math\nmath.nextafter = None\n": "solution",
    "import builtins\nbuiltins.len = lambda x: 1 / 0\n": "solution",
    "import sys\nsys.modules.clear()\n": "solution",
    "import json\njson.dumps = lambda *a, **k: '1'\n": "starter",
}


def test_a_verdict_is_of_the_program_that_is_there_and_of_no_earlier_one(site, open_page):
    solver = at(open_page, site, "missed-revolution")
    start, good = solver.exercise.start(1), solver.exercise.solution(1)
    for patch, then in sample([*PATCHES.items()], 1, lambda one: one[1]):
        solver.write(patch + start)
        assert solver.check().strip()
        solver.write(good if then == "solution" else start)
        assert solver.check().startswith(solver.praise if then == "solution" else "Not yet: "), (
            patch
        )


def test_what_is_reset_during_a_check_can_be_brought_back_until_something_else_is_typed(
    site, open_page
):
    solver = at(open_page, site, "missed-revolution")
    back = solver.page.locator("#exercise-missed-revolution [data-action=bring-back]")
    solver.write(ENDLESS)
    solver.press("check")
    expect(solver.root).to_have_attribute("data-busy", "")
    solver.press("reset")
    expect(solver.root).not_to_have_attribute("data-busy", "")
    expect(back).to_have_count(1)
    solver.press("solution")
    solver.press("solution-no")
    solver.check()
    expect(back).to_be_visible()
    solver.page.reload()
    solver = Solver(solver.page, solver.id)
    assert "while True" not in solver.program
    solver.press("bring-back")
    assert "while True" in solver.program
    expect(back).to_be_hidden()
    solver.press("reset")
    solver.write("x = 1")
    expect(back).to_be_hidden()


def test_a_program_that_is_too_long_is_told_so(site, open_page):
    solver = at(open_page, site, "missed-revolution")
    solver.write("#" + "x" * 100_000)
    assert solver.check() == "Not checked: A program may have at most 100,000 characters."
    with solver.page.expect_download() as taken:
        solver.page.locator("[data-action=save-work]").click()
    assert "xxxx" not in Path(taken.value.path()).read_text(encoding="utf-8")
    expect(solver.page.locator(".work-said")).to_contain_text("Not in the file: missed-revolution.")


@pytest.fixture
def held(watch):
    """What was held back on its way to a page, until it is let go."""
    waiting = []
    yield waiting
    for route in waiting:
        route.continue_()
    watch.errors[:] = [
        text for text in watch.errors if "Service Worker registration blocked" not in text
    ]


def open_held(open_page, site, waiting):
    """A page whose editor does not come yet; nothing is stored on the device that could bring it."""
    page = open_page(site + page_of("missed-revolution"), service_workers="block")
    page.route(re.compile(r"/chunks/editor"), lambda route: waiting.append(route))
    page.reload()
    page.locator("#exercise-missed-revolution .ex-title").click()
    return page, page.locator("#exercise-missed-revolution")


def let_go(page, waiting):
    """Let the editor come, once the page has asked for it."""
    while not waiting:
        page.wait_for_timeout(20)
    waiting.pop().continue_()


@pytest.mark.alike("waits for the editor")
def test_who_tabs_to_the_answer_before_the_editor_has_come_is_in_the_editor_when_it_comes(
    site, open_page, held
):
    page, root = open_held(open_page, site, held)
    root.locator(".ex-prompt").focus()
    tab_to(page, "#exercise-missed-revolution .ex-editor")
    expect(root.locator(".ex-editor")).to_have_attribute(
        "aria-label", "Your answer to The missed revolution"
    )
    assert root.locator(".cm-content").count() == 0
    let_go(page, held)
    expect(root.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("x = 1 # mine")
    assert "# mine" in root.locator(".cm-content").inner_text()


@pytest.mark.alike("waits for the editor")
def test_two_presses_are_one_check_and_one_stop_ends_it(site, open_page, held):
    page, root = open_held(open_page, site, held)
    for _ in range(3):
        root.locator(".ex-form").evaluate("form => form.requestSubmit()")
    expect(root.locator("[data-action=stop]")).to_be_visible()
    root.locator("[data-action=stop]").click()
    expect(root.locator(".ex-say")).to_have_text("Stopped.")
    let_go(page, held)
    root.locator(".cm-content").wait_for()
    page.wait_for_load_state("networkidle")
    expect(root.locator(".ex-say")).to_have_text("Stopped.")
    expect(root.locator("[data-action=stop]")).to_be_hidden()
    assert root.get_attribute("data-busy") is None
    solver = Solver(page, "missed-revolution")
    assert solver.check().startswith("Not yet: ")
