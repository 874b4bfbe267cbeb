"""Does the server hold the backups, in time, for the money?"""

from math import ceil

import pytest

from exercises.kit.expect import Advised
from exercises.questions.deduplication.records_for_backups.question import (
    ROOM,
    cost,
    least,
    of_answer,
)
from models.units import TB, GiB, KiB, TiB, hour


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Disks cost as much as the room that they give, and memory as much as the table needs. Both follow from the recordsize:"
    " work out both for two recordsizes before you buy."
)
def test_it_costs_no_more_than_it_may(answer, case, note):
    found = f"it costs {cost(answer):,.0f} dollars"
    if cost(answer) > case["budget"]:
        if least(case, int(answer["record"]) * KiB) <= case["budget"]:
            advice = (
                "The disks and the memory that these records need would cost less. Work out both, and see of which you"
                " bought more than that."
            )
        else:
            advice = (
                "Large records are cheap in memory and dear in disks: one changed page makes a whole record new. "
                "What would smaller ones need?"
            )
        raise Advised(f"{found}, and {case['budget']:,} may be spent", advice)
    note(found)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Reckon what one night adds. A record is new as soon as one of its pages has changed, so that larger records are new "
    "much more often. Then add up the nights, and the first backup, which is kept as a whole."
)
def test_all_backups_fit_on_the_disks(answer, case, note):
    kept, room = of_answer(case, answer)["kept"], ROOM * TB * answer["pairs"]
    found = f"the backups take {kept / TiB:.2f} TiB, and {answer['pairs']} pairs may hold {room / TiB:.2f} TiB"
    if kept > room:
        slips = [
            words
            for pairs, words in (
                (
                    ceil(kept / TiB / ROOM),
                    "In TiB it would fit. But disks are sold in TB, of 10^12 bytes, and a TiB is a tenth "
                    "more.",
                ),
                (
                    ceil(kept / TB),
                    "It would fit if the disks were filled to the last byte. How full may they be?",
                ),
            )
            if answer["pairs"] == pairs
        ]
        raise Advised(found, " Or: ".join(slips) or None)
    note(found)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Each record must be looked up, and each table block that was touched is written, even if memory holds the whole table."
    " Fewer and larger records have less of both, and more disks share what there is."
)
def test_the_last_backup_is_done_in_time(answer, case, note):
    seen = of_answer(case, answer)
    if seen["kept"] > ROOM * TB * answer["pairs"]:
        raise Advised(
            "the disks are full before the last night",
            "There is no last backup to time yet. First find the room for all of them.",
        )
    found = f"the last backup takes {seen['time'] / hour:.1f} hours with a table of {seen['table'] / GiB:.1f} GiB"
    advice = None
    if answer["record"] == "8":
        advice = (
            "The chapter says that the smallest records find most. They do: but sixteen times as many must be looked "
            "up as in records of 128 KiB, and their table blocks be written. What do larger records cost?"
        )
    if answer["memory"] >= seen["table"]:
        found += ", all of it in memory"
    else:
        found += f", of which memory holds {answer['memory'] / GiB:.1f}"
        whole = of_answer(case, answer, memory=seen["table"])["time"]
        if whole <= case["window"]:
            advice = (
                "The table does not fit into memory, so that lookups wait for the disks. Every record that is kept "
                "has an entry: divide what is kept by the recordsize."
            )
        elif seen["time"] > case["window"]:
            found += f" (with all of it in memory: {whole / hour:.1f} hours)"
    if seen["time"] > case["window"]:
        raise Advised(found, advice)
    note(found)
