"""Kinds of machines and loads, and the line of a run that none was held against."""

import json

import pytest

from models.__main__ import main
from models.cli.held_against import HELD, kinds, untested
from models.machine import FREEBSD_BOX, SERVER_TODAY, SUN_7410, Create, Iscsi, Local, Nfs

KINDS = [
    (SUN_7410, Nfs(), ["NFS safe writes to disks"]),
    (SUN_7410, Nfs(stable=0), ["NFS writes to disks"]),
    (SUN_7410.order(log=2), Nfs(version=4), ["NFSv4 safe writes to disks, log on logzilla"]),
    (SUN_7410.order(log=2), Nfs(stable=0, over=True), ["NFS overwrites to disks"]),
    (SUN_7410.order(log=2, sync="disabled"), Nfs(), ["NFS writes to disks"]),
    (
        SUN_7410.order(log=2, sync="always"),
        Local(o_sync=False),
        ["local safe writes to disks, log on logzilla"],
    ),
    (
        SERVER_TODAY.order(flash=1, disks="ssd"),
        Nfs(reads=0.5),
        [
            "NFS random reads from NVMe SSDs in RAID-Z, L2ARC on NVMe SSD",
            "NFS safe writes to NVMe SSDs in RAID-Z",
        ],
    ),
    (SUN_7410, Iscsi(reads=0.0, cache=True), ["iSCSI writes to disks"]),
    (SUN_7410.order(dedup=True), Iscsi(), ["iSCSI random reads from disks, dedup"]),
    (FREEBSD_BOX.order(filesystem="raw"), Local(), ["local writes to one disk, raw"]),
    (
        SERVER_TODAY.order(filesystem="raw", disks="ssd", pool="stripe", vdevs=1, jbods=0),
        Local(),
        ["local safe writes to one NVMe SSD, raw"],
    ),
    (FREEBSD_BOX.order(filesystem="ufs"), Local(), ["local safe writes to one disk, ufs"]),
    (SUN_7410, Local(reads=1, in_order=True), ["local reads in order from disks"]),
    (SUN_7410, Create(over="local"), ["local creations of files on disks"]),
    (
        SUN_7410.order({"log.devices": 1, "log.device.kind": "optane"}),
        Create(),
        ["NFS creations of files on disks, log on Optane SSD"],
    ),
]


@pytest.mark.parametrize(("order", "load", "right"), KINDS)
def test_a_kind_says_who_asks_for_what_and_of_which_pool(order, load, right):
    assert list(kinds(order, load)) == right


def test_only_what_was_never_held_against_anything_is_untested_and_is_named_once():
    strange = SERVER_TODAY.order({"pool.disks.ssd.kind": "optane"})
    new = "NFS safe writes to Optane SSDs in RAID-Z"
    assert untested(strange, [Nfs()]) == [new]
    assert untested(strange, [Nfs(), Nfs()]) == [new, "several loads at once"]
    assert untested(SUN_7410.order(filled=0.5), [Local()]) == ["filled pool"]
    assert untested(SUN_7410.order({"cache.warm": 60.0}), [Nfs(reads=1)]) == [
        "caches warmed by cache.warm"
    ]
    assert untested(SUN_7410, [Nfs()]) == [] and "NFS safe writes to disks" in HELD


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("7410 nfs", ""),
        ("7410 nfs iscsi --set iscsi.reads=1", "several loads at once"),
        (
            "7410 nfs --set compression=lz4 --set filled=50% --set overwritten=2",
            "compression; overwritten pool",
        ),
        (
            "server-today local --set reads=1 --set direct=1",
            "local random reads from disks in RAID-Z; direct I/O",
        ),
        ("server-today nfs --set disks=ssd", "NFS safe writes to NVMe SSDs in RAID-Z"),
        (
            "7410 nfs iscsi --set dedup=yes",
            "NFS safe writes to disks, dedup; iSCSI random reads from disks, dedup; several loads at once",
        ),
    ],
)
def test_a_run_that_nothing_was_held_against_says_so_in_its_last_line(capsys, words, last):
    asked = ["run", *words.split(), "--seconds", "2ms"]
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("untested")] == (
        [f"untested: {last}"] if last else []
    )
    assert not last or lines[-1].startswith("untested")
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["untested"] == (last.split("; ") if last else [])


def test_a_run_says_how_near_the_machine_was_to_such_measurements(capsys):
    kind = "NFS safe writes to disks in RAID-Z, log on SATA SSD"
    asked = "run server-today nfs --set log=1 --set log.device=sata-server --seconds 2ms".split()
    assert main(asked) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"held against: {kind}: {HELD[kind]}"
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["held_against"] == {kind: HELD[kind]}
