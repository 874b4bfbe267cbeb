"""What is wanted: capacity, a load, and limits on loss, money, space and power."""

from dataclasses import dataclass, field

from models.units import KiB, TiB


@dataclass(frozen=True)
class Asked:
    """The load that has to be served. Requests arrive whether or not others are answered."""

    size: int = 8 * KiB  # bytes of a request
    reads: float = 0.7  # share of the requests that read
    sync: bool = False  # whether writes must be safe before they are answered
    rate: float = 1000.0  # requests per second
    p99: float = 0.05  # longest 99th percentile of latency (s)
    stream: float = 0.0  # bytes per second of sequential reads
    working_set: float = 0.1  # share of the data that requests touch


@dataclass(frozen=True)
class Wants:
    """The requirements that a buyer sets. Each may be infinite, or 0 where more is better."""

    usable: float = 100 * TiB  # bytes that the empty pool takes in records of `recordsize`
    loss: float = 1e-4  # chance of losing data within `years`
    budget: float = float("inf")  # dollars, with power over `years`
    rack: float = float("inf")  # rack units
    watts: float = float("inf")
    years: float = 5.0
    asked: Asked = field(default_factory=Asked)
    while_resilvering: bool = True  # whether the load has to be served while a disk is replaced
    recordsize: int = 128 * KiB
    ashift: int = 12
    compression: float = 1.0  # bytes of data per byte stored
    fill: float = 0.8  # share of the pool that is full when it is judged
