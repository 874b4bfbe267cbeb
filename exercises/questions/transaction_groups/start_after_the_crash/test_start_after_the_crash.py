"""Does the start after a power failure find the last group and what was promised since, and nothing
else?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, value
from exercises.questions.transaction_groups.start_after_the_crash.question import recorded

PLACES = "abcdef"
ONLY_THE_LAST = (
    "A group holds only what changed while it was open. What became of a place that an earlier group wrote, and the last one "
    "did not?"
)


def history(rng, groups=3, writes=4, cut=True):
    """Writes in the order in which they came: the group, the place, the content (newer is larger),
    whether it was safe.

    The last but one of the groups goes out when the power fails (`cut`), and the last is open.
    """
    first, all, content = rng.randint(2, 90), [], 0
    for number in range(first, first + groups):
        for _ in range(writes):
            content += rng.randint(1, 9)
            all.append(
                {
                    "group": number,
                    "place": rng.choice(PLACES),
                    "data": content,
                    "safe": rng.random() < 0.5,
                }
            )
    return all, first + groups - (3 if cut else 2)


def left_behind(rng, writes, last, kept=None):
    """What lies on the disk and on the log device: groups up to `last` with a root, the next
    without; records from the group `kept` on."""
    groups = []
    for number in sorted({write["group"] for write in writes})[:-1]:
        mine = {write["place"]: write["data"] for write in writes if write["group"] == number}
        if number > last:
            mine = {place: mine[place] for place in rng.sample(sorted(mine), len(mine) - 1)}
        groups.append({"number": number, "root": number <= last, "blocks": mine})
    kept = last + 1 if kept is None else kept
    log = [
        {name: write[name] for name in ("group", "place", "data")}
        for write in writes
        if write["safe"] and write["group"] >= kept
    ]
    return groups, log


def wanted(writes, last):
    """In each place the newest of what is in a whole group or was promised."""
    return {
        write["place"]: write["data"] for write in writes if write["group"] <= last or write["safe"]
    }


def any_history(rng, cut):
    """Groups, log and state after a history with everything in it."""
    writes, last = history(rng, cut=cut)
    safely, later = [write for write in writes if write["group"] == last][-2:]
    safely |= {"place": "z", "safe": True}
    later |= {"place": "z", "safe": False}
    groups, log = left_behind(rng, writes, last, kept=last)
    if not groups[-1]["root"]:
        groups[-1]["blocks"]["y"] = writes[-1]["data"]  # what nobody was promised
    return groups, log, wanted(writes, last)


def each_group_counts(histories):
    """Whether a group before the last one on disk holds something that no later group or record
    does."""
    for groups, log, _ in histories:
        *before, last = [group for group in groups if group["root"]]
        newer = {
            *last["blocks"],
            *(record["place"] for record in log if record["group"] > last["number"]),
        }
        if any(place not in newer for group in before for place in group["blocks"]):
            return True
    return False


def told(answer, case, groups, log):
    """The state by the answer, a dict, and the call. Raises AssertionError where it is none."""
    inputs = {
        "groups": groups[:: case["groups"]["step"]],
        "log": [recorded(case["record"], **record) for record in log[:: case["log"]["step"]]],
    }
    call, pairs = asked(case["function"], inputs), case["result"]["pairs"]
    got = value(answer, case["function"], list if pairs else dict, **inputs)
    if not pairs:
        return got, call
    if not all(isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) for one in got):
        raise AssertionError(
            f"{call} gave {str(got)[:80]}; a list of pairs was asked for, each a list of a place and its "
            "content"
        )
    if len({place for place, _ in got}) < len(got):
        raise Advised(
            f"{call} gave {str(got)[:80]}, in which a place occurs twice",
            "A place has one content.",
        )
    return dict(got), call


def compare(answer, case, groups, log, state):
    """Raises AssertionError with the first place in which the answer differs from `state`."""
    got, call = told(answer, case, groups, log)
    whole = [group["blocks"] for group in groups if group["root"]]
    older = {place for blocks in whole[:-1] for place in blocks} - {
        place for blocks in whole[-1:] for place in blocks
    }
    for place in sorted({*got, *state}):
        if place not in got and place in older:
            raise Advised(
                f"{call} gave nothing for the place {place!r}, which should hold something",
                ONLY_THE_LAST,
            )
        if place not in got:
            raise AssertionError(
                f"{call} gave nothing for the place {place!r}, which should hold something"
            )
        if place not in state:
            raise AssertionError(
                f"{call} gave {got[place]!r} for the place {place!r}, which should hold nothing"
            )
        if got[place] != state[place]:
            raise AssertionError(
                f"{call} gave {got[place]!r} for the place {place!r}, which should hold other content"
            )


@pytest.mark.guard(looks=[True])
@pytest.mark.points(1)
@pytest.mark.advice(
    "No program asked for safety here, so the log is empty. A group is all or nothing: what lies on the disk of a group that "
    "was still going out is not yet part of any tree. How can you tell that a group is on disk?"
)
def test_a_group_that_was_going_out_does_not_count(answer, case, rng):
    for _ in range(4):
        writes, last = history(rng, groups=rng.randint(4, 5), writes=2)
        writes[0]["place"] = "early"  # which no later group writes
        for write in writes:
            write["safe"] = False
        groups, _ = left_behind(rng, writes, last)
        groups[-1]["blocks"] = {"a": 999, "z": 1000}
        compare(answer, case, groups, [], wanted(writes, last))


@pytest.mark.guard(replay=[">= last"])
@pytest.mark.points(2)
@pytest.mark.advice(
    "Whoever was told that a write is safe must find it again. When the power fails, two groups may be missing: one on its "
    "way and the one that was open meanwhile. Are the records of both replayed?"
)
def test_a_promise_is_kept_whichever_group_it_was_made_in(answer, case, rng):
    for cut in (False, True, True, False):
        writes, last = history(rng, writes=2, cut=cut)
        for n, write in enumerate(writes):
            write["place"] = (
                f"{write['place']}{n}"  # each place once: no question of which is newer
            )
            write["safe"] = True
        groups, log = left_behind(rng, writes, last)
        compare(answer, case, groups, log, wanted(writes, last))


@pytest.mark.guard(replay=["== last + 1"])
@pytest.mark.points(2)
@pytest.mark.advice(
    "Here the log still holds records of groups that are on disk. Look at a place that was written twice while one of them "
    "was open, first safely and then not. Which of the two does the group hold, and which the record?"
)
def test_an_old_record_does_not_undo_what_the_group_holds(answer, case, rng):
    for before in (0, 0, 1, 1):  # groups on disk between the record's and the open one
        number, old, new = rng.randint(2, 90), rng.randint(1, 50), rng.randint(51, 99)
        groups = [
            {"number": number - n, "root": True, "blocks": {"a": new, "b": old}}
            for n in range(before, -1, -1)
        ]
        log = [
            {"group": number - before, "place": "a", "data": old},
            {"group": number + 1, "place": "c", "data": new},
        ]
        compare(answer, case, groups, log, {"a": new, "b": old, "c": new})


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Two records for one place: both writes were promised, and the second came later. The log has its "
    "records {{log.words}}. Which of the two does the program expect to find?"
)
def test_of_two_promises_for_a_place_the_later_one_holds(answer, case, rng):
    for _ in range(4):
        number, contents = rng.randint(2, 90), rng.sample(range(1, 99), 4)
        groups = [{"number": number, "root": True, "blocks": {"a": contents[0], "b": contents[1]}}]
        log = [{"group": number + 1, "place": "a", "data": data} for data in contents[2:]]
        compare(answer, case, groups, log, {"a": contents[3], "b": contents[1]})


@pytest.mark.points(2)
@pytest.mark.advice(
    "A whole history, with everything in it: a group on its way, old records, places that are written again and again. Each "
    "place should hold the newest of what is in a finished group or was promised. Go through the place that is named."
)
def test_after_any_history_each_place_holds_the_newest_that_counts(answer, case, rng):
    for groups, log, state in until_sound(
        lambda: [any_history(rng, cut=n % 3 > 0) for n in range(6)], each_group_counts
    ):
        compare(answer, case, groups, log, state)
