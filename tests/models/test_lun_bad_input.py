"""What no partition, volume or program on a LUN can be is refused in one line."""
from math import inf, nan
from random import Random

import pytest

from models.experiments.alignment.lun_load import Program, ProgramRun
from models.experiments.alignment.lun_volume import Volume, machine
from models.experiments.alignment.single_holes import in_single_blocks
from models.protocols.alignment import Partition, Share, check_block, reads_of_disks, rewritten
from models.sim.arrivals import evenly_many, poisson
from models.units import GiB, KiB, MiB
from tests.models.test_bad_input import LINE

NO_BYTES = (-512, 1.5, nan, inf, "x", None, True, 700, 10**400)
NO_SIZES = (0, *NO_BYTES, 10**12)
NO_BLOCKS = (0, -512, 256, 3000, 12 * KiB, 256 * KiB, 8192.0, nan, inf, "x", None, True, 10**400)
NO_SHARES = (-0.1, 1.1, nan, inf, "x", None, True, 10**400)
NO_COUNTS = (0, -1, 1.5, nan, inf, "x", None, True, 10**400)
NO_TIMES = (0, -1.0, nan, inf, "x", None, True, 10**400)
NOTHING = (None, 5, "x", nan)
PARTITION = Partition(0, 8 * KiB, 1 * GiB)


def volume(lun=1 * GiB, **changes):
    return Volume(machine(1, 0), Partition(0, 8 * KiB, lun), **changes)


def run(**changes):
    return ProgramRun(volume(), Program(**changes))


REFUSED = {
    "a block": (lambda size: check_block(size), {"size": NO_BLOCKS}),
    "a partition": (Partition, {"offset": NO_BYTES, "block": NO_BLOCKS, "lun": NO_BYTES}),
    "a partition on a LUN": (lambda offset: Partition(offset, 8 * KiB, 1 * GiB), {"offset": (1 * GiB, 2 * GiB)}),
    "a request": (lambda **x: PARTITION.touched(**{"place": 0, "size": 8 * KiB, **x}), {
        "place": (*NO_BYTES, 1 * GiB), "size": (*NO_SIZES, 2 * GiB)}),
    "all requests": (lambda **x: PARTITION.share(**{"size": 8 * KiB, **x}), {
        "size": NO_SIZES, "grain": (-512, 1.5, nan, inf, "x", 700, 10**12, None, False, [], 10**400)}),
    "reads of disks": (lambda **x: reads_of_disks(**{"share": Share(1, 0, 0), "reads": 0.5, **x}), {
        "share": NOTHING, "reads": NO_SHARES, "cached": NO_SHARES}),
    "a file that is overwritten": (lambda **x: rewritten(**{"size": 8 * KiB, "block": 8 * KiB, **x}), {
        "size": NO_SIZES, "block": NO_BLOCKS, "offset": NO_BYTES}),
    "a volume": (volume, {"cached": NO_SHARES, "laid": ("", "fresh", None), "cache": (1, 0, None, "on"),
                          "lun": (0, 4 * KiB), "seed": (1.5, "x", None)}),
    "a program": (Program, {"threads": (*NO_COUNTS, 1001), "size": NO_SIZES, "reads": NO_SHARES, "grain": NO_BYTES,
                            "pattern": ("", "random", None), "besides": NO_TIMES, "port": NO_TIMES}),
    "a volume on what": (lambda **x: Volume(**{"machine": machine(1, 0), "partition": PARTITION, **x}), {
        "machine": NOTHING, "partition": (*NOTHING, Partition())}),
    "a pool of single blocks": (lambda **x: in_single_blocks(**{"machine": machine(), "block": 4 * KiB, "held": MiB, **x}), {
        "machine": NOTHING, "block": NO_BLOCKS, "held": (0, 2 * KiB, -1, 1.5, nan, inf, "x", None, True)}),
    "a program on a LUN": (run, {"size": (1 * GiB + 512,)}),
    "a run": (lambda **x: ProgramRun(**{"volume": volume(), "program": Program(), **x}), {
        "volume": NOTHING, "program": NOTHING, "seed": (1.5, "x", None)}),
    "requests by chance": (lambda **x: next(poisson(**{"rate": 1.0, "random": Random(1), **x})), {
        "rate": (-1.0, nan, inf, "x", None, True, 10**400)}),
    "requests by chance, evenly many": (lambda **x: next(evenly_many(**{"rate": 1.0, "random": Random(1), **x})), {
        "rate": (-1.0, nan, inf, "x", None, True, 10**400), "window": (*NO_COUNTS, 10**9)}),
    "a measurement": (lambda seconds: run().measure(seconds), {"seconds": (*NO_TIMES, 1e308)}),
    "a machine": (machine, {"pairs": NO_COUNTS, "logs": (-1, 1.5, nan, "x", None, True), "interval": NO_TIMES}),
}


@pytest.mark.parametrize(("call", "name", "value"), [
    pytest.param(call, name, value, id=f"{what}, {name} {value!r}")
    for what, (call, names) in REFUSED.items() for name, values in names.items() for value in values])
def test_what_cannot_be_is_refused_in_one_line(call, name, value):
    with pytest.raises(ValueError, match=LINE):
        call(**{name: value})


@pytest.mark.parametrize(("make", "line"), [
    (lambda: Partition(700), "offset must be a multiple of the sector of 512 bytes, got 700: take 512 or 1024"),
    (lambda: Partition(0, 3000),
     "volblocksize must be a power of two from 512 bytes to 128 KiB, got 3000: take 2048 or 4096"),
    (lambda: PARTITION.touched(0, 0), "size must be 1 byte or more, got 0"),
    (lambda: PARTITION.touched(1 * GiB - 4096, 8192),
     "a request must end within the partition's 1073741824 bytes, got 8192 bytes at 1073737728"),
])
def test_a_refusal_says_what_would_be_right(make, line):
    with pytest.raises(ValueError) as refused:
        make()
    assert str(refused.value) == line
