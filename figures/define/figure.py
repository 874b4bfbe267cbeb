"""The definition of a live figure: parameters, a model to run, marks of Observable Plot, its
source, and the claims it is compared with."""

import dis
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, Literal

from figures.define.claims import claim
from figures.define.edition import EDITION
from figures.define.panel import column, frame, mark, panel, table
from figures.define.params import Choice, Number, Param, ParameterError, Switch, check_seed
from figures.define.rows import Row, Rows, check_rows
from figures.define.scene import account, motion, platters
from figures.define.touch import check_panels, handle, move, pick, probe

__all__ = [
    "Choice",
    "Figure",
    "Number",
    "Preset",
    "Registered",
    "Row",
    "Rows",
    "Switch",
    "account",
    "cite",
    "column",
    "frame",
    "handle",
    "mark",
    "motion",
    "move",
    "panel",
    "pick",
    "platters",
    "probe",
    "table",
    "target",
]

Run = Callable[..., Iterable[Row] | Iterable[list[Row]]]


@dataclass(frozen=True)
class Cite:
    """A BibTeX key of `book/references.bib`, a section of that source, and the words for both in a
    caption."""

    key: str
    section: str
    text: str


def cite(key: str, section: str, text: str | None = None) -> Cite:
    """Return the source of a figure's measured numbers. The default text is the key's name and
    year."""
    match = re.fullmatch(r"([a-z]+)(\d{4})\w*", key)
    return Cite(key, section, text or (f"{match[1].title()} {match[2]}" if match else key))


@dataclass(frozen=True)
class ClaimTarget:
    """A published claim, and the function `of` that computes the model's number for it (SI; True or
    False for a pattern) from the rows of a preset."""

    id: str
    of: Callable[[Rows], float | bool]
    preset: str | None = None


def target(id: str, of: Callable[[Rows], float | bool], preset: str | None = None) -> ClaimTarget:
    """Return a target. `of(rows)` computes the model's number for the claim `id` under `preset`
    (default: the first)."""
    return ClaimTarget(id, of, preset)


@dataclass(frozen=True)
class Preset:
    """Settings under a name: the parameters (SI) that differ from the defaults, a help text, and
    the seed (None for the figure's)."""

    params: dict[str, Any] = field(default_factory=dict)
    help: str = ""
    seed: int | None = None


@dataclass(frozen=True)
class Registered:
    """A figure of the sources that the book shows as a picture, table or listing and does not
    simulate."""

    id: str
    kind: Literal["diagram", "table", "listing"]
    title: str
    reproduces: list[str]


@dataclass
class Figure:
    """A live figure. AUTHORING.md has a worked example; `contents` sets the chapter.

    run(**params, seed): returns rows, or yields lists of rows to append; it does not get `view`
    parameters. describe(rows): a sentence with the main numbers. values(rows): name -> number (SI),
    for the prose. misses: claim id -> why the model misses it. presets: the first has the defaults;
    targets without a preset belong to it. chance: whether the seed changes the rows. again: computes
    the rows of the first preset that `run` takes from kept results; evidence is measured with it.
    viewer: makes the notebook widget; `contents` sets it.
    """

    id: str
    title: str
    caption: str
    params: dict[str, Param]
    presets: dict[str, Preset]
    run: Run
    panels: list[dict[str, Any]]
    describe: Callable[[Rows], str]
    values: Callable[[Rows], dict[str, float]]
    source: Cite
    reproduces: list[str] = field(default_factory=list)
    targets: list[ClaimTarget] = field(default_factory=list)
    misses: dict[str, str] = field(default_factory=dict)
    table: dict[str, Any] | None = None
    seed: int = 1
    chapter: str = ""
    chance: bool = True
    again: Run | None = None
    viewer: Callable[["Figure"], Any] = str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.id):
            raise ValueError(f"a figure's id must match [a-z][a-z0-9-]*, got '{self.id}'")
        if not self.presets or next(iter(self.presets.values())).params:
            raise ValueError(f"{self.id}: the first preset must change no parameter")
        for name, preset in self.presets.items():
            if ":" in name or "@" in name:
                raise ValueError(
                    f"{self.id}: a preset's name must not contain ':' or '@', got '{name}'"
                )
            self.settings(preset.params)
        accepted = inspect.signature(self.run).parameters
        if wrong := [
            name for name, param in self.params.items() if param.view and name in accepted
        ]:
            raise ValueError(
                f"{self.id}: run must not take '{wrong[0]}', a view parameter, which changes no rows"
            )
        try:
            settings = (
                (name, self.settings(preset.params)) for name, preset in self.presets.items()
            )
            check_panels(self.panels, self.params, settings)
        except ValueError as error:
            raise ValueError(f"{self.id}: {error}") from None
        for t in self.targets:
            claim(t.id)
            if t.preset is not None and t.preset not in self.presets:
                raise ValueError(
                    f"{self.id}: the preset of target {t.id} must be one of "
                    f"{'; '.join(self.presets)}, got '{t.preset}'"
                )

    def settings(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Return all parameters, checked: the defaults, overridden by `changes` (SI). Raise
        ParameterError for a value that is not allowed."""
        for name in changes:
            if name not in self.params:
                known = ", ".join(self.params)
                raise ParameterError(name, f"{self.id} has no parameter '{name}'; it has {known}")
        return {
            name: p.check(name, changes.get(name, p.default)) for name, p in self.params.items()
        }

    def preset_settings(self, name: str) -> tuple[dict[str, Any], int]:
        """Return the parameters and the seed of a preset. Raise ParameterError for an unknown name."""
        if name not in self.presets:
            raise ParameterError(
                "preset", f"{self.id} has no preset '{name}'; it has {'; '.join(self.presets)}"
            )
        preset = self.presets[name]
        return self.settings(preset.params), self.seed if preset.seed is None else preset.seed

    def run_settings(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters that determine the rows: all but the `view` parameters."""
        return {name: value for name, value in params.items() if not self.params[name].view}

    def presets_of(self, params: dict[str, Any], seed: int) -> list[str]:
        """Return the names of the presets that give the same rows as these settings, those with the
        same view first."""
        settings = ((name, *self.preset_settings(name)) for name in self.presets)
        wanted = self.run_settings(params), seed
        alike = [
            (own != params, name)
            for name, own, start in settings
            if (self.run_settings(own), start) == wanted
        ]
        return [name for _, name in sorted(alike, key=lambda each: each[0])]

    def preset_of(self, params: dict[str, Any], seed: int) -> str | None:
        """Return the name of the first preset with exactly these settings. If there is none, return
        the first with the same rows, or None."""
        return next(iter(self.presets_of(params, seed)), None)

    def increments(
        self, params: dict[str, Any], seed: int, run: Run | None = None
    ) -> Iterator[list[Row]]:
        """Run the figure and yield lists of checked rows. Raise RowError if the run produces
        anything else. run: a reader's own code in place of the figure's."""
        wanted = self.run_settings(params)
        if run is not None:  # a reader's own code may still take parameters that are now views
            wanted |= {
                name: params[name] for name in inspect.signature(run).parameters if name in params
            }
        return check_rows((run or self.run)(**wanted, seed=seed))

    def rows(self, seed: int | None = None, **changes: Any) -> Rows:
        """Return all rows of a run with the defaults, overridden by `changes` (SI). Raise
        ParameterError for a value that is not allowed."""
        settings = self.settings(changes)
        seed = check_seed(self.seed if seed is None else seed)
        return [row for part in self.increments(settings, seed) for row in part]

    def default_preset(self) -> str:
        """Return the name of the preset with the defaults."""
        return next(iter(self.presets))

    def targets_of(self, preset: str) -> list[ClaimTarget]:
        """Return the targets of a preset."""
        return [t for t in self.targets if (t.preset or self.default_preset()) == preset]

    def result(
        self, params: dict[str, Any], seed: int, rows: Rows, own: bool = False
    ) -> dict[str, Any]:
        """Return the result of a run as in schemas/result.schema.json, without the rows.

        own: the rows come from a reader's own code, so targets that cannot be computed from them
        are left out.
        """
        presets = self.presets_of(params, seed)
        compared = []
        for t in (t for preset in presets for t in self.targets_of(preset)):
            try:
                compared.append(claim(t.id).compared(t.of(rows)))
            except Exception:
                if not own:
                    raise
        return {
            "figure": self.id,
            "edition": EDITION,
            "params": params,
            "seed": seed,
            "preset": next(iter(presets), None),
            "describe": self.description(rows),
            "values": self.values(rows),
            "compare": [c for c in compared if c is not None],
        }

    def description(self, rows: Rows) -> str:
        """Return the description for display, without a line break before a percent sign."""
        return re.sub(r"(?<=\d)%", "\N{NO-BREAK SPACE}%", self.describe(rows))

    def code(self) -> str:
        """Return the source of `run`, which the page shows."""
        return inspect.getsource(self.run)

    def names(self) -> list[str]:
        """Return the names of the module's globals that `run` reads, in the order in which it reads
        them."""
        codes = [self.run.__code__]
        for code in codes:
            codes += [part for part in code.co_consts if isinstance(part, CodeType)]
        reads = [
            (step.positions.lineno, step.positions.col_offset, step.argval)
            for code in codes
            for step in dis.get_instructions(code)
            if step.opname == "LOAD_GLOBAL"
            and step.argval in self.run.__globals__
            and step.positions
        ]
        return list(dict.fromkeys(name for *_, name in sorted(reads)))

    def widget(self) -> Any:
        """Return the figure as a notebook widget. It needs anywidget and jinja2."""
        return self.viewer(self)

    def to_json(self) -> dict[str, Any]:
        """Return the figure as in schemas/figure.schema.json."""
        presets = [
            {
                "name": name,
                "label": name,
                "help": p.help,
                "params": p.params,
                "seed": self.seed if p.seed is None else p.seed,
            }
            for name, p in self.presets.items()
        ]
        targets = [
            {"id": t.id, "preset": t.preset or self.default_preset(), "label": claim(t.id).quantity}
            for t in self.targets
        ]
        return {
            "id": self.id,
            "chapter": self.chapter,
            "title": self.title,
            "caption": self.caption,
            "edition": EDITION,
            "reproduces": self.reproduces,
            "params": [{"name": name, **p.to_json()} for name, p in self.params.items()],
            "seed": self.seed,
            "chance": self.chance,
            "presets": presets,
            "panels": self.panels,
            "table": self.table,
            "source": [
                {"key": self.source.key, "section": self.source.section, "text": self.source.text}
            ],
            "targets": targets,
            "code": self.code(),
            "names": self.names(),
        }
