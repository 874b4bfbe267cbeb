"""Controls that several figures about logs share, so that they have the same names and ranges.
Further arguments (`where`) are options of the control."""

from typing import Any

from figures.define.figure import Number, Switch
from figures.kit.stops import SIZES
from models.catalogue.machines import values as constants
from models.machine.order.log_device import NVME
from models.units import MB, KiB, ms, rpm, us

SUN = constants("7410")


def mirrored(default: bool = False, **where: Any) -> Switch:
    """Return a switch that puts log devices into mirrored pairs."""
    return Switch(
        "Mirrored log devices",
        default,
        "Each entry goes to both devices of a pair (an odd device is left out).",
        **where,
    )


def spindle(low: float = 4200 * rpm, **where: Any) -> Number:
    """Return a control for the speed of all disks (turns a second)."""
    return Number(
        "Spindle",
        SUN["pool.disks.speed"],
        low,
        15000 * rpm,
        unit="rpm",
        step=100 * rpm,
        help="How fast the disks' platters turn.",
        **where,
    )


def turnaround(
    default: float = SUN["network.turnaround"], low: float = 50 * us, **where: Any
) -> Number:
    """Return a control for the time (s) that the client and the network take between an answer and
    the next request."""
    stops = sorted({low, 50 * us, 100 * us, 300 * us, default, 1 * ms, 2 * ms, 5 * ms, 10 * ms})
    return Number(
        "Client and network",
        default,
        low,
        10 * ms,
        unit="ms",
        stops=tuple(t for t in stops if t >= low),
        help="Time from the server's answer until it receives the next request.",
        **where,
    )


def write_size(
    default: float = 8 * KiB, help: str = "How much the client writes at a time.", **where: Any
) -> Number:
    """Return a control for the bytes of each write."""
    return Number(
        "Write size", default, 512, 128 * KiB, unit="KiB", stops=SIZES, help=help, **where
    )


def access(label: str = "Log device", **where: Any) -> Number:
    """Return a control for the time that a log device takes for each write, apart from the transfer
    (s)."""
    return Number(
        f"{label}, time a write",
        SUN["log.device.access"],
        0.0,
        5 * ms,
        unit="µs",
        stops=(
            0.0,
            5 * us,
            10 * us,
            NVME.access,
            *(n * us for n in (20, 30, 63, 100, 200, 500, 1000, 5000)),
        ),
        help="Time that the device takes for each write, apart from the transfer of the data.",
        **where,
    )


def rate(label: str = "Log device", **where: Any) -> Number:
    """Return a control for the rate at which a log device takes data (bytes/s)."""
    return Number(
        f"{label}, rate",
        SUN["log.device.rate"],
        10 * MB,
        NVME.rate,
        unit="MB/s",
        stops=tuple(n * MB for n in (10, 50, 110, 250, 500, 1000, 2500, 5600)),
        help="Rate at which the device takes data.",
        **where,
    )


def interval(low: float = 1, **where: Any) -> Number:
    """Return a control for the time between transaction groups (s)."""
    return Number(
        "Transaction group every",
        SUN["groups.interval"],
        low,
        60,
        unit="s",
        step=1,
        help="How often ZFS writes the data that it holds in memory to its place on disk.",
        **where,
    )


def in_pairs(devices: int, mirrored: bool) -> tuple[int, bool]:
    """Return the number of log devices in use, and whether they are mirrored. If they form pairs,
    an odd one is left out. A single one is not mirrored."""
    return (devices - devices % 2, True) if mirrored and devices > 1 else (devices, False)
