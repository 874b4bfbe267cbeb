"""A control of ipywidgets for each kind of parameter: its `value` is SI, what is seen is in the
display unit."""

from math import isclose
from typing import Any

import ipywidgets

SHOWN = {"layout": {"width": "32rem"}, "style": {"description_width": "13rem"}}


class Control:
    """One parameter's widget. `value` is SI, and exactly what was set until the reader moves the
    widget."""

    def __init__(self, param: dict[str, Any]):
        self.param = param
        self.set_value = param["default"]
        self.widget = self.make()
        self.shown = self.widget.value

    def make(self) -> ipywidgets.ValueWidget:
        """The widget, at the default."""
        raise NotImplementedError

    def show(self, value: Any) -> Any:
        """What the widget holds for an SI value."""
        return value

    def read(self, shown: Any) -> Any:
        """The SI value of what the widget holds."""
        return shown

    @property
    def value(self) -> Any:
        """The SI value."""
        return self.set_value if self.widget.value == self.shown else self.read(self.widget.value)

    @value.setter
    def value(self, value: Any) -> None:
        self.set_value = value
        self.widget.value = self.show(value)
        self.shown = self.widget.value

    def options(self, unit: str = "") -> dict[str, Any]:
        """What all widgets have: the label, the help, the widths."""
        label = f"{self.param['label']} ({unit})" if unit else self.param["label"]
        return {"description": label, "tooltip": self.param["help"], **SHOWN}


class Switch(Control):
    """A checkbox."""

    def make(self) -> ipywidgets.ValueWidget:
        """The checkbox."""
        return ipywidgets.Checkbox(value=self.param["default"], indent=True, **self.options())


class Choice(Control):
    """A dropdown."""

    def make(self) -> ipywidgets.ValueWidget:
        """The dropdown, with the options' labels."""
        options = [(option["label"], option["value"]) for option in self.param["options"]]
        return ipywidgets.Dropdown(options=options, value=self.param["default"], **self.options())


class Slider(Control):
    """A slider in the display unit."""

    def make(self) -> ipywidgets.ValueWidget:
        """The slider; the model runs when it is let go."""
        param = self.param
        kind = (
            ipywidgets.IntSlider
            if param["whole"] and param["factor"] == 1
            else ipywidgets.FloatSlider
        )
        ends = {
            "min": self.show(param["low"]),
            "max": self.show(param["high"]),
            "step": self.show(param["step"]),
        }
        # ".6" is six significant digits at most, without trailing zeros
        readout = ".6" if param["digits"] is None else f".{param['digits']}f"
        digits = {} if kind is ipywidgets.IntSlider else {"readout_format": readout}
        return kind(
            value=self.show(param["default"]),
            continuous_update=False,
            **ends,
            **digits,
            **self.options(param["unit"]),
        )

    def show(self, value: float) -> float:
        """`value` in the display unit."""
        shown = value / self.param["factor"]
        return int(shown) if self.param["whole"] and self.param["factor"] == 1 else shown

    def read(self, shown: float) -> float:
        """SI, whole where the parameter is."""
        value = shown * self.param["factor"]
        return round(value) if self.param["whole"] else value


class Stops(Control):
    """A slider that rests on the parameter's stops, and on a value between them that a preset sets."""

    def make(self) -> ipywidgets.ValueWidget:
        """The slider, with the stops in the display unit."""
        return ipywidgets.SelectionSlider(
            options=self.stops(self.param["default"]),
            value=self.stop(self.param["default"]),
            continuous_update=False,
            **self.options(),
        )

    def stops(self, value: float) -> list[tuple[str, float]]:
        """The stops, and `value` if it is none of them, each with its text."""
        stops = sorted({*self.param["stops"], self.stop(value)})
        return [
            (f"{stop / self.param['factor']:.6g} {self.param['unit']}".strip(), stop)
            for stop in stops
        ]

    def show(self, value: float) -> float:
        """`value`, after the slider has been given a place for it."""
        self.widget.options = self.stops(value)
        return self.stop(value)

    def stop(self, value: float) -> float:
        """The stop that `value` is, but for rounding; else `value`."""
        return next((stop for stop in self.param["stops"] if isclose(stop, value)), value)


def control(param: dict[str, Any]) -> Control:
    """The control for a parameter of a figure's JSON."""
    if param["kind"] == "switch":
        return Switch(param)
    if param["kind"] == "choice":
        return Choice(param)
    return Stops(param) if param["stops"] else Slider(param)
