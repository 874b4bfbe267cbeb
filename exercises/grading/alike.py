"""Find similar programs of different students, whatever their names, comments and layout.

Each program becomes a sequence of tokens in which all names are equal, and so are all numbers and
all strings. The shingles of a program are its runs of `SHINGLE` consecutive tokens. Shingles that
are in the starter, or in more than half of the programs, are ignored. The likeness of two programs
is the share of the remaining shingles that both have (Jaccard index). Students with identical
shingles always form a group. A group shows where to look, and proves nothing: a short task has few
solutions.
"""

import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

SHINGLE = 9  # number of tokens in a shingle
FEWEST = 30  # programs with fewer shingles of their own are not compared
ALIKE = 0.65
"""Least likeness of a pair. Copies adapted to another variant reach 0.7, independent programs 0.3, or 0.5
if they are short."""
COPIES = 3  # programs that may share a shingle, even if they are more than half of all
LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER}


@dataclass(frozen=True)
class AlikeAnswers:
    """A group of students whose answers are similar, its most similar pair, and the likeness of
    that pair (0 to 1)."""

    students: list[str]
    pair: tuple[str, str]
    likeness: float


def tokens(program: str) -> list[str]:
    """Return the tokens of a program, up to the first place that Python cannot read."""
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
    """Return the hashes of all shingles of a program."""
    found = tokens(program)
    return {hash(tuple(found[n : n + SHINGLE])) for n in range(len(found) - SHINGLE + 1)}


def groups(programs: dict[str, tuple[str, str]], alike: float = ALIKE) -> list[AlikeAnswers]:
    """Return the groups of students whose programs have a likeness of at least `alike`, the largest
    first. `programs` maps a student's id to the program and its starter."""
    starts = {start: shingles(start) for start in {start for _, start in programs.values()}}
    same: dict[frozenset[int], list[str]] = {}  # students by the shingles of their programs
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
        both = (bits[first] & bits[second]).bit_count()  # many times faster than with sets
        share = both / (len(telling[first]) + len(telling[second]) - both)
        if share >= alike:
            joined.add((first, second), share)
    return sorted(
        joined.groups(), key=lambda group: (-len(group.students), -group.likeness, group.students)
    )


def _candidates(
    telling: dict[str, set[int]], common: Counter[int], alike: float
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of students whose programs may be similar enough: those that share one of
    their rarest shingles.

    Of two sets with a likeness of at least `alike`, each contains all but a share 1 - `alike` of
    the other's elements. So they share at least one of the rarest.
    """
    seen: dict[int, list[str]] = {}
    for id, one in telling.items():
        few = len(one) - ceil(alike * len(one) - 1e-9) + 1  # 1e-9 guards against rounding
        rarest = sorted(one, key=lambda shingle: (common[shingle], shingle))[:few]
        for other in dict.fromkeys(other for shingle in rarest for other in seen.get(shingle, ())):
            yield (other, id) if other < id else (id, other)
        for shingle in rarest:
            seen.setdefault(shingle, []).append(id)


class _Joined:
    """Disjoint groups of students that are joined pair by pair. Each group keeps its most similar
    pair."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}  # parent of each student in a union-find tree
        self._best: dict[str, tuple[float, tuple[str, str]]] = {}  # best pair by root

    def _head(self, id: str) -> str:
        self._first.setdefault(id, id)
        while (above := self._first[id]) != id:
            self._first[id] = id = self._first[above]
        return id

    def add(self, pair: tuple[str, str], likeness: float) -> None:
        """Join the groups of the two students in a pair with this likeness."""
        first, second = map(self._head, pair)
        best = [self._best.pop(head) for head in {first, second} if head in self._best]
        self._first[second] = first
        self._best[first] = min([*best, (-likeness, pair)])

    def groups(self) -> Iterator[AlikeAnswers]:
        """Yield each group that was joined."""
        members: dict[str, list[str]] = {}
        for id in sorted(self._first):
            members.setdefault(self._head(id), []).append(id)
        for head, ids in members.items():
            likeness, pair = self._best[head]
            yield AlikeAnswers(ids, pair, -likeness)
