"""How many pages wait for a slow read?"""

from math import isclose

import pytest

from exercises.questions.seeing_latency.a_page_of_many_reads.question import CUT, pages_held
from exercises.kit.expect import Advised, near


def in_percent(answer, case):
    """Raises Advised for a share of one, such as 0.4, where 40 was meant."""
    said = answer["pages"]
    if 0 < said <= 0.01 and not isclose(said, case["slow_share"], rel_tol=0.05):
        raise Advised(
            f"you said {answer.said('pages')}, at most one page in a hundred",
            "Is this a share of one? The field counts in percent: a half is 50.",
        )


@pytest.mark.points(1)
@pytest.mark.advice(
    "A page waits for the slowest of its reads, so each further read is one more chance to meet a slow one. Would a page "
    "with a single read wait as often as this one?"
)
def test_a_page_waits_more_often_than_a_single_read(answer, case):
    in_percent(answer, case)
    if answer["pages"] < 2 * case["slow_share"]:
        often = answer["pages"] / case["slow_share"]
        than = (
            "less often than"
            if often < 0.95
            else "as often as"
            if often < 1.05
            else "hardly more often than"
        )
        raise Advised(f"you said {answer.said('pages')}, which is {than} one read alone is slow")


@pytest.mark.points(1)
@pytest.mark.advice(
    "Some pages have two slow reads or more, and wait only once. A sum over the reads counts such a page several times, and "
    "so it can pass 100 %. Ask instead how many pages have no slow read at all."
)
def test_a_page_with_two_slow_reads_is_counted_once(answer, case):
    if answer["pages"] > 1:
        raise Advised(f"you said {answer.said('pages')}; of all pages no more than 100 % can wait")
    most = 0.95 * min(1.0, case["sum"])
    if most < answer["pages"] and (case["sum"] > 0.95 or answer["pages"] < 1.05 * case["sum"]):
        as_if = (
            "no page got by without a slow read"
            if answer["pages"] > 0.99
            else "hardly a page had two slow reads"
        )
        raise Advised(f"you said {answer.said('pages')}, as if {as_if}")


@pytest.mark.points(2)
@pytest.mark.advice(
    "We dealt the reads of a run out to pages and counted, and it came out otherwise. Work out how many pages escape: all of "
    "their reads must be fast, the first and the second and each one after."
)
def test_it_agrees_with_pages_counted_in_a_run(answer, case, note):
    in_percent(answer, case)
    reads, slow, fast = case["reads"], case["slow_share"], case["fast"]
    held = pages_held(case["share"], case["seed"], reads)
    near(
        answer,
        "pages",
        case["held"],
        within=0.1,
        slips={
            case[
                "escape"
            ]: "That is about the share of pages that escape, those without a slow read. The question is about all "
            "others.",
            case[
                "sum"
            ]: "That is the sum over all reads. A page with two slow reads waits only once, and the sum counts it "
            "twice. How many pages have no slow read at all?",
            reads
            * slow
            * fast
            ** (
                reads - 1
            ): "That is about the share of pages with exactly one slow read. Those with two or "
            "more wait as well.",
            1
            - round(fast, 2)
            ** reads: f"The way is right, but a number on it was rounded to whole percents, and {reads} reads "
            "repeat the error. Reckon with more digits.",
        },
    )
    note(f"of {CUT:,} pages made of the reads of a run {held:.1%} waited")
