"""How many pages wait for a slow read?"""
import pytest

from exercises.a_page_of_many_reads.question import pages_held
from exercises.expect import Advised, near


@pytest.mark.points(1)
@pytest.mark.advice(
    "A page waits for the slowest of its reads, so each further read is one more chance to meet a slow one. Would a page "
    "with a single read wait as often as this one?"
)
def test_a_page_waits_more_often_than_a_single_read(answer, case):
    if answer["pages"] < 2 * case["slow_share"]:
        raise Advised(f"you said {answer.said('pages')}; that is about as often as one read alone is slow")


@pytest.mark.points(1)
@pytest.mark.advice(
    "Some pages have two slow reads or more, and wait only once. A sum over the reads counts such a page several times: "
    "with ever more reads it would pass 100 %. Ask instead how many pages have no slow read at all."
)
def test_a_page_with_two_slow_reads_is_counted_once(answer, case):
    if answer["pages"] > 0.95 * min(1.0, case["reads"] * case["slow_share"]):
        raise Advised(f"you said {answer.said('pages')}, as if no page had two slow reads")


@pytest.mark.points(2)
@pytest.mark.advice(
    "We dealt the reads of a run out to pages and counted, and it came out otherwise. Work out how many pages escape: all of "
    "their reads must be fast, the first and the second and each one after."
)
def test_it_agrees_with_pages_counted_in_a_run(answer, case):
    held = pages_held(case["share"], case["seed"], case["reads"])
    near(answer, "pages", held, within=0.1, slips={
        case["escape"]: "That is about the share of pages that escape, those without a slow read. The question is about all "
                  "others.",
    })
