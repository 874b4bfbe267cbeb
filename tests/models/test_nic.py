"""A network link: bytes, headers, and one message at a time."""

import pytest

from models.host.nic import Nic
from models.trace import Path
from models.units import us

GIGABIT = 125e6


def test_a_long_message_gets_what_headers_leave_of_the_link():
    nic = Nic(GIGABIT, mtu=1500)
    assert nic.wire(1448 * 1000) == 1538 * 1000                 # 1,500 bytes of IP and 38 of Ethernet, 1,448 of them data
    assert 10**6 / nic.send(0.0, 10**6) == pytest.approx(GIGABIT * 1448 / 1538, rel=1e-3)


def test_large_frames_waste_less():
    assert Nic(GIGABIT, mtu=9000).wire(10**6) < Nic(GIGABIT, mtu=1500).wire(10**6)


def test_messages_wait_for_each_other_and_travel_besides():
    nic = Nic(GIGABIT, latency=40 * us)
    first, second = nic.send(0.0, 8192), nic.send(0.0, 8192)
    assert second - first == pytest.approx(nic.wire(8192) / GIGABIT)
    assert first == pytest.approx(nic.wire(8192) / GIGABIT + 40 * us)
    assert nic.busy == pytest.approx(2 * nic.wire(8192) / GIGABIT)


def test_a_path_shows_the_wait_and_the_way():
    nic, path = Nic(GIGABIT), Path()
    nic.send(0.0, 8192)
    finish = nic.send(0.0, 8192, path)
    assert [step.kind for step in path.steps] == ["waiting", "service"]
    assert path.end == pytest.approx(finish)


@pytest.mark.parametrize("rate, mtu", [(0, 1500), (-1, 1500), (GIGABIT, 52)])
def test_an_impossible_link_is_refused(rate, mtu):
    with pytest.raises(ValueError, match=r"^(rate must be above 0|mtu must be above 52), got"):
        Nic(rate, mtu)
