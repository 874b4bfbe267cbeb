"""Whether every broken server of the hunt can be found: `python -m bench.hunt [FIRST [LAST]]` lets the
tests' solver, which reads the tools' text alone, look for the faults of seeds FIRST to LAST (0 to 499), and
prints those that it misses, the time of a run, and how often a blind guess would be right."""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import NamedTuple

from models.hunt.probes import ask, score
from models.hunt.run import ran
from models.hunt.scenes import case_of
from tests.models.hunt.solver import diagnosis

SEEDS, PROCESSES = 500, 2


class Found(NamedTuple):
    """What the solver said of a seed."""

    seed: int
    fault: str
    said: str
    points: int
    seconds: float  # of a core, for one run


def found(seed: int) -> Found:
    """Return what the solver says of a seed."""
    case, begun = case_of(seed), process_time()
    ran(case.scene, seed)
    took = process_time() - begun
    said, asked = diagnosis(lambda name: ask(seed, name))
    return Found(seed, case.fault, said, score(seed, said, asked).points, took)


def main(words: list[str]) -> int:
    """Look for the faults of the seeds, print what was found, and return 1 if one was missed, else 0."""
    first, last = [*map(int, words), *(0, SEEDS - 1)[len(words) :]]
    ones = list[Found]()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for one in pool.map(found, range(first, last + 1)):
            ones.append(one)
            if len(ones) % 10 == 0:
                print(f"{len(ones)} looked at", file=sys.stderr, flush=True)
            if one.said != one.fault:
                case = case_of(one.seed)
                print(f"missed {one.seed}: {case.base}, {one.fault}, said {one.said}", flush=True)
    right = [one for one in ones if one.said == one.fault]
    often = max(Counter(one.fault for one in ones).values())
    times = sorted(one.seconds for one in ones)
    print(
        f"{len(right)} of {len(ones)} found, {sum(one.points for one in right) / len(ones):.0f} points"
    )
    print(
        f"a blind guess: {often / len(ones):.1%}; a run: {times[len(times) // 2]:.2f} s of a core"
    )
    return int(len(right) < len(ones))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
