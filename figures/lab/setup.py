"""What a study is called on the page: its machines, loads, events, commands and settings, as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from figures.lab.parts import PARTS, SIGNS, number_of, passes_network, pool_words, who
from models.catalogue.machines import MACHINES as CONSTANTS
from models.catalogue.provenance import NONE
from models.cli.held_against import held_against, missed, untested
from models.cli.typed import KINDS, default_of, shown_in
from models.cli.whole_machine import LOADS, NamedLoad, kind_of, settings_of
from models.commands.pasted import commands
from models.lab import events
from models.lab.run import STEP, threads_of
from models.lab.study import Study, study_of
from models.machine.order import ORDERS, Order
from models.machine.order.names import PATHS
from models.setting import Setting
from models.sizing.choice.game import bill, price, unfair

Json: TypeAlias = dict[str, Any]
MACHINES = {
    "server-today": ("Server of today", "OpenZFS 2.3"),
    "7410": ("Sun 7410", "2009"),
    "7310": ("Sun 7310", "2009"),
    "7210": ("Sun 7210", "2008"),
    "7110": ("Sun 7110", "2008"),
    "freebsd-box": ("FreeBSD box", "2010"),
}
"""What the machines of the catalogue are called, and their year or ZFS."""
KINDS_OF_LOAD = {
    "local": "programs on the machine",
    "nfs": "clients over NFS",
    "cifs": "clients over CIFS",
    "iscsi": "initiators over iSCSI",
    "create": "creators of small files",
}
FIRST = {
    "local": ("size", "o_sync", "threads", "think", "reads", "data"),
    "nfs": ("size", "stable", "threads", "clients", "reads", "data"),
    "cifs": ("size", "threads", "clients", "reads", "data"),
    "iscsi": ("size", "cache", "threads", "initiators", "reads", "data"),
    "create": ("threads", "over"),
}
"""Settings of a load that stand open."""
LABELS = {
    "size": "size",
    "o_sync": "synchronous",
    "threads": "threads",
    "think": "own time",
    "reads": "reads",
    "data": "working set",
    "rate": "requests a second",
    "stable": "stable writes",
    "clients": "clients",
    "initiators": "initiators",
    "cache": "write cache",
    "over": "over",
}
DOES = {"writers": "writes", "readers": "reads"}
FAILURES = (
    ("Slow disk", "slow disk"),
    ("Disk pulled", "disk pulled"),
    ("Resilver starts", "resilver"),
    ("Scrub starts", "scrub"),
    ("Log device dies", "log device dies"),
    ("Link at 1 Gbit/s", "link falls"),
    ("Pool at 95 %", "pool at 95 %"),
    ("Power pulled", "power fails"),
    ("Cache emptied", "cache emptied"),
    ("Second load arrives", "load starts"),
)
"""What can be broken: the words of its button, and its kind."""


def field(name: str, label: str, about: Setting, value: object, kinds: frozenset[object]) -> Json:
    """Return a setting as something to edit."""
    words = [*about.words] or (["yes", "no"] if bool in kinds else [])
    return {
        "setting": name,
        "label": label,
        "value": shown_in(value, about.unit),
        "help": about.text,
        "words": words,
        "unit": about.unit,
    }


def of_order(order: Order, path: str) -> Json:
    """Return a setting of an order as something to edit."""
    label = path.rpartition(".")[2].replace("_", " ")
    return field(path, label, PATHS[path], order.value(path), KINDS[path]) | {
        "default": default_of(path)
    }


def side(study: Study, name: str) -> Json:
    """Return one machine of a study, its parts, and what it was held against."""
    order, load = study.machines[name], study.loads[study.followed]
    held = held_against(order, study.loads)
    return {
        "machine": order.machine,
        "name": study.titles.get(name, MACHINES[order.machine][0]),
        "held": [f"{kind}: {words}" for kind, words in held.items()],
        "untested": untested(order, study.loads),
        "missed": bool(held) and all(missed(words) for words in held.values()),
        "bill": bought(order),
        "parts": {
            part: {
                "about": row.about(order, load) if row.there(order) else "",
                "lacks": None if row.there(order) else row.lacks,
                "aside": part == "network" and not passes_network(load),
                "mark": slows_at(order) if part == "group" else None,
            }
            for part, row in PARTS.items()
        },
    }


def slows_at(order: Order) -> float | None:
    """Return the share of the limit of changed data from which writers are slowed, or None if they stop
    only at the limit."""
    groups = order.groups
    return {"curve": groups.delay_from, "tick": groups.tick_from}.get(groups.throttle)


def bought(order: Order) -> list[Json]:
    """Return what a machine is made of and costs (US dollars); nothing if a part has no known price."""
    try:
        parts = bill(order)
    except ValueError:
        return []
    return [
        {"what": name, "count": count, "dollars": price(name) * count}
        for name, count in parts.items()
        if count
    ]


def goal(contents: Mapping[str, Any], study: Study) -> Json | None:
    """Return the level of the game that a study plays, with what each machine must not have changed."""
    level = contents.get("goal")
    if level is None:
        return None
    return {
        "title": level["title"],
        "par": level["par"],
        "after": level["after"],
        **level["target"],
        "unfair": {name: unfair(level, contents, name) for name in study.machines},
    }


def load_of(study: Study, number: int) -> Json:
    """Return a load of a study, and its settings."""
    load = study.loads[number]
    kind, own = kind_of(load), settings_of(load)
    threads, does = threads_of(load), DOES.get(who(load), "requests")
    fields_ = [
        field(name, LABELS.get(name, name.replace("_", " ")), about, value_in(load, name), kinds)
        for name, (about, kinds) in own.items()
    ]
    first = FIRST[kind]
    if not threads:
        first = tuple("rate" if name == "threads" else name for name in first)
    fields_.sort(key=lambda one: first.index(one["setting"]) if one["setting"] in first else 99)
    return {
        "kind": kind,
        "name": study.names[number],
        "who": number_of(threads, who(load)[:-1]) if threads else "requests",
        "one": does[:-1],
        "does": does,
        "threads": threads,
        "fields": fields_,
        "first": [name for name in first if name in own],
        "about": threads_words(load),
    }


def threads_words(load: NamedLoad) -> str:
    """Return the size and number of a load's requests in a few words."""
    size = f" of {shown_in(load.size, 'B')}" if hasattr(load, "size") else ""
    many = number_of(threads_of(load), who(load)[:-1])
    if not threads_of(load):
        many = f"{load.rate:,.0f} {DOES.get(who(load), 'requests')} a second"  # type: ignore[union-attr]
    return f"{many}{size}"


def value_in(load: NamedLoad, name: str) -> object:
    """Return the value of a setting of a load or of its blocks."""
    if hasattr(load, name):
        return getattr(load, name)
    return getattr(load.blocks, name)  # type: ignore[union-attr]


def settings_beside(order: Order) -> dict[str, Json]:
    """Return, for each part, the settings that it opens: those that most want, and all others."""
    found = dict[str, Json]()
    for part, row in PARTS.items():
        others = [path for path in KINDS if path.rpartition(".")[0] in row.sections]
        found[part] = {
            "first": [of_order(order, path) for path in row.first],
            "all": [of_order(order, path) for path in others if path not in row.first],
            "choices": [{"name": name, "settings": given} for name, given in row.choices],
            "guessed": guessed(order, others),
        }
    return found


def guessed(order: Order, paths: Sequence[str]) -> list[str]:
    """Return the prices among these settings that nobody published, as the catalogue took them, with
    what is as plausible."""
    constants = CONSTANTS[order.machine]
    return [
        f"{path.rpartition('.')[2].replace('_', ' ')} {shown_in(one.value, PATHS[path].unit)}: {one.source}"
        for path in paths
        if (one := constants.get(path))
        and path not in order.settings
        and one.source.startswith(NONE)
        and not isinstance(one.value, str)
    ]


def described(contents: Mapping[str, Any]) -> Json:
    """Return what the page shows of a study beside its runs. Raise ValueError for a wrong one."""
    study = study_of(contents)
    typed = commands(study)
    return {
        "sides": {name: side(study, name) | {"commands": typed[name]} for name in study.machines},
        "loads": [
            load_of(study, number) | {"command": typed["loads"][number]}
            for number in range(len(study.loads))
        ],
        "events": [
            {"at": event.at, "in": event.within, "words": events.KINDS[event.kind].words}
            for event in study.events
        ],
        "seconds": study.seconds,
        "seed": study.seed,
        "followed": study.followed,
        "goal": goal(contents, study),
    }


def machine_words(name: str) -> str:
    """Return a machine of the catalogue in a few words."""
    order = ORDERS[name]
    return f"{MACHINES[name][1]}, {number_of(order.head.cores, 'core')}, {pool_words(order)}"


def fixed() -> Json:
    """Return what does not depend on a study: the rows, failures, machines and kinds of loads."""
    return {
        "step": STEP,
        "rows": [
            {"part": part, "name": row.name, "group": row.group, "sign": SIGNS[part]}
            for part, row in PARTS.items()
        ],
        "failures": [
            {"name": name, "kind": kind, "words": events.KINDS[kind].words}
            for name, kind in FAILURES
        ],
        "machines": [
            {"machine": name, "name": MACHINES[name][0], "about": machine_words(name)}
            for name in ORDERS
        ],
        "loads": [{"load": name, "about": KINDS_OF_LOAD[name]} for name in LOADS],
    }
