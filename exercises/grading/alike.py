"""Programs of different students that are alike, whatever their names, comments and spaces.

Each program is a sequence of tokens in which all names are one, and all numbers and texts; its
shingles are all runs of so many tokens. What the start holds already, and what more than half of
the class have, tells nothing. The likeness of two programs is the part of the rest that both have
(Jaccard); those that have all in common are alike however many they are. It says where to look, and
proves nothing: of a short task there are few solutions.
"""

import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

SHINGLE = 9  # tokens
FEWEST = 30  # shingles of its own that a program must have to be compared
ALIKE = 0.65  # copies that were fitted to another variant reach 0.7, programs of different people 0.3, short ones 0.5
COPIES = 3  # from so many programs on, what more than half of them have tells nothing
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER}


@dataclass(frozen=True)
class Group:
    """Students whose programs are alike, the two that are most so, and how much."""

    students: list[str]
    pair: tuple[str, str]
    likeness: float


def tokens(program: str) -> list[str]:
    """The tokens of a program; one that Python cannot read ends where it becomes unreadable."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(program).readline):
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                found.append(tokenize.tok_name[token.type])
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                found.append("name")
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                found.append(tokenize.tok_name[token.type])
            elif token.type not in LAYOUT:
                found.append(token.string)
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return found


def shingles(program: str) -> set[int]:
    """The hashes of all runs of `SHINGLE` tokens."""
    found = tokens(program)
    return {hash(tuple(found[n : n + SHINGLE])) for n in range(len(found) - SHINGLE + 1)}


def groups(programs: dict[str, tuple[str, str]], alike: float = ALIKE) -> list[Group]:
    """Return the groups of students (by id) whose programs are alike, largest first. Each program
    comes with its start."""
    starts = {start: shingles(start) for start in {start for _, start in programs.values()}}
    same: dict[frozenset[int], list[str]] = {}  # the students whose programs have all in common
    for id in sorted(programs):
        program, start = programs[id]
        same.setdefault(frozenset(shingles(program) - starts[start]), []).append(id)
    common = Counter[int]()
    for own, ids in same.items():
        common.update(dict.fromkeys(own, len(ids)))
    most = max(COPIES, len(programs) // 2)
    telling = {
        ids[0]: {shingle for shingle in own if common[shingle] <= most} for own, ids in same.items()
    }
    joined = _Joined()
    for own, ids in same.items():
        if len(own) >= FEWEST:
            for id in ids[1:]:
                joined.add((ids[0], id), 1.0)
    telling = {id: one for id, one in telling.items() if len(one) >= FEWEST}
    numbers = {shingle: number for number, (shingle, _) in enumerate(common.most_common())}
    bits = {
        id: sum(1 << numbers[shingle] for shingle in one if common[shingle] > 1)
        for id, one in telling.items()
    }
    for first, second in _candidates(telling, common, alike):
        both = (bits[first] & bits[second]).bit_count()  # many times faster than sets
        share = both / (len(telling[first]) + len(telling[second]) - both)
        if share >= alike:
            joined.add((first, second), share)
    return sorted(
        joined.groups(), key=lambda group: (-len(group.students), -group.likeness, group.students)
    )


def _candidates(
    telling: dict[str, set[int]], common: Counter[int], alike: float
) -> Iterator[tuple[str, str]]:
    """Yield the pairs that may be alike: of two such, each has one of its rarest shingles in common
    with the other's rarest.

    (A set that has the part `alike` of a union in common misses fewer than the part 1 - `alike` of
    its own.)"""
    seen: dict[int, list[str]] = {}
    for id, one in telling.items():
        few = len(one) - ceil(alike * len(one) - 1e-9) + 1  # less what rounding adds
        rarest = sorted(one, key=lambda shingle: (common[shingle], shingle))[:few]
        for other in dict.fromkeys(other for shingle in rarest for other in seen.get(shingle, ())):
            yield (other, id) if other < id else (id, other)
        for shingle in rarest:
            seen.setdefault(shingle, []).append(id)


class _Joined:
    """Groups of pairs: who is alike to somebody of a group belongs to it. Of its pairs a group
    keeps only the best."""

    def __init__(self) -> None:
        self._first: dict[
            str, str
        ] = {}  # by student another of the group, and so on up to one who is their own
        self._best: dict[str, tuple[float, tuple[str, str]]] = {}  # by that one

    def _head(self, id: str) -> str:
        self._first.setdefault(id, id)
        while (above := self._first[id]) != id:
            self._first[id] = id = self._first[above]
        return id

    def add(self, pair: tuple[str, str], likeness: float) -> None:
        """Join the groups of two students."""
        first, second = map(self._head, pair)
        best = [self._best.pop(head) for head in {first, second} if head in self._best]
        self._first[second] = first
        self._best[first] = min([*best, (-likeness, pair)])

    def groups(self) -> Iterator[Group]:
        """Give each group."""
        members: dict[str, list[str]] = {}
        for id in sorted(self._first):
            members.setdefault(self._head(id), []).append(id)
        for head, ids in members.items():
            likeness, pair = self._best[head]
            yield Group(ids, pair, -likeness)
