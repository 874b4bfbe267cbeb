"""The book under a strict content policy, in frames, from a file, and without storage."""

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import serve
from playwright.sync_api import FrameLocator, Page, expect

from exercises.contents import get
from tests.browser.exercising import EACH_KIND, Solver, page_of
from tests.browser.figures import Reader
from tests.browser.hosts import HOSTS, serving

PAGES = sorted(serve.SITE.glob("book/*.html"))
PROGRAM, FIELDS = EACH_KIND["write"], EACH_KIND["choose"]
POLICY = re.search(
    r"default-src 'self'; script-src[^\n`]+",
    Path("book/for-instructors.md").read_text(encoding="utf-8"),
)
SANDBOX = "allow-scripts allow-forms"
OUTER = '<!doctype html><title>A course</title><iframe src="{address}" sandbox="{sandbox}" width="1200" height="800">'


def host(policy: str):
    return dataclasses.replace(HOSTS["nginx"], headers={"Content-Security-Policy": policy})


@pytest.fixture
def policy() -> str:
    assert POLICY is not None
    return POLICY[0]


def test_no_page_has_a_script_of_its_own_in_it() -> None:
    for page in [*PAGES, serve.SITE / "search.html"]:
        for script in re.findall(r"<script([^>]*)>", page.read_text(encoding="utf-8")):
            assert "src=" in script or "application/json" in script, (page.name, script)


def test_all_of_the_book_works_under_the_policy_that_instructors_are_given(
    policy: str,
    open_page: Callable[..., Page],
) -> None:
    with serving(host(policy)) as address:
        page = open_page(address + page_of(PROGRAM))
        reader = Reader(page, page.locator(".live-figure").first.get_attribute("data-figure") or "")
        reader.after(lambda: reader.press("run"))
        reader.press("code")
        page.keyboard.press("Control+End")
        reader.figure.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("\n# my own\n")
        reader.after(lambda: reader.press("run"))
        solver = Solver(page, PROGRAM)
        solver.write(get(PROGRAM).solution(1))
        assert solver.check() == solver.praise
        page = open_page(address + "book/for-instructors.html")
        page.locator("[name=roster]").fill("id,name\ns1,Ada")
        page.locator("[name=seed]").fill("autumn")
        page.get_by_label(re.compile("All .* of the book")).check()
        page.locator(".class-sheet form button[type=submit]").click()
        expect(page.locator(".class-sheet table")).to_contain_text("Ada")
        page = open_page(address + "search.html?q=constructor")
        expect(page.locator("main")).to_contain_text("did not match any documents")


@pytest.mark.alike("lacks a part")
@pytest.mark.parametrize(
    ("drop", "said"),
    [
        (" 'wasm-unsafe-eval'", "script-src must allow 'wasm-unsafe-eval'"),
        ("; worker-src 'self' blob:", "must allow blob:"),
    ],
)
def test_without_a_part_of_the_policy_one_line_says_which(
    drop, said, policy, open_page, watch
) -> None:
    with serving(host(policy.replace(drop, ""))) as address:
        solver = Solver(open_page(address + page_of(PROGRAM)), PROGRAM)
        solver.write(get(PROGRAM).solution(1))
        assert said in solver.check()
        assert "not stored" not in solver.line
    watch.errors.clear()  # the browser says so, too


@pytest.fixture
def in_frame(open_page, tmp_path, watch):
    """Open a page of the book in a frame of another page, with a sandbox."""
    with contextlib.ExitStack() as servers:

        def in_frame(path: str, sandbox: str) -> FrameLocator:
            address = servers.enter_context(serving(HOSTS["nginx"]))
            (tmp_path / "index.html").write_text(
                OUTER.format(address=address + path, sandbox=sandbox)
            )
            page = open_page(servers.enter_context(serving(HOSTS["nginx"], folder=tmp_path)))
            watch.origin = "http://127.0.0.1"
            return page.frame_locator("iframe")

        yield in_frame
    watch.errors[:] = [
        text
        for text in watch.errors
        if not re.search("sandbox|CORS|ERR_FAILED|Clipboard API", text)
    ]


def test_in_a_frame_that_forbids_downloads_the_file_can_be_copied(in_frame) -> None:
    frame = in_frame("book/progress.html", SANDBOX + " allow-same-origin")
    frame.locator("[name=name]").fill("Ada")
    frame.locator("[data-action=hand-in]").click()
    line = frame.locator(".pg-message[data-line=hand-in]")
    expect(line).to_contain_text("the page around this one forbids it")
    assert json.loads(line.locator("textarea").input_value())["name"] == "Ada"
    expect(frame.locator(".wtg-stored")).to_have_count(0)


def test_in_a_frame_that_forbids_forms_what_is_typed_counts(in_frame) -> None:
    sandbox = "allow-scripts allow-same-origin"
    frame = in_frame(page_of(FIELDS), sandbox)
    guess = frame.locator(".predict:has([name=guess])").first
    guess.locator("[name=guess]").fill("x")
    guess.locator("[name=guess]").press("Enter")
    expect(guess.locator(".predict-result")).to_contain_text("x")
    choice = frame.locator(".predict button[value=more]").first
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    exercise = frame.locator(f"#exercise-{FIELDS}")
    exercise.locator(".ex-title").click()
    exercise.locator(".ex-class summary").click()
    exercise.locator("[name=variant]").fill("many")
    exercise.locator("[name=variant]").press("Enter")
    expect(exercise.locator(".ex-variant .ex-fault")).to_contain_text("many")
    exercise.locator("[data-action=check]").click()
    expect(exercise.locator(".ex-say")).to_contain_text("Not")
    frame.locator(".search-button__button:visible").first.click()
    frame.locator("form.bd-search [name=q]").fill("constructor")
    frame.locator("form.bd-search [name=q]").press("Enter")
    expect(frame.locator("main")).to_contain_text("did not match any documents")


def test_a_class_sheet_can_be_copied_where_clipboard_and_forms_are_refused(in_frame) -> None:
    frame = in_frame("book/for-instructors.html", "allow-scripts allow-same-origin")
    frame.locator("[name=roster]").fill("id,name\ns1,Ada")
    frame.locator("[name=seed]").fill("autumn")
    frame.get_by_label(re.compile("All .* of the book")).check()
    frame.locator("[data-action=make-sheet]").click()
    frame.locator("[data-action=copy-sheet]").click()
    line = frame.locator(".cs-said")
    expect(line).to_contain_text("refuses the clipboard")
    assert "Ada" in line.locator("textarea").input_value()
    expect(line.locator("textarea")).to_be_focused()


def test_in_a_frame_without_an_origin_a_line_leads_to_a_window(in_frame) -> None:
    line = in_frame("book/progress.html", SANDBOX).locator(".wtg-stored")
    expect(line).to_contain_text("allow-same-origin")
    assert str(line.locator("a").get_attribute("href")).endswith("/book/progress.html")


def test_from_a_file_a_line_says_how_to_serve_the_book(chromium) -> None:
    page = chromium.new_page()
    page.goto((serve.SITE / "book" / "disks.html").as_uri())
    line = page.locator(".wtg-stored")
    expect(line).to_contain_text("python3 -m http.server")
    expect(line).to_contain_text(str(serve.SITE))
    page.close()


@pytest.mark.alike("refuses storage")
@pytest.mark.parametrize(
    "refusal",
    [
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    ],
)
def test_without_storage_the_page_of_progress_says_so(refusal, site, open_page, watch) -> None:
    page = open_page(site + "book/progress.html")
    expect(page.locator(".pg-kept")).to_contain_text("kept in this browser")
    page.add_init_script(refusal)
    page.reload()
    expect(page.locator(".progress-book .wtg-stored")).to_contain_text("cannot keep your work")
    expect(page.locator(".pg-kept")).to_have_text(
        "It is sent nowhere, and this browser does not keep it."
    )
    page.goto(site + page_of(FIELDS))
    expect(page.locator(".wtg-work")).to_contain_text("cannot keep your work")
    watch.errors[:] = [
        text for text in watch.errors if text != "uncaught: full"
    ]  # the theme keeps its mode there


def test_words_that_every_object_has_are_searched_as_words(site, open_page) -> None:
    for word in ("constructor", "__proto__", "hasOwnProperty", "toString"):
        page = open_page(f"{site}search.html?q={word}")
        expect(page.locator("main")).to_contain_text(
            re.compile("did not match any documents|Search finished")
        )


def test_code_is_not_translated() -> None:
    for page in PAGES:
        html = re.sub(r"<script.*?</script>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"<(?:pre|code|math)(?![^>]*translate=\"no\")[\s>]", html), page.name
