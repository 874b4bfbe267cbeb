"""Programs of different students that are alike, whatever their names, comments and spaces.

Each program is a sequence of tokens in which all names are one, and all numbers and texts; its shingles are all runs of so
many tokens. What the start holds already, and what more than half of the class have, tells nothing. The likeness of two
programs is the part of the rest that both have (Jaccard); those that have all in common are alike however many they are. It
says where to look, and proves nothing: of a short task there are few solutions.
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
    return {hash(tuple(found[n:n + SHINGLE])) for n in range(len(found) - SHINGLE + 1)}


def groups(programs: dict[str, tuple[str, str]], alike: float = ALIKE) -> list[Group]:
    """The groups of students (by id) whose programs are alike, the largest first. Each program comes with its start."""
    own = {id: frozenset(shingles(programs[id][0]) - shingles(programs[id][1])) for id in sorted(programs)}
    same: dict[frozenset[int], list[str]] = {}
    for id, one in own.items():
        same.setdefault(one, []).append(id)
    likeness = {(ids[0], id): 1.0 for one, ids in same.items() if len(one) >= FEWEST for id in ids[1:]}
    common = Counter(shingle for one in own.values() for shingle in one)
    most = max(COPIES, len(programs) // 2)
    telling = {ids[0]: {shingle for shingle in one if common[shingle] <= most} for one, ids in same.items()}
    for first, second in _candidates({id: one for id, one in telling.items() if len(one) >= FEWEST}, common, alike):
        both = len(telling[first] & telling[second])
        share = both / (len(telling[first]) + len(telling[second]) - both)
        if share >= alike:
            likeness[first, second] = share
    return sorted(_joined(likeness), key=lambda group: (-len(group.students), -group.likeness, group.students))


def _candidates(telling: dict[str, set[int]], common: Counter[int], alike: float) -> Iterator[tuple[str, str]]:
    """Yield the pairs that may be alike: of two such, each has one of its rarest shingles in common with the other's rarest.

    (A set that has the part `alike` of a union in common misses fewer than the part 1 - `alike` of its own.)"""
    seen: dict[int, list[str]] = {}
    for id, one in telling.items():
        rarest = sorted(one, key=lambda shingle: (common[shingle], shingle))[:len(one) - ceil(alike * len(one)) + 1]
        for other in dict.fromkeys(other for shingle in rarest for other in seen.get(shingle, ())):
            yield other, id
        for shingle in rarest:
            seen.setdefault(shingle, []).append(id)


def _joined(likeness: dict[tuple[str, str], float]) -> list[Group]:
    """Who is alike to somebody of a group belongs to it."""
    belongs: dict[str, frozenset[str]] = {}
    for first, second in likeness:
        group = belongs.get(first, frozenset({first})) | belongs.get(second, frozenset({second}))
        belongs.update(dict.fromkeys(group, group))
    found = []
    for group in set(belongs.values()):
        pair = max((pair for pair in sorted(likeness) if pair[0] in group), key=lambda pair: likeness[pair])
        found.append(Group(sorted(group), pair, likeness[pair]))
    return found
