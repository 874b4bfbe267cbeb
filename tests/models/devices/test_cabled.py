"""A cable that devices share: each has its turn on it, and the host sees the wait."""

from collections import deque
from random import Random

import pytest

from models.devices.cable import Cable, Cabled
from models.devices.ssd import Logzilla
from models.sim.answer import until
from models.sim.loop import Event, Loop
from models.units import GB, MB, KiB, us

RATE = 1200 * MB
ACCESS, STORES = 63 * us, 110 * MB


def on_a_cable(count=2):
    """So many log devices on one cable."""
    cable = Cable(Loop(), RATE)
    return cable, [Cabled(Logzilla(ACCESS, STORES, 18 * GB), cable) for _ in range(count)]


def answered(work, count):
    """When each of `work` (comes, size, device) is answered, and the devices."""
    cable, devices = on_a_cable(count)
    done = {}

    def one(number, comes, size, device):
        yield comes
        yield until(cable.loop, devices[device].write(comes, number * 128 * KiB, size))
        done[number] = cable.loop.now

    for number, each in enumerate(work):
        cable.loop.spawn(one(number, *each))
    cable.loop.run()
    assert cable.busy == pytest.approx(
        sum(size for _, size, _ in work) / RATE
    )  # each byte is carried once
    return [done[number] for number in range(len(work))], devices


def across(work):
    """When each is across the cable, by hand: one transfer after the other, one of each device in
    turn."""
    coming, lines, turns, over, now = deque(enumerate(work)), {}, deque(), {}, 0.0

    def come(until, sending=None):
        while coming and coming[0][1][0] <= until:
            number, (_, size, device) = coming.popleft()
            line = lines.setdefault(device, deque())
            if not line and device != sending:
                turns.append(device)
            line.append((number, size))

    while coming or turns:
        if not turns:
            now = max(now, coming[0][1][0])
        come(now)
        device = turns.popleft()
        number, size = lines[device].popleft()
        now += size / RATE
        come(now, sending=device)
        over[number] = now
        if lines[device]:
            turns.append(device)
    return [over[number] for number in range(len(work))]


def stored(work):
    """When each is answered, by hand: a device stores what has come across in that order."""
    free, ends, over = {}, {}, across(work)
    for number in sorted(range(len(work)), key=over.__getitem__):
        _, size, device = work[number]
        ends[number] = free[device] = (
            max(over[number], free.get(device, 0.0)) + ACCESS + size / STORES
        )
    return [ends[number] for number in range(len(work))]


def drawn(seed, devices, count=400):
    """Writes that the cable is just fast enough for, more for some devices than for others."""
    random = Random(seed)
    times = sorted(random.random() * count * 64 * KiB / RATE for _ in range(count))
    return [
        (time, random.randint(1, 256) * 512, int(random.random() ** 2 * devices)) for time in times
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("devices", [1, 2, 6])
def test_each_device_has_its_turn_on_the_cable(devices, seed):
    work = drawn(seed, devices)
    assert answered(work, devices)[0] == pytest.approx(stored(work))


@pytest.mark.parametrize("others", [1, 5])
@pytest.mark.parametrize("depth", [2, 50])
def test_who_has_little_to_send_waits_for_one_transfer_of_each_other_however_much_these_have(
    others, depth
):
    large, small = 120 * KiB, 12 * KiB
    work = [(0.0, large, other) for other in range(others) for _ in range(depth)] + [
        (0.1 * large / RATE, small, others)
    ]
    wanted = (others * large + small) / RATE + ACCESS + small / STORES
    assert answered(work, others + 1)[0][-1] == pytest.approx(wanted)


def test_on_an_idle_cable_the_answer_is_known_at_once():
    _, (one, other) = on_a_cable()
    assert one.write(0.0, 0, 12 * KiB) == pytest.approx(
        12 * KiB / RATE + ACCESS + 12 * KiB / STORES
    )
    assert isinstance(other.write(0.0, 0, 12 * KiB), Event)


def test_a_flush_takes_no_time_on_the_cable_however_much_others_send():
    _, (one, other) = on_a_cable()
    for n in range(5):
        other.write(0.0, n * 128 * KiB, 128 * KiB)
    assert one.flush(0.0) == 0.0


def test_the_host_sees_a_device_in_use_while_it_waits_for_at_least_one_command():
    random, (cable, devices) = Random(1), on_a_cable()
    loop, spans, moved = cable.loop, [[], []], 0

    def waiter(spans, answer):
        begun = loop.now
        yield until(loop, answer)
        spans.append((begun, loop.now))

    def program():
        nonlocal moved
        for number in range(500):
            yield 4000 * us * random.random() ** 6
            which, op = (
                int(random.random() * 2),
                random.choice(["write", "write", "write", "read", "flush"]),
            )
            moved += op != "flush"
            for one in {0, 1} if op == "write" else {which}:  # both want the cable
                range_of = (
                    () if op == "flush" else (number * 128 * KiB, random.randint(1, 32) * 4 * KiB)
                )
                loop.spawn(waiter(spans[one], getattr(devices[one], op)(loop.now, *range_of)))
            moved += op == "write"

    loop.spawn(program())
    loop.run()
    for device, mine in zip(devices, spans, strict=True):
        in_use = until_ = 0.0
        for begun, ended in sorted(mine):
            in_use += max(0.0, ended - max(begun, until_))
            until_ = max(until_, ended)
        assert device.outstanding == pytest.approx(in_use)
        assert device.busy <= in_use < until_
    assert sum(device.transfers for device in devices) == moved


def test_what_lies_behind_the_cable_is_the_devices_own():
    _, (one, _) = on_a_cable()
    finish = one.write(0.0, 0, 12 * KiB)
    assert (one.capacity, one.ready, one.busy) == (18 * GB, one.device.ready, one.device.busy)
    assert not one.stable(finish / 2, 0, 12 * KiB)
    assert one.stable(finish, 0, 12 * KiB)
    assert one.drain(finish) == finish


def test_what_waits_for_the_cable_is_not_safe():
    cable, (one, other) = on_a_cable()
    one.write(0.0, 0, 128 * KiB)
    other.write(0.0, 8 * KiB, 12 * KiB)
    assert not other.stable(0.0, 16 * KiB, 8 * KiB)
    assert other.stable(0.0, 0, 8 * KiB) and other.stable(0.0, 20 * KiB, 8 * KiB)
    cable.loop.run()
    assert other.stable(cable.loop.now, 8 * KiB, 12 * KiB)
