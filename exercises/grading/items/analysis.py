"""Analyse the items of a class after classical test theory, and name those to look at.

An item is an exercise as a question. Its facility is the mean share of its points; its
discrimination is the correlation of that share with how the same students did in the other items
(the corrected item-rest correlation; of an item that is right or wrong, a point-biserial). An item
is named only where an interval lies wholly beyond a limit: what the class is too small to show is
not said.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import fmean, median, pstdev

from exercises.grading.items.statistics import (
    FEWEST,
    Interval,
    correlated,
    difference,
    reliability,
    risk,
    seldom,
    share,
    unexplained,
    z_of,
)

FLAT = 0.2
"""Discrimination below this is poor (Ebel, Measuring educational achievement, 1965; Ebel and
Frisbie, Essentials of educational measurement, 5th ed., 1991)."""
EASY = 0.95
"""A facility above this tells nobody from anybody (Iteman's guidelines, assess.com)."""
HARD = 0.1
"""One below this, or below the chance of a blind guess where that is larger, is too hard. Guides begin
to doubt an item between 0.1 and 0.4 (Iteman's, of choices); the lowest is taken."""
DEAD = 0.05
"""A wrong option that fewer take does not function (Haladyna and Downing, 1993). They count all
answers; here it is a share of the wrong ones, as an easy item has few of them for each option."""
APART = 0.1
"""Groups who differ by more at equal standing were not asked the same (standardization: Dorans and
Kulick, J. Educational Measurement 23, 1986)."""
COMMON = math.sqrt(0.5)
"""Two items whose residuals correlate by more than this have in common more than half of what standing
leaves unexplained (Q3: Yen, Applied Psychological Measurement 8, 1984)."""
RELIABLE = 0.5
"""Below this reliability, more than half of what the rest of the items says is chance, and an item
is not judged by it."""
FEWEST_IN_GROUP = 10  # so that a mean has nearly a normal distribution
MOST_GROUPS = 8  # a number with more values is split in two at its median

KEY, FLATNESS, TOO_EASY, TOO_HARD, ABLE, UNUSED, VARIANTS, LEAK, TWICE = (
    "weak before strong",
    "does not discriminate",
    "too easy",
    "too hard",
    "a wrong answer of the strong",
    "a wrong answer nobody gives",
    "variants differ",
    "groups differ",
    "asked twice",
)
"""Why an item is named."""


@dataclass(frozen=True)
class Taken:
    """A student's answer to an item: the share of its points (0 to 1); by field what was answered
    and what is right, in words; and groups by which it may differ."""

    share: float
    given: Mapping[str, str] = field(default_factory=dict)
    right: Mapping[str, str] = field(default_factory=dict)
    variant: Mapping[str, str | float] = field(default_factory=dict)  # facts about the variant
    student: Mapping[str, str | float] = field(default_factory=dict)  # about the student


@dataclass(frozen=True)
class Item:
    """An item, its answers by student, the options that each field offers (none: typed), and what a
    blind guess earns (0 to 1)."""

    id: str
    taken: Mapping[str, Taken]
    options: Mapping[str, Collection[str]] = field(default_factory=dict)
    chance: float = 0.0
    omitted: int = 0  # students who answered other items, and not this one


@dataclass(frozen=True)
class Response:
    """One answer of several students to a field: how many gave it, their share of all answers, and
    how they stand in the other items (in standard deviations of the class)."""

    field: str
    words: str
    is_right: bool
    count: int
    share: float
    standing: float | None
    discrimination: Interval | None
    among_wrong: Interval | None  # its correlation with standing among the wrong answers only

    @property
    def is_of_the_strong(self) -> bool:
        """Return whether it is wrong, and those who give it do better elsewhere than all others, or
        better than all who are wrong and no worse than the class. Takers of a good wrong option
        stand below the class (Haladyna and Downing, 1988). If they are like the others who are
        wrong, and these stand below the class, only the second comparison can err."""
        own, other = self.discrimination, self.among_wrong
        if self.is_right or own is None or self.count < FEWEST_IN_GROUP:
            return False
        return own.low > 0 or (own.value > 0 and other is not None and other.low > 0)


@dataclass(frozen=True)
class Reason:
    """Why an item should be looked at: the kind, and a sentence."""

    kind: str
    text: str


@dataclass(frozen=True)
class Report:
    """What the answers say about one item."""

    item: Item
    facility: Interval
    full: int  # answers with all points
    discrimination: Interval | None
    responses: list[Response]
    reasons: list[Reason]

    @property
    def count(self) -> int:
        """Return the number of answers."""
        return len(self.item.taken)


@dataclass(frozen=True)
class Analysis:
    """The reports on all items, and how reliable the items are together (Cronbach's alpha)."""

    reports: list[Report]
    alpha: float | None

    @property
    def judges(self) -> bool:
        """Return whether the items are reliable enough to judge one by the others."""
        return self.alpha is not None and self.alpha >= RELIABLE


def analyse(items: list[Item]) -> Analysis:
    """Return the reports on items that have at least one answer each. Raise ValueError if one has
    none."""
    shares = [{name: one.share for name, one in item.taken.items()} for item in items]
    above = [
        {name: value - fmean(by_student.values()) for name, value in by_student.items()}
        for by_student in shares
    ]
    alpha = reliability(shares)
    judges = alpha is not None and alpha >= RELIABLE
    sums: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for by_student in above:
        sums.update(by_student)
        counts.update(by_student.keys())
    reports: list[Report] = []
    earlier: dict[str, dict[str, float]] = {}
    for item, own in zip(items, above, strict=True):
        rest = {
            name: (sums[name] - value) / (counts[name] - 1)
            for name, value in own.items()
            if counts[name] > 1
        }
        left = _residuals(item, rest)
        twins = [*_by_twin(left, earlier, len(items))] if judges else []
        reports.append(_report(item, rest, left, judges, twins))
        earlier[item.id] = left
    return Analysis(reports, alpha)


def _residuals(item: Item, rest: dict[str, float]) -> dict[str, float]:
    """Return each student's share less what standing predicts."""
    names = list(rest)
    if not names:
        return {}
    values = [item.taken[name].share for name in names]
    return dict(zip(names, unexplained(values, [*rest.values()]), strict=True))


def _report(
    item: Item,
    rest: dict[str, float],
    left: dict[str, float],
    judges: bool,
    twins: list[Reason],
) -> Report:
    values = [one.share for one in item.taken.values()]
    facility = share(fmean(values) if values else 0.0, len(values))
    standing = [rest[name] for name in rest]
    found = correlated([item.taken[name].share for name in rest], standing)
    responses = list(_responses(item, rest))
    reasons = [
        *_by_facility(item, facility),
        *_by_sameness(values),
        *(_by_discrimination(found) if judges else ()),
        *(_by_able(responses) if judges else ()),
        *_by_unused(item),
        *_by_groups(item, left),
        *twins,
    ]
    full = sum(value == 1 for value in values)
    return Report(item, facility, full, found, responses, reasons)


def _by_facility(item: Item, facility: Interval) -> Iterator[Reason]:
    floor = max(HARD, item.chance)
    if facility.low > EASY:
        yield Reason(TOO_EASY, f"{_percent(facility)} of its points are earned")
    if facility.high < floor:
        guess = " a blind guess earns more" if item.chance > HARD else " hardly anyone can do it"
        yield Reason(TOO_HARD, f"{_percent(facility)} of its points are earned;{guess}")


def _by_sameness(values: list[float]) -> Iterator[Reason]:
    """Yield a reason if nearly everybody earns the same partial score."""
    if not values:
        return
    usual, count = Counter(values).most_common(1)[0]
    if 0 < usual < 1 and share(count / len(values), len(values)).low > EASY:
        said = f"{count} of {len(values)} earn {100 * usual:.0f} % of its points"
        yield Reason(FLATNESS, f"{said}: it tells nobody from anybody")


def _by_twin(
    left: dict[str, float], earlier: dict[str, dict[str, float]], items: int
) -> Iterator[Reason]:
    """Yield the earlier item whose residuals correlate most with those of this one."""
    z = z_of(items * (items - 1) // 2)
    closest: tuple[float, str, Interval] | None = None
    for id, other in earlier.items():
        both = left.keys() & other.keys()
        found = correlated([left[name] for name in both], [other[name] for name in both], z)
        if found and found.low > max(COMMON, closest[0] if closest else 0):
            closest = found.low, id, found
    if closest:
        _, id, found = closest
        said = f"who is right here is right in {id}, beyond what standing explains"
        yield Reason(TWICE, f"{said} (correlation {_signed(found)}): one question asked twice?")


def _by_discrimination(found: Interval | None) -> Iterator[Reason]:
    if found is None or found.high >= FLAT:
        return
    if found.high < 0:
        said = "those who do well elsewhere do worse here: is the key right?"
        yield Reason(KEY, f"discrimination {_signed(found)}; {said}")
    else:
        said = "it hardly depends on what they know: do they guess, or has it leaked?"
        yield Reason(FLATNESS, f"discrimination {_signed(found)}; {said}")


def _by_able(responses: list[Response]) -> Iterator[Reason]:
    for one in responses:
        if one.is_of_the_strong and one.discrimination:
            among = one.among_wrong
            of_all = one.discrimination.low > 0 or among is None
            found = one.discrimination if of_all or among is None else among
            than = "all others" if of_all else "all others who are wrong"
            who = f"{one.count} answer “{one.words}”, and they do better elsewhere than {than}"
            yield Reason(ABLE, f"{who} (correlation {_signed(found)}): is it right, too?")


def _by_unused(item: Item) -> Iterator[Reason]:
    """Yield the options that next to nobody takes of those who are wrong where it would be
    wrong."""
    error = risk(sum(map(len, item.options.values())))
    for name, options in item.options.items():
        wrong = [
            (one.given[name], one.right.get(name))
            for one in item.taken.values()
            if name in one.given and one.given[name] != one.right.get(name)
        ]
        for option in options:
            count = sum(right != option for _, right in wrong)
            if not count:
                continue
            took = sum(given == option for given, _ in wrong)
            if took < DEAD * count and seldom(took, count, DEAD) < error:
                yield Reason(UNUSED, f"{took} of {count} wrong answers are “{option}”")


def _by_groups(item: Item, left: dict[str, float]) -> Iterator[Reason]:
    """Yield the groups of variants, and of students, whose answers differ at equal standing."""
    names = list(left)
    splits: list[tuple[str, str, list[bool]]] = []
    for kind, facts in (
        (VARIANTS, [item.taken[name].variant for name in names]),
        (LEAK, [item.taken[name].student for name in names]),
    ):
        for fact in sorted({key for one in facts for key in one}):
            splits += [
                (kind, words, inside)
                for words, inside in _splits(fact, [one.get(fact) for one in facts])
                if FEWEST_IN_GROUP <= sum(inside) <= len(inside) - FEWEST_IN_GROUP
            ]
    widest: dict[str, tuple[float, str]] = {}
    for kind, words, inside in splits:
        found = difference(
            [value for value, isin in zip(left.values(), inside, strict=True) if isin],
            [value for value, isin in zip(left.values(), inside, strict=True) if not isin],
            z_of(len(splits)),
        )
        apart = found.low if found.value > 0 else -found.high
        if apart > max(APART, widest.get(kind, (0.0, ""))[0]):
            than = "more" if found.value > 0 else "less"
            text = (
                f"where {words}, {100 * abs(found.value):.0f} points in a hundred {than} are earned"
            )
            widest[kind] = apart, f"{text} than elsewhere, at equal standing"
    yield from (Reason(kind, text) for kind, (_, text) in widest.items())


def _splits(fact: str, values: list[str | float | None]) -> Iterator[tuple[str, list[bool]]]:
    """Yield the ways to split answers in two by a fact: each of a few values against the others, or
    many numbers at their median."""
    known = sorted({value for value in values if value is not None}, key=str)
    if 2 <= len(known) <= MOST_GROUPS:
        for value in known[: 1 if len(known) == 2 else None]:
            words = f"{value:g}" if isinstance(value, float | int) else value
            yield f"{fact} is {words}", [one == value for one in values]
    elif len(known) > MOST_GROUPS and all(isinstance(value, float | int) for value in known):
        middle = median([value for value in values if isinstance(value, float | int)])
        inside = [isinstance(value, float | int) and value > middle for value in values]
        yield f"{fact} is above {middle:g}", inside


def _responses(item: Item, rest: dict[str, float]) -> Iterator[Response]:
    """Yield the answers to each field, the right one first, then by frequency."""
    spread = pstdev(rest.values()) if rest else 0.0
    middle = fmean(rest.values()) if rest else 0.0
    names = dict.fromkeys(key for one in item.taken.values() for key in one.given)
    for name in names:
        answers = {who: one for who, one in item.taken.items() if name in one.given}
        by_words: dict[tuple[bool, str], list[str]] = {
            (False, option): []
            for option in item.options.get(name, ())
            if any(one.right.get(name) != option for one in answers.values())
        }
        for who, one in answers.items():
            is_right = one.given[name] == one.right.get(name)
            by_words.setdefault((is_right, one.given[name]), []).append(who)
        ranked = sorted(by_words.items(), key=lambda pair: (not pair[0][0], -len(pair[1])))
        known = [who for who in answers if who in rest]
        z = z_of(len(by_words) - 1)
        lost = [who for who in known if answers[who].given[name] != answers[who].right.get(name)]
        for (is_right, words), takers in ranked:
            mine = set(takers)
            place = [rest[who] for who in takers if who in rest]
            yield Response(
                name,
                words,
                is_right,
                len(takers),
                len(takers) / len(answers),
                (fmean(place) - middle) / spread if place and spread else None,
                _of_takers(mine, known, rest, z),
                None if is_right else _of_takers(mine, lost, rest, z),
            )


def _of_takers(
    takers: set[str], among: list[str], rest: dict[str, float], z: float
) -> Interval | None:
    return correlated([float(who in takers) for who in among], [rest[who] for who in among], z)


def _percent(found: Interval) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f} %)"


def _signed(found: Interval) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


__all__ = ["FEWEST", "Analysis", "Item", "Reason", "Report", "Response", "Taken", "analyse"]
