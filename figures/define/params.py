"""The controls of a figure: numbers, choices and switches. Each checks its values.

`more` moves a control into the folded "More controls". `view` marks one that changes only how rows
are shown: `run` does not get it, and moving it redraws without a run.
"""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from models.units import alike, dimension, factor, quantity, unit_of


class ParameterError(ValueError):
    """A parameter has a value that is not allowed. `param` is its name; the text is one line for
    the reader."""

    def __init__(self, param: str, message: str):
        super().__init__(message)
        self.param = param


@dataclass(frozen=True)
class Number:
    """A control for a number. default, low and high are in SI; `unit` is the unit in which readers
    see them.

    step: the slider's step in SI (default: a hundredth of the range, or 1 for whole numbers).
    stops: the only values on which the slider rests, for ranges that span powers of two; any value
    between low and high is allowed.
    """

    label: str
    default: float
    low: float
    high: float
    unit: str = ""
    step: float | None = None
    stops: tuple[float, ...] | None = None
    whole: bool = False
    help: str = ""
    more: bool = False
    view: bool = False

    def __post_init__(self) -> None:
        if not self.low <= self.default <= self.high:
            raise ValueError(
                f"'{self.label}': default {self.default} lies outside {self.low} to {self.high}"
            )

    def show(self, value: float) -> str:
        """Return `value` (SI) as text in the unit shown."""
        return f"{value / factor(self.unit):.10g} {self.unit}".strip()

    def check(self, name: str, value: Any) -> float:
        """Return the value (SI) as a float, or as an int if it is whole. Raise ParameterError if it
        is not allowed."""
        allowed = f"{self.show(self.low)} to {self.show(self.high)}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ParameterError(name, f"{name} must be a number, {allowed}, got {value!r}")
        if isinstance(value, int) and abs(value) > 2**53:
            raise ParameterError(name, f"{name} must be {allowed}, got a number beyond 2**53")
        if not isfinite(value):
            raise ParameterError(name, f"{name} must be {allowed}, got {value}")
        slack = 1e-9 * max(abs(self.low), abs(self.high))
        if not self.low - slack <= value <= self.high + slack:
            raise ParameterError(name, f"{name} must be {allowed}, got {self.show(value)}")
        if self.whole:
            if value != int(value):
                raise ParameterError(
                    name, f"{name} must be a whole number, {allowed}, got {self.show(value)}"
                )
            return int(value)
        return float(min(max(value, self.low), self.high))

    def parse(self, name: str, text: str) -> float:
        """Return the value (SI) of a text typed on a command line: a number in SI, or one with a
        unit. Raise ParameterError if it is not allowed."""
        try:
            value = quantity(text)
            if (unit := unit_of(text)) and dimension(unit) != dimension(self.unit):
                wanted = f"{self.show(self.default)} ({dimension(self.unit)})"
                raise ParameterError(name, f"{name} must be a value such as {wanted}, got {text!r}")
            return self.check(name, value)
        except ParameterError:
            raise
        except ValueError as error:
            raise ParameterError(name, f"{name}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """Return the control's part of the figure's JSON."""
        unit = factor(self.unit)
        step = self.step or (1 if self.whole else (self.high - self.low) / 100)
        return {
            "kind": "number",
            "label": self.label,
            "default": self.default,
            "low": self.low,
            "high": self.high,
            "step": step,
            "unit": self.unit,
            "factor": unit,
            "units": alike(self.unit),
            "digits": None,
            "whole": self.whole,
            "stops": list(self.stops) if self.stops else None,
            **common_json(self),
        }


@dataclass(frozen=True)
class Choice:
    """A control for one of a few values: `options` maps values to labels."""

    label: str
    default: str
    options: dict[str, str] = field(default_factory=dict)
    help: str = ""
    more: bool = False
    view: bool = False

    def __post_init__(self) -> None:
        self.check(self.label, self.default)

    def check(self, name: str, value: Any) -> str:
        """Return the value. Raise ParameterError if it is not an option."""
        if not isinstance(value, str) or value not in self.options:
            raise ParameterError(
                name, f"{name} must be one of {', '.join(self.options)}, got {value!r}"
            )
        return value

    parse = check

    def to_json(self) -> dict[str, Any]:
        """Return the control's part of the figure's JSON."""
        options = [{"value": value, "label": label} for value, label in self.options.items()]
        return {
            "kind": "choice",
            "label": self.label,
            "default": self.default,
            "options": options,
            **common_json(self),
        }


@dataclass(frozen=True)
class Switch:
    """A control that is on or off."""

    label: str
    default: bool
    help: str = ""
    more: bool = False
    view: bool = False

    def check(self, name: str, value: Any) -> bool:
        """Return the value. Raise ParameterError if it is not a bool."""
        if not isinstance(value, bool):
            raise ParameterError(name, f"{name} must be true or false, got {value!r}")
        return value

    def parse(self, name: str, text: str) -> bool:
        """Return the value of a text typed on a command line. Raise ParameterError if it is not
        allowed."""
        words = {
            "true": True,
            "on": True,
            "yes": True,
            "1": True,
            "false": False,
            "off": False,
            "no": False,
            "0": False,
        }
        if text.lower() not in words:
            raise ParameterError(name, f"{name} must be true or false, got {text!r}")
        return words[text.lower()]

    def to_json(self) -> dict[str, Any]:
        """Return the control's part of the figure's JSON."""
        return {"kind": "switch", "label": self.label, "default": self.default, **common_json(self)}


Param = Number | Choice | Switch


def common_json(param: Param) -> dict[str, Any]:
    """Return the fields that the JSON of every kind of control has."""
    return {"help": param.help, "more": param.more, "view": param.view}


MAX_SEED = 2**31 - 1


def check_seed(seed: Any) -> int:
    """Return the seed as an int. Raise ParameterError if it is not allowed."""
    if (
        isinstance(seed, bool)
        or not isinstance(seed, int | float)
        or seed != seed
        or seed != seed // 1
        or not 0 <= seed <= MAX_SEED
    ):
        raise ParameterError(
            "seed", f"seed must be a whole number, 0 to {MAX_SEED:,}, got {seed!r}"
        )
    return int(seed)
