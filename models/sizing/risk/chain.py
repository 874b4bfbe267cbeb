"""A Markov chain with one way out: how likely it was left after a while, and when on average.

State 0 is where it starts. Rates are per second. No step subtracts numbers of like size, so that a chance of
1e-15 has as many digits as one of a half: the elimination is that of Grassmann, Taksar and Heyman (1985),
which keeps the rate of leaving apart instead of finding it on the diagonal.
"""

from functools import cached_property
from math import ceil, exp, expm1, fsum, inf, log1p, log2
from operator import mul

Rates = list[list[float]]
"""Rate from each state to each other state; the diagonal is 0."""
SETTLED = 30.0
"""So many of the chain's own times must pass before only its slowest mode is left: e**-30 of the others."""
SELDOM = 1e-6
"""Chance to be left in the chain's own time below which its first two moments are enough: what others say of it is
the square of this."""
EXACT, ROUNDS = 1e-13, 40
"""Relative change at which an iteration ends, and how many rounds it may take."""


class Chain:
    """States, the rates between them, and of leaving for good (`out`, one a state)."""

    def __init__(self, rates: Rates, out: list[float], names: list[tuple[int, int]] | None = None):
        self.rates, self.out, self.names = rates, out, names or []
        self.states = range(len(out))
        left, exits = [row[:] for row in rates], out[:]  # without the states from `last` on
        self.away = [0.0] * len(out)  # rate from each state to earlier ones and out
        self.down: list[list[tuple[int, float]]] = [[] for _ in out]  # to earlier ones: share
        self.up: list[list[tuple[int, float]]] = [[] for _ in out]  # from earlier ones: rate
        for last in reversed(self.states):
            rates_on = left[last]
            row = [(other, rates_on[other]) for other in range(last) if rates_on[other]]
            away = self.away[last] = fsum([rate for _, rate in row]) + exits[last]
            down = self.down[last] = [(other, rate / away) for other, rate in row]
            ups, gone = self.up[last], exits[last] / away
            for state in range(last):
                on = left[state]
                rate = on[last]
                if rate:
                    ups.append((state, rate))
                    for other, share in down:
                        if other != state:
                            on[other] += rate * share
                    exits[state] += rate * gone

    def before(self, gains: list[float]) -> list[float]:
        """Return what is gained until the chain is left, from each state, at `gains` a second in each:
        with gains of 1, the mean time (s)."""
        gained = gains[:]
        for last in reversed(self.states):
            for state, rate in self.up[last]:
                gained[state] += rate / self.away[last] * gained[last]
        for state in self.states:
            gained[state] /= self.away[state]
            for other, share in self.down[state]:
                gained[state] += share * gained[other]
        return gained

    def spent(self, start: list[float]) -> list[float]:
        """Return the mean time in each state until the chain is left (s), by the chance to start there."""
        begun = start[:]
        for last in reversed(self.states):
            for state, share in self.down[last]:
                begun[state] += begun[last] * share
        for state in self.states:
            for other, rate in self.up[state]:
                begun[state] += begun[other] * rate
            begun[state] /= self.away[state]
        return begun

    @cached_property
    def once(self) -> list[float]:
        """Return the mean time in each state until the chain is left (s), from state 0."""
        return self.spent([1.0] + [0.0] * (len(self.out) - 1))

    def late(self, ends: list[float]) -> float:
        """Return how much later than on average an end comes from state 0 (s). ends: rate of it in each state,
        over the chance that it comes at all."""
        mean = fsum(self.once)
        ahead = [rate * mean - 1 for rate in ends]  # of state 0, in seconds a second
        for last in reversed(self.states):
            for state, rate in self.up[last]:
                ahead[state] += rate / self.away[last] * ahead[last]
        ahead[0] = 0.0
        for state in self.states[1:]:
            ahead[state] /= self.away[state]
            for other, share in self.down[state]:
                ahead[state] += share * ahead[other]
        return fsum(map(mul, self.once, ahead)) / mean

    def mean(self) -> float:
        """Return the mean time until the chain is left (s)."""
        return fsum(self.once)

    def left(self, after: float) -> float:
        """Return the chance that the chain was left within `after` seconds."""
        slowest = min((away for away in self.away[1:]), default=inf)
        if after * slowest < SETTLED:
            return self.doubled(after)
        mean = self.mean()
        if mean * slowest * SELDOM > 1:  # the mean and the mean square of the time say all
            late = self.late(self.out)
            rate = 1 / (mean - late)
            return -expm1(-rate * after + log1p(late * rate))
        rate, before, usual = 0.0, 0.0, self.once
        for _ in range(ROUNDS):  # where the chain is, once its start is forgotten
            usual = self.spent(usual)
            whole = fsum(usual)
            usual = [share / whole for share in usual]
            rate, before = fsum(map(mul, usual, self.out)), rate
            if abs(rate - before) < EXACT * rate:
                break
        else:
            return self.doubled(after)
        behind = [0.0] * len(self.out)  # how much less likely each state lasts than state 0
        if len(self.out) > 1:
            rest = Chain([row[1:] for row in self.rates[1:]], [row[0] for row in self.rates[1:]])
            ahead = 0.0
            for _ in range(ROUNDS):
                ahead, lost = (
                    behind[-1],
                    [(self.out[state] - rate) * (1 - behind[state]) for state in self.states[1:]],
                )
                behind = [0.0, *rest.before(lost)]
                if abs(behind[-1] - ahead) < EXACT * behind[-1]:
                    break
        start = log1p(-fsum(map(mul, usual, behind)))
        return -expm1(-rate * after - start)

    def doubled(self, after: float) -> float:
        """Return `left(after)` from a short time, doubled again and again: slower, for any rates."""
        pace = max(fsum(row) + out for row, out in zip(self.rates, self.out, strict=True))
        times = max(0, ceil(log2(pace * after)) + 2) if pace * after > 0 else 0
        short = pace * after / 2**times  # steps of the fastest state, at most a quarter
        step = [[rate / pace for rate in row] for row in self.rates]
        gone = [out / pace for out in self.out]
        for state in self.states:
            step[state][state] = 1 - fsum(step[state]) - gone[state]
        # after k steps of chance short**k exp(-short) / k!
        power = [[float(i == j) for j in self.states] for i in self.states]
        moved = [[0.0] * len(self.out) for _ in self.states]
        lost, lost_now, weight = [0.0] * len(self.out), [0.0] * len(self.out), exp(-short)
        for k in range(1, 40):
            for i in self.states:
                lost[i] += weight * lost_now[i]
                for j in self.states:
                    moved[i][j] += weight * power[i][j]
            lost_now = [
                gone[i] + fsum(step[i][j] * lost_now[j] for j in self.states) for i in self.states
            ]
            power, weight = product(power, step), weight * short / k
        for _ in range(times):
            lost = [lost[i] + fsum(moved[i][j] * lost[j] for j in self.states) for i in self.states]
            moved = product(moved, moved)
            for i in self.states:  # what is not lost is somewhere: no rounding adds up
                whole = fsum(moved[i])
                scale = max(0.0, 1 - lost[i]) / whole if whole else 0.0
                moved[i] = [scale * share for share in moved[i]]
        return lost[0]


def product(a: Rates, b: Rates) -> Rates:
    """Return the matrix product of `a` and `b`."""
    columns = list(zip(*b, strict=True))
    return [
        [fsum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a
    ]
