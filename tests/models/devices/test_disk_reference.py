"""The disk agrees with a second one that was written from its docstrings alone."""

from random import Random

import pytest

from models.units import GB, KiB
from tests.models.drives import drive
from tests.models.reference_disk import ReferenceDisk

COMMANDS = 300


def trace(random, capacity, operations):
    """Commands with pauses, in places that are now far, now near, now the next bytes."""
    offset = size = 0
    for _ in range(COMMANDS):
        operation = random.choice(operations)
        nearby = min(capacity // 2, offset + size + random.randrange(1, 200) * 512)
        offset = random.choice(
            [
                offset,
                offset + size,
                offset + size,
                random.randrange(capacity // 2) // 512 * 512,
                nearby,
            ]
        )
        size = random.choice([1, 2, 16, 24, 256, 1500]) * 512
        pause = random.choice([0.0, 0.0, random.random() * 0.03, random.random()])
        yield operation, pause, min(offset, capacity // 2), size


@pytest.mark.parametrize("cache", [False, True], ids=["cache off", "cache on"])
@pytest.mark.parametrize(
    "operations", ["read write write write flush", "read read read write"], ids=["writes", "reads"]
)
@pytest.mark.parametrize("seed", range(5))
def test_a_second_disk_finishes_every_command_at_the_same_time(cache, operations, seed):
    random, capacity = Random(seed), 2 * GB
    disk = drive(
        cache=cache,
        phase=random.random(),
        memory=random.choice([768, 2048, 16384]) * KiB,
        capacity=capacity,
        heads=random.choice([1, 2, 5]),
        speed=random.choice([70, 120, 250]),
        skew=random.choice([0.0, 0.0007, 0.001]),
        destage_set=random.choice([1, 4, 40]),
        flush=random.choice([0.0, 0.002]),
        read_ahead=random.choice([0, 64 * KiB, 1024 * KiB]),
    )
    reference, now = ReferenceDisk(disk), 0.0
    for operation, pause, offset, size in trace(random, capacity, operations.split()):
        arguments = () if operation == "flush" else (offset, size)
        now += pause
        finish = getattr(disk, operation)(now, *arguments)
        assert finish == pytest.approx(getattr(reference, operation)(now, *arguments), abs=1e-9)
        now = finish
