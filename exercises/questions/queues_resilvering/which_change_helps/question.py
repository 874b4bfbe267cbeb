"""Two queues in a picture: in which of them do an application's reads wait, and what would make them faster?"""

from functools import cache

from exercises.kit.form import Choice, Number
from exercises.kit.picture import of_figure
from figures.queues_resilvering.experiments.class_queues import drive_spells, waiting
from figures.queues_resilvering.experiments.trial import SCALE, trial, watched
from models.sim.stats import mean
from models.units import ms
from models.zfs.resilver.job import RESILVER

KIND = "read"
CHANGES = {
    "fewer": "to give the drive only two commands at a time",
    "more": "to give the drive 35 commands at a time",
    "classes": "to sort ZFS's queue by class and deadline",
    "order": "to let the resilver read in the other order",
}
FORM = {
    "depth": Number(
        "Commands that ZFS gives to the drive at most",
        low=1,
        high=100,
        whole=True,
        help="Count the lanes of the lower picture that have a bar in them at some time.",
    ),
    "where": Choice(
        "Where is an application's read for most of its time?",
        {
            "zfs": "in ZFS's queue",
            "drive": "in the drive's queue",
            "both": "about as long in each",
        },
    ),
    "change": Choice("Which one change makes these reads fastest?", CHANGES),
}
DEVICES = {"disk": "a 7,200 rpm disk", "array": "a RAID array of 16 disks, which ZFS takes for one"}
ORDERS = {"metadata": "metadata order", "disk": "disk order"}
SITUATIONS = {  # device, order, depths, rule
    "crowd in the drive": ("disk", "metadata", (10,), "deadline"),
    "no classes": ("disk", "metadata", (2, 4), "fcfs"),
    "starved array": ("array", "metadata", (2, 3), "deadline"),
    "beside a stream": ("disk", "disk", (10,), "deadline"),
}
READS, COUNT, BEGIN, WINDOW = 40.0, 56, 0.5, 0.8


@cache
def mean_read(device, order, depth, rule, seed):
    """What an application's read takes on average (s)."""
    return trial(device, order, depth, rule=rule, rate=READS, count=COUNT, seed=seed).mean


@cache
def seen(device, order, depth, rule, seed):
    """The same, with every I/O to look at, and those of the resilver."""
    return watched(device, order, depth, rule=rule, rate=READS, count=COUNT, seed=seed)


def after(case, change):
    """What a read takes on average (s) once this is changed; None: as it is."""
    device, order, depth, rule = (case[name] for name in ("device", "order", "depth", "rule"))
    if change == "order":
        order = "disk" if order == "metadata" else "metadata"
    return mean_read(
        device,
        order,
        {"fewer": 2, "more": 35}.get(change, depth),
        "deadline" if change == "classes" else rule,
        case["seed"],
    )


def best(case):
    """The change after which a read is fastest."""
    return min(CHANGES, key=lambda change: after(case, change))


def parts(case):
    """How long a read is in ZFS's queue and in the device's, on average (s)."""
    reads = seen(case["device"], case["order"], case["depth"], case["rule"], case["seed"])[0].reads
    return mean([zio.waited for zio in reads]), mean([zio.held for zio in reads])


def case(rng):
    seed, name = rng.randint(1, 999), rng.choice(list(SITUATIONS))
    device, order, depths, rule = SITUATIONS[name]
    given = {
        "seed": seed,
        "situation": name,
        "device": device,
        "order": order,
        "rule": rule,
        "depth": rng.choice(depths),
    }
    zfs, drive = parts(given)
    found = best(given)
    return given | {
        "device_said": DEVICES[device],
        "order_said": ORDERS[order],
        "reads": READS * SCALE[device],
        "zfs": zfs,
        "drive": drive,
        "took": after(given, None),
        "then": after(given, found),
        "best": found,
        "best_said": CHANGES[found],
        "why": WHY[name],
    }


def picture(case):
    slower = SCALE[case["device"]]
    both, resilver = seen(case["device"], case["order"], case["depth"], case["rule"], case["seed"])
    ios = sorted([*both.reads, *resilver], key=lambda zio: zio.number)
    begin, long = min(BEGIN / slower, both.seconds / 3), WINDOW / slower
    crowd, spells = waiting(ios, begin, begin + long), drive_spells(ios, begin, begin + long)
    unanswered = RESILVER["in_flight"] - sum(
        zio.arrived <= begin + long / 2 < zio.finish for zio in resilver
    )
    for row in crowd:  # of the resilver's some wait until the run is over
        row["n"] += max(0, unanswered) if row["who"] == "resilver" else 0
    most = {
        who: max(row["n"] for row in crowd if row["who"] == who)
        for who in ("application", "resilver")
    }
    longest = {
        who: max([row["t2"] - row["t1"] for row in spells if row["who"] == who], default=0.0)
        for who in most
    }
    counted = {who: sum(row["who"] == who for row in spells) for who in most}
    alt = (
        f"Two pictures of {long / ms:.0f} ms. Above, how many wait in ZFS's queue: of the application at most "
        f"{most['application']}, of the resilver at most {most['resilver']}. Below, what is in the drive's queue, a bar "
        f"for each command, in {max(row['lane'] for row in spells)} lanes: {counted['application']} of the application, "
        f"up to {longest['application'] / ms:.0f} ms long, and {counted['resilver']} of the resilver, up to "
        f"{longest['resilver'] / ms:.0f} ms long."
    )
    return of_figure("two-queues", panels=[1, 2], rows=[*crowd, *spells], alt=alt)


WHY = {
    "crowd in the drive": "ZFS's queue works: next to nothing of the application's waits there. But the drive has ten commands, most "
    "of them the resilver's, and it knows no classes. What has gone down cannot be called back, so less must "
    "go down. To sort the queue above once more cannot help, and 35 commands make the crowd larger. In disk "
    "order the drive would take the stream's next piece first, again and again.",
    "no classes": "The drive has only a few commands, and that is good for a read that is among them. But ZFS's queue hands "
    "down whatever comes as it comes. So a read stands behind some thirty blocks that the resilver has there "
    "already. Sorted by class and deadline it goes first. (35 commands help, too, since then the drive chooses "
    "among nearly all of them. But it is still a crowd.)",
    "starved array": "Nearly all bars below are the application's, so it is not the resilver that is in the way. The reads wait "
    "for each other. The array has sixteen arms, but only as many can move as it has commands. Few commands "
    "are good for one disk. An array needs at least one for each of its arms.",
    "beside a stream": "In disk order there is always a next piece of the stream at hand, and it is nearer than any random read. "
    "Among ten commands the read is passed over again and again. With two in all the drive has no choice: when "
    "the resilver's ends, the read is the only one there. Metadata order would help a little, and the resilver "
    "would take weeks.",
}
