"""The head nodes: the speeds of their processors, links and memories, and the work of an NFS read.

Six constants were fitted together, as the solution of six equations for the published numbers in
`SIX`. A test solves the equations.
"""

from models.catalogue.provenance import Constant, datasheet, fitted, physics, seed
from models.units import GHz, ns

UPDATE, LIMITS = "Gregg 2009, 7410 hardware update", "Gregg 2009, My Sun Storage 7310 perf limits"
MCCALPIN = "McCalpin 2010, AMD Opteron Local Memory Latency Chart"
COMPARED = (
    "Bourbonnais 2009, Compared Performance of Sun 7000 Unified Storage Array Line, tested systems"
)
BOTH = f"{LIMITS}, and {UPDATE}"

SOCKET = ("7310-1byte-peak", "7310-1byte-average", "7310-4k-iops", "7310-4k-payload")
BARCELONA = (
    "ht-8k-barcelona",
    "ht-8k-barcelona-payload",
    "ht-8k-barcelona-wire",
    "ht-stream-barcelona",
    "ht-stream-barcelona-screenshot",
    "ht-stream-later",
    "ht-practical-before",
    "ht3-gain-dram-read-before",
    "ht1-cpi-after-tuning",
)
HT1_PORTS = ((0, 0), (0, 2), (1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 1))
HT3_PORTS = (*HT1_PORTS, (2, 1), (3, 2))
HT1_LINKS = (
    "ht1-hot-link-lower",
    *(f"ht1-link-t{t}-s{s}-p{p}" for t in (1, 2, 3) for s, p in HT1_PORTS),
)
HT3_LINKS = (
    "ht3-busiest-link-lower",
    *(f"ht3-link-t{t}-s{s}-p{p}" for t in (1, 2, 3) for s, p in HT3_PORTS),
)
SIX = (*SOCKET, *BARCELONA, *HT1_LINKS)
"""The published numbers of the six equations. One socket: 182,282 1-byte reads or 110,724 4 KiB
reads per second. Four sockets: 127,143 8 KiB reads per second at 10 cycles an instruction, 2.2e9
bytes of data a second in streams (between 2.06 and 2.15 Gbytes/sec), and 1,163 lines a read on the
links."""
LAUNCH = ("ht1-cpi-highest", *(f"ht1-cpi-r{row}-cpi" for row in (1, 2, 3, 4, 5)))
HT3_RATE = ("ht-8k-istanbul", "ht-8k-istanbul-payload", "ht-8k-istanbul-wire")
BUSY = ("ht1-cpu-util-high", *(f"ht1-cpi-r{row}-cpu" for row in (1, 2, 3, 4, 5)))

COMMON = {
    "base": physics(
        2.0,
        "",
        "taken: cycles an instruction of kernel code that finds all it needs in the caches, with its "
        "jumps and locks. With 1.5 or 2.5 instead, and the six found anew, the new head does 4 % fewer or more reads of "
        "8 KiB",
    ),
    "op_instructions": fitted(
        6966.0, "", f"{BOTH}: instructions of a read, above all 182,282 reads of 1 byte", *SIX
    ),
    "op_lines": fitted(
        702.3, "", f"{BOTH}: lines a read waits for, above all what the links carry", *SIX
    ),
    "byte_instructions": fitted(
        2.520, "", f"{BOTH}: of each byte, above all 110,724 reads of 4 KiB", *SIX
    ),
    "byte_lines": fitted(0.05623, "", f"{BOTH}: of each byte, above all what streams reach", *SIX),
    "overlap": fitted(
        3.759,
        "",
        f"{BOTH}: lines on their way at a time on average, so that one socket and four give these "
        "rates",
        *SIX,
    ),
    "burst": fitted(
        107.0,
        "B",
        f"{BOTH}: bytes that come at a time on a link, above all 10 cycles an instruction; a line with "
        "its header is 68",
        *SIX,
    ),
    "hop": physics(
        15 * ns,
        "ns",
        f"{MCCALPIN}: 100 to 130 ns at four sockets of 2.3 GHz, where the answer to a probe two "
        "hops away decides; two hops there, two back, and the look into its caches come to 96 ns",
    ),
    "look": physics(
        30 * ns, "ns", f"{MCCALPIN}: the same; a look into the caches of another socket"
    ),
    "bridge_clock": datasheet(
        1.0 * GHz,
        "GHz",
        "Hewlett-Packard 2009, ProLiant G6 technology brief: with HyperTransport 3 processors "
        "too, bridges of that time speak HyperTransport 1",
    ),
    "width": datasheet(16, "", "bits of a link"),
    "paired": physics(
        1 / 0.605,
        "",
        "two sockets with three ports each, of which a bridge takes one, are joined by two links (taken). The fuller of two "
        f"such links carries 60 to 61 % of what goes over both, as counted between sockets 2 and 3 in {UPDATE}",
    ),
    "busy": seed(
        0.954,
        "",
        f"{UPDATE}: 95.29 % of the processors' time in use, and four more like it; the most that is "
        "reached",
        *BUSY,
    ),
    "roaming": fitted(
        0.136,
        "",
        f"{UPDATE}: 11.7 cycles an instruction before the three fixes. Lines more, as a share, while "
        "drivers' threads move from one processor to another",
        *LAUNCH,
    ),
    "copy_instructions": physics(0.25, "", "a copy moves 8 bytes with two instructions"),
    "copy_lines": physics(
        1 / 64,
        "",
        "a copy waits for each line of 64 bytes that it reads; where it writes to was in use just "
        "before",
    ),
}

HEAD_7310: dict[str, Constant] = {
    **COMMON,
    "sockets": datasheet(1, "", f"{LIMITS}: 1 socket of quad-core AMD Opteron, 2,300 MHz"),
    "cores": datasheet(4, "", f"{LIMITS}: the same; cores of a socket"),
    "clock": datasheet(2.3 * GHz, "GHz", f"{LIMITS}: the same"),
    "busy": physics(
        1.0, "", "taken: all of it; the text says that a little head room was left at 4 KiB"
    ),
    "link_clock": datasheet(1.0 * GHz, "GHz", "HyperTransport 1: 4 Gbytes/sec each way"),
    "doubled": datasheet(0, "", "no link is doubled"),
    "filtered": datasheet(0, "", "no probe filter before 2009"),
    "crc": datasheet(0, "B", "no checksum behind a packet before HyperTransport 3"),
    "memory": datasheet(
        85 * ns,
        "ns",
        f"{MCCALPIN}: two sockets of 2.3 GHz, where no probe takes longer; one socket was not "
        "measured and is taken to be the same",
    ),
    "lines": physics(
        1.0, "", "lines an operation waits for, against those of Barcelona: the same processors"
    ),
    "drivers": physics(0.0, "", "there is no second socket"),
    **{f"memory_{socket}": physics(0.25, "", "there is one socket") for socket in range(4)},
    **{f"threads_{socket}": physics(0.25, "", "there is one socket") for socket in range(4)},
}

HEAD_7410: dict[str, Constant] = {
    **HEAD_7310,
    "sockets": datasheet(4, "", f"{UPDATE}: 4 sockets of quad-core AMD Opteron (Barcelona)"),
    "cores": datasheet(4, "", f"{UPDATE}: the same; cores of a socket"),
    "busy": COMMON["busy"],
    "drivers": fitted(
        0.0448,
        "",
        f"{UPDATE}: the links of HyperTransport 1. Share of lines that sockets 0 and 1, where the "
        "bridges are, take from each other",
        *HT1_LINKS,
    ),
    "memory_0": fitted(
        0.298,
        "",
        f"{UPDATE}: the links of HyperTransport 1; share of lines whose home it is",
        *HT1_LINKS,
    ),
    "memory_1": fitted(0.2603, "", f"{UPDATE}: the same, as much as socket 2", *HT1_LINKS),
    "memory_2": fitted(0.2603, "", f"{UPDATE}: the same, as much as socket 1", *HT1_LINKS),
    "memory_3": fitted(0.1814, "", f"{UPDATE}: the rest", *HT1_LINKS),
}

HEAD_7210: dict[str, Constant] = {
    **HEAD_7410,
    "sockets": datasheet(2, "", f"{COMPARED}: 2 quad-core Opterons of 2.3 GHz, in the 7110 too"),
    **{f"memory_{socket}": physics(0.5, "", "taken: as many lines each") for socket in range(4)},
    **{f"threads_{socket}": physics(0.5, "", "taken: as many threads each") for socket in range(4)},
}
"""The share `busy` and the drivers' lines are taken to be those of the board with four sockets."""

HEAD_7410_ISTANBUL: dict[str, Constant] = {
    **HEAD_7410,
    "cores": datasheet(6, "", f"{UPDATE}: 4 sockets of six-core AMD Opteron (Istanbul)"),
    "clock": datasheet(2.6 * GHz, "GHz", f"{UPDATE}: 2,600 MHz"),
    "link_clock": datasheet(
        2.4 * GHz,
        "GHz",
        "De Gelas 2009, AMD's Six-Core Opteron: Istanbul's links turn at 2.4 GHz, 9.6 "
        "Gbytes/sec each way (Gregg says three times as much as before, which would be 12)",
    ),
    "doubled": seed(
        1, "", f"{UPDATE}: two ports carry traffic between sockets 2 and 3", "ht-map-s2-p1"
    ),
    "filtered": datasheet(
        1,
        "",
        "Conway et al. 2010, Cache Hierarchy and Memory Subsystem of the AMD Opteron Processor: the "
        "probe filter, HT Assist, of these processors; whether it was on nobody says (see head-7410-unfiltered)",
    ),
    "crc": datasheet(
        4, "B", "HyperTransport 3 puts a checksum behind each packet; amd64htcpu counts it"
    ),
    "memory": datasheet(
        54 * ns, "ns", f"{MCCALPIN}: four sockets of Istanbul at 2.6 GHz, with the filter"
    ),
    "lines": fitted(
        1.94,
        "",
        f"{UPDATE}: the links of HyperTransport 3 at 223,969 8 KiB reads per second. Lines an operation "
        "waits for, against those of Barcelona: more cores, which lines go round among, and a filter that sends lines away "
        "when it is full",
        *HT3_LINKS,
        *HT3_RATE,
    ),
    "drivers": fitted(0.124, "", f"{UPDATE}: the links of HyperTransport 3", *HT3_LINKS),
    "memory_0": fitted(
        0.203, "", f"{UPDATE}: the links of HyperTransport 3; as much as socket 3", *HT3_LINKS
    ),
    "memory_1": fitted(0.297, "", f"{UPDATE}: the same; as much as socket 2", *HT3_LINKS),
    "memory_2": fitted(0.297, "", f"{UPDATE}: the same; as much as socket 1", *HT3_LINKS),
    "memory_3": fitted(0.203, "", f"{UPDATE}: the same; as much as socket 0", *HT3_LINKS),
    "threads_0": fitted(
        0.313, "", f"{UPDATE}: the links of HyperTransport 3; share of lines read by it", *HT3_LINKS
    ),
    "threads_1": fitted(0.187, "", f"{UPDATE}: the same; as much as socket 2", *HT3_LINKS),
    "threads_2": fitted(0.187, "", f"{UPDATE}: the same; as much as socket 1", *HT3_LINKS),
    "threads_3": fitted(0.313, "", f"{UPDATE}: the same; as much as socket 0", *HT3_LINKS),
}

OTHER = f"{UPDATE}: the links of HyperTransport 3, if every socket is asked for every line"

HEAD_7410_UNFILTERED: dict[str, Constant] = {
    **HEAD_7410_ISTANBUL,
    "filtered": physics(
        0, "", "the other reading of the same counters: the probe filter was switched off"
    ),
    "lines": fitted(
        1.132, "", f"{OTHER}; nearly as many as on the old board", *HT3_LINKS, *HT3_RATE
    ),
    "drivers": fitted(0.228, "", OTHER, *HT3_LINKS),
    "memory_0": fitted(0.196, "", f"{OTHER}; as much as socket 3", *HT3_LINKS),
    "memory_1": fitted(0.304, "", f"{OTHER}; as much as socket 2", *HT3_LINKS),
    "memory_2": fitted(0.304, "", f"{OTHER}; as much as socket 1", *HT3_LINKS),
    "memory_3": fitted(0.196, "", f"{OTHER}; as much as socket 0", *HT3_LINKS),
    "threads_0": physics(
        0.25, "", "threads are taken to have moved from socket 1 to 3, and from no other"
    ),
    "threads_1": fitted(0.09, "", OTHER, *HT3_LINKS),
    "threads_2": physics(0.25, "", "the same, as on the old board"),
    "threads_3": fitted(0.41, "", f"{OTHER}; what socket 1 has not", *HT3_LINKS),
}
