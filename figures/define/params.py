"""What a reader can set: numbers, choices, switches; each knows what it allows and says so in one
line.

Each also takes `more` (the page shows it under a closed "More controls" fold) and `view` (it only
changes what is shown of the rows, so `run` does not get it and the page draws again without running
the model).
"""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from models.units import alike, dimension, factor, quantity, unit_of


class ParameterError(ValueError):
    """A parameter that is not allowed; `param` is its name, the text is one line for the reader."""

    def __init__(self, param: str, message: str):
        super().__init__(message)
        self.param = param


@dataclass(frozen=True)
class Number:
    """A number: default, low and high in SI; `unit` is how it is shown.

    step: the slider's step (SI; default a hundredth of the range, or the unit itself for whole
    numbers). stops: the only values the slider rests on, for ranges that span powers of two; any
    value between low and high is allowed.
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
        """Return `value` (SI) in the display unit, as people write it."""
        return f"{value / factor(self.unit):.10g} {self.unit}".strip()

    def check(self, name: str, value: Any) -> float:
        """Return the value as a float or int in SI. Raise ParameterError."""
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
        """Return a value typed on a command line: SI, or with a suffix. Raise ParameterError."""
        try:
            value = quantity(text)
            if (unit := unit_of(text)) and dimension(unit) != dimension(self.unit):
                wanted = f"{dimension(self.unit)}, such as {self.show(self.default)}"
                raise ParameterError(name, f"{name} must be {wanted}; {unit} is {dimension(unit)}")
            return self.check(name, value)
        except ParameterError:
            raise
        except ValueError as error:
            raise ParameterError(name, f"{name}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """Return the parameter's part of the figure's JSON."""
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
            **said(self),
        }


@dataclass(frozen=True)
class Choice:
    """One of a few values: `options` maps values to labels."""

    label: str
    default: str
    options: dict[str, str] = field(default_factory=dict)
    help: str = ""
    more: bool = False
    view: bool = False

    def __post_init__(self) -> None:
        self.check(self.label, self.default)

    def check(self, name: str, value: Any) -> str:
        """Return the value. Raise ParameterError."""
        if not isinstance(value, str) or value not in self.options:
            raise ParameterError(
                name, f"{name} must be one of {', '.join(self.options)}, got {value!r}"
            )
        return value

    parse = check

    def to_json(self) -> dict[str, Any]:
        """Return the parameter's part of the figure's JSON."""
        options = [{"value": value, "label": label} for value, label in self.options.items()]
        return {
            "kind": "choice",
            "label": self.label,
            "default": self.default,
            "options": options,
            **said(self),
        }


@dataclass(frozen=True)
class Switch:
    """On or off."""

    label: str
    default: bool
    help: str = ""
    more: bool = False
    view: bool = False

    def check(self, name: str, value: Any) -> bool:
        """Return the value. Raise ParameterError."""
        if not isinstance(value, bool):
            raise ParameterError(name, f"{name} must be true or false, got {value!r}")
        return value

    def parse(self, name: str, text: str) -> bool:
        """Return a value typed on a command line. Raise ParameterError."""
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
        """Return the parameter's part of the figure's JSON."""
        return {"kind": "switch", "label": self.label, "default": self.default, **said(self)}


Param = Number | Choice | Switch


def said(param: Param) -> dict[str, Any]:
    """Return the part of a parameter's JSON that all kinds have."""
    return {"help": param.help, "more": param.more, "view": param.view}


MAX_SEED = 2**31 - 1


def check_seed(seed: Any) -> int:
    """Return the seed as an int. Raise ParameterError."""
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
