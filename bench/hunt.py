"""Whether every broken server of the hunt can be found: `python -m bench.hunt [FIRST [LAST]]` lets the
tests' solver, which reads the tools' text alone, look for the faults of seeds FIRST to LAST (0 to 499), and
prints those that it misses, the time of a run, how often a blind guess would be right, and a digest of what
the tools said: two runs of the same seeds have the same."""

import sys
from collections import Counter
from hashlib import sha256
from time import process_time
from typing import NamedTuple

from models.hunt.probes import ask
from models.hunt.run import of_seed
from models.hunt.scenes import FAULTS, case_of, fault_of
from models.hunt.score import score
from tests.models.hunt.solver import diagnosis

SEEDS = 500


class Found(NamedTuple):
    """What the solver said of a seed."""

    fault: str
    said: str
    points: int
    seconds: float  # of a core, for one run
    texts: str  # what the tools printed


def found(seed: int) -> Found:
    """Return what the solver says of a seed."""
    begun = process_time()
    of_seed(seed)
    took, texts = process_time() - begun, list[str]()

    def asked(name: str) -> str:
        texts.append(ask(seed, name))
        return texts[-1]

    said, names = diagnosis(asked)
    points = score(seed, said, names).points if said in FAULTS else 0
    return Found(fault_of(seed), said, points, took, "\n".join(texts))


def main(words: list[str]) -> int:
    """Look for the faults of the seeds, print what was found, and return 1 if one was missed, else 0."""
    first, last = [*map(int, words), *(0, SEEDS - 1)[len(words) :]]
    ones, digest = list[Found](), sha256()
    for seed in range(first, last + 1):
        one = found(seed)
        ones.append(one)
        digest.update(one.texts.encode())
        if len(ones) % 10 == 0:
            print(f"{len(ones)} looked at", file=sys.stderr, flush=True)
        if one.said != one.fault:
            print(f"missed {seed}: {case_of(seed).base}, {one.fault}, said {one.said}", flush=True)
    right = [one for one in ones if one.said == one.fault]
    often = max(Counter(one.fault for one in ones).values())
    times = sorted(one.seconds for one in ones)
    print(
        f"{len(right)} of {len(ones)} found, {sum(one.points for one in ones) / len(ones):.0f} points"
    )
    print(
        f"the same guess each time: at most {often / len(ones):.1%}; a run: {times[len(times) // 2]:.2f} s of a core, "
        f"at most {times[-1]:.2f} s; digest {digest.hexdigest()[:12]}"
    )
    return int(len(right) < len(ones))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
