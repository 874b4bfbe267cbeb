"""The costs of a stream on its way through a head node, between the disks and the clients."""

from models.catalogue.provenance import Constant, datasheet, fitted, physics
from models.catalogue.sun_7410 import SUN_7410
from models.units import GB, GHz, KiB, us

MORE, STREAM = "Gregg 2009, 7410 hardware update", "Gregg 2009, 1 Gbyte/sec NFS"
LIMITS = "Gregg 2009, My Sun Storage 7310 perf limits"

STREAMING: dict[str, Constant] = {
    "completion": datasheet(
        64,
        "B",
        "PCI Express Base Specification: what a card reads from memory may come in packets cut at "
        "every 64 bytes, the read completion boundary of most root complexes",
    ),
    "to_memory": datasheet(
        128,
        "B",
        "PCI Express Base Specification: a packet that a card sends has 128 bytes or more; bridges of "
        "2008 took 128",
    ),
    "disk_share": fitted(
        0.41,
        "",
        f"{LIMITS}: 780 Mbytes/sec from disk on one socket. Work for a byte between a disk and memory, "
        "against that for a byte between memory and the network",
        "7310-disk-read-disk",
        "7310-disk-read-net",
    ),
    "packet_share": physics(
        0.1,
        "",
        "taken: 5,000 of the 50,000 cycles of a read of one byte, which has two packets. Work of a packet through "
        "TCP, IP and driver, sent one by one (OpenSolaris nxge_virtual.c: soft-lso-enable is 0 by default). 0.06 "
        "to 0.25; chosen from that range with published streams of small frames in view",
    ),
    "client_clock": datasheet(
        1.6 * GHz, "GHz", f"{MORE} and {LIMITS}: clients with processors of 1,600 MHz"
    ),
    "client_turnaround": SUN_7410["client.turnaround_blade"],
    "read_ahead": datasheet(
        4,
        "",
        "Solaris Tunable Parameters: nfs3_nra, requests that a client sends ahead of a program that "
        "reads in order; none with forcedirectio",
    ),
    "client_call": physics(
        10 * us, "us", "taken: a call that ends in the client's memory, with a copy of some KiB"
    ),
    "client_pause": physics(
        20 * us, "us", "taken: from an answer to the next call of a program that only reads"
    ),
    "client_threads": datasheet(
        8,
        "",
        "Solaris Tunable Parameters: nfs3_max_threads, a mounted file system's writes under way",
    ),
    "raidz2_width": datasheet(
        14,
        "",
        "Leventhal 2008, Sun Storage 7410 space calculator: double parity over 11 disks with one JBOD, "
        "13 with three and 14 with six or twelve; 8 groups of 14 and 8 spares are taken for the five of the tests",
    ),
    "group": datasheet(
        5.0, "s", "OpenSolaris dsl_pool.c, 2008: zfs_txg_synctime, for a group to be written"
    ),
    "immediate": datasheet(
        32 * KiB,
        "KiB",
        "OpenSolaris zfs_log.c: zfs_immediate_write_sz; without a log device larger writes go "
        "to their place at once, those up to it into the log",
    ),
    "committed": fitted(
        1.25 * GB,
        "GB",
        f"{STREAM}: 1.38 Gbytes/sec to mirrored disks for 563 Mbytes/sec; what a client with 3 GB "
        "of memory writes before it asks for a COMMIT",
        "stream-write-mirror-disk",
    ),
    "sync_instructions": fitted(
        0.228,
        "",
        f"{STREAM}: 563 Mbytes/sec to mirrored disks and 514 with double parity, between the two; "
        "instructions a byte of the thread that writes a transaction group, 30,000 a record. Others rounded the first of "
        "these numbers to 500",
        "stream-write-mirror-payload",
        "stream-write-mirror-net",
        "stream-write-mirror-time",
        "stream-write-raidz2-payload",
        "stream-write-raidz2-net",
        "stream-write-raidz2-time",
        "invariant-write",
        "invariant-ratio",
        "stream-conclusion-write",
        "ht3-gain-write-before",
    ),
    "parity_instructions": physics(
        2.0,
        "",
        "two sums over words of eight bytes: loads, a store each, and eight operations to double; about "
        "sixteen instructions a word",
    ),
    "parity_lines": physics(1 / 64, "", "each line of 64 bytes of data is read once to sum it up"),
    "slow_client": fitted(
        0.94,
        "%",
        f"{STREAM}: 16:23 with the slow client, and averages without it; what it got, against each of "
        "the others. For the steady day: as much",
        "stream-read-step-pattern",
        "stream-24h-pattern",
        "stream-read-time",
        "stream-read-time-rate",
        "stream-read-time-rate-gb",
    ),
    "switch_decay": fitted(
        0.3,
        "%",
        f"{STREAM}: 1.16 Gbytes/sec at most, 1.10 on average; what the network carries less after an "
        "hour. How is not known. For the day in which nothing fell: none",
        "stream-decay-pattern",
        "stream-read-peak",
        "stream-24h-pattern",
        "stream-read-net-avg",
        "stream-read-disk-avg",
    ),
    "issue_threads": datasheet(
        8, "", "OpenSolaris spa.c, 2008: zio_taskq_threads, that sum up and send blocks"
    ),
}
