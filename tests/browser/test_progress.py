"""The page of progress and the answer file: what was done in the whole book, saved, loaded, handed
in and checked again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from exercises.cli.answer_file import read
from exercises.contents import exercises, get
from tests.browser.conftest import await_progress
from tests.browser.exercising import EACH_KIND, Solver, page_of

PAGE = "book/progress.html"
PREDICT, MEND = EACH_KIND["predict"], EACH_KIND["mend"]
TIME = "2026-11-21T23:40:00Z"


@pytest.fixture
def edition(site, open_page):
    return re.search(
        r'book-edition" content="([^"]+)"', open_page(site + PAGE, script=False).content()
    )[1]


@pytest.fixture
def file_of(edition, tmp_path):
    """An answer file: `file_of(exercises, **more)` or `file_of(text=...)`."""

    def file_of(answers=None, text=None, **more) -> Path:
        entries = {
            id: {"variant": 1, "answer": answer, "time": TIME, "hints": 0}
            for id, answer in (answers or {}).items()
        }
        whole = {
            "v": 2,
            "edition": edition,
            "name": "",
            "saved": TIME,
            "figures": {},
            "predictions": {},
            "exercises": entries,
        } | more
        path = tmp_path / "file.json"
        path.write_text(json.dumps(whole) if text is None else text, encoding="utf-8")
        return path

    return file_of


def load(page: Page, path: Path) -> None:
    page.locator("input[type=file]").set_input_files(path)


def row(page: Page, id: str):
    return page.locator(f"[data-exercise={id}], [data-prediction={id}]")


def state(page: Page, id: str) -> str:
    return " ".join(row(page, id).locator("td").all_inner_texts())


def said(page: Page, line: str = "file"):
    return page.locator(f".pg-message[data-line={line}]")


def test_all_exercises_and_predictions_are_there_with_links_that_lead_to_them(site, open_page):
    page = open_page(site + PAGE)
    assert page.locator("[data-exercise]").evaluate_all(
        "all => all.map(e => e.dataset.exercise)"
    ) == [exercise.id for exercise in exercises()]
    total = sum(exercise.points for exercise in exercises())
    assert f"Points: 0 of {total}" in page.locator(".pg-said").inner_text()
    assert page.locator("[data-prediction]").count() > 30
    for link in (page.locator("[data-exercise] a").last, page.locator("[data-prediction] a").last):
        target = open_page(str(link.evaluate("a => a.href")))
        assert target.locator(target.url[target.url.index("#") :]).count() == 1


@pytest.mark.alike("goes to a file and back")
def test_what_was_done_stands_there_and_goes_into_a_file_and_back(site, open_page):
    solver = Solver(open_page(site + page_of(PREDICT)), PREDICT)
    solver.fill(solver.exercise.solution(1))
    solver.check()
    guess = solver.page.locator(".predict").first
    guess.locator("input").fill("7")
    guess.locator("[data-action=commit]").click()
    expect(guess.locator(".predict-result")).to_contain_text("The model:")
    told = guess.locator(".predict-result").inner_text()
    page = solver.page
    with page.expect_navigation():
        solver.root.locator(".ex-progress").click()
    await_progress(page)
    points = get(PREDICT).points
    assert state(page, PREDICT) == f"passed, variant 1 {points} of {points}"
    page.locator(".pg-predictions:has([data-state=passed]) summary").click()
    assert page.locator("[data-prediction][data-state=passed] .pg-state").inner_text() == told
    page.reload()
    await_progress(page)
    assert state(page, PREDICT) == f"passed, variant 1 {points} of {points}"
    page.locator("[name=name]").fill("Ada L.")
    with page.expect_download() as taken:
        page.locator("[data-action=hand-in]").click()
    assert taken.value.suggested_filename.startswith("answers-Ada-L-")
    file = Path(taken.value.path())
    whole = json.loads(file.read_text(encoding="utf-8"))
    assert (whole["name"], whole["exercises"][PREDICT]["answer"]) == (
        "Ada L.",
        solver.exercise.solution(1),
    )
    named = file.rename(file.with_suffix(".json"))
    assert read(named, get(PREDICT)).answer == solver.exercise.solution(
        1
    )  # the command line takes it, too

    other = open_page(site + PAGE)
    load(other, named)
    expect(said(other)).to_have_text("Loaded: 1 exercise and 1 prediction. Check now")
    assert state(other, PREDICT) == f"begun, not checked yet, variant 1 0 of {points}"
    assert other.locator("[name=name]").input_value() == "Ada L."
    other.locator("[data-action=check-all]").click()
    expect(said(other, "check")).to_have_text(
        f"Checked 1 of 1 answers: 1 pass, {points} of {points} points."
    )
    assert state(other, PREDICT) == f"passed, variant 1 {points} of {points}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "This file is empty."),
        ("no JSON", "This is not an answer file: it is not JSON."),
        (
            '{"v": 2, "edition": "1", "exer',
            "This file was cut off: its end is missing, so nothing was taken from it.",
        ),
        (
            '{"v": 2, "exercises": NaN}',
            "This file was damaged: it is no longer JSON, so nothing was taken from it.",
        ),
        ("[1, 2]", "This is JSON, but it is not an answer file of this book."),
        (
            "x" * 1_100_000,
            "This file is too large to be an answer file: those have at most a megabyte.",
        ),
    ],
    ids=["empty", "no JSON", "cut off", "forged", "something else", "too large"],
)
def test_a_bad_file_is_one_line_and_changes_nothing(text, line, site, same_page, file_of):
    page = same_page(site + PAGE)
    load(page, file_of(text=text))
    expect(said(page)).to_have_text(line)
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('wtg:work'))") == []


def test_of_a_file_with_faults_the_rest_is_taken(site, open_page, file_of):
    page = open_page(site + PAGE)
    entry = {"variant": 1, "answer": {"x": "1"}, "time": TIME, "hints": 0}
    load(
        page,
        file_of(
            {PREDICT: {"x": "1"}, "no-such-thing": "x"},
            predictions={"odd": {"answer": "many", "time": TIME}},
            figures={"nowhere": {"params": {}, "seed": 1}},
        ),
    )
    expect(said(page)).to_have_text(
        'Loaded: 1 exercise. Left out: odd (its guess must be a number or a choice, not "many"). '
        "This book has no figure nowhere: left out. This book has no exercise no-such-thing: left out. Check now"
    )
    load(
        page,
        file_of(exercises={MEND: entry | {"state": "passed", "points": 99, "answer": "x = 1"}}),
    )
    expect(said(page)).to_have_text(
        "Loaded: 1 exercise. The points in the file were ignored: check the answers here. Check now"
    )
    assert state(page, MEND).startswith("begun, not checked yet, variant 1 0 of")


def test_a_file_of_another_edition_is_offered_and_what_was_typed_here_is_asked_about(
    site, open_page, file_of
):
    page = open_page(site + PAGE)
    load(page, file_of({PREDICT: {"x": "mine"}}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    load(page, file_of({PREDICT: {"x": "theirs"}, MEND: "x = 1"}, edition="0.9"))
    expect(said(page)).to_contain_text("This file is of another edition of the book (0.9; this is ")
    page.locator("[data-action=load-take]").click()
    expect(said(page)).to_contain_text(
        f"Here and in the file there are different answers to {PREDICT}."
    )
    expect(page.locator("[data-action=load-mine]")).to_be_focused()
    page.keyboard.press("Enter")
    work = json.loads(
        page.evaluate("localStorage[Object.keys(localStorage).find(k => k.startsWith('wtg:work'))]")
    )
    assert work["exercises"][PREDICT]["answer"] == {"x": "mine"}
    assert work["exercises"][MEND]["answer"] == "x = 1"


def test_of_a_file_in_which_nothing_is_good_the_line_is_an_error_that_says_why(
    site, open_page, file_of
):
    page = open_page(site + PAGE)
    load(
        page,
        file_of(exercises={MEND: {"variant": 1.5, "answer": "x = 1", "time": TIME, "hints": 0}}),
    )
    expect(said(page)).to_have_text(
        f"There was nothing in this file to load. Left out: {MEND} (its variant must be a "
        "whole number from 1 to 999,999, not 1.5)."
    )
    assert said(page).get_attribute("data-tone") == "error"


@pytest.mark.alike("goes to a file and back")
def test_what_passed_counts_whatever_is_tried_later(site, open_page, tmp_path):
    solver = Solver(open_page(site + page_of(PREDICT)), PREDICT)
    solver.fill(solver.exercise.solution(1))
    solver.check()
    solver.open_variant(7)
    expect(solver.root.locator(".ex-which")).to_contain_text("variant 7")
    solver.fill(dict.fromkeys(solver.exercise.form, "1"))
    page = solver.page
    page.goto(site + PAGE)
    await_progress(page)
    points = get(PREDICT).points
    assert state(page, PREDICT) == f"passed, variant 1; now at variant 7 {points} of {points}"
    with page.expect_download() as taken:
        page.locator("[data-action=save-work]").click()
    expect(said(page, "hand-in")).to_contain_text(
        "The file holds an answer to one exercise (1 passed, 0 not yet)."
    )
    file = Path(taken.value.path()).rename(tmp_path / "answers.json")
    assert read(file, get(PREDICT))[:2] == (
        solver.exercise.solution(1),
        1,
    )  # so the command line has it

    other = open_page(site + PAGE)
    load(other, file)
    expect(said(other)).to_have_text("Loaded: 1 exercise. Check now")
    other.locator("[data-action=check-all]").click()
    expect(said(other, "check")).to_have_text(
        f"Checked 1 of 1 answers: 1 pass, {points} of {points} points."
    )
    assert state(other, PREDICT) == f"passed, variant 1; now at variant 7 {points} of {points}"


@pytest.mark.alike("checks what a file brought")
def test_what_a_file_only_says_has_passed_gives_way(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(2)
    wrong = {"variant": 1, "answer": dict.fromkeys(right, "1"), "time": TIME}
    load(
        page,
        file_of(
            exercises={
                PREDICT: {"variant": 2, "answer": right, "time": TIME, "hints": 0, "passed": wrong}
            }
        ),
    )
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    page.locator("[data-action=check-all]").click()
    points = get(PREDICT).points
    expect(said(page, "check")).to_have_text(
        f"Checked 1 of 1 answers: 1 pass, {points} of {points} points."
    )
    assert state(page, PREDICT) == f"passed, variant 2 {points} of {points}"


@pytest.mark.alike("checks what a file brought")
def test_what_gave_way_to_a_file_can_be_brought_back(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(1)
    load(page, file_of({PREDICT: right}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    page.locator("[data-action=check-all]").click()
    expect(said(page, "check")).to_contain_text("1 pass")
    load(page, file_of({PREDICT: dict.fromkeys(right, "1")}))
    page.locator("[data-action=load-theirs]").click()
    assert state(page, PREDICT).startswith(
        "begun, not checked yet"
    )  # what they typed is nobody's pass
    page.locator("[data-action=load-back]").click()
    expect(said(page)).to_have_text("It is all back.")
    assert state(page, PREDICT).startswith("passed")


def test_an_answer_that_gave_way_is_offered_in_its_exercise(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(1)
    other = dict.fromkeys(right, "1")
    load(page, file_of({PREDICT: right}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    load(page, file_of({PREDICT: other}))
    page.locator("[data-action=load-theirs]").click()
    page.goto(site + page_of(PREDICT))
    solver = Solver(page, PREDICT)
    assert solver.answer() == other
    expect(solver.root.locator(".ex-undo")).to_contain_text(
        "This answer replaced another one of yours."
    )
    for now in (right, other):
        solver.press("bring-back")
        assert solver.answer() == now
    solver.fill(dict.fromkeys(right, "2"))
    expect(solver.root.locator(".ex-undo")).to_be_visible()  # whatever is typed


@pytest.mark.alike("checks what a file brought")
def test_a_claim_that_the_form_refuses_gives_way(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(1)
    claim = {"variant": 1, "answer": dict.fromkeys(right, "abc"), "time": TIME}
    load(
        page,
        file_of(
            exercises={
                PREDICT: {"variant": 1, "answer": right, "time": TIME, "hints": 0, "passed": claim}
            }
        ),
    )
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    page.locator("[data-action=load-check]").click()
    expect(said(page, "check")).to_contain_text("Checked 1 of 1 answers: 1 pass")
    assert state(page, PREDICT).startswith("passed")


def test_another_students_file_is_shown_alone(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(1)
    load(page, file_of({PREDICT: right, MEND: "x = 1"}, name="Ada"))
    expect(said(page)).to_have_text("Loaded: 2 exercises. Check now")
    load(page, file_of({PREDICT: right}, name="Gil"))
    expect(said(page)).to_contain_text("This file is Gil’s, and what stands here is Ada’s.")
    page.locator("[data-action=load-alone]").click()
    expect(said(page)).to_contain_text("Loaded: 1 exercise.")
    assert page.locator("[name=name]").input_value() == "Gil"
    assert state(page, MEND).startswith("not begun")
    page.locator("[data-action=load-back]").click()
    assert page.locator("[name=name]").input_value() == "Ada"
    assert state(page, MEND).startswith("begun")
    page.locator("[data-action=print]").evaluate(
        "e => { window.print = () => undefined; e.click(); }"
    )
    expect(said(page)).to_be_hidden()  # what was said is over when something else is done


def test_somebodys_file_is_not_mixed_with_work_that_bears_no_name(site, open_page, file_of):
    page, right = open_page(site + PAGE), get(PREDICT).solution(1)
    load(page, file_of({MEND: "x = 1"}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    load(page, file_of({PREDICT: right}, name="Gil"))
    expect(said(page)).to_contain_text("This file is Gil’s, and what stands here bears no name.")
    page.locator("[data-action=load-no]").click()
    assert (
        state(page, PREDICT).startswith("not begun"),
        page.locator("[name=name]").input_value(),
    ) == (True, "")


@pytest.mark.alike("checks what a file brought")
def test_fields_that_the_form_refuses_are_no_try(site, open_page, file_of):
    page = open_page(site + PAGE)
    load(page, file_of({PREDICT: {"nothing_of_the_kind": "1"}}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    page.locator("[data-action=check-all]").click()
    expect(said(page, "check")).to_contain_text("Checked 1 of 1 answers: 0 pass")
    assert state(page, PREDICT).startswith("begun, not checked yet")


def test_the_printed_sheet_has_name_date_and_edition_and_only_what_was_done(
    site, open_page, edition, file_of
):
    page = open_page(site + PAGE)
    load(page, file_of({PREDICT: get(PREDICT).solution(1)}, name="Ada L."))
    expect(said(page)).to_contain_text("Loaded: 1 exercise.")
    dark = "document.documentElement.dataset.theme = 'dark'"
    page.evaluate(f"{dark}; dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.emulate_media(media="print")
    sheet = page.locator(".progress-book").inner_text()
    assert "Ada L." in sheet and f"edition {edition}" in sheet
    assert row(page, PREDICT).is_visible()
    assert not row(page, exercises()[-1].id).is_visible()  # of another chapter
    assert not page.locator(".pg-tools").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.alike("checks what a file brought")
def test_checking_all_can_be_stopped_and_an_endless_program_holds_up_no_other(
    site, open_page, file_of
):
    page = open_page(site + PAGE)
    endless = get("missed-revolution").start(1).replace("return size / rate", "while True: pass")
    load(page, file_of({PREDICT: get(PREDICT).solution(1), "missed-revolution": endless}))
    expect(said(page)).to_have_text("Loaded: 2 exercises. Check now")
    page.locator("[data-action=check-all]").click()
    expect(said(page, "check")).to_have_text("Checking 2 of 2…")
    assert state(page, PREDICT).startswith("passed")
    page.locator(".pg-tools [data-action=stop]").click()
    points = get(PREDICT).points
    expect(said(page, "check")).to_have_text(
        f"Stopped. Checked 1 of 2 answers: 1 pass, {points} of {points} points."
    )
    assert state(page, "missed-revolution").startswith("begun, not checked yet")


def test_work_of_an_earlier_edition_can_be_taken_over(site, open_page):
    page = open_page(site + PAGE)
    page.evaluate(
        """id => localStorage.setItem('wtg:work:0.1', JSON.stringify(
        {figures: {}, predictions: {}, exercises: {[id]: {code: 'x = 1 # old', state: 'passed', hints: 1}}}))""",
        MEND,
    )
    page.reload()
    await_progress(page)
    assert "an earlier edition of this book (0.1)" in page.locator(".wtg-older").inner_text()
    page.locator("[data-action=keep-older]").click()
    page.wait_for_function("!document.querySelector('.wtg-older')")
    expect(row(page, MEND)).to_contain_text("begun, not checked yet")
    solver = Solver(open_page(site + page_of(MEND)), MEND)
    assert solver.program  # another profile: nothing of it
    page.goto(site + page_of(MEND))
    assert Solver(page, MEND).program.strip() == "x = 1 # old"


@pytest.mark.alike("checks what a file brought")
def test_what_is_asked_of_a_file_stays_while_all_is_checked(site, open_page, file_of):
    page = open_page(site + PAGE)
    load(page, file_of({PREDICT: {"x": "mine"}}))
    expect(said(page)).to_have_text("Loaded: 1 exercise. Check now")
    page.locator("[data-action=check-all]").click()
    load(page, file_of({PREDICT: {"x": "theirs"}}))
    expect(said(page, "check")).to_contain_text("Checked 1 of 1 answers")
    expect(said(page)).to_contain_text("Which do you want?")
    expect(page.locator("[data-action=load-theirs]")).to_be_visible()


def saved(page: Page, tmp_path: Path) -> Path:
    """The file that the page of progress saves."""
    page.goto(page.url.split("/book/")[0] + "/" + PAGE)
    await_progress(page)
    with page.expect_download() as taken:
        page.locator("[data-action=save-work]").click()
    return Path(taken.value.path()).rename(tmp_path / "saved.json")


@pytest.mark.alike("shows a variant or a solution")
@pytest.mark.parametrize("id", [PREDICT, EACH_KIND["write"]])
def test_a_link_to_a_variant_hands_in_nothing_and_is_remembered(id, site, open_page, tmp_path):
    page = open_page(f"{site}{page_of(id)}#exercise-{id}~7")
    solver = Solver(page, id)
    expect(solver.root.locator(".ex-which")).to_contain_text("variant 7")
    file = saved(page, tmp_path)
    assert json.loads(file.read_text())["exercises"] == {}
    expect(said(page, "hand-in")).to_contain_text("The file holds answers to 0 exercises.")
    assert state(page, id) == f"not answered, variant 7 0 of {get(id).points}"
    page.locator("[data-action=check-all]").click()
    expect(said(page, "check")).to_have_text("There is no answer to check yet.")
    page.goto(site + page_of(id))
    solver = Solver(page, id)
    expect(solver.root.locator(".ex-which")).to_contain_text("variant 7")
    solver.fill(solver.exercise.solution(7))
    entry = json.loads(saved(page, tmp_path).read_text())["exercises"][id]
    assert (entry["variant"], entry["answer"]) == (7, solver.exercise.solution(7))


@pytest.mark.alike("shows a variant or a solution")
def test_that_the_solution_was_opened_is_asked_recorded_and_shown(site, open_page, tmp_path):
    solver = Solver(open_page(site + page_of(PREDICT), width=390), PREDICT)
    page, badge = solver.page, solver.root.locator(".ex-state")
    solver.open_variant(7)
    expect(solver.root.locator(".ex-which")).to_contain_text("variant 7")
    solver.press("solution")
    expect(solver.root.locator(".ex-message:not(.ex-undo)")).to_contain_text(
        "says that you opened it"
    )
    expect(badge).to_have_text("")
    solver.press("solution-yes")
    expect(badge).to_have_text("solution opened")
    page.clock.install()
    page.clock.fast_forward("01:00")
    solver.fill(solver.exercise.solution(7))
    solver.check()
    expect(badge).to_have_text("passed; solution opened before this answer")
    solver.press("reset")
    solver.open_variant(8)
    expect(badge).to_have_text("passed, variant 7; solution opened before this answer")
    right = "e => e.getBoundingClientRect().right"
    assert badge.evaluate(right) < solver.root.evaluate(right)
    file = saved(page, tmp_path)
    assert list(json.loads(file.read_text())["exercises"][PREDICT]["solutions"]) == ["7"]
    points = get(PREDICT).points
    told = f"passed, variant 7; now at variant 8; solution opened before this answer {points} of {points}"
    assert state(page, PREDICT) == told

    teacher = open_page(site + PAGE)
    load(teacher, file)
    expect(said(teacher)).to_have_text(
        "Loaded: 1 exercise. When a solution was opened is known by the clock of their computer alone. Check now"
    )
    assert state(teacher, PREDICT).startswith(
        "begun, not checked yet, variant 7; solution opened before this answer"
    )
    teacher.locator("[data-action=load-check]").click()
    expect(said(teacher, "check")).to_contain_text("1 pass")
    assert state(teacher, PREDICT) == told
    assert read(file, get(PREDICT)).handed_in.solution[::2] == (
        7,
        True,
    )  # the command line is told, too


@pytest.mark.alike("shows a variant or a solution")
def test_after_it_has_passed_a_solution_is_open_to_all(site, open_page):
    solver = Solver(open_page(site + page_of(PREDICT)), PREDICT)
    page = solver.page
    solver.fill(solver.exercise.solution(1))
    solver.check()
    page.clock.install()
    page.clock.fast_forward("01:00")
    solver.press("solution")
    expect(solver.root.locator(".ex-why")).to_be_visible()
    expect(solver.root.locator(".ex-state")).to_have_text("passed; solution opened afterwards")
    solver.check()
    expect(solver.root.locator(".ex-state")).to_have_text("passed; solution opened afterwards")
    solver.open_variant(7)  # where nothing has passed it is asked for
    expect(solver.root.locator(".ex-which")).to_contain_text("variant 7")
    solver.press("solution")
    expect(solver.root.locator("[data-action=solution-yes]")).to_be_focused()
    page.goto(site + page_of(PREDICT))
    page.locator("[data-action=reset-page]").click()
    with page.expect_navigation():
        page.locator("[data-action=reset-page-yes]").click()
    expect(Solver(page, PREDICT).root.locator(".ex-state")).to_have_text("solution opened")


def test_a_name_that_is_typed_before_the_script_comes_is_kept(site, open_page):
    page, waiting = open_page(site + "book/glossary.html"), []
    page.route("**/live/page.js", lambda route: waiting.append(route))
    with page.expect_request("**/live/page.js"):
        page.goto(site + PAGE, wait_until="commit")
    page.locator("[name=name]").fill("Ada")
    waiting[0].continue_()
    page.unroute("**/live/page.js")
    await_progress(page)
    assert page.locator("[name=name]").input_value() == "Ada"
    page.goto(site + PAGE)
    await_progress(page)
    assert page.locator("[name=name]").input_value() == "Ada"
