"""What a live figure is: parameters, a model call, marks of Observable Plot, a source, targets."""

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
from figures.define.scene import account, motion
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
    "probe",
    "table",
    "target",
]

Run = Callable[..., Iterable[Row] | Iterable[list[Row]]]


@dataclass(frozen=True)
class Cite:
    """A BibTeX key of `book/references.bib`, a section, and how it reads in a caption."""

    key: str
    section: str
    text: str


def cite(key: str, section: str, text: str | None = None) -> Cite:
    """Return the source of a figure's measured numbers."""
    match = re.fullmatch(r"([a-z]+)(\d{4})\w*", key)
    return Cite(key, section, text or (f"{match[1].title()} {match[2]}" if match else key))


@dataclass(frozen=True)
class Target:
    """A published claim and the model's number for it (SI; True or False for a pattern), under a
    preset."""

    id: str
    of: Callable[[Rows], float | bool]
    preset: str | None = None


def target(id: str, of: Callable[[Rows], float | bool], preset: str | None = None) -> Target:
    """Return a target: `of(rows)` is the model's number for the claim `id` under `preset`
    (default: the first)."""
    return Target(id, of, preset)


@dataclass(frozen=True)
class Preset:
    """Named settings: what differs from the defaults."""

    params: dict[str, Any] = field(default_factory=dict)
    help: str = ""
    seed: int | None = None


@dataclass(frozen=True)
class Registered:
    """A figure of the sources that the book shows as a picture, table or listing, and does not
    simulate."""

    id: str
    kind: Literal["diagram", "table", "listing"]
    title: str
    reproduces: list[str]


@dataclass
class Figure:
    """One live figure; `contents` gives it its chapter. See AUTHORING.md for a worked example.

    run(**params, seed): rows, or a generator of lists of rows to append; parameters that are only a
    `view` of the rows are not passed. describe(rows): a sentence with the main numbers.
    values(rows): name -> SI number, for the prose. misses: target id -> why the model misses it.
    The first preset is the defaults; targets without a preset belong to it. chance: whether the
    seed changes the rows.
    viewer: how a notebook shows it; `contents` brings that along with the chapter.
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
    targets: list[Target] = field(default_factory=list)
    misses: dict[str, str] = field(default_factory=dict)
    table: dict[str, Any] | None = None
    seed: int = 1
    chapter: str = ""
    chance: bool = True
    viewer: Callable[["Figure"], Any] = str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.id):
            raise ValueError(f"a figure's id must match [a-z][a-z0-9-]*, got '{self.id}'")
        if not self.presets or next(iter(self.presets.values())).params:
            raise ValueError(f"{self.id}: the first preset must be the defaults and change nothing")
        for name, preset in self.presets.items():
            if ":" in name or "@" in name:
                raise ValueError(
                    f"{self.id}: a preset's name must not contain ':' or '@', got '{name}'"
                )
            self.settings(preset.params)
        taken = inspect.signature(self.run).parameters
        if wrong := [name for name, param in self.params.items() if param.view and name in taken]:
            raise ValueError(
                f"{self.id}: run takes '{wrong[0]}', a view parameter: it changes what is shown, not the rows"
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
                raise ValueError(f"{self.id}: target {t.id} names the unknown preset '{t.preset}'")

    def settings(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Return all parameters, checked: the defaults with `changes` (SI). Raise
        ParameterError."""
        for name in changes:
            if name not in self.params:
                known = ", ".join(self.params)
                raise ParameterError(name, f"{self.id} has no parameter '{name}'; it has {known}")
        return {
            name: p.check(name, changes.get(name, p.default)) for name, p in self.params.items()
        }

    def preset_settings(self, name: str) -> tuple[dict[str, Any], int]:
        """Return parameters and seed of a preset. Raise ParameterError for an unknown name."""
        if name not in self.presets:
            raise ParameterError(
                "preset", f"{self.id} has no preset '{name}'; it has {'; '.join(self.presets)}"
            )
        preset = self.presets[name]
        return self.settings(preset.params), self.seed if preset.seed is None else preset.seed

    def run_settings(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters that decide the rows."""
        return {name: value for name, value in params.items() if not self.params[name].view}

    def presets_of(self, params: dict[str, Any], seed: int) -> list[str]:
        """Return the presets that give the same rows as these settings; those with the same view
        come first."""
        settings = ((name, *self.preset_settings(name)) for name in self.presets)
        wanted = self.run_settings(params), seed
        alike = [
            (own != params, name)
            for name, own, start in settings
            if (self.run_settings(own), start) == wanted
        ]
        return [name for _, name in sorted(alike, key=lambda each: each[0])]

    def preset_of(self, params: dict[str, Any], seed: int) -> str | None:
        """Return the first preset with exactly these settings, or else with the same rows."""
        return next(iter(self.presets_of(params, seed)), None)

    def increments(
        self, params: dict[str, Any], seed: int, run: Run | None = None
    ) -> Iterator[list[Row]]:
        """Yield lists of checked rows. Raise RowError for anything else."""
        wanted = self.run_settings(params)
        if (
            run is not None
        ):  # a reader's own program may be older than the view parameters: it gets those it names
            wanted |= {
                name: params[name] for name in inspect.signature(run).parameters if name in params
            }
        return check_rows((run or self.run)(**wanted, seed=seed))

    def rows(self, seed: int | None = None, **changes: Any) -> Rows:
        """Return all rows at once. Raise ParameterError."""
        settings = self.settings(changes)
        seed = check_seed(self.seed if seed is None else seed)
        return [row for part in self.increments(settings, seed) for row in part]

    def default_preset(self) -> str:
        """Return the name of the preset that is the defaults."""
        return next(iter(self.presets))

    def targets_of(self, preset: str) -> list[Target]:
        """Return the targets that belong to a preset."""
        return [t for t in self.targets if (t.preset or self.default_preset()) == preset]

    def result(
        self, params: dict[str, Any], seed: int, rows: Rows, own: bool = False
    ) -> dict[str, Any]:
        """Return a result as in schemas/result.schema.json, without the rows.

        own: the rows come from a reader's own code; a target that cannot be computed from them is
        left out.
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
            "describe": self.said(rows),
            "values": self.values(rows),
            "compare": [c for c in compared if c is not None],
        }

    def said(self, rows: Rows) -> str:
        """Return the description for display: no line break before a percent sign."""
        return re.sub(r"(?<=\d)%", "\N{NO-BREAK SPACE}%", self.describe(rows))

    def code(self) -> str:
        """Return the source of `run`, as the page shows it."""
        return inspect.getsource(self.run)

    def names(self) -> list[str]:
        """Return the names of its module that `run` reads, in the order of the code."""
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
        """Return the figure as a notebook widget (needs anywidget and jinja2)."""
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
