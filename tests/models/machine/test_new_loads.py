"""Local reads, file creation, version 4 of NFS, open loads, and several loads at once."""

import json

import pytest

from models.__main__ import main
from models.machine import (
    FREEBSD_BOX,
    SERVER_TODAY,
    SUN_7410,
    Create,
    Iscsi,
    Local,
    Machine,
    Nfs,
    Reads,
)
from models.protocols.nfs.server import COMPOUND
from models.units import GiB, KiB, MiB, ms

RAW = FREEBSD_BOX.order(filesystem="raw")
LOGS = SUN_7410.order(log=2)
FILE = Reads(1 * GiB)


def test_one_random_reader_of_a_raw_disk_waits_for_each_read_and_many_for_the_disk():
    ran = {
        threads: Machine(RAW.bare()).run(Local(threads, reads=1.0, blocks=FILE), seconds=2.0)
        for threads in (1, 4)
    }
    assert ran[1].rate == pytest.approx(1 / ran[1].reads.mean, rel=0.03)
    assert ran[4].rate == pytest.approx(4 / ran[4].reads.mean, rel=0.03)
    assert ran[1].writes.number == 0


@pytest.mark.parametrize("files", ["raw", "ufs", "zfs"])
def test_a_read_in_order_comes_at_the_rate_of_the_disk_at_most_and_far_above_random_ones(files):
    order, load = FREEBSD_BOX.order(filesystem=files), Local(reads=1.0, in_order=True, blocks=FILE)
    ran = Machine(order).run(load, seconds=1.0)
    assert ran.bytes <= 1.01 * order.drive.media_rate
    assert ran.bytes > 20 * Machine(order).run(Local(reads=1.0, blocks=FILE), seconds=1.0).bytes


def test_blocks_in_memory_are_read_from_there_unless_reads_are_direct():
    small = Reads(256 * KiB)
    for direct in (False, True):
        machine = Machine(SERVER_TODAY)
        load = Local(4, reads=1.0, o_direct=direct, blocks=small)
        ran = machine.run(load, seconds=0.02, warm=0.1)
        assert (ran.tiers["memory"] > 0.9) == (not direct)
        assert ran.used["cores"] > 0


def test_a_file_takes_a_write_of_the_log_for_each_change_and_more_for_its_data():
    found = {}
    for changes, size in ((1, 0), (3, 0), (1, 8 * KiB)):
        machine = Machine(LOGS)
        ran = machine.run(Create(changes=changes, size=size), seconds=0.2)
        found[changes, size] = ran.iostat["log devices"][1] / ran.creations.number * ran.seconds
        assert ran.rate == pytest.approx(ran.creations.number / ran.seconds)
        assert ran.writes.number == 0
    assert found[1, 0] == pytest.approx(1, rel=0.05) and found[3, 0] == pytest.approx(3, rel=0.05)
    assert found[1, 8 * KiB] == pytest.approx(2, rel=0.05)


def test_a_file_over_version_4_takes_one_request_more_and_each_takes_more_work():
    mean = {
        version: Machine(LOGS).run(Create(version=version), seconds=0.3).creations.mean
        for version in (3, 4)
    }
    pause = LOGS.network.turnaround
    assert 0.5 * pause < mean[4] - mean[3] < 2 * pause


def test_a_client_of_version_4_opens_one_file_at_a_time():
    client, ended = Machine(LOGS).client(), []
    loop = client.loop

    def request(length):
        yield length
        ended.append(loop.now)

    for _ in range(4):
        loop.spawn(client.in_turn(request(1 * ms), owned=True))
        loop.spawn(client.in_turn(request(1 * ms), owned=False))
    loop.run(until=1.0)
    least = 1 * ms + client.turnaround * (1 - client.spread)
    assert len(ended) == 8 and ended[-1] >= 4 * least
    assert ended[4] < 2 * least  # those that open nothing do not wait


@pytest.mark.parametrize("reads", [0.0, 1.0])
def test_a_request_of_version_4_takes_more_of_the_cores_but_not_for_its_bytes(reads):
    busy = {}
    for version in (3, 4):
        machine = Machine(LOGS.without("head"))
        load = Nfs(reads=reads, blocks=Reads(1 * MiB), version=version, rate=2000.0)
        ran = machine.run(load, seconds=0.3, warm=0.2)
        busy[version] = ran.used["cores"] / ran.rate
    assert 1 + (COMPOUND - 1) / 3 < busy[4] / busy[3] < COMPOUND + 0.02


def test_a_local_file_waits_for_the_log_only_if_it_is_made_safe():
    mean = [
        Machine(LOGS).run(Create(over="local", o_sync=sync), seconds=0.05).creations.mean
        for sync in (False, True)
    ]
    assert mean[0] < 0.1 * ms < mean[1]


@pytest.mark.parametrize(
    "load",
    [
        Local(reads=1.0, rate=500.0, blocks=FILE),
        Iscsi(3, rate=500.0, blocks=FILE),
        Nfs(3, reads=1.0, rate=500.0, blocks=FILE),
    ],
    ids=["local", "iscsi", "nfs"],
)
def test_an_open_load_arrives_at_its_rate(load):
    ran = Machine(SUN_7410).run(load, seconds=2.0)
    assert ran.arrived == pytest.approx(500, rel=0.08)
    assert ran.rate == pytest.approx(ran.arrived, rel=0.02)


def test_an_open_load_beyond_the_disk_is_refused():
    with pytest.raises(ValueError, match="the load must be within the machine's capacity"):
        Machine(RAW.bare()).run(Local(reads=1.0, rate=1000.0, blocks=FILE), seconds=4.0)


def said(capsys, *words):
    code = main(["run", *words])
    out = capsys.readouterr()
    return code, out.out or out.err


def test_several_loads_run_side_by_side(capsys):
    sets = ["nfs.reads=1", "iscsi.data=1GiB", "clients=3", "nfs.size=4KiB", "log.devices=2"]
    words = [word for each in sets for word in ("--set", each)]
    code, text = said(capsys, "7410", "nfs", "iscsi", *words, "--seconds", "0.1", "--json")
    ran = json.loads(text)
    assert code == 0 and ran["load"] == ["nfs", "iscsi"]
    settings = ran["settings"]
    assert settings["nfs.clients"] == 3 and settings["iscsi.data"] == GiB
    assert (settings["nfs.size"], settings["iscsi.size"]) == (4 * KiB, 8 * KiB)
    assert settings["log.devices"] == 2


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("7410 nfs nfs", "loads must be of different kinds, got nfs nfs"),
        ("7410 nfs iscsi --set reads=1", "reads is short for several settings: nfs.reads, iscsi"),
        ("7410 nfs local --set nfs.thread=1", "perhaps nfs.threads"),
        ("7410 local --set reads=1 --set o_direct=yes", "local.o_direct must be set with reads"),
        ("7410 create --set o_sync=yes", "create.o_sync must be set with over=local"),
        ("freebsd-box nfs local", "network.turnaround must be a time for NFS"),
    ],
)
def test_what_does_not_fit_several_loads_is_refused_in_a_line(capsys, words, right):
    code, text = said(capsys, *words.split())
    assert code == 2 and right in text and text.count("\n") == 1
