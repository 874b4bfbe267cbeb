"""Controls for the allocator's rules, with their labels and help."""

from dataclasses import replace
from typing import Any

from figures.define.figure import Choice, Number, Switch
from models.catalogue.machines import values as constants
from models.units import KiB
from models.zfs.allocator.metaslabs import RULES, Rules

ZFS = constants("allocator")
BLOCK = 8 * KiB
OLD, NEW = RULES["2009"], RULES["2010"]
FIRST, BEST = "first fit", "best fit"
COLOURS = {FIRST: "var(--wtg-1)", BEST: "var(--wtg-2)"}
TAKEN = "color-mix(in srgb, var(--wtg-mute) 55%, var(--wtg-card))"
FREE = "color-mix(in srgb, var(--wtg-mute) 12%, var(--wtg-card))"
"""The hues of a block in use and of a hole."""
MEANT, TEXT = f"{NEW.bonus:g}", "3"
BONUSES = {
    "2": "2: as it was in 2009",
    MEANT: f"{MEANT}: what was meant in 2010",
    "1": "1: what the code of 2010 computes",
    TEXT: "3: the text of 2010, word for word",
}


def switch(default: float = 1 - OLD.free, **options: Any) -> Number:
    """Return the control for how full a slab may get before best fit replaces first fit."""
    return Number(
        "First fit until a slab is",
        round(default, 6),
        0.4,
        0.99,
        unit="%",
        step=0.01,
        **options,
        help="A slab fuller than this takes blocks by best fit: 70 % in 2009, 96 % in 2010.",
    )


def bonus(default: str = f"{OLD.bonus:g}", **options: Any) -> Choice:
    """Return the control for the factor by which a used slab weighs more."""
    return Choice(
        "Bonus of used slabs",
        default,
        BONUSES,
        **options,
        help="When the next slab is chosen, the weight of a slab used before is multiplied by this factor.",
    )


def give_up(default: bool = False, **options: Any) -> Switch:
    """Return the control for whether the allocator leaves a slab early."""
    return Switch(
        "Leave a slab early",
        default,
        **options,
        help="On, as in 2010: leave a slab as soon as it has no free run of 128 KiB. Off: when nothing fits any more.",
    )


def runs_of_128(default: bool, **options: Any) -> Switch:
    """Return the control for whether the allocator looks at a slab's largest free run."""
    return Switch(
        "Look for runs of 128 KiB",
        default,
        **options,
        help="On, as in the code of 2010: use best fit also in a slab without a free run of 128 KiB.",
    )


def fill(default: float, most: float = 0.92, **options: Any) -> Number:
    """Return the control for how full the pool is."""
    return Number(
        "Pool full",
        default,
        0.1,
        most,
        unit="%",
        step=0.01,
        **options,
        help="The share of the pool's space that holds data.",
    )


def age(default: float, most: float, **options: Any) -> Number:
    """Return the control for how long the pool has been overwritten."""
    return Number(
        "Age",
        default,
        0.0,
        most,
        unit="",
        step=0.1,
        **options,
        help="Bytes overwritten at random, as a multiple of the bytes the pool holds. At 0 it has just been filled.",
    )


def rules_of(
    switch: float, bonus: str, give_up: bool, prefetch: bool = False, **others: Any
) -> Rules:
    """Return the allocator's rules for these settings. others: further fields of `Rules`."""
    return replace(
        OLD,
        free=round(1 - switch, 6),
        bonus=float(bonus),
        give_up=give_up,
        prefetch=prefetch,
        **others,
    )
