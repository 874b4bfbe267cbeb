"""The lab for a page: what a study is called, and runs of its machines step by step. Requests and
answers are JSON; an error is {"error": one line}."""

import json
import time
from collections.abc import Callable
from typing import Any

from figures.lab import side
from figures.lab.of_figure import study as of_figure
from figures.lab.setup import described, settings_beside
from models.commands.pasted import pasted
from models.lab.limit import chosen
from models.lab.run import STEP, Sample
from models.lab.study import Study, study_of
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


MOST_LOADS = 4


def paste(request: str) -> str:
    """Return a study with what a pasted text says, {"study", "place": "a", "b" or the number of a load,
    "text"}: {"study", "notes"}. The text may be a study, too."""

    def take(asked: dict[str, Any]) -> dict[str, Any]:
        study, place, text = asked["study"], asked["place"], asked["text"]
        if text.lstrip().startswith("{"):
            return {"study": whole_of(text), "notes": []}
        a = study["a"]
        own = dict(a.get("settings") or {})
        if place == "b":
            own |= (study.get("b") or {}).get("settings") or {}
        said = pasted(text, {"machine": a.get("machine"), "settings": own})
        if isinstance(place, int) and not said["loads"]:
            raise ValueError(
                "the text must be a fio job, such as fio --rw=randread --bs=8k, got none"
            )
        made = dict(study)
        if said["settings"]:
            given = {name: written(value) for name, value in said["settings"].items()}
            if place == "b":
                made["b"] = {
                    "settings": {**((study.get("b") or {}).get("settings") or {}), **given}
                }
            else:
                kept = {name: one for name, one in own.items() if name not in said["dropped"]}
                made["a"] = {"machine": said["machine"], "settings": {**kept, **given}}
                if study.get("b"):
                    b = study["b"].get("settings") or {}
                    same = {name for name, one in b.items() if given.get(name) == one}
                    made["b"] = {
                        "settings": {name: one for name, one in b.items() if name not in same}
                    }
        if said["loads"]:
            loads = [one | {"settings": words_of(one["settings"])} for one in said["loads"]]
            at = place if isinstance(place, int) else None
            old = study["loads"]
            made["loads"] = (loads if at is None else [*old[:at], *loads, *old[at + 1 :]])[
                :MOST_LOADS
            ]
            made["followed"] = min(study.get("followed", 0), len(made["loads"]) - 1)
        study_of(made)
        return {"study": made, "notes": said["notes"]}

    return answered(request, take)


def figure(request: str) -> str:
    """Return the study of a figure, {"figure", "params"}: {"study", "notes"}."""

    def tell(asked: dict[str, Any]) -> dict[str, Any]:
        made = of_figure(asked["figure"], asked["params"])
        return {
            "study": made,
            "notes": [f"The machine and the load of the figure {asked['figure']}."],
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
