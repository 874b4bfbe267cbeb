"""What cannot be is refused in one lower-case line that names it, says what would be right, and what came."""

from itertools import islice
from math import inf, nan
from random import Random

import pytest

from models.check import a_number, counted, shown
from models.devices.cable import Cabled
from models.devices.disk_array import DiskArray
from models.devices.fifo_adapter import InTurn
from models.devices.geometry import Geometry
from models.devices.hdd import DriveSpec, HardDisk
from models.devices.nvram import Nvram
from models.devices.queued_disk import QueuedDisk
from models.devices.ssd import Logzilla, Readzilla
from models.experiments.caching.admission import Mixture, answers
from models.experiments.caching.after_restart import AfterRestart
from models.experiments.caching.arc_locks import Locks, design, operation, throughput
from models.experiments.caching.arc_memory import AFTER, ArcHost, sizes, trapezes
from models.experiments.caching.belady import optimum
from models.experiments.caching.boot_storm import Storm
from models.experiments.caching.feed_pace import pace
from models.experiments.caching.flash_behind import FlashBehind, passed_on
from models.experiments.caching.flash_rules import Rules
from models.experiments.caching.full_flash import full_flash
from models.experiments.caching.inversion import StreamLoad, stream
from models.experiments.caching.late_reads import late
from models.experiments.caching.mixed_load import MixedLoad
from models.experiments.caching.read_tiers import ReadTiers
from models.experiments.caching.requests import requests
from models.experiments.caching.short_traces import requests as short_trace
from models.experiments.caching.spatial_sampling import Sampled, covered, fitting, kept, scaled
from models.experiments.caching.steady import held, steady
from models.experiments.caching.tier_times import TierTimes
from models.experiments.caching.walking_reads import WalkingReads
from models.experiments.caching.watched import Watched
from models.experiments.databases.files import shares
from models.experiments.databases.oltp import OltpDatabase, OltpSpec
from models.experiments.dedup.backups import BackedUpDatabase as BackedUp
from models.experiments.dedup.backups import Target, expected_ratio
from models.experiments.dedup.content import File, Store, archive, records, singly, some_files
from models.experiments.dedup.group import Times, group
from models.experiments.dedup.pool_times import PoolTimes
from models.experiments.dedup.reads import reads as copies_read
from models.experiments.head.link_fit import fit
from models.experiments.head.read_limits import Network, reads
from models.experiments.lake.shaken_stream import ShakenStream
from models.experiments.lake.shared_ports import Ports, stepped_reads
from models.experiments.log.followed import follow
from models.experiments.log.outage import Outage
from models.experiments.log.pressure import LogPressure
from models.experiments.queues.load import Applications
from models.experiments.queues.trial import trial
from models.fast.random_reads import random_reads
from models.fast.reads_beside_resilver import two_streams
from models.head.checksum import seconds as hashing
from models.head.coherence import Packets, fetch
from models.head.counters import counters
from models.head.cpu import Cpu
from models.head.cpu_work import Work, cycles_an_instruction
from models.head.head import Head, Operation
from models.head.hypertransport import Board, Flow, link_rate, square
from models.head.memory_wait import Waits, queues
from models.head.nic import Nic
from models.machine.freebsd_box import FreeBSDBox
from models.machine.lone_writer import icy_lake, logged_writes
from models.machine.pool_layout import pool_of
from models.machine.sun_7410 import Sun7410
from models.protocols.nfs.server import Unpack
from models.sim.heat_map import HeatMap, linear_edges, log_edges
from models.sim.loop import Loop
from models.sim.popularity import working_set, zipf
from models.sim.station import Station
from models.sim.stats import percentile
from models.sim.workload import sequential, uniform
from models.units import MiB, quantity
from models.zfs.arc.arc import Arc
from models.zfs.arc.replacement import Fifo, Lru
from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.dataset import Zfs
from models.zfs.dedup.entry import Sample, TableBlock, chunks, packed, sample
from models.zfs.dedup.lookups import lookups
from models.zfs.dedup.spec import DedupSpec
from models.zfs.dedup.table import DedupTable, unique
from models.zfs.io.scheduler import VdevQueue
from models.zfs.l2arc.compressed import compressed, holds
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.headers import Headers
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.l2arc.restart import Notes, ReadBack, time_to_feed, time_to_import
from models.zfs.l2arc.store import Ring, Segments
from models.zfs.pool.pool import Pool
from models.zfs.pool.raidz import Raidz
from models.zfs.pool.vdev import Mirror, Single
from models.zfs.txg.rewrites import rewrites
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.intent_log import IntentLog, LogSpec

HUGE = 10**30
COMMAND = {"now": 0.0, "op": "read", "offset": 0, "size": 512}
NO_NUMBERS = (nan, "x", None, True)
NO_TIMES = (*NO_NUMBERS, inf, -1)                       # neither as a time nor as a rate
NO_COUNTS = (*NO_TIMES, 0, 1.5, HUGE)                   # nor as a number of things
NO_SIZES = NO_COUNTS


def memory():
    return Nvram(64 * MiB)


def raidz(count=4, **more):
    return Raidz([memory() for _ in range(count)], **more)


def loaded(machine, **load):
    """A machine with programs on it, for a moment."""
    machine.start(**{"size": 8192, "sync": True, **load})
    machine.loop.run(until=0.02)


def served(**load):
    machine = Sun7410(vdevs=2)
    machine.clients(**{"size": 8192, **load})
    machine.loop.run(until=0.02)


def on_the_loop(make):
    """What `make` gives for a small machine runs for a moment."""
    machine = Sun7410(vdevs=2)
    machine.loop.spawn(make(machine))
    machine.loop.run(until=0.02)


def committed(size, **spec):
    loop = Loop()
    log = IntentLog(loop, Pool([Single(memory())]), LogSpec(**spec), Random(1))
    loop.spawn(log.commit(size))
    loop.run(until=1)


def slept(seconds):
    def process():
        yield seconds

    loop = Loop()
    loop.spawn(process())
    loop.run(until=1)


def zfs(**more):
    Zfs(Loop(), Pool([Single(memory())]), **{"log": LogSpec(), "txg": TxgSpec(), "host": 0.0, "copy": 0.0,
                                             "random": Random(1), **more})


def database(**spec):
    machine = Sun7410(vdevs=2)
    OltpDatabase(machine, OltpSpec(**spec), shares(machine, LogSpec()))


def on_board():
    return square(4, rate=4e9, bridge_rate=4e9, cards={"network 1": "MCP55"}, doubled=False)


def counted_in(t=0.5, value=0.5, width=1.0):
    HeatMap(width, linear_edges(1.0, 10)).add(t, value)


REFUSED = {
    "a hard disk": (lambda **x: HardDisk(DriveSpec(), **x), {"phase": NO_NUMBERS, "speed_error": (*NO_TIMES, 1)}),
    "a drive": (lambda **x: HardDisk(DriveSpec(**x)), {
        "capacity": (*NO_TIMES, 0, 1.5), "heads": NO_COUNTS, "media_rate": (*NO_TIMES, 0, 1.5, HUGE), "skew": NO_TIMES,
        "inner_share": (*NO_TIMES, 0, 1.5), "cache_size": NO_TIMES, "destage_set": NO_COUNTS, "speed": NO_COUNTS}),
    **{f"a disk's {operation}": (
        lambda operation=operation, **x: getattr(HardDisk(DriveSpec()), operation)(**{"now": 0.0, "offset": 0,
                                                                                     "size": 512, **x}),
        {"size": (nan, "x", None, True, inf, -1, 0, 1.5), "offset": (*NO_TIMES, 1.5, HUGE)})
        for operation in ("write", "read")},
    "tracks": (lambda **x: Geometry(**{"capacity": 10**9, "outer_track": 10**6, "inner_track": 10**6, "heads": 2,
                                       "skew": 0.1, **x}),
               {"capacity": (*NO_TIMES, 0, 511), "outer_track": (*NO_TIMES, 511), "inner_track": (*NO_TIMES, 0, 511),
                "heads": NO_COUNTS, "zones": NO_COUNTS, "skew": NO_NUMBERS}),
    "a drive's queue": (lambda **x: QueuedDisk(DriveSpec(), **x), {"depth": NO_COUNTS}),
    "a command in it": (lambda **x: QueuedDisk(DriveSpec()).submit(**{"now": 0.0, "op": "write", "offset": 0,
                                                                      "size": 512, **x}),
                        {"size": (nan, "x", None, True, inf, -1, 0, 1.5), "offset": (*NO_TIMES, 1.5, HUGE),
                         "op": ("x", None, 1)}),
    "random reads": (lambda **x: random_reads(HardDisk(DriveSpec()), uniform(512, 10**9, Random(1)),
                                              **{"size": 512, "outstanding": 2, "count": 2, **x}),
                     {"size": NO_SIZES, "outstanding": NO_COUNTS, "count": (*NO_TIMES, 1.5, HUGE), "ageing": NO_TIMES}),
    "ZFS's queue": (lambda **x: VdevQueue(QueuedDisk(DriveSpec()), **x), {
        "max_pending": NO_COUNTS, "aggregation": (*NO_TIMES, 1.5, HUGE), "gap": (*NO_TIMES, 1.5, HUGE), "ramp": NO_COUNTS,
        "start": (nan, "x", True, inf, -1, 0, 1.5, HUGE), "rule": ("x", None, 1)}),
    "OpenZFS's queue": (lambda **x: VdevQueue(QueuedDisk(DriveSpec()), rule="with credit", **x), {
        "dirty": (*NO_TIMES, 1.5), "classes": (5, "x", True, [])}),
    "a class of it": (lambda scrub: VdevQueue(QueuedDisk(DriveSpec()), rule="with credit", classes={"scrub": scrub}), {
        "scrub": (None, 5, (1,), (1, 2, 3), [1, 2], "x")}),
    "the old queue with what it does not know": (lambda **x: VdevQueue(QueuedDisk(DriveSpec()), **x), {
        "dirty": (*NO_TIMES, 1.5), "classes": (5, "x", {"scrub": (1, 2)})}),
    "an I/O in it": (lambda **x: VdevQueue(QueuedDisk(DriveSpec())).submit(**{"now": 0.0, "op": "write", "offset": 0,
                                                                             "size": 512, **x}),
                     {"size": (nan, "x", None, True, inf, -1, 0, 1.5), "offset": (*NO_TIMES, 1.5, HUGE), "now": NO_TIMES,
                      "op": ("x", None, 1), "kind": ("x", None, 1)}),
    "reads beside a resilver": (lambda **x: two_streams(HardDisk(DriveSpec()), [(0.0, 0)], **{"size": 512, "stream": None,
                                                                                            **x}),
                                {"size": NO_SIZES, "inflight": NO_COUNTS, "max_pending": NO_COUNTS, "depth": NO_COUNTS,
                                 "rule": ("x", None, 1), "ageing": NO_TIMES}),
    "an application's reads": (lambda **x: Applications(**x).reads(3, 1), {
        "rate": NO_TIMES, "size": NO_SIZES, "span": (*NO_TIMES, 0, 1.5)}),
    "an array of disks": (lambda **x: DiskArray(**{"disks": [QueuedDisk(DriveSpec())], "stripe": 65536, **x}), {
        "stripe": (*NO_TIMES, 0, 511, 1.5, HUGE), "disks": ([], None, "x", 5, [1], [None])}),
    "a command to it": (lambda **x: DiskArray([QueuedDisk(DriveSpec())], 65536).submit(**{**COMMAND, **x}), {
        "size": NO_SIZES, "offset": (*NO_TIMES, 1.5, HUGE), "now": NO_TIMES, "op": ("x", None, 1, [])}),
    "a command to flash": (lambda **x: InTurn(Readzilla(Random(1))).submit(**{**COMMAND, **x}), {
        "size": NO_SIZES, "offset": (*NO_TIMES, 1.5, HUGE), "now": NO_TIMES, "op": ("x", None, 1, [])}),
    "a trial of queues": (lambda **x: trial(**{"kind": "disk", "order": "metadata", "depth": 2, "count": 2, **x}), {
        "kind": ("x", None, 1), "order": ("x", None, 1), "rule": ("x", None, 1), "depth": NO_COUNTS, "rate": (*NO_TIMES, 0),
        "block": NO_SIZES, "count": (*NO_TIMES, 0, 1.5), "seed": (nan, "x", None, True, inf, 1.5)}),
    "a cable": (lambda **x: Cabled(memory(), Station(), **x), {"rate": (*NO_NUMBERS, -1, 0)}),
    "flash": (lambda **x: Logzilla(**x), {"access": NO_TIMES, "rate": (*NO_NUMBERS, -1, 0),
                                          "capacity": (*NO_TIMES, 0, 1.5)}),
    "flash for reads": (lambda **x: Readzilla(Random(1), **x), {"channels": NO_COUNTS, "spread": NO_TIMES}),
    "a write to flash": (lambda size: Logzilla().write(0.0, 0, size), {"size": NO_SIZES}),
    "ports": (lambda **x: Ports(**x), {"lanes": NO_COUNTS, "lane_rate": (*NO_TIMES, 0)}),
    "reads over ports": (lambda **x: stepped_reads(**{"disks": 2, "ports": Ports(), "random": Random(1), **x}),
                         {"disks": NO_COUNTS, "size": NO_SIZES, "seconds": (*NO_TIMES, HUGE), "think": NO_TIMES}),
    "raidz": (raidz, {"parity": NO_COUNTS, "sector": NO_COUNTS}),
    "a block of raidz": (lambda **x: raidz().write(**{"now": 0.0, "offset": 0, "size": 512, **x}),
                         {"size": (nan, "x", None, True, inf, -1, 0, 1.5), "offset": (nan, None, True, 1.5, 1)}),
    "a mirror's block": (lambda size: Mirror([memory(), memory()]).write(0.0, 0, size), {"size": NO_SIZES}),
    "a mirror's failure": (lambda device: Mirror([memory(), memory()]).fail(device), {"device": (*NO_TIMES, 2, 0.5)}),
    "a pool": (lambda **x: Pool([Single(memory())], **x), {"aliquot": (*NO_TIMES, 1.5)}),
    "a pool's block": (lambda size: Pool([Single(memory())]).take(size), {"size": NO_SIZES}),
    "a log's block": (lambda size: Pool([Single(memory())], [Single(memory())]).take_log(size, 1), {"size": NO_SIZES}),
    "an order for a pool": (
        lambda **x: pool_of(**{"layout": "mirror", "disks": 4, "drive": lambda n: memory(), "log": lambda n: memory(), **x}),
        {"disks": NO_COUNTS, "width": (nan, "x", True, inf, -1, 0, 1, 1.5),
         "logs": (*NO_TIMES, 1.5, HUGE), "aliquot": (*NO_TIMES, 1.5), "sector": NO_COUNTS,
         "memory": (nan, "x", True, inf, -1), "layout": ("raid5", None, 1)}),
    "a log": (lambda **x: committed(8192, **x), {
        "header": (*NO_TIMES, 1.5, HUGE), "chain": (*NO_TIMES, 1.5, HUGE), "granule": NO_COUNTS, "block": NO_COUNTS,
        "train_bytes": (*NO_TIMES, 0), "train_ops": (*NO_TIMES, 0), "out": (*NO_TIMES, 0), "wake": ("x", None, 1),
        "indirect": (nan, "x", True, inf, -1), "slog_limit": (nan, "x", True, inf, -1)}),
    "a record": (committed, {"size": NO_SIZES}),
    "blocks for records": (lambda size: LogSpec().pack([size]), {"size": (*NO_TIMES, 1.5, HUGE)}),
    "a transaction group": (lambda **x: TxgSpec(**x), {
        "interval": (*NO_TIMES, 0), "limit": (*NO_TIMES, 0), "record": (*NO_COUNTS, 3000), "transfer": NO_COUNTS,
        "pending": NO_COUNTS, "pointers": (*NO_COUNTS, 1), "indirect": NO_COUNTS, "copies": (*NO_COUNTS, 4),
        "tick": NO_TIMES, "delay_from": (*NO_TIMES, 1), "throttle": ("x", None)}),
    "rewrites": (lambda **x: rewrites(TxgSpec(), **{"file": 10**9, "writes": 10, "size": 512, **x}),
                 {"file": (*NO_TIMES, 0, 1.5), "writes": (*NO_TIMES, 0), "size": NO_COUNTS}),
    "ZFS": (zfs, {"host": NO_TIMES, "copy": NO_TIMES, "age": NO_TIMES, "hash_rate": NO_TIMES, "sync": ("x", None)}),
    "a FreeBSD box": (lambda **x: FreeBSDBox(**x), {
        "age": NO_TIMES, "flush_cost": NO_TIMES, "log_block": NO_COUNTS, "seed": (nan, inf, 1.5, "x", None, True),
        "memory": (*NO_TIMES, 0), "recordsize": (*NO_COUNTS, 3000), "cache": ("x", None), "log_wake": (1, None)}),
    "its programs": (lambda **x: loaded(FreeBSDBox(), **x), {"threads": NO_COUNTS, "size": NO_SIZES, "think": NO_TIMES,
                                                            "at": NO_TIMES}),
    "its seconds": (lambda **x: list(islice(FreeBSDBox().seconds(**{"count": 1, **x}), 2)),
                    {"count": (*NO_TIMES, 1.5), "start": (*NO_TIMES, HUGE)}),
    "a 7410": (lambda **x: Sun7410(**{"vdevs": 2, **x}), {
        "vdevs": (*NO_COUNTS, 10**6), "logs": (*NO_TIMES, 1.5, 10**6), "jbods": NO_COUNTS, "datasets": NO_COUNTS,
        "logs_a_jbod": (nan, "x", inf, -1, 0, 1.5), "age": NO_TIMES, "spread": (*NO_TIMES, 1.5),
        "out": (*NO_TIMES, 0), "seed": (nan, inf, 1.5, "x", None, True), "speed": NO_COUNTS, "cable_rate": (*NO_TIMES, 0),
        "speed_error": (*NO_TIMES, 1), "turnaround": NO_TIMES, "layout": ("x", None), "logs_at": ("roof", None)}),
    "its clients": (served, {"count": NO_COUNTS, "threads": NO_COUNTS, "size": NO_SIZES, "at": NO_TIMES,
                             "turnaround": (nan, inf, -1, "x", True), "spread": (*NO_TIMES, 1.5)}),
    "its logs": (lambda at: Sun7410(vdevs=2).use_logs(at), {"at": NO_TIMES}),
    "an archive": (lambda files=2, **x: on_the_loop(lambda m: m.client().unpack(files, Unpack(**x))), {
        "files": (*NO_TIMES, 1.5), "size": (*NO_TIMES, 1.5), "changes": (*NO_TIMES, 1.5, HUGE), "work": NO_TIMES}),
    "an NFS write": (lambda size: on_the_loop(lambda m: m.server.write(size, 2)), {"size": NO_SIZES}),
    "a lake": (lambda **x: icy_lake(**{"vdevs": 2, **x}), {
        "vdevs": NO_COUNTS, "size": NO_SIZES, "turnaround": NO_TIMES, "jitter": NO_TIMES, "speed_error": (*NO_TIMES, 1),
        "seed": (nan, inf, 1.5, "x", None, True), "layout": ("x", None)}),
    "a lake's end": (lambda until: icy_lake("stripe", 2).writes(until), {"until": (*NO_NUMBERS, inf, HUGE)}),
    "logged writes": (lambda **x: logged_writes(**{"count": 2, "random": Random(1), **x}),
                      {"count": (*NO_TIMES, 1.5, HUGE), "size": NO_SIZES, "turnaround": NO_TIMES}),
    "a stream": (lambda **x: ShakenStream(**x).group(), {
        "disks": NO_COUNTS, "shaken": (*NO_TIMES, 1.5), "rate": (*NO_TIMES, 0, HUGE), "transfer": (*NO_TIMES, 0),
        "interval": (*NO_TIMES, 0, HUGE), "pending": NO_COUNTS}),
    "an outage": (lambda **x: Outage().start(**x), {"programs": NO_COUNTS, "size": NO_SIZES, "think": NO_TIMES,
                                                    "share": (*NO_TIMES, 1.5)}),
    "pressure": (lambda **x: LogPressure(LogSpec(), **{"threads": 2, "vdevs": 2, **x}), {
        "threads": NO_COUNTS, "size": NO_SIZES, "devices": (*NO_TIMES, 1.5, HUGE), "stall": NO_TIMES, "at": NO_TIMES}),
    "a path": (lambda **x: follow("flash", **{"size": 512, **x}), {
        "threads": NO_COUNTS, "size": NO_SIZES, "share": (*NO_TIMES, 1.5), "warm": (*NO_TIMES, HUGE), "wanted": NO_COUNTS}),
    "a database": (database, {"users": NO_COUNTS, "reads": (*NO_TIMES, 1.5, HUGE), "block": NO_COUNTS, "work": NO_TIMES,
                              "burst": NO_COUNTS, "buffers": (*NO_TIMES, 0)}),
    "tiers": (lambda **x: ReadTiers(**{"size": 512, "disks": 2, **x}), {
        "size": NO_SIZES, "devices": (*NO_TIMES, 1.5, HUGE), "disks": NO_COUNTS, "span": (*NO_TIMES, 0), "cpu": NO_TIMES,
        "retry": (*NO_TIMES, 1)}),
    "ZFS's cache": (lambda **x: ZfsArc(**{"size": 10**6, "split": True, **x}), {
        "size": (*NO_TIMES, 0), "meta_limit": (nan, "x", True, inf, -1, 10**7), "min_time": NO_TIMES,
        "split": (1, 0, None, "x", nan), "lost": (5, "x", nan, True, [])}),
    "its limit on metadata without lists for it": (lambda **x: ZfsArc(10**6, **x), {"meta_limit": (10**5,)}),
    "its headers": (lambda reserved: setattr(ZfsArc(10**6), "reserved", reserved), {"reserved": (*NO_TIMES, 10**7)}),
    "its block": (lambda **x: ZfsArc(10**6).read("a", **{"size": 512, **x}), {
        "size": (*NO_SIZES, 10**7), "now": (*NO_NUMBERS, inf, -inf)}),
    "a cache that is watched": (lambda **x: Watched(**{"policy": "published", "size": 8, **x}), {
        "policy": ("x", None, 1), "size": NO_COUNTS}),
    "a short trace": (lambda **x: short_trace(**{"kind": "scan", "size": 8, "count": 8, **x}), {
        "kind": ("x", None, 1), "size": NO_COUNTS, "count": NO_COUNTS, "seed": (nan, inf, 1.5, "x", None, True)}),
    "metadata and data": (lambda **x: MixedLoad(**x), {
        "metadata": (*NO_TIMES, 1.5), "metadata_set": (*NO_TIMES, 0), "data_set": (*NO_TIMES, 0), "once": (*NO_TIMES, 1.5),
        "skew": NO_COUNTS, "record": (*NO_SIZES, 3000), "walk": (1, 0, None, "x", nan, [])}),
    "clones": (lambda **x: Storm(**x), {
        "clones": NO_COUNTS, "boot": (*NO_TIMES, 0, 1, HUGE), "own": (*NO_TIMES, 1.5), "memory": (*NO_TIMES, 0),
        "others": (*NO_TIMES, HUGE), "spread": (*NO_TIMES, HUGE), "rounds": (*NO_TIMES, HUGE),
        "copies": (1, 0, None, "x", nan)}),
    **{f"a cache, {policy.__name__}": (policy, {"size": NO_COUNTS}) for policy in (Fifo, Lru, Arc)},
    "a ring on flash": (lambda capacity: Ring(capacity), {"capacity": (*NO_TIMES, 0)}),
    "segments on flash": (lambda **x: Segments(**{"capacity": 64 * MiB, **x}), {
        "capacity": (*NO_TIMES, 0, 1), "segment": (*NO_TIMES, 0, 65 * MiB)}),
    "a block for a ring": (lambda size: Ring(4096).put("a", size), {"size": (*NO_TIMES, 0, 4097, HUGE)}),
    "a block for a segment": (lambda size: Segments(8192, 4096).put("a", size), {"size": (*NO_TIMES, 0, 4097, HUGE)}),
    "headers": (lambda **x: Headers(**{"cache": 1e9, **x}), {
        "cache": (*NO_TIMES, 0), "header": (*NO_TIMES, 0), "guard": (*NO_TIMES, 1.1),
        "budget": (nan, "x", True, inf, -1, 2e9)}),
    "blocks that headers know": (lambda **x: Headers(1e9).held(**{"block": 8192, **x}), {
        "block": (*NO_TIMES, 0), "compression": (*NO_TIMES, 0.5)}),
    "some more often": (lambda **x: zipf(**{"blocks": 9, "skew": 1.0, "random": Random(1), **x}), {
        "blocks": (*NO_COUNTS,), "skew": NO_TIMES}),
    "requests for a cache": (lambda **x: requests(**{"kind": "popular", "count": 9, "blocks": 9, "random": Random(1), **x}), {
        "kind": ("x", None, 1), "count": NO_COUNTS, "blocks": NO_COUNTS, "scans": (*NO_TIMES, 1.5), "scan": NO_COUNTS,
        "random": (None, 1, "x", nan)}),
    "the best choice": (lambda **x: optimum(**{"keys": "aba", "size": 1, **x}), {
        "size": NO_COUNTS[:-1],
        "following": ([5], [], [2, 3], [-5, 0, 1], [2, 3, 4], [2, 3, 2], [2.0, 3, 3], ["x"] * 3, 5, "abc")}),
    "a working set": (lambda **x: working_set(**{"blocks": 9, "data": 99, "rest": 0.1, "random": Random(1), **x}), {
        "blocks": (*NO_COUNTS, 100), "data": (*NO_COUNTS, 8), "rest": (*NO_TIMES, 1.1)}),
    "what feeds the flash": (lambda **x: FeedSpec(**x), {
        "feeder": ("2009", None, 1), "devices": (*NO_NUMBERS, inf, -1, 1.5, HUGE), "capacity": (*NO_TIMES, 0),
        "rate": (*NO_TIMES, 0), "write": NO_TIMES, "boost": NO_TIMES, "turn": (*NO_TIMES, 0),
        "headroom": (nan, "x", True, inf, -1, 0),
        "max_block": NO_TIMES, "compression": (*NO_TIMES, 0.5), "segment": (*NO_TIMES, 0),
        "header": (nan, "x", True, inf, -1), "prefetched": (1, 0, "x", None)}),
    "a block as stored": (lambda size: FeedSpec(feeder="2015", compression=2.0).stored(size), {
        "size": (*NO_SIZES, 10**400)}),
    "memory and flash": (lambda **x: Hybrid(**{"memory": 1e9, **x}), {
        "memory": (*NO_TIMES, 0), "block": NO_COUNTS, "start": NO_NUMBERS, "min_time": NO_TIMES}),
    "a block for memory and flash": (lambda **x: Hybrid(10**6).read("a", **{"size": 9, **x}), {
        "size": (*NO_SIZES, 10**7), "now": (nan, inf, -inf, "x", None, True, [])}),
    "a flash that is sampled": (lambda **x: scaled(FeedSpec(), **{"k": 2, "block": 8192, **x}), {
        "k": (*NO_TIMES, 0.5), "block": NO_COUNTS}),
    "a sample": (lambda **x: fitting(**{"working_set": 1e9, "block": 8192, "seconds": 9, "rate": 9, **x}), {
        "working_set": (*NO_TIMES, 0), "block": (*NO_TIMES, 0), "seconds": (*NO_TIMES, 0), "rate": (*NO_TIMES, 0),
        "fine": (*NO_TIMES, 0)}),
    "a block of a sample": (lambda **x: kept(**{"key": 5, "k": 2, **x}), {
        "key": (*NO_NUMBERS, inf, 1.5), "k": (*NO_TIMES, 0.5)}),
    "the best of the data": (lambda **x: covered(**{"part": 0.5, **x}), {"part": NO_TIMES, "heat": (*NO_TIMES, 0.1)}),
    "a day of it": (
        lambda **x: list(Sampled(memory=1e6, working_set=1e7, block=8192, spec=FeedSpec(), k=2, times=TierTimes(size=8192))
                         .run(**{"until": 9.0, "spans": 2, **x})),
        {"until": NO_TIMES, "spans": (nan, inf, "x", None, True, 0, -1, 1.5)}),
    "what flash holds": (lambda blocks: held(FeedSpec(), False, blocks), {
        "blocks": ([], 8192, None, [0], [-1], [1.5], ["x"], [nan])}),
    "answers": (lambda **x: answers(**{
        "mix": Mixture(), "spec": FeedSpec(), "memory": 1e9, "warm": 1, "reads": 1, "blocks": 9, **x}), {
        "memory": (*NO_TIMES, 0), "warm": (nan, "x", None, -1, 1.5, HUGE), "reads": NO_COUNTS, "blocks": NO_COUNTS,
        "seed": (nan, "x", None, 1.5)}),
    "one block of many": (lambda **x: Sampled(**{
        "memory": 1e6, "working_set": 1e7, "block": 8192, "spec": FeedSpec(), "k": 2, **x}), {
        "memory": (*NO_TIMES, 0), "working_set": (*NO_TIMES, 0), "block": NO_COUNTS, "k": (*NO_TIMES, 0.5),
        "heat": (*NO_TIMES, 0.1, 1.1), "start": NO_TIMES, "reads": NO_COUNTS[:-1], "seed": (nan, "x", None, 1.5)}),
    "how long tiers take": (lambda **x: TierTimes(**{"size": 8192, **x}), {
        "size": (*NO_SIZES,), "threads": NO_COUNTS, "disks": NO_COUNTS, "turnaround": NO_TIMES, "span": (*NO_TIMES, 0),
        "devices": (nan, inf, "x", None, True, -1, 1.5)}),
    "what all tiers answer": (lambda shares: TierTimes(size=8192).answer(*shares), {
        "shares": [(1, 1, 1), (0, 0, 0), (0.3, 0.3, 0.3), (1, 0, 1e-5)]}),
    "the latest of all tiers": (lambda shares: late(TierTimes(size=8192), *shares), {
        "shares": [(1, 1, 0), (0, 0, 0), (0.3, 0.3, 0.3)]}),
    "what tiers answer": (
        lambda **x: TierTimes(size=8192).answer(**{"memory": 0.5, "flash": 0.2, "disk": 0.3, **x}),
        dict.fromkeys(("memory", "flash", "disk"), (*NO_TIMES, 1.5))),
    "a feeder's pace": (lambda **x: pace(**{"spec": FeedSpec(), "given_up": 1e8, "memory": 1e10, **x}), {
        "given_up": (*NO_TIMES, 0, 1e30), "memory": (*NO_TIMES, 0), "turns": NO_COUNTS, "block": NO_COUNTS,
        "spec": (None, 1, "2008", [])}),
    "a mixture of reads": (lambda **x: Mixture(**x), {
        "size": (*NO_SIZES, 3000), "large": (*NO_SIZES, 3000), "working_set": (*NO_TIMES, 0), "large_set": (*NO_TIMES, 0),
        "large_share": (*NO_TIMES, 1.5), "stream_share": (*NO_TIMES, 1.0)}),
    "caches long warm": (lambda **x: steady(FeedSpec(), **{"memory": 1e9, "working_set": 1e10, "block": 8192, **x}), {
        "memory": (*NO_TIMES, 0), "working_set": (*NO_TIMES, 0), "block": NO_COUNTS, "heat": (*NO_TIMES, 0.1)}),
    "records": (lambda size: next(records(b"x", size)), {"size": (*NO_COUNTS, 8193, 2 * MiB)}),
    "a stream of bytes": (lambda data: next(records(data, 8192)), {"data": (b"", None, "x", 1)}),
    "files": (lambda **x: some_files(**{"count": 2, "random": Random(1), **x}), {
        "count": NO_COUNTS, "least": NO_COUNTS, "most": (*NO_COUNTS, 1)}),
    "an archive of files": (lambda **x: archive(**{"files": some_files(2, Random(1)), **x}), {
        "files": ([], (), "abc", b"abc", 1, None, nan, [("a", b"x")], [File("a", "x")],
                  [File("a\udc80", b"x")]), "boundary": (*NO_COUNTS, 1000)}),
    "files by themselves": (lambda **x: list(singly(**{"files": [File("a", b"x")], "size": 512, **x})), {
        "files": ("abc", 1, None, nan, [("a", b"x")]), "size": (*NO_COUNTS, 1000)}),
    "a block for a store": (lambda **x: Store().put(**{"block": b"x", **x}), {
        "block": ("x", b"", None, 1, []), "size": (nan, "x", True, inf, -1, 0, 1.5, HUGE)}),
    "a database to back up": (lambda **x: BackedUp(**{"pages": 8, "random": Random(1), **x}), {"pages": NO_COUNTS}),
    "its changes": (lambda **x: BackedUp(8, Random(1)).change(**{"share": 0.1, **x}), {
        "share": (*NO_TIMES, 1.5), "row": (*NO_COUNTS, 9)}),
    "a target of backups": (lambda record: Target(record), {"record": (*NO_COUNTS, 8193)}),
    "a backup": (lambda **x: Target(8192).back_up(**{"database": BackedUp(4, Random(1)), **x}), {
        "database": (*NO_TIMES, []), "changed": ("abc", 1, nan, True, [99], [-1], [4], [1.5], ["x"], [True])}),
    "an expected ratio": (lambda **x: expected_ratio(**{"backups": 2, "share": 0.1, "record": 8192, **x}), {
        "backups": NO_COUNTS, "share": (*NO_TIMES, 1.5), "record": (*NO_COUNTS, 8193)}),
    "an entry of many": (lambda **x: sample(**{"count": 2, **x}), {
        "record": (*NO_COUNTS, 8193), "vdevs": NO_COUNTS, "capacity": (*NO_TIMES, 0, HUGE, 1e308), "count": NO_COUNTS,
        "groups": NO_COUNTS, "seed": (nan, inf, 1.5, "x", None, True)}),
    "a table block": (lambda **x: TableBlock(**{"size": 16384, "entry": sample(count=2), **x}), {
        "size": (*NO_COUNTS, 511), "entry": (None, 1, (20.0, 4.0), Sample(20.0, 0.0), Sample(20.0, nan), Sample(1e9, 1e9))}),
    "bytes to pack": (packed, {"data": ("x", None, 1, [])}),
    "an entry's chunks": (chunks, {"value": (*NO_TIMES, 1.5, HUGE)}),
    "a dedup table": (lambda **x: DedupTable(**x), {"block": NO_COUNTS, "most": (nan, "x", True, inf, -1, 0, 1.5)}),
    "a block to look up": (lambda **x: DedupTable().write(**{"checksum": 1, "size": 8192, **x}), {
        "checksum": (b"", b"short", *NO_TIMES, 1.5, 2**256), "size": NO_SIZES}),
    "what a table stands for": (lambda **x: unique(**{"memory": 1e9, "record": 8192, **x}), {
        "memory": NO_TIMES, "record": (*NO_TIMES, 0), "entry": (*NO_TIMES, 0), "share": (*NO_TIMES, 1.5)}),
    "a pool with dedup": (lambda **x: DedupSpec(**x), {
        "memory": (*NO_TIMES, 0), "unique": (*NO_TIMES, 0), "record": (*NO_COUNTS, 8193), "ratio": (*NO_TIMES, 0.5),
        "popular": NO_TIMES, "removal": NO_TIMES, "flash": NO_TIMES, "feed": NO_TIMES, "interval": (*NO_TIMES, 0),
        "entry": (*NO_TIMES, 0, 20_000), "block": NO_COUNTS, "packed": (*NO_TIMES, 0, 1.5), "copies": (*NO_COUNTS, 4),
        "threads": NO_COUNTS, "frees": NO_COUNTS, "hash_rate": (*NO_TIMES, 0), "piece": NO_COUNTS, "pairs": NO_COUNTS,
        "overwrites": (1, 0, None, "x", nan)}),
    "so many times its memory": (lambda times: DedupSpec().of_times(times), {"times": (*NO_TIMES, 0)}),
    "a group's cost": (lambda **x: group(DedupSpec(), Times(0.01, 100.0, 1e-4, 1e-3), **{"writes": 9, **x}), {
        "writes": (*NO_TIMES, 1e308), "dedup": (1, None, "x", nan)}),
    "times of a group": (lambda **x: Times(**{"read": 0.01, "read_rate": 100.0, "flash": 1e-4, "piece": 1e-3, **x}), {
        "read": NO_TIMES, "read_rate": (*NO_TIMES, 0), "flash": NO_TIMES, "piece": NO_TIMES}),
    "a group with dedup": (lambda **x: lookups(**{"spec": DedupSpec(), "writes": 1, "frees": 1, **x}), {
        "writes": (*NO_TIMES, 1e308), "frees": (*NO_TIMES, 1e308)}),
    "reads of copies": (lambda **x: copies_read(**{"data": 9, "memory": 9, "copies": 1, "disk": 0.01, "copy": 0.0, **x}), {
        "data": (*NO_TIMES, 0, 1e308), "memory": (*NO_TIMES, 0), "copies": (*NO_TIMES, 0.5), "disk": NO_TIMES,
        "check": NO_TIMES, "count": NO_COUNTS, "room": NO_COUNTS, "dedup": (1, None, "x", nan)}),
    "a pool's times": (lambda **x: PoolTimes(**x), {"pairs": NO_COUNTS, "span": (*NO_TIMES, 0, HUGE), "seed": NO_NUMBERS}),
    "a sample of reads": (lambda **x: PoolTimes(2).read(**{"size": 8192, "count": 1, **x}), {
        "size": NO_SIZES, "threads": NO_COUNTS, "count": NO_COUNTS}),
    **{f"a sample, {name}": (lambda name=name, **x: getattr(PoolTimes(2), name)(**{"size": 8192, "count": 1, **x}), {
        "size": NO_SIZES, "count": NO_COUNTS}) for name in ("write", "flash")},
    "a hash": (lambda **x: hashing(**{"size": 8192, **x}), {"size": NO_SIZES, "rate": (*NO_TIMES, 0)}),
    "locks": (lambda **x: Locks(**{"name": "a", "count": 1, "hold": 1e-6, **x}), {
        "count": (*NO_COUNTS,), "hold": NO_TIMES, "times": NO_TIMES}),
    "a cache's locks": (lambda **x: design(**{"new": True, "cpus": 2, **x}), {
        "new": ("x", 1, 0, None, nan), "cpus": NO_COUNTS}),
    "CPUs": (lambda **x: operation(**{"made": design(True, 2), "cpus": 2, "work": 1e-6, "cached": True, **x}), {
        "cpus": NO_COUNTS, "work": NO_TIMES, "line": NO_TIMES}),
    "CPUs that work": (lambda cpus: throughput(operation(design(False, 2), 2, 1e-6, True), cpus), {"cpus": NO_COUNTS}),
    "a host": (lambda **x: ArcHost(**x), {
        "memory": (*NO_TIMES, 0), "working_set": (*NO_TIMES, 0), "reads": NO_TIMES, "block": NO_COUNTS,
        "floor": (*NO_TIMES, 1), "retry": NO_TIMES, "least": (*NO_TIMES, 1)}),
    "a cache's size": (lambda **x: sizes(**{"host": ArcHost(), "rule": AFTER, "programs": lambda t: 0.0, "seconds": 2, **x}),
                       {"seconds": NO_COUNTS}),
    "programs that come and go": (lambda **x: trapezes(**{"low": 0, "high": 1, "every": 9, "ramp": 1, **x}), {
        "low": (*NO_TIMES, 2), "high": NO_TIMES, "every": (*NO_TIMES, 0), "ramp": (*NO_TIMES, 5)}),
    "a program that reads in order": (lambda **x: StreamLoad(**x), {
        "ahead": (*NO_TIMES, 1.5, HUGE), "think": NO_TIMES, "block": NO_SIZES, "readers": (*NO_TIMES, 1.5, HUGE),
        "size": NO_SIZES, "span": (*NO_TIMES, 0), "pause": NO_TIMES}),
    "its run": (lambda **x: stream(**{"load": StreamLoad(), "raising": True, "seconds": 0.1, **x}), {
        "seconds": (*NO_TIMES, 0), "pending": NO_COUNTS, "seed": (nan, "x", None, 1.5), "raising": (1, 0, None, "x", nan)}),
    "flash behind memory": (lambda **x: FlashBehind(**{"size": 1e6, "store": Ring(10**6), "header": 80, "block": 512, **x}), {
        "size": (*NO_TIMES, 0), "header": NO_TIMES, "block": NO_COUNTS,
        "stored": [bad for bad in NO_COUNTS if bad is not None]}),
    "what memory passes on": (lambda reads: passed_on(ZfsArc(4096), 512, lambda: 1, reads), {"reads": NO_COUNTS[:-1]}),
    "a full device": (lambda **x: full_flash(**{"times": 1, "header": 80, "guard": 0.3, "block": 8192, "reads": 9, **x}), {
        "times": (*NO_TIMES, 1e308), "header": (*NO_TIMES, 0), "guard": (*NO_TIMES, 1.1), "block": NO_COUNTS[:-1],
        "compression": (*NO_TIMES, 0.5, 1e308), "working": (*NO_TIMES, 0, 300), "rest": (*NO_TIMES, 1.1),
        "reads": NO_COUNTS}),
    "notes": (lambda **x: Notes(**x).size, {
        "segment": (*NO_TIMES, 0, 4096), "entry": (*NO_TIMES, 0), "block": (*NO_TIMES, 0, HUGE)}),
    "notes read back": (lambda **x: ReadBack(Notes(), Random(1), **x), {
        "threads": NO_COUNTS, "rate": (*NO_TIMES, 0), "enter": NO_TIMES}),
    "a pace": (lambda **x: ReadBack(Notes(), Random(1)).pace(**x), {"others": NO_TIMES, "segments": NO_COUNTS[:-1]}),
    "an import": (lambda flash: time_to_import(flash, Notes(), ReadBack(Notes(), Random(1)).pace()), {"flash": NO_TIMES}),
    "a feed": (lambda **x: time_to_feed(**{"flash": 1e9, "rate": 8e6, **x}), {"flash": NO_TIMES, "rate": (*NO_TIMES, 0)}),
    "hours after a restart": (
        lambda **x: AfterRestart(**{"memory": 1e9, "data": 1e12, "spec": FeedSpec(), "notes": Notes(), **x}), {
            "memory": (*NO_TIMES, 0), "data": (*NO_TIMES, 0), "skew": NO_COUNTS, "threads": NO_COUNTS, "clients": NO_COUNTS,
            "rate": (*NO_TIMES, 0), "seed": (nan, 1.5, "x", None, True)}),
    "rules": (lambda **x: Rules(**{"device": 1e12, "data": 5e12, "memory": 1e10, "block": 8192, **x}), {
        "device": (*NO_TIMES, 0, 6e12), "data": (*NO_TIMES, 0, 1e12), "memory": (*NO_TIMES, 0), "block": (*NO_TIMES, 0),
        "compression": (*NO_TIMES, 0.5, 5), "walk": (*NO_TIMES, 1.1), "room": NO_COUNTS,
        "seed": (nan, 1.5, "x", None, True)}),
    "a sampled segment": (lambda segment: Rules(device=1e12, data=5e12, memory=1e10, block=8192).sample(segment), {
        "segment": (*NO_TIMES, 0, 2e12)}),
    "reads that walk": (lambda **x: WalkingReads(**{"blocks": 9, "skew": 1.0, **x}), {
        "blocks": NO_COUNTS, "skew": NO_TIMES, "walk": (*NO_TIMES, 1.1), "seed": (nan, 1.5, "x", None, True)}),
    "a compressed block": (lambda **x: compressed(**{"block": 8192, "ratio": 2, "random": Random(1), **x}), {
        "block": (*NO_TIMES, 0, 511), "ratio": (*NO_TIMES, 0.5, 17)}),
    "what a device holds": (lambda device=1e6, block=8192, sample=9: holds(device, block, 2.0, Random(1), sample), {
        "device": (*NO_TIMES, 0, 4096), "block": (*NO_TIMES, 0), "sample": NO_COUNTS}),
    "a heat map": (counted_in, {"t": (nan, inf, -1, "x", None), "value": (nan, inf, "x", None), "width": (*NO_TIMES, 0)}),
    "linear bins": (lambda **x: linear_edges(**{"top": 1.0, "bins": 2, **x}), {"bins": NO_COUNTS, "top": (*NO_TIMES, 0)}),
    "logarithmic bins": (lambda **x: log_edges(**{"low": 0.1, "top": 1.0, "bins": 2, **x}),
                         {"low": (*NO_TIMES, 0, 1.5), "bins": NO_COUNTS}),
    "a percentile": (lambda share: percentile([1.0], share), {"share": (*NO_TIMES, 1.5)}),
    "a start": (lambda at: Loop().spawn(iter(()), at=at), {"at": (nan, -1, "x")}),
    "a sleep": (slept, {"seconds": (nan, -1, "x", None)}),
    "a run": (lambda until: Loop().run(until=until), {"until": NO_NUMBERS}),
    "cores": (lambda cores: Cpu(cores), {"cores": NO_COUNTS}),
    "a head node": (lambda **x: Head(**x), {
        "machine": ("vax", "7410", None, nan), "zero_copy": (1, None, "yes"), "bound": (1, None, "no"),
        "sockets": (*NO_COUNTS, 5), "cores": (*NO_COUNTS, 65), "clock": (*NO_TIMES, 0), "link_clock": (*NO_TIMES, 0),
        "lines": NO_TIMES, "memory": NO_TIMES, "burst": NO_TIMES, "overlap": (*NO_TIMES, 0), "base": (*NO_TIMES, 0),
        "busy": (*NO_TIMES, 0, 1.1), "filtered": (*NO_TIMES, 2, 0.5), "doubled": (*NO_TIMES, 2, 0.5),
        "width": (*NO_COUNTS, 33), "crc": (*NO_TIMES, 0.5), "drivers": (*NO_TIMES, 1.5), "horses": (1,),
        "cards": (None, 1, {"sound 1": "IO55"}, {1: "IO55"}, {"": "IO55"})}),
    "a head without memory": (lambda size: Head("head-7310", memory_0=size), {"size": (0, nan)}),
    "a head's operation": (lambda **x: Head().most(Operation(**{"size": 8192, "work": Work(7000, 700, 2.5), **x})),
                           dict.fromkeys(("size", "sent", "received", "to_disk", "from_disk"), NO_TIMES)),
    "a head's rate": (lambda rate: Head().at(Operation(8192, Work(7000, 700)), rate), {"rate": NO_TIMES}),
    "a head's card": (lambda bridge: Head(cards={"network 1": bridge}), {"bridge": ("roof", "", None, 0, nan, [])}),
    "a board": (lambda **x: Board(**{"rate": 4e9, **x}), {
        "sockets": (*NO_COUNTS, 5), "rate": (*NO_TIMES, 0), "bridge_rate": (nan, "x", True, inf, -1, 0),
        "links": ([(0, 1), (2, 3)], [(0, 1), (0, 2), (0, 4)], [(0, 0)], [(0, "1")], [(0, True)], [(0, -1)], [(0, nan)], [], 5,
                  "0123", [(0, 1, 2)], [0]),
        "bridges": ({"MCP55": 4}, {"MCP55": -1}, {"MCP55": "0"}, {"MCP55": nan}, {"MCP55": True}, {0: 1}, ["MCP55"], 5),
        "cards": ({"network 1": "MCP55"}, {"network 1": None}, {1: "IO55"}, "network 1", 5),
        "doubled": ([(0, 3)], [(0, 9)], [0], ["23"], 5), "first": ({(0, 3): 3}, None, 3)}),
    "a card called like a bridge": (lambda name: Board(rate=4e9, bridges={"MCP55": 0}, cards={name: "MCP55"}), {
        "name": ("MCP55",)}),
    "flows": (lambda flows: on_board().loads(flows), {"flows": ([(0, 1, 1e9)], 3, None)}),
    "the 7410's board": (lambda **x: square(**{
        "sockets": 4, "rate": 4e9, "bridge_rate": 4e9, "cards": {}, "doubled": False, **x}), {
        "sockets": (*NO_COUNTS, 5), "rate": (*NO_TIMES, 0), "bridge_rate": (nan, "x", True, inf, -1, 0),
        "doubled": (1, 0, None, "x", nan),
        "cards": ({"network 1": "roof"}, 5)}),
    "a flow": (lambda **x: on_board().loads([Flow(**{"source": 0, "target": 3, "rate": 1e9, **x})]), {
        "source": (4, -1, "MCP55x", "", None, nan, True, 0.0), "target": (4, -1, "disks 9", None, nan, True),
        "rate": NO_TIMES}),
    "a link's rate": (lambda **x: link_rate(**{"clock": 1e9, **x}), {
        "clock": (*NO_TIMES, 0), "width": (*NO_COUNTS, 1, 3, 33)}),
    "packets": (lambda **x: Packets(**x), {
        **dict.fromkeys(("request", "probe", "answer", "data", "done", "crc"), (*NO_TIMES, 1.5)),
        "filtered": (1, None, "x")}),
    "a line": (lambda **x: fetch(on_board(), Packets(), **{"reader": 0, "home": 1, "lines": 1, "loads": {}, **x}), {
        "reader": (4, -1, "MCP55", None, nan, True, [0]), "home": (4, -1, "x", None, nan), "lines": NO_TIMES}),
    "waits": (lambda **x: Waits(**{"memory": 1e-7, "hop": 1e-8, "look": 1e-8, "burst": 68, **x}),
              dict.fromkeys(("memory", "hop", "look", "burst"), NO_TIMES)),
    "queues at links": (lambda burst: queues(on_board(), dict.fromkeys(on_board().capacity, 0.0), burst), {
        "burst": NO_TIMES}),
    "counters": (lambda rate: counters(Head(), Head().cached_read(8192), rate), {"rate": NO_TIMES}),
    "a fit": (lambda **x: fit(**{"machine": "head-7410", "measured": {(0, 1): 3e9}, "rate": 1e5, "wire": 8390, **x}), {
        "machine": ("head-7310", "x", None), "measured": ({}, {(0, 1): 0}, {(0, 1): nan}, {(0, 3): 1e9}),
        "rate": (*NO_TIMES, 0), "wire": NO_TIMES, "asked": NO_TIMES}),
    "a head's cards": (lambda **x: Head(cards={"network 1": "MCP55"}).most(Operation(8192, Work(7000, 700), **x)),
                       {"to_disk": (1,), "from_disk": (1,)}),
    "a head's reads": (lambda size: reads(Head("head-7310"), Network(), size), {"size": (*NO_COUNTS, 2**20 + 1)}),
    "a head's network": (lambda **x: Network(**x), {"cards": (*NO_COUNTS, 17), "ports": (*NO_COUNTS, 5),
                                                    "gigabit": (*NO_TIMES, 17, 0.5)}),
    "work": (lambda **x: Work(**{"instructions": 1, "lines": 1, **x}),
             dict.fromkeys(("instructions", "lines", "instructions_a_byte", "lines_a_byte"), NO_TIMES)),
    "cycles an instruction": (
        lambda **x: cycles_an_instruction(**{"instructions": 1, "lines": 1, "wait": 1e-7, "clock": 1e9, "base": 2,
                                             "overlap": 4, **x}),
        {"instructions": (*NO_TIMES, 0), "clock": (*NO_TIMES, 0), "overlap": (*NO_TIMES, 0)}),
    "a network card": (lambda **x: Nic(**{"rate": 1e8, **x}), {"rate": (*NO_TIMES, 0), "mtu": (*NO_TIMES, 52, 1500.5)}),
    "one behind the other": (lambda **x: next(sequential(**{"size": 1, **x})), {"size": (*NO_TIMES, 0, 1.5)}),
    "anywhere": (lambda **x: next(uniform(**{"size": 1, "span": 9, "random": Random(1), **x})),
                 {"size": (*NO_TIMES, 0, 1.5, HUGE), "span": (*NO_TIMES, 0)}),
    "a quantity": (quantity, {"text": (nan, 1, None, True, "x", "nan", "inf", "1 parsec", "")}),
}
CASES = [(name, parameter, wrong) for name, (_, wrongs) in REFUSED.items() for parameter, each in wrongs.items()
         for wrong in each]
LINE = r"^(unknown [^\n]+|[a-zA-Z][^\n]*( must | needs | sleeps | wanted|cannot )[^\n]*)$"


@pytest.mark.timeout(10)
@pytest.mark.parametrize(("name", "parameter", "wrong"), CASES, ids=lambda part: str(part).replace(" ", "-"))
def test_what_cannot_be_is_refused_in_one_line(name, parameter, wrong):
    with pytest.raises(ValueError, match=LINE):
        REFUSED[name][0](**{parameter: wrong})


def twice(device=None):
    return [device or memory()] * 2


@pytest.mark.parametrize("make", [
    lambda: Mirror(twice()), lambda: Raidz([*twice(), memory()]), lambda: Pool([Single(one) for one in twice()]),
    lambda: Pool([Single(one := memory())], [Single(one)]), lambda: pool_of("stripe", twice()),
    lambda: Mirror([Cabled(one, Station(), 1e9) for one in twice()]),
], ids=["mirror", "raidz", "stripe", "disk and log", "order", "on two cables"])
def test_a_device_cannot_be_in_two_places(make):
    with pytest.raises(ValueError, match=r"^a \w+ must have a device of its own in each place, got one of \d twice$"
                                         r"|^raidz1 must have"):
        make()


def test_a_device_is_no_vdev():
    with pytest.raises(ValueError, match=r"^a vdev must be a Single, a Mirror or a Raidz, got a Nvram$"):
        Pool([memory()])


@pytest.mark.parametrize(("value", "limits", "line"), [
    ("x", {"least": 1, "most": 3}, "n must be a number, 1-3, got 'x'"),
    (True, {"above": 0}, "n must be a number, above 0, got True"),
    (nan, {"least": 0, "below": 1}, "n must be 0 or more and below 1, got nan"),
    (inf, {"least": 0, "unit": "s"}, "n must be a finite number, 0 s or more, got inf"),
    (nan, {}, "n must be a finite number, got nan"),
    (1.5, {"least": 1, "whole": True}, "n must be a whole number, 1 or more, got 1.5"),
    (HUGE, {"most": 7, "whole": True}, "n must be 7 or less, got 1.000e+30"),
    (10**400, {"most": 7}, "n must be 7 or less, got a very large number"),
])
def test_a_number_is_refused_in_words(value, limits, line):
    with pytest.raises(ValueError) as refused:
        a_number("n", value, **limits)
    assert str(refused.value) == line


def test_what_is_right_is_taken():
    a_number("n", inf, above=0, infinite=True)
    a_number("n", 0.5, 0, below=1)
    counted(0, disks=0, threads=10_000)
    assert shown("a\nb" * 40).endswith("...") and "\n" not in shown("a\nb")
