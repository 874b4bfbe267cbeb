"""What a reader can set about the allocator, and the words for it."""

from dataclasses import replace

from figures.define.figure import Choice, Number, Switch
from models.catalogue.machines import values as constants
from models.units import KiB
from models.zfs.allocator.metaslabs import RULES

ZFS = constants("allocator")
BLOCK = 8 * KiB
OLD, NEW = RULES["2009"], RULES["2010"]
FIRST, BEST = "first fit", "best fit"
COLOURS = {FIRST: "var(--wtg-1)", BEST: "var(--wtg-2)"}
MEANT, TEXT = f"{NEW.bonus:g}", "3"
BONUSES = {
    "2": "2: as it was in 2009",
    MEANT: f"{MEANT}: what was meant in 2010",
    "1": "1: what the code of 2010 computes",
    TEXT: "3: the text of 2010, word for word",
}


def switch(default=1 - OLD.free, **options):
    """The control that says how full a slab may be for first fit."""
    return Number(
        "First fit until a slab is",
        round(default, 6),
        0.4,
        0.99,
        unit="%",
        step=0.01,
        **options,
        help="Fuller than this, its blocks are placed by best fit: 70 % in 2009, 96 % in 2010.",
    )


def bonus(default=f"{OLD.bonus:g}", **options):
    """The control that says how many times more a used slab weighs."""
    return Choice(
        "Bonus of used slabs",
        default,
        BONUSES,
        **options,
        help="The weight of a slab that was in use before is multiplied by this when the next slab is chosen.",
    )


def give_up(default=False, **options):
    """The control that says when the allocator leaves a slab."""
    return Switch(
        "Leave a slab early",
        default,
        **options,
        help="On, as in 2010: as soon as no free run of 128 KiB is left in it. Off: when nothing fits any more.",
    )


def runs_of_128(default, **options):
    """The control that says whether the largest free run matters."""
    return Switch(
        "Look for runs of 128 KiB",
        default,
        **options,
        help="On, as in the code of 2010: best fit as well when a slab has no free run of 128 KiB left.",
    )


def fill(default, most=0.92, **options):
    """The control that says how full the pool is."""
    return Number(
        "Pool full",
        default,
        0.1,
        most,
        unit="%",
        step=0.01,
        **options,
        help="The share of its space that holds data.",
    )


def age(default, most, **options):
    """The control that says for how long the pool has been overwritten."""
    return Number(
        "Age",
        default,
        0.0,
        most,
        unit="",
        step=0.1,
        **options,
        help="How many times as much has been overwritten, anywhere, as the pool holds. 0: just filled.",
    )


def rules_of(switch, bonus, give_up, prefetch=False, **others):
    """The rules that these settings mean."""
    return replace(
        OLD,
        free=round(1 - switch, 6),
        bonus=float(bonus),
        give_up=give_up,
        prefetch=prefetch,
        **others,
    )
