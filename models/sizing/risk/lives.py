"""Lives of a pool, one by one: what the chain of `risk.py` cannot say.

Drives wear out (Weibull) or fail at a constant rate. The drives of a batch share a hazard: it is multiplied by a
number drawn for each batch from a gamma distribution of mean 1, a shared frailty (Vaupel, Manton and Stallard 1979;
drives of a batch fail together: Paris and Long, "Using device diversity to protect data against batch-correlated disk
failures", StorageSS 2006). A rebuild takes a constant time, or an exponential one as in the chain. Latent errors come
at a constant rate; a scrub finds all of a pool at once. An operator replaces a failed drive after a while; with some
chance he pulls a working drive of the same vdev, which then counts as failed.

Losses are too rare to wait for. Whenever a disk of a whole vdev fails, the rest of this incident is played a second
time with the other disks failing much more often, and a loss counts as much less (failure biasing: Shahabuddin,
"Importance sampling for the simulation of highly reliable Markovian systems", 1994). The life itself goes on unbiased.
The mean of these weights over lives is the chance of loss, and their scatter its standard error.
"""

from dataclasses import dataclass
from math import exp, expm1, fsum, inf, sqrt
from random import Random
from typing import NamedTuple

from models.check import a_number, at_least, counted, positive
from models.sizing.pools.build import DRAID, Build
from models.sizing.risk.failures import YEAR
from models.sizing.risk.risk import LATENT, SCRUB, together

PUSH = 1.0
"""Failures to expect of a vdev's other disks during a biased rebuild."""


@dataclass(frozen=True)
class Circumstances:
    """How a pool lives. Times in s, rates per second. Raise ValueError for numbers out of range."""

    failure_rate: float  # failures of a drive, on average over `years`
    rebuild: float  # mean time of a rebuild, of a dRAID into its spare space
    years: float = 5.0
    wear: float = 1.0  # Weibull shape: 1 constant, above 1 drives wear out, below 1 they fail early
    steady: bool = True  # whether each repair takes the same time, or an exponential one
    errors: float = LATENT  # latent errors of a drive
    scrub: float = SCRUB  # from one scrub to the next
    replace: float = 0.0  # until an operator has replaced a drive, if no hot spare is free
    wrong: float = 0.0  # chance that he pulls a working drive
    copy_back: float = 0.0  # from a dRAID's spare space to a new drive; 0: `replace` + `rebuild`
    batches: int = 1  # the drives come from so many batches, dealt in turn
    frailty: float = 0.0  # variance of a batch's hazard around its mean of 1; 0: all alike

    def __post_init__(self) -> None:
        positive(self, "failure_rate", "rebuild", "years", "wear")
        positive(self, "scrub", infinite=True)
        at_least(0, errors=self.errors, replace=self.replace, copy_back=self.copy_back)
        at_least(0, frailty=self.frailty)
        counted(batches=self.batches)
        a_number("wrong", self.wrong, 0, 1)

    @property
    def span(self) -> float:
        """Return the length of a life (s)."""
        return self.years * YEAR

    def hazard(self, age: float) -> float:
        """Return how many failures of a drive to expect until it is `age` seconds old."""
        if self.wear == 1:
            return self.failure_rate * age
        return float(self.failure_rate * self.span * (age / self.span) ** self.wear)

    def age(self, hazard: float) -> float:
        """Return the age (s) until which so many failures of a drive are to be expected."""
        if self.wear == 1:
            return hazard / self.failure_rate
        return float(self.span * (hazard / (self.failure_rate * self.span)) ** (1 / self.wear))


class Event(NamedTuple):
    """Something that happened to a disk. Times in s; the disks of a vdev follow each other."""

    what: str  # failed, pulled, rebuilt, spared (into spare space), error, scrub, block lost, pool lost
    time: float
    disk: int  # -1 of a scrub
    since: float = 0.0  # when the rebuild began
    until: float = 0.0  # when a scrub or a new disk ends the error


class Lived(NamedTuple):
    """What became of many lives: chance of losing any data, and of losing the pool, with standard errors."""

    loss: float
    error: float  # standard error of `loss`
    gone: float
    gone_error: float  # standard error of `gone`


class Bay:
    """A place for a disk: its number, its batch's hazard, since when its drive is there, and when latent
    errors came; when a rebuild without any parity left last read it, and in how many seconds before that an
    error may have come that this rebuild did not meet."""

    __slots__ = ("before", "born", "errors", "frailty", "number", "read")

    def __init__(self, number: int, frailty: float):
        self.number, self.frailty = number, frailty
        self.born, self.errors = 0.0, list[float]()
        self.read = self.before = 0.0

    def replaced(self, now: float) -> None:
        """Take a new drive."""
        self.born = self.read = now
        self.before = 0.0

    def unread(self, scrubbed: float, now: float) -> float:
        """Return in how many seconds an error may have come of which nobody knows."""
        return now - scrubbed if scrubbed >= self.read else self.before + now - self.read


class Life:
    """One life of a pool. Its events go into `told`."""

    def __init__(self, build: Build, how: Circumstances, random: Random):
        self.build, self.how, self.random = build, how, random
        self.told: list[Event] | None = []
        self.spares = build.spares if build.layout.startswith(DRAID) else 0  # distributed
        self.stock = [0.0] * (build.spares - self.spares)  # when each hot spare is there
        spread, disks = how.frailty, build.vdevs * build.width
        batches = [
            random.gammavariate(1 / spread, spread) if spread else 1.0 for _ in range(how.batches)
        ]
        self.bays = [Bay(disk, batches[disk % how.batches]) for disk in range(disks)]
        self.phase = random.random() * how.scrub if how.scrub < inf else 0.0
        at = random.expovariate(how.errors * disks) if how.errors else inf
        while at < how.span:
            random.choice(self.bays).errors.append(at)
            at += random.expovariate(how.errors * disks)
        self.exposed = (  # share of a survivor that no parity protects
            together(build.group_data + build.parity - 1, build.width - 1, build.parity)
            if build.layout.startswith(DRAID)
            else 1.0
        )
        self.biased = False
        self.loss = self.gone = 0.0  # chance of losing data in this life, and of losing the pool
        self.safe = True  # whether no block was lost

    def tell(self, what: str, time: float, bay: Bay, since: float = 0.0) -> None:
        if self.told is not None:
            self.told.append(Event(what, time, bay.number, since))

    def next_failure(self, bays: list[Bay], now: float, bias: float) -> tuple[float, Bay]:
        """Return when the first of these disks fails (s), and which, with hazards times `bias`."""
        how = self.how
        if how.wear == 1:
            frailties = [bay.frailty for bay in bays]
            at = now + self.random.expovariate(how.failure_rate * bias * fsum(frailties))
            return at, self.random.choices(bays, frailties)[0]
        first, soonest = bays[0], inf
        for bay in bays:
            drawn = self.random.expovariate(bias * bay.frailty)
            at = bay.born + how.age(how.hazard(now - bay.born) + drawn)
            if at < soonest:
                first, soonest = bay, at
        return soonest, first

    def expected(self, bays: list[Bay], begin: float, end: float) -> float:
        """Return how many failures of these disks to expect from `begin` to `end` (s)."""
        hazard = self.how.hazard
        return fsum(
            bay.frailty * (hazard(end - bay.born) - hazard(begin - bay.born)) for bay in bays
        )

    def scrubbed(self, now: float) -> float:
        """Return when the pool was last scrubbed (s)."""
        how = self.how
        return max(0.0, now - (now - self.phase) % how.scrub) if how.scrub < inf else 0.0

    def run(self, biased: bool = True) -> None:
        """Live, and sum up `loss` and `gone`: what the life's incidents come to when each is played with a
        bias, or 0 and 1 if not `biased`."""
        build, how = self.build, self.how
        self.biased = biased
        due = []
        for vdev in range(build.vdevs):
            bays = self.bays[vdev * build.width : (vdev + 1) * build.width]
            due.append((*self.next_failure(bays, 0.0, 1.0), bays))
        while (first := min(due, key=lambda each: each[0]))[0] < how.span:
            due.remove(first)
            now, bay, bays = first
            loss, gone, end = self.incident(
                [each for each in bays if each is not bay], [], bay, now
            )
            if not biased:
                self.loss, self.gone = max(self.loss, loss), gone
            if gone:
                break
            due.append((*self.next_failure(bays, end, 1.0), bays))
        if not build.parity and how.errors:  # a lone disk's error loses a block at once
            self.loss += (1 - self.loss) * -expm1(-how.errors * len(self.bays) * how.span)

    def branch(self, working: list[Bay], spared: list[Bay], first: Bay, now: float) -> None:
        """Add to `loss` and `gone` what the failure of `first` comes to."""
        stock, told, self.told = self.stock[:], self.told, None
        were = [(bay.born, bay.read, bay.before) for bay in working]
        loss, gone, _ = self.incident(working[:], spared[:], first, now, True)
        self.loss, self.gone = self.loss + loss * self.safe, self.gone + gone
        self.stock, self.told = stock, told
        for bay, was in zip(working, were, strict=True):
            bay.born, bay.read, bay.before = was

    def incident(
        self, working: list[Bay], spared: list[Bay], came: Bay, now: float, pushed: bool = False
    ) -> tuple[float, float, float]:
        """Play from the failure of `came` until all disks work, the vdev is lost or the life is over. Return
        the weight of losing data, of losing the vdev, and when it ended (s). spared: disks rebuilt in
        spare space. pushed: play with a bias, and only until each disk is rebuilt."""
        how, random, parity = self.how, self.random, self.build.parity
        failed: list[tuple[Bay, float]] = []  # not rebuilt, and when its new drive is there
        weight, loss, kept = 1.0, 0.0, 1.0  # kept: chance that no block was lost yet
        begun, done = now, inf
        while True:
            if not failed:
                if self.biased and not pushed:
                    self.branch(working, spared, came, now)
                done = inf  # it goes before any copying back
            self.fail(came, now, failed, working)
            if len(failed) > parity:
                self.tell("pool lost", now, failed[-1][0])
                return loss + weight * kept, weight, now
            if len(failed) == parity:
                since = self.scrubbed(now)
                if pushed:
                    open_for = fsum(bay.unread(since, now) for bay in working)
                    hit = -expm1(-self.exposed * how.errors * open_for)
                    loss, kept = loss + weight * kept * hit, kept * (1 - hit)
                for bay in () if pushed else working:
                    there = (at for at in bay.errors if max(since, bay.born) < at <= now)
                    if kept and any(random.random() < self.exposed for _ in there):
                        loss, kept, self.safe = 1.0, 0.0, False
                        self.tell("block lost", now, bay)
                for bay in working:
                    bay.before, bay.read = (1 - self.exposed) * bay.unread(since, now), now
            if done == inf or begun > now:
                begun, done = self.next_repair(failed, spared, now)
            while True:
                push = 1.0
                if pushed and working:
                    often = self.expected(working, now, min(done, how.span))
                    push = max(1.0, PUSH / often) if often else 1.0
                at, came = self.next_failure(working, now, push) if working else (inf, came)
                until = min(at, done, how.span)
                if push > 1.0:
                    weight *= exp((push - 1) * self.expected(working, now, until))
                now = until
                if now >= how.span:
                    return loss, 0.0, now
                if at < done:
                    weight /= push
                    break
                if failed and len(spared) < self.spares:
                    spared.append(failed.pop(0)[0])
                    self.tell("spared", now, spared[-1], begun)
                else:
                    bay = failed.pop(0)[0] if failed else spared.pop(0)
                    bay.replaced(now)
                    working.append(bay)
                    self.tell("rebuilt", now, bay, begun)
                if not failed and (pushed or not spared):
                    return loss, 0.0, now
                begun, done = self.next_repair(failed, spared, now)

    def fail(
        self, bay: Bay, now: float, failed: list[tuple[Bay, float]], working: list[Bay]
    ) -> None:
        """Take a drive that failed out of `working`, and with it the one that an operator pulls."""
        how, there = self.how, now
        if bay in working:
            working.remove(bay)
        self.tell("failed", now, bay)
        if self.stock and min(self.stock) <= now:
            self.stock[self.stock.index(min(self.stock))] = now + how.replace
        elif not self.spares:
            there += (
                how.replace
                if how.steady or not how.replace
                else self.random.expovariate(1 / how.replace)
            )
            if how.wrong and working and self.random.random() < how.wrong:
                pulled = working.pop(self.random.randrange(len(working)))
                failed.append((pulled, there))
                self.tell("pulled", now, pulled)
        failed.append((bay, there))

    def next_repair(
        self, failed: list[tuple[Bay, float]], spared: list[Bay], now: float
    ) -> tuple[float, float]:
        """Return when the next repair begins and ends (s): one at a time, rebuilds first."""
        how = self.how
        takes = how.rebuild
        failed.sort(key=lambda each: each[1])
        begins = max(now, failed[0][1]) if failed else now
        if self.spares and (not failed or len(spared) == self.spares):
            takes = how.copy_back or how.replace + how.rebuild
        return begins, begins + (takes if how.steady else self.random.expovariate(1 / takes))


def lives(build: Build, how: Circumstances, count: int = 1000, seed: int = 1) -> Lived:
    """Return what became of `count` lives of `build`. Special devices and logs are not played."""
    counted(most=10**7, count=count)
    random, played = Random(seed), []
    for _ in range(count):
        life = Life(build, how, random)
        life.run()
        played.append((life.loss, life.gone))
    losses, wholes = zip(*played, strict=True)
    return Lived(*mean_and_error(losses), *mean_and_error(wholes))


def mean_and_error(numbers: tuple[float, ...]) -> tuple[float, float]:
    """Return the mean of independent numbers, and its standard error."""
    many = len(numbers)
    mean = fsum(numbers) / many
    return mean, sqrt(fsum((number - mean) ** 2 for number in numbers) / max(1, many - 1) / many)


def tale(build: Build, how: Circumstances, random: Random) -> list[Event]:
    """Return the events of one life in order, without any bias. Each latent error is there, and when a
    scrub or a new drive ended it, and each scrub."""
    life = Life(build, how, random)
    life.run(biased=False)
    told = life.told or []
    end = next((event.time for event in told if event.what == "pool lost"), how.span)
    for bay in life.bays:
        fresh = [
            event.time for event in told if event.disk == bay.number and event.what == "failed"
        ]
        for at in bay.errors:
            found = min([life.scrubbed(at) + how.scrub, end, *(t for t in fresh if t > at)])
            if at < end:
                told.append(Event("error", at, bay.number, until=found))
    at = life.phase if how.scrub < inf else end
    while at < end:
        told.append(Event("scrub", at, -1))
        at += how.scrub
    return sorted(told, key=lambda event: event.time)
