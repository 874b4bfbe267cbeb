"""Invented answers of a class to good items and to bad ones, each bad in a way of its own."""

import math
import random

from exercises.grading.items.analysis import (
    ABLE,
    FLATNESS,
    KEY,
    LEAK,
    TOO_EASY,
    TOO_HARD,
    TWICE,
    UNUSED,
    VARIANTS,
    Item,
    Taken,
)

OPTIONS = ("a", "b", "c", "d")
CAUSES = ("right", "forgets the cache", "adds up the chances", "takes bits for bytes")
PLANTED = {  # by what is wrong with it: what must be said of it
    "wrong key": {KEY, ABLE},
    "wrong key of a number": {KEY, ABLE},
    "two options are right": {ABLE},
    "too easy": {TOO_EASY},
    "too hard": {TOO_HARD},
    "rewards the weak": {KEY},
    "an option nobody takes": {UNUSED},
    "leaked to those who came later": {LEAK},
    "harder in half of the variants": {VARIANTS},
    "nobody can know": {FLATNESS},
    "everybody half right": {FLATNESS},
    "asked before": {TWICE},  # nine in ten answer as they did then
}

NUMBERS = ("a typed number has two readings", "a tolerance is too tight")
MORE = {  # kinds that no rule was made by; of 30 classes (seeds 7000 to 7029) found in 21, 30, 4, 18, 30, 30
    NUMBERS[0]: {ABLE},
    NUMBERS[1]: {ABLE},
    "three options, all of them right": {ABLE},
    "the text gives it away": {TOO_EASY, FLATNESS},
    "all guess blindly": {FLATNESS, TOO_HARD},
    "the key is wrong in half of the variants": {VARIANTS, ABLE, KEY, FLATNESS},
}


def invent_items(seed, students=500, good=50, planted=tuple(PLANTED)):
    """The items of a class. Right answers follow a two-parameter logistic model of ability, plus
    guessing among options; a tenth of the answers is missing."""
    rng = random.Random(f"items {seed}")
    ability = {f"s{number:03}": rng.gauss(0, 1) for number in range(students)}
    later = {name: rng.random() < 0.5 for name in ability}
    items = [
        _item(rng, flaw or f"good-{number}", flaw, ability, later)
        for number, flaw in enumerate([*[""] * good, *planted])
    ]
    for item in items[good:]:
        for name in item.taken:
            if item.id == "everybody half right":
                item.taken[name] = Taken(0.5)
            elif item.id == "asked before" and name in items[0].taken and rng.random() < 0.9:
                item.taken[name] = items[0].taken[name]
    rng.shuffle(items)
    return sorted(items, key=lambda item: item.id == "asked before")


def _item(rng, id, flaw, ability, later):
    chosen = flaw in ("wrong key", "two options are right", "an option nobody takes")
    chosen = chosen or (flaw in MORE and flaw not in NUMBERS) or (not flaw and rng.random() < 0.5)
    names = OPTIONS if chosen else CAUSES
    key, *wrong = rng.sample(names, 4) if chosen else names
    steep, hard = rng.uniform(0.8, 2.0), rng.uniform(-1.5, 1.5)
    if flaw in ("wrong key", "wrong key of a number"):
        hard = rng.uniform(-1.0, 0.5)
    elif flaw in ("leaked to those who came later", "harder in half of the variants"):
        hard = rng.uniform(-0.5, 1.0) - (flaw[0] == "h")  # neither does harm at the ends
    hard += {"too easy": -8, "too hard": 8}.get(flaw, 0)
    weights = [rng.uniform(0.5, 1.5) for _ in wrong]
    if flaw == "an option nobody takes":
        weights[0], hard = 0.0, rng.uniform(-0.5, 0.5)
    bent = rng.gauss(0, 0.2)  # variants of a good item are nearly as hard as each other
    bent = 2.0 if flaw == "harder in half of the variants" else bent
    taken = {}
    for name, able in ability.items():
        if rng.random() < 0.1:
            continue
        facts = {"disks": rng.choice((4, 8)), "size": rng.uniform(1, 9), "cause": rng.choice("xyz")}
        scale = -steep if flaw == "rewards the weak" else steep
        knows = rng.random() < 1 / (
            1 + math.exp(-scale * (able - hard - bent * (facts["disks"] == 8)))
        )
        if flaw == "nobody can know":
            knows = rng.random() < 0.5
        if flaw.startswith("leaked") and later[name]:
            knows = knows or rng.random() < 0.85
        if flaw == "the text gives it away":
            knows = knows or rng.random() < 0.85
        knows = knows and flaw != "all guess blindly"
        given = key if knows or (chosen and rng.random() < 0.25) else rng.choices(wrong, weights)[0]
        if flaw == "two options are right" and knows and rng.random() < 0.5:
            given = wrong[0]
        if flaw == NUMBERS[0] and knows and rng.random() < 0.4:
            given = wrong[0]  # the other reading is one of the known mistakes
        if flaw == NUMBERS[1] and knows and rng.random() < 0.3:
            given = "about 1 × the right value"  # those who round
        if flaw.startswith("three options") and knows:
            given = rng.choice((key, *wrong[:2]))
        right = key
        if flaw == "the key is wrong in half of the variants" and facts["disks"] == 8:
            right = wrong[0]
        if flaw.startswith("wrong key"):
            right = wrong[0] if chosen else "right"
            given = {key: "about 2 × the right value"}.get(given, given) if not chosen else given
        taken[name] = Taken(
            float(given == right),
            {"field": given},
            {"field": right},
            facts,
            {
                "section": "AB"[hash_of(name) % 2],
                "handed in": "later" if later[name] else "earlier",
            },
        )
    return Item(id, taken, {"field": OPTIONS} if chosen else {}, 0.25 if chosen else 0.0)


def hash_of(name):
    return int(name[1:]) // 7
