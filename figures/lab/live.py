"""The lab for a page: what a study is called, and runs of its machines step by step. Requests and
answers are JSON; an error is {"error": one line}."""

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from figures.lab import side
from figures.lab.headlines import HEADLINES, ROWS
from figures.lab.of_figure import study as of_figure
from figures.lab.setup import described, settings_beside
from models.check import one_of
from models.commands.pasted import pasted
from models.lab.events import KINDS, Event, choices, refuse_impossible
from models.lab.limit import chosen
from models.lab.run import STEP, Sample
from models.lab.study import MOST_LOADS, Study, event_of, study_of
from models.lab.trace_events import trace_events
from models.lab.words import in_words


class Run:
    """A run of one machine of a study."""

    def __init__(self, study: Study, name: str, iostat: bool = False):
        self.study, self.name = study, name
        self.samples = list[Sample]()
        self.details = list[side.Detail]()  # of the stretches, where the samples have none
        self.events = [event.at for event in study.happening(name)]
        self.rest = study.watched(name, iostat=iostat, requests=True)
        self.done = False

    def step(self, budget: float) -> None:
        """Run for about `budget` seconds, for one sample at least."""
        begun = time.perf_counter()
        while not self.done:
            sample = next(self.rest, None)
            if sample is None:
                self.done = True
            else:
                self.samples.append(sample)
            if time.perf_counter() - begun >= budget:
                break

    def window(self) -> tuple[float, float]:
        """Return the stretch that is shown first (s): up to the first event in any machine, without the
        start."""
        to = self.samples[-1]["to"]
        end = min([to, *[event.at for event in self.study.events if STEP <= event.at < to]])
        end = max(STEP, end // STEP * STEP)
        return min(START, end / 4) // STEP * STEP, end


START = 4.0
"""The first stretch that is shown begins here at the latest (s), in both machines: they fill first."""
SUFFERS = ("disk pulled", "log device dies", "resilver", "scrub")
"""Kinds of events that `zpool status` tells of."""
runs = dict[str, Run]()


def start(request: str) -> str:
    """Begin a run, {"study", "side", "key", "iostat"}, which replaces an earlier one of the same key."""

    def begin(asked: dict[str, Any]) -> dict[str, Any]:
        runs.pop(asked["key"], None)
        runs[asked["key"]] = Run(
            study_of(asked["study"]), asked["side"], asked.get("iostat", False)
        )
        return {"ok": True}

    return answered(request, begin)


def step(request: str) -> str:
    """Go on with a run, {"key", "budget", "from", "window"}. Return its new columns of latency, from
    the sample `from` on, and what it shows."""

    def go_on(asked: dict[str, Any]) -> dict[str, Any]:
        run = runs[asked["key"]]
        run.step(asked["budget"])
        return shown_of(run, asked)

    return answered(request, go_on)


def load(request: str) -> str:
    """Take a finished run, {"study", "side", "key", "samples", "details"}, instead of running it."""

    def take(asked: dict[str, Any]) -> dict[str, Any]:
        run = Run(study_of(asked["study"]), asked["side"])
        run.samples, run.details, run.done = asked["samples"], asked["details"], True
        runs[asked["key"]] = run
        return {"ok": True}

    return answered(request, take)


def show(request: str) -> str:
    """Return what a run shows of another window, as `step` does, without going on."""
    return answered(request, lambda asked: shown_of(runs[asked["key"]], asked))


def shown_of(run: Run, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what a run shows."""
    window = asked.get("window")
    begin, end = window or run.window()
    try:
        chosen(run.samples, begin, end)
    except ValueError:
        begin, end = run.window()
    fresh = run.samples[asked.get("from", 0) :]
    return {
        "done": run.done,
        "to": run.samples[-1]["to"],
        "shown": side.shown(run.samples, begin, end) | side.detail(run, begin, end),
        "heat": [side.heat(fresh, number) for number in range(len(run.study.loads))],
        "simulated": [one["simulated"] for one in fresh],
        "said": in_words(run.samples, run.study.names) if run.done else [],
    }


def describe(request: str) -> str:
    """Return what a study is called: {"setup"}, and {"refused": {"side", "message"}} if a part of it
    cannot be."""

    def tell(asked: dict[str, Any]) -> dict[str, Any]:
        study = asked["study"]
        try:
            return {"setup": described(study)}
        except ValueError as error:
            own = [one for one in study.get("events") or [] if "a" in one.get("in", "a")]
            without = {**study, "b": None, "events": [{**one, "in": "a"} for one in own]}
            try:
                setup = described(without)
            except ValueError:
                return {"refused": {"side": "a", "message": str(error)}}
            return {"setup": setup, "refused": {"side": "b", "message": str(error)}}

    return answered(request, tell)


def beside(request: str) -> str:
    """Return the settings and choices of each part of a machine, {"study", "side"}."""

    def tell(asked: dict[str, Any]) -> dict[str, Any]:
        return {"parts": settings_beside(study_of(asked["study"]).machines[asked["side"]])}

    return answered(request, tell)


def happen(request: str) -> str:
    """Return a study in which something more happens, {"study", "kind", "at"}: {"study", "notes"}. It
    happens to the first disk, vdev or load that it can happen to, and in both machines if it can."""

    def add(asked: dict[str, Any]) -> dict[str, Any]:
        study, kind = asked["study"], asked["kind"]
        one_of("kind", kind, KINDS)
        made, old = study_of(study), study.get("events") or []
        sides = "".join(made.machines)
        errors = dict.fromkeys(sides, "")  # why the usual one cannot happen there
        for within in dict.fromkeys((sides, *sides)):
            for options in choices(kind, made.machines[within[0]], len(made.loads)):
                new = {"at": asked["at"], "kind": kind, "in": within, **options}
                more = event_of(len(old), new, [*sides], made.seconds)
                found = {side: why_not(made, side, more) for side in within}
                if not any(found.values()):
                    rest = [
                        f"{side.upper()}: {why}"
                        for side, why in errors.items()
                        if side not in within
                    ]
                    notes = [f"In {within.upper()} only; {rest[0]}."] if rest else []
                    return {"study": {**study, "events": [*old, new]}, "notes": notes}
                errors |= {side: errors[side] or why for side, why in found.items()}
        same = len({*errors.values()}) == 1
        refused = [why if same else f"{side.upper()}: {why}" for side, why in errors.items()]
        raise ValueError(refused[0] if same else "; ".join(refused))

    return answered(request, add)


def why_not(study: Study, side: str, more: Event) -> str:
    """Return why something more cannot happen to a machine of a study; "" if it can."""
    try:
        events = [*study.happening(side), more]
        refuse_impossible(study.machines[side], events, len(study.loads))
    except ValueError as error:
        return str(error)
    return ""


def paste(request: str) -> str:
    """Return a study with what a pasted text says, {"study", "place": "a", "b" or the number of a load,
    "text", "as built": whether the study is a door's that nobody changed}: {"study", "notes"}. The text
    may be a study, too. What was there and no longer fits is taken away, and named in the first note;
    so are B and the events of a door whose A becomes another pool."""

    def take(asked: dict[str, Any]) -> dict[str, Any]:
        study, place, text = asked["study"], asked["place"], asked["text"]
        if text.lstrip().startswith("{"):
            return {"study": whole_of(text), "notes": []}
        a, b = study["a"], study.get("b")
        said = pasted(text, a, place == "b")
        if isinstance(place, int) and not said["loads"]:
            raise ValueError(
                "the text must be a fio job, such as fio --rw=randread --bs=8k, got none"
            )
        made, given = dict(study), words_of(said["settings"])
        other = {"machine": said["machine"]} if said["machine"] != a["machine"] else {}
        if place == "b" and said["pool"]:
            made["b"] = {**other, "settings": given}
        elif said["pool"]:
            made["a"] = {"machine": said["machine"], "settings": {**said["kept"], **given}}
            if b:
                of_b = (b.get("settings") or {}).items()
                same = {name for name, one in of_b if given.get(name) == one}
                made["b"] = {**b, "settings": {name: one for name, one in of_b if name not in same}}
        if said["pool"]:
            made["events"] = begun(study, said, "b" if place == "b" else "ab" if b else "a")
        plain = said["whole"] and place == "a" and bool(asked.get("as built"))
        if plain:
            made |= {"b": None, "events": [one | {"in": "a"} for one in said["events"]]}
        if said["loads"]:
            loads = [one | {"settings": words_of(one["settings"])} for one in said["loads"]]
            at, old = place if isinstance(place, int) else None, study["loads"]
            new = loads if at is None else [*old[:at], *loads, *old[at + 1 :]]
            made["loads"] = new[:MOST_LOADS]
            made["followed"] = min(study.get("followed", 0), len(made["loads"]) - 1)
        whose = "The load" if isinstance(place, int) else "B" if place == "b" else "Your machine"
        made, gone = fitted(made, pieces_of(made, place, said))
        back = "it" if len(gone) == 1 else "them"
        lost = [
            f"{whose} is set; {listed(gone)} no longer {'fits' if len(gone) == 1 else 'fit'} and "
            f"{'was' if len(gone) == 1 else 'were'} taken away (Undo brings {back} back)."
        ]
        doors = ["B and what broke in the question were taken away (Undo brings them back)."]
        left = plain and bool(b or study.get("events"))
        return {"study": made, "notes": [*lost * bool(gone), *doors * left, *said["notes"]]}

    return answered(request, take)


def begun(study: dict[str, Any], said: dict[str, Any], within: str) -> list[dict[str, Any]]:
    """Return the events of a study with those that a pasted pool suffers from at its start, instead of
    those that another suffered from."""
    found = list[dict[str, Any]]()
    for one in study.get("events") or []:
        sides = one.get("in", "ab" if study.get("b") else "a")
        if said["whole"] and one["at"] == 0 and one["kind"] in SUFFERS:
            sides = "".join(side for side in sides if side not in within)
        if sides:
            found.append({**one, "in": sides})
    return [{**one, "in": within} for one in said["events"]] + found


class Piece(NamedTuple):
    """A part of a study that a reader set earlier, and that may go if something newer needs it."""

    name: str  # as a reader sees it
    said: str  # as an error says it
    place: str  # "a", "b", "loads" or "events"
    at: int  # the number of the load or event
    key: str  # the setting, or the machine in which the event happens

    def taken_from(self, study: dict[str, Any]) -> dict[str, Any]:
        """Return a study without this part."""
        if self.place in ("a", "b"):
            settings = {k: v for k, v in study[self.place]["settings"].items() if k != self.key}
            return {**study, self.place: {**study[self.place], "settings": settings}}
        rows = list(study[self.place])
        one = rows[self.at]
        if self.place == "events":
            rows[self.at] = {**one, "in": one["in"].replace(self.key, "")}
        else:
            settings = {k: v for k, v in one["settings"].items() if k != self.key}
            rows[self.at] = {**one, "settings": settings}
        return {**study, self.place: rows}


def pieces_of(study: dict[str, Any], place: str | int, said: dict[str, Any]) -> list[Piece]:
    """Return what may go if a pasted text needs it: events first, then B, loads and A."""
    found = list[Piece]()
    for number, event in enumerate(study.get("events") or []):
        minutes, seconds = divmod(event["at"], 60)
        at = f"{minutes:.0f}:{seconds:04.1f}".removesuffix(".0")
        for one in event.get("in", "ab" if study.get("b") else "a"):
            name = f'"{KINDS[event["kind"]].words}" at {at} in {one.upper()}'
            where = f"{one}: {event['kind']} at {event['at']:g} s"
            found.append(Piece(name, where, "events", number, one))
    for whose in ("b", "a"):
        for name, value in ((study.get(whose) or {}).get("settings") or {}).items():
            if whose != place and not (whose == "a" and name in said["settings"]):
                found.append(Piece(f"{whose.upper()}'s {name}={value}", name, whose, 0, name))
    if not said["loads"]:
        for number, load in enumerate(study["loads"]):
            for name, value in (load.get("settings") or {}).items():
                who = load.get("name") or load["load"]
                found.append(
                    Piece(f"{name}={value} of {who:.40}", f".{name} must", "loads", number, name)
                )
    return found


def fitted(study: dict[str, Any], pieces: list[Piece]) -> tuple[dict[str, Any], list[str]]:
    """Return a study without those pieces that do not fit it, and their names. Raise ValueError if it
    cannot be without any of them, either."""
    gone = list[Piece]()
    error = wrong_with(study, gone)
    while error and pieces:
        named = [one for one in pieces if one.said in error]
        tried = ((one, wrong_with(study, [*gone, one])) for one in [*named, *pieces])
        changed = ((one, now) for one, now in tried if now != error and (not now or one in named))
        piece, now = next(changed, (pieces[0], error))
        if now == error:  # no one of them alone: all of a kind
            gone += [one for one in pieces if one.place == piece.place]
            error = wrong_with(study, gone)
        else:
            gone, error = [*gone, piece], now
        pieces = [one for one in pieces if one not in gone]
    if error:
        raise ValueError(error)
    return without(study, gone), [one.name for one in gone]


def without(study: dict[str, Any], pieces: list[Piece]) -> dict[str, Any]:
    """Return a study without some of its pieces."""
    for one in pieces:
        study = one.taken_from(study)
    events = [one for one in study.get("events") or [] if one.get("in") != ""]
    return {**study, "events": events} if "events" in study else study


def wrong_with(study: dict[str, Any], gone: list[Piece]) -> str:
    """Return what is wrong with a study without some pieces; "" if nothing is."""
    try:
        study_of(without(study, gone))
    except ValueError as error:
        return str(error)
    return ""


def listed(names: list[str]) -> str:
    """Return names as a part of a sentence."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def figure(request: str) -> str:
    """Return the study of a figure, {"figure", "params"}: {"study", "notes"}."""

    def tell(asked: dict[str, Any]) -> dict[str, Any]:
        id = asked["figure"]
        made, head = of_figure(id, asked["params"]), HEADLINES[id]
        return {
            "study": made,
            "notes": [
                f"The machine and the load of the figure {id}. Its number stands on "
                f"{head.side.upper()}: {ROWS[head.row]}."
            ],
        }

    return answered(request, tell)


def whole_of(text: str) -> dict[str, Any]:
    """Return a pasted study. Raise ValueError if it is none."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"line {error.lineno}: a study must be JSON, got {text.splitlines()[error.lineno - 1]!r:.40}"
        ) from None
    study_of(found)
    made: dict[str, Any] = found
    return made


def written(value: object) -> str:
    """Return a value as a reader types it."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else "none" if value is None else json.dumps(value)


def words_of(settings: dict[str, Any]) -> dict[str, str]:
    """Return settings as a reader types them."""
    return {name: written(value) for name, value in settings.items()}


def trace(request: str) -> str:
    """Return the followed requests of a run, {"key"}, as the text of a Trace Event file: {"trace"}."""

    def tell(asked: dict[str, Any]) -> dict[str, Any]:
        run = runs[asked["key"]]
        return {"trace": json.dumps(trace_events({run.name.upper(): run.samples}))}

    return answered(request, tell)


def answered(request: str, work: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """Return the JSON of what `work` returns, or the error."""
    try:
        return json.dumps(work(json.loads(request)), allow_nan=False)
    except ValueError as error:
        return json.dumps({"error": " ".join(str(error).split())[:400]})
    except MemoryError:
        runs.clear()
        return json.dumps({"error": "this needs more memory than the page has for it"})
