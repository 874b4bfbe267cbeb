"""How likely a pool loses data within some years, and how much of it.

A vdev is a Markov chain: as many disks as failed and are not rebuilt. Each working disk fails at the same rate, and
one disk is rebuilt at a time, as OpenZFS resilvers since its release 0.8 (`resilver_defer`). A vdev is lost when more
disks than its parity are gone, and the pool with it. A dRAID rebuilds into spare space, while there is any, and copies
back to a new disk later. Any parity + 1 of its children that are gone at once lose data in nearly every case, because
its groups lie on all sets of children: of 24 children in groups of 8, three lie in one group in 8 % of its
permutations, and there are thousands. OpenZFS takes the vdev for lost in all cases (vdev_draid_state_change).

A latent error is a sector that cannot be read, and of which nobody knows until a scrub or a rebuild reads it. It loses
its block if no parity is left: when it lies on a disk that survives `parity` failures. The pool then lives on. New
disks have no errors, and neither has a new pool. Rebuilds are taken to meet errors independently of each other, which is
right while a loss is rare; `lives.py` knows better.

What is lost is the expected share of the pool's bytes (NOMDL: Greenan, Plank and Wylie, "Mean time to meaningless",
HotStorage 2010). The mean time to data loss stands beside it to show what it hides.
"""

from collections.abc import Callable
from functools import cache
from math import comb, exp, expm1, fsum, inf, log1p
from operator import mul
from typing import NamedTuple

from models.check import a_number, at_least
from models.sizing.pools.build import DRAID, Build
from models.sizing.risk.chain import Chain
from models.sizing.risk.failures import YEAR
from models.units import day

LATENT = -log1p(-0.0315) / YEAR
"""Latent errors a disk and second: 3.15 % of the nearline disks had one in their first year (Bairavasundaram et al.,
SIGMETRICS 2007). Those held 250 to 500 GB; the share grew with the size of a disk and with its age."""
SCRUB = 30 * day
"""Seconds from one scrub to the next: Debian and Ubuntu scrub on the second Sunday of each month."""

STEPS = 48
SIMPSON = [
    ((4 if k % 2 else 2) * (k / STEPS) ** 4 * 5 / 3 / STEPS, (k / STEPS) ** 5)
    for k in range(1, STEPS)
]
"""Simpson's rule for an integral over the time since a scrub: weights and shares of the longest time, closer to each
other where the disks were read lately. At both ends nothing is added."""


class Risk(NamedTuple):
    """What may become of a pool's data."""

    loss: float  # chance that any data is lost within the years
    lost: float  # expected share of the bytes that is lost (NOMDL)
    mttdl: float  # mean time to loss of data (s), of the same chains
    classical: float  # the formula of Patterson, Gibson and Katz (1988): a second failure while one is rebuilt (s)


class Fate(NamedTuple):
    """What may become of a vdev."""

    loss: float  # chance that it loses data
    gone: float  # chance that it is lost as a whole
    blocks: float  # expected number of single blocks lost
    mean: float  # mean time until it loses data (s)
    classical: float  # s


def risk(
    build: Build,
    *,
    failure_rate: float,
    rebuild: float,
    years: float = 5.0,
    errors: float = LATENT,
    scrub: float = SCRUB,
    read_errors: float = 0.0,
    replace: float = 0.0,
    copy_back: float = 0.0,
    special_rate: float = 0.0,
    special_rebuild: float = 0.0,
    block: float = 0.0,
) -> Risk:
    """Return the risk of `build` in its first `years`.

    failure_rate: failures of a disk per second (`FailureRate.rate`). rebuild: mean seconds to rebuild a disk, of a
    dRAID into its spare space. errors: latent errors a disk and second, found by a scrub every `scrub` seconds.
    read_errors: unreadable sectors met on each disk that a rebuild reads, such as the bits read x 1e-15 of a
    datasheet (another view of the same errors: give one of the two). replace: mean seconds until an operator has replaced a
    disk, if no hot spare is free (for a disk each, at once). copy_back: seconds to copy from a dRAID's spare space to a new disk, with its
    replacement; 0: as long as `rebuild`, after `replace`. special_rate, special_rebuild: of the special devices, 0: as
    of the disks. block: a lost block's share of the pool's bytes. A loss of log devices is not counted: it loses
    writes only together with a power failure. Raise ValueError for numbers out of range.
    """
    span, draid = years * YEAR, build.layout.startswith(DRAID)
    waits = 0.0
    if replace and not (draid and build.spares):
        waits = waited(build.disks * failure_rate * replace, build.spares)
    of_disks = fate(
        build.parity,
        build.width,
        build.group_data + build.parity if draid else build.width,
        build.spares if draid else 0,
        failure_rate,
        rebuild,
        replace,
        waits,
        copy_back or replace + rebuild,
        errors,
        scrub,
        read_errors,
        span,
    )
    fates = [(of_disks, build.vdevs)]
    if build.specials:
        special = fate(
            build.specials - 1,
            build.specials,
            build.specials,
            0,
            special_rate or failure_rate,
            special_rebuild or rebuild,
            replace,
            1.0 if replace else 0.0,
            0.0,
            0.0,
            scrub,
            0.0,
            span,
        )
        fates.append((special, 1))
    gone = any_of(*((each.gone, count) for each, count in fates))
    return Risk(
        any_of(*((each.loss, count) for each, count in fates)),
        min(1.0, gone + block * fsum(count * each.blocks for each, count in fates)),
        mean_of(*((each.mean, count) for each, count in fates)),
        mean_of(*((each.classical, count) for each, count in fates)),
    )


def any_of(*chances: tuple[float, int]) -> float:
    """Return the chance that any of independent events happens, from the chance of each and their number."""
    if any(chance >= 1 for chance, _ in chances):
        return 1.0
    return 0.0 - expm1(fsum(count * log1p(-chance) for chance, count in chances))


def mean_of(*times: tuple[float, int]) -> float:
    """Return the mean time to the first of rare events, from the mean time to each and their number."""
    often = fsum(count / mean for mean, count in times)
    return 1 / often if often else inf


@cache
def waited(away: float, spares: int) -> float:
    """Return the chance that a failure finds no spare, if `away` are being replaced on average: they are a
    Poisson number, however long each takes."""
    term, here = exp(-away), 0.0
    for k in range(spares):
        here += term
        term *= away / (k + 1)
    return 1 - here


def together(group: int, children: int, disks: int) -> float:
    """Return the chance that `disks` given ones of a dRAID's children all lie in one of its groups, for
    groups of `group` children."""
    return comb(group, disks) / comb(children, disks)


def met_errors(
    exposed: float, errors: float, scrub: float, span: float, rate: float, reads: float
) -> tuple[float, float]:
    """Return the chance that a rebuild without parity left meets an error on `exposed` disks, and how many
    on average. An error waits since the last scrub, the replacement of its disk, the last such rebuild (`reads`
    per second) or the beginning, at any time of which the rebuild comes. Other arguments: as of `fate`."""
    hit = met = 0.0
    longest, leaves = min(scrub, span), rate + reads
    for weight, part in SIMPSON:
        since = longest * part
        came = weight * exp(-leaves * since) * (1 - since / scrub) * (1 - since / span)
        none = exp(-errors * since)  # on a disk that was not replaced
        met += came
        clean = (rate + errors * none * exp(-rate * since)) / (rate + errors)
        hit += came * none * clean ** (exposed - 1)
    often = exposed * errors * longest
    return min(1.0, often * hit), often * met


@cache
def fate(
    parity: int,
    width: int,
    group: int,
    spares: int,
    rate: float,
    rebuild: float,
    replace: float,
    waits: float,
    back: float,
    errors: float,
    scrub: float,
    read_errors: float,
    span: float,
) -> Fate:
    """Return the fate of a vdev of `width` disks within `span` seconds, in groups of `group` if it is a
    dRAID, with `spares` distributed spares. waits: chance that a failure waits for an operator. Other
    arguments: as of `risk`."""
    if not (min(rebuild, span, scrub) > 0 and max(rebuild, span) < inf):
        for name, value in (("rebuild", rebuild), ("years", span)):
            a_number(name, value, above=0)
        a_number("scrub", scrub, above=0, infinite=True)
    if min(rate, replace, back, errors, read_errors) < 0:
        at_least(0, failure_rate=rate, replace=replace, copy_back=back)
        at_least(0, errors=errors, read_errors=read_errors)
    if not rate and (parity or not errors):
        return Fate(0.0, 0.0, 0.0, inf, inf)
    if not parity:
        alone = Chain([[0.0]], [width * (rate + errors)])
        gone = -expm1(-width * rate * span)
        mean = 1 / (width * rate) if rate else inf
        return Fate(alone.left(span), gone, width * errors * span, alone.mean(), mean)
    exposed = float(width - parity)  # disks with nothing left to repair an error from
    if group < width:
        exposed *= together(group - 1, width - 1, parity)

    def ways(hit: float) -> Ways:
        if spares:
            return of_draid(parity, width, spares, rate, rebuild, back, hit)
        return of_vdev(parity, width, rate, rebuild, replace, waits, hit)

    chain = explored(ways(0.0))
    gone, blocks, with_errors = chain.left(span), 0.0, chain
    if errors or read_errors:
        spent = chain.once
        bare = (
            fsum([rate for after, rate in ways(1.0)(state) if after is None]) - out
            for state, out in zip(chain.names, chain.out, strict=True)
        )  # rebuilds without parity left, per second
        reads = fsum(map(mul, spent, bare)) / fsum(spent)
        seen = exposed / (width - parity)  # share of a disk's errors that such a rebuild meets
        hit, met = met_errors(exposed, errors, scrub, span, rate, seen * reads)
        hit = 1 - exp(-exposed * read_errors) * (1 - hit)
        blocks = reads * span * (met + exposed * read_errors)
        with_errors = explored(ways(hit))
    failures = 1.0
    for disk in range(parity + 1):
        failures *= (width - disk) * rate
    return Fate(
        with_errors.left(span) if with_errors is not chain else gone,
        gone,
        blocks,
        with_errors.mean(),
        1 / (failures * (rebuild + waits * replace) ** parity),
    )


State = tuple[int, int]
Ways = Callable[[State], list[tuple[State | None, float]]]
"""What can happen in a state, with its rate; None: data is lost."""


def reached(ways: Ways) -> list[State]:
    """Return all states that can be reached from (0, 0)."""
    found: dict[State, None] = {(0, 0): None}
    states = [*found]
    for state in states:
        for after, _ in ways(state):
            if after is not None and after not in found:
                found[after] = None
                states.append(after)
    return states


def explored(ways: Ways) -> Chain:
    """Return the chain of all states that can be reached from (0, 0)."""
    states = reached(ways)
    index = {state: k for k, state in enumerate(states)}
    rates, out = [[0.0] * len(states) for _ in states], [0.0] * len(states)
    for here, state in enumerate(states):
        for after, rate in ways(state):
            if after is None:
                out[here] += rate
            else:
                rates[here][index[after]] += rate
    return Chain(rates, out, states)


def of_vdev(
    parity: int, width: int, rate: float, rebuild: float, replace: float, waits: float, hit: float
) -> Ways:
    """Return what can happen to a mirror or RAID-Z. A state: how many failed disks wait for an operator,
    and how many for a rebuild. hit: chance that a survivor of `parity` failures has an error."""

    def ways(state: State) -> list[tuple[State | None, float]]:
        waiting, ready = state
        failed = waiting + ready
        fails = (width - failed) * rate
        if failed == parity:
            found: list[tuple[State | None, float]] = [(None, fails)]
        else:
            lost = hit if failed + 1 == parity else 0.0
            found = [((waiting, ready + 1), fails * (1 - lost) * (1 - waits)), (None, fails * lost)]
            if waits:
                found.append(((waiting + 1, ready), fails * (1 - lost) * waits))
        if waiting:
            found.append(((waiting - 1, ready + 1), waiting / replace))
        if ready:
            found.append(((waiting, ready - 1), 1 / rebuild))
        return found

    return ways


def of_draid(
    parity: int, width: int, spares: int, rate: float, rebuild: float, back: float, hit: float
) -> Ways:
    """Return what can happen to a dRAID with spares. A state: how many failed disks are not rebuilt, and
    how many are in spare space. Rebuilds go before copying back."""

    def ways(state: State) -> list[tuple[State | None, float]]:
        failed, used = state
        fails = (width - failed - used) * rate
        if failed == parity:
            found: list[tuple[State | None, float]] = [(None, fails)]
        else:
            lost = hit if failed + 1 == parity else 0.0
            found = [((failed + 1, used), fails * (1 - lost)), (None, fails * lost)]
        if failed and used < spares:
            found.append(((failed - 1, used + 1), 1 / rebuild))
        elif failed:
            found.append(((failed - 1, used), 1 / back))
        elif used:
            found.append(((failed, used - 1), 1 / back))
        return found

    return ways
