"""The Sun Storage 7410 of 2009 with SATA disks and Logzillas, and its NFS clients."""

from models.catalogue.freebsd_box import FREEBSD_BOX
from models.catalogue.provenance import Constant, datasheet, fitted, physics, seed
from models.units import GB, MB, KiB, MiB, ms, ns, rpm, us

SLOG, SPEEDS = "Gregg 2009, SLOG Screenshots", "Gregg 2009, Hybrid Storage Pool: Top Speeds"
THROTTLE = "OpenSolaris dsl_pool.c, 2008"
BIAS = "Bourbonnais 2009, Synchronous write bias"
ISCSI, ISCSI_FAST = "Bourbonnais 2009, iSCSI unleashed", "Gregg 2010, iSCSI before and after"

SUN_7410: dict[str, Constant] = {
    "pool.disks.interface_rate": FREEBSD_BOX["pool.disks.interface_rate"],
    "pool.disks.inner_share": FREEBSD_BOX["pool.disks.inner_share"],
    "pool.disks.speed": datasheet(7200 * rpm, "rpm", f"{SLOG}: 7,200 rpm disks"),
    "pool.disks.capacity": datasheet(1000 * GB, "GB", f"{SLOG}: 1 Tbyte each"),
    "pool.disks.heads": datasheet(8, "", "four platters: usual for 1 TB in 2009"),
    "pool.disks.media_rate": datasheet(
        105 * MB, "MB/s", "sustained at the rim, 1 TB enterprise SATA drives of 2009"
    ),
    "pool.disks.skew": datasheet(0.8 * ms, "ms", "a head or track switch takes just under 1 ms"),
    "pool.disks.seek_track": datasheet(
        0.8 * ms, "ms", "track to track, 1 TB enterprise SATA drives of 2009"
    ),
    "pool.disks.seek_average": datasheet(
        8.5 * ms, "ms", "average read seek, 1 TB enterprise SATA drives of 2009"
    ),
    "pool.disks.seek_full": datasheet(
        18.0 * ms, "ms", "full stroke, 1 TB enterprise SATA drives of 2009"
    ),
    "pool.disks.write_settle": datasheet(
        1.0 * ms, "ms", "average write seek 9.5 ms against 8.5 for reads"
    ),
    "pool.disks.discipline": FREEBSD_BOX["pool.disks.discipline"],
    "pool.disks.read_ahead": FREEBSD_BOX["pool.disks.read_ahead"],
    "pool.disks.ageing": physics(
        0.004,
        "",
        "taken: as in the enterprise disk, where the slowest of many writes show it; without it "
        "a request far from the arm may wait for ever behind a stream",
    ),
    "pool.disks.command": fitted(
        72 * us,
        "us",
        "as it was fitted for the FreeBSD machine's SATA drive",
        *FREEBSD_BOX["pool.disks.command"].targets,
    ),
    "pool.disks.destage_set": fitted(
        40,
        "",
        "as it was fitted for the FreeBSD machine's drive",
        *FREEBSD_BOX["pool.disks.destage_set"].targets,
    ),
    "pool.disks.cache_size": datasheet(32 * MiB, "MiB", "1 TB enterprise SATA drives of 2009"),
    "pool.disks.flush": seed(
        0.23 * ms,
        "ms",
        f"{SLOG}: 8.93 ms at most, less a turn, the server's share, two commands and the "
        "data's way",
        "slog-before-max",
        "slog-before-max-heat",
    ),
    "pool.disks.speed_error": physics(
        1e-4, "", "two spindles of one kind differ by about this share (uniform)"
    ),
    "pool.sides": FREEBSD_BOX["pool.sides"],
    "filesystem.recordsize": FREEBSD_BOX["filesystem.recordsize"],
    "log.header": FREEBSD_BOX["log.header"],
    "log.granule": FREEBSD_BOX["log.granule"],
    "log.sizing": FREEBSD_BOX["log.sizing"],
    "log.wake": FREEBSD_BOX["log.wake"],
    "log.alone": FREEBSD_BOX["log.alone"],
    "pool.cable_rate": datasheet(1200 * MB, "MB/s", "four SAS lanes of 3 Gbit/s to each JBOD"),
    "groups.interval": seed(30.0, "s", f"{SLOG}: spikes every 30 s", "picket-fence-interval"),
    "groups.throttle": datasheet(
        "tick", "", f"{THROTTLE}: dsl_pool_tempreserve_space compares one group with its limit"
    ),
    "groups.least": datasheet(
        32 * MiB // 6,
        "MiB",
        f"{THROTTLE}: zfs_write_limit_min, 32 MiB, of sizes that spa_get_asize counts six times",
    ),
    "log.device.kind": datasheet("logzilla", "", f"{SLOG}: Logzillas"),
    "log.device.access": datasheet(
        63 * us, "us", f"{SLOG}: 10,000 writes a second of 4 KiB, less the transfer"
    ),
    "log.device.rate": datasheet(
        110 * MB, "MB/s", "Bourbonnais 2009, Synchronous write bias: about 110 MB/s"
    ),
    "log.device.capacity": datasheet(18 * GB, "GB", f"{SLOG}: 18 Gbytes"),
    "cache.flash.access": seed(
        122 * us,
        "us",
        f"{SPEEDS}: 128 us at least for 512 bytes over NFS, aged devices; less cable and server",
        "hsp-l2arc-latency",
        "hsp-best-case-latency",
    ),
    "cache.flash.spread": seed(
        130 * us,
        "us",
        f"{SPEEDS}: 260 us at most for the same reads (taken as uniform)",
        "hsp-l2arc-latency",
    ),
    "cache.flash.rate": datasheet(
        300 * MB,
        "MB/s",
        "SATA 3 Gbit/s, the cable; what the flash behind it gives is not published",
    ),
    "cache.flash.capacity": datasheet(100 * GB, "GB", "100 GB a device (Sun Storage 7410, 2008)"),
    "cache.flash.channels": physics(
        4,
        "",
        "not published; flash controllers of 2008 had 4 to 10 channels, and a single reader uses one",
    ),
    "cache.feed.rate": physics(
        100 * MB,
        "MB/s",
        "not published; flash devices of 2008 took large writes at about this rate",
    ),
    "load.read_span": fitted(
        8 * GB,
        "GB",
        f"{SPEEDS}: reads from disk take 1.9 to 9.7 ms, mostly; the data is Gbytes, and how much "
        "of it lies on each disk is not published. With 8 GB nine of ten take 1.8 to 9.4 ms; the median lies within what was "
        "measured with 1 to 200 GB, and above it with a whole disk",
        "hsp-disk-read-latency",
        "hsp-disk-read-rounded",
        "hsp-without-ssd-latency",
    ),
    "processor.sockets": datasheet(4, "", f"{SLOG}: 4 quad-core Opterons, 2.3 GHz"),
    "head.cores": datasheet(16, "", f"{SLOG}: 4 quad-core Opterons, 2.3 GHz"),
    "head.memory": datasheet(128 * 1024 * MiB, "GiB", f"{SLOG}: 128 Gbytes"),
    "head.blocks": datasheet(
        "in requests",
        "",
        "taken: what the processors spend on a request was read off whole machines, with groups on their way to disk",
    ),
    "head.cpu_write": seed(
        60 * us,
        "us",
        f"{SLOG} (267-304 us for 8 KiB) and {SPEEDS} (137-181 us for 512 bytes), of one writer, less "
        "the Logzilla's time and that of the bytes: 66 and 53 us, and between the two",
        "slog-after-mostly",
        "slog-after-band",
        "slog-after-below",
        "slog-latency-gain",
        "hsp-slog-latency",
        "hsp-slog-band-rounded",
    ),
    "head.cpu_byte": physics(
        4.24 * ns,
        "ns",
        "taken: as much as a byte of a read on this head at rest. What the two texts have of one "
        "writer, less the Logzilla's time, differs by 45 us over 7.5 KiB, which would be 5.9",
    ),
    "head.cpu_network": fitted(
        30 * us,
        "us",
        f"{SLOG}: with 200 threads the processors are close to their limit; a write's CPU "
        "time outside what NFS counts as its latency",
        "load8-cpu-pattern",
    ),
    "head.cpu_network_load": seed(
        1.0,
        "",
        f"{SLOG}: the same, where CPU utilization includes bus wait cycles; share of the most that the "
        "head can do, while it was so",
        "load8-cpu-pattern",
    ),
    "head.cpu_read": seed(
        5 * us, "us", f"{SPEEDS}: 0-10 us for a read from memory", "hsp-dram-latency"
    ),
    "head.cpu_read_spread": seed(
        0.8, "", f"{SPEEDS}: the same; 1 to 9 us, evenly", "hsp-dram-latency"
    ),
    "tar.changes": fitted(
        3,
        "",
        f"{SLOG}: an archive in 20 and in 2 minutes; CREATE and two SETATTR a file, beside its COMMIT",
        "slog-tar-without",
        "slog-tar-with",
        "slog-tar-gain",
    ),
    "tar.asks": fitted(
        1,
        "",
        f"{SLOG}: the same; a LOOKUP a file",
        "slog-tar-without",
        "slog-tar-with",
        "slog-tar-gain",
    ),
    "oltp.users": seed(
        16,
        "",
        f"{BIAS}: 10s of MB/s of changed blocks; sessions without a pause that write about as much",
        "logbias-loads",
    ),
    "oltp.work": physics(5 * ms, "ms", "not published; a short transaction on a processor of 2009"),
    "oltp.reads": fitted(
        6,
        "",
        f"{BIAS}: a gain of 40 % with one Logzilla and 40 disks; blocks that a transaction reads from the "
        "server's memory. With none of them it would be 51 %, with 16 of them 28 %",
        "oracle-guidelines-gain",
    ),
    "oltp.changes": physics(3, "", "not published; data blocks that a short transaction changes"),
    "oltp.entries": physics(1, "", "not published; index blocks that it changes"),
    "oltp.redo": physics(2 * KiB, "KiB", "not published; redo of a short transaction"),
    "oltp.block": datasheet(
        8 * KiB, "KiB", f"{BIAS}: data files of 8 KiB, the size of a database block"
    ),
    "oltp.burst": seed(
        200,
        "",
        "Bourbonnais 2015, Throughput vs latency: 100s of independent operations",
        "logbias-throughput-concurrency",
    ),
    "network.mtu": physics(
        9000,
        "B",
        "taken: jumbo frames, which large reads' few headers speak for; with 1,500 there would be "
        "three times as many",
    ),
    "network.nfsd": physics(
        500,
        "",
        "as we remember these appliances' own setting. Their NFS serves 20 to 1,000 requests at a time "
        "(Oracle ZFS Storage Appliance Administration Guide, NFS properties)",
    ),
    "network.turnaround": seed(
        300 * us,
        "us",
        f"{SLOG}: 1/1708 s a write, 285 us of it at the server; the gain and the transfers of the "
        "box with the log devices follow",
        "slog-after-iops",
        "slog-iops-gain",
        "slog-jbod-after",
    ),
    "nfs.spread": physics(
        0.15,
        "",
        "taken: times at clients and servers vary by this share either way, uniformly, so that writers do not "
        "march in step",
    ),
    "client.turnaround_blade": fitted(
        540 * us,
        "us",
        f"{SLOG}: the 200-thread test's slower clients, 112,121 a second within 1.21 ms, 85 "
        "%. Over ten seeds 81 to 95 % are below it, 91 % on average",
        "load8-fast-share",
        "load8-panel-fast",
        "load8-latency-mostly",
    ),
    "client.blanking_time": datasheet(
        128 * us,
        "us",
        "bge driver of OpenSolaris, 2008: bge_rx_ticks_norm; which card the clients had is not "
        "published",
    ),
    "client.blanking_packets": datasheet(
        8, "", "bge driver of OpenSolaris, 2008: bge_rx_count_norm"
    ),
    "client.interrupt_work": physics(
        4 * us,
        "us",
        "not published; a core's time for an interrupt without its packets, 2 to 10 us in 2008",
    ),
    "client.packet_work": physics(
        1.5 * us,
        "us",
        "not published; a core's time for a received packet through TCP, about 3,000 cycles",
    ),
    "daemon.command_trips": fitted(
        1,
        "",
        f"{ISCSI}: several trips a request. One for a command (of the messages in t10_sam.c of OpenSolaris) "
        "and three for a PDU are the small numbers with which the daemon's three published rates agree; 2 for a command "
        "and 1 to 3 for a PDU give 16 to 65 % more throughput",
        "iscsi-old-throughput-net",
    ),
    "daemon.data_trips": fitted(
        3,
        "",
        f"{ISCSI}: several trips a request. To the volume, to the network, and back for more, for each PDU "
        "of data, is our reading of the messages in t10_sam.c of OpenSolaris; chosen because it gives 311 Mbytes/sec of "
        "128 KiB reads (1 trip 30 % more, 2 trips 7 % more, 4 trips 7 % less)",
        "iscsi-old-throughput-net",
    ),
    "daemon.wake": physics(
        2 * us,
        "us",
        "not published; an interrupt to an idle processor and a switch of threads, 1 to 5 us in "
        "2008. Only its sum with the hold can be read off a rate",
    ),
    "daemon.hold": fitted(
        1.35 * us,
        "us",
        f"{ISCSI}: 31,000 8 KiB reads per second; the lock for a message put in or taken out",
        "comstar-old-iops",
        "comstar-gain",
        "comstar-cpu-efficiency",
    ),
    "daemon.copy": fitted(
        1500 * MB,
        "MB/s",
        f"{ISCSI_FAST}: 37,056 reads of 512 bytes, which have no long copy, beside 31,000 of "
        "8 KiB. Out of the kernel and into it again: one copy from memory (about 2 GB/s on a core of 2008) and one out of "
        "the cache (about 6 GB/s) are as much; at 0.8 GB/s there would be 20 % more small reads, at 6 GB/s 13 % fewer",
        "iscsi-old-iops-max",
    ),
    "daemon.sleep": fitted(
        20.8 * us,
        "us",
        f"{ISCSI}: 7.6 CPUs for those reads. What is left over once the kernel's work is charged, for each of eight "
        "sleeps a read; of it two threads can spend 8 us themselves, so most of it is other work, which is not known",
        "comstar-old-cpu",
        "comstar-cpu-efficiency",
    ),
    "iscsi.work": fitted(
        1.26,
        "",
        f"{ISCSI}: 10 CPUs for 85,000 8 KiB reads per second in the kernel. Work of a command beside "
        "its bytes, against that of an NFS read: commands, status and data are messages of their own",
        "comstar-new-cpu",
        "comstar-cpu-efficiency",
    ),
    "network.client_message": fitted(
        117.6 * us,
        "us",
        f"{ISCSI}: 85,000 reads a second of ten initiators with ten threads each, while six of "
        "sixteen cores are idle; an initiator's time for a PDU of data, one after another on its one connection",
        "comstar-new-iops",
        "comstar-gain",
        "comstar-cpu-efficiency",
    ),
    "network.client_port": datasheet(
        250 * MB, "MB/s", f"{SPEEDS}: clients with two ports of 1 GbE"
    ),
}
