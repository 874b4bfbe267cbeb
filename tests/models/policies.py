"""Traces for caches, and ARC written a second time: lists, straight from the paper's figure 4."""

from itertools import accumulate
from random import Random

REQUESTS = 200_000
SIZES = (100, 300, 1_000, 3_000, 10_000)


def zipf(blocks, skew, requests, seed):
    """Of `blocks` blocks the n-th is asked for n to the power of `skew` times more seldom than the
    first."""
    weights = list(accumulate(1 / (n + 1) ** skew for n in range(blocks)))
    return Random(seed).choices(range(blocks), cum_weights=weights, k=requests)


def with_scans(requests, seed):
    """Zipf, and every fourth thousand of requests goes through blocks that nobody asks for again."""
    return [
        100_000 + n if n // 1000 % 4 == 3 else key
        for n, key in enumerate(zipf(20_000, 1.0, requests, seed))
    ]


def loop(blocks, requests):
    """Blocks in turn, for ever."""
    return [n % blocks for n in range(requests)]


TRACES = {
    "zipf": lambda: zipf(50_000, 0.9, REQUESTS, 1),
    "loop": lambda: loop(1_500, REQUESTS),
    "scan + zipf": lambda: with_scans(REQUESTS, 2),
}


def rounded(n, m):
    """A ratio as a double, as libcachesim has it. The paper's step is a real number, and does not
    say how to round."""
    return n / m


class SlowArc:
    """T1, T2, B1, B2: most recent first. p moves by `ratio` of two lists' lengths: a double, or a
    Fraction, not rounded."""

    def __init__(self, c, ratio=rounded):
        self.c, self.ratio, self.p = c, ratio, ratio(0, 1)
        self.T1, self.T2, self.B1, self.B2 = [], [], [], []

    def access(self, x):
        c, T1, T2, B1, B2 = self.c, self.T1, self.T2, self.B1, self.B2
        if x in T1 or x in T2:  # case I
            (T1 if x in T1 else T2).remove(x)
            T2.insert(0, x)
            return True
        if x in B1:  # case II
            delta = 1 if len(B1) >= len(B2) else self.ratio(len(B2), len(B1))
            self.p = min(self.p + delta, c)
            self.replace(x)
            B1.remove(x)
            T2.insert(0, x)
        elif x in B2:  # case III
            delta = 1 if len(B2) >= len(B1) else self.ratio(len(B1), len(B2))
            self.p = max(self.p - delta, 0)
            self.replace(x)
            B2.remove(x)
            T2.insert(0, x)
        else:  # case IV
            if len(T1) + len(B1) == c:
                if len(T1) < c:
                    B1.pop()
                    self.replace(x)
                else:
                    T1.pop()
            elif len(T1) + len(T2) + len(B1) + len(B2) >= c:
                if len(T1) + len(T2) + len(B1) + len(B2) == 2 * c:
                    B2.pop()
                self.replace(x)
            T1.insert(0, x)
        return False

    def replace(self, x):
        if self.T1 and (len(self.T1) > self.p or (x in self.B2 and len(self.T1) == self.p)):
            self.B1.insert(0, self.T1.pop())
        else:
            self.B2.insert(0, self.T2.pop())
