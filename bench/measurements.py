"""Measure how long the page's interpreter takes for a reader's file of 50 MB, of each form:
`python -m bench.measurements [FORM ...]`."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.rows import Row, at_most
from bench.two_places import ROOT

SIZE, SECONDS = 50_000_000, 3.0
DIGITS = 1 << 20
SLOT = re.compile("#+|[~^]")


def to(digits: int, factor: float = 1.0, begin: float = 0.0) -> Callable[[float], str]:
    """Return what writes a time (s) times `factor` and after `begin`, with so many decimals."""
    return lambda t: f"{begin + t * factor:.{digits}f}"


def clock(t: float) -> str:
    """Return a time of day (s)."""
    return f"{int(t / 3600) % 24:02}:{int(t / 60) % 60:02}:{int(t) % 60:02}"


class Form(NamedTuple):
    """Files of a form. name: of a file. turn: lines that come again; each # is a digit from 1 to 9, ~ the time, ^ the number
    of the turn. clock:
    how a time (s) is written. step: usual time between two turns (s). head: what stands before them."""

    name: str
    turn: str
    clock: Callable[[float], str] = to(0)
    step: float = 1.0
    head: str = ""


def text(form: Form, size: int = SIZE, seed: int = 1) -> Iterator[str]:
    """Yield the pieces of a file of about `size` bytes, each turn with numbers of its own."""
    rng = Random(seed)
    digits = "".join(rng.choices("123456789", k=DIGITS))
    slots = SLOT.findall(form.turn)
    frame = SLOT.sub("%s", form.turn.replace("%", "%%"))
    ends = 0
    spans = list[tuple[int, int]]()
    for slot in slots:
        spans.append((ends, ends + len(slot)))
        ends += len(slot)
    yield form.head
    made, t, number = len(form.head), 0.0, 0
    while made < size:
        t += form.step * rng.choice((0.5, 1.0, 1.5))
        number += 1
        at = rng.randrange(DIGITS - ends)
        told = {"~": form.clock(t), "^": str(number)}
        piece = frame % tuple(
            told.get(slot) or digits[at + low : at + high]
            for slot, (low, high) in zip(slots, spans, strict=True)
        )
        made += len(piece)
        yield piece


def fio_way(name: str, bins: bool) -> str:
    """Return a direction in fio's JSON."""
    shares = ", ".join(f'"{share}.000000" : ######' for share in (1, 5, 10, 20, 50, 90, 95, 99))
    binned = ", ".join(f'"{(64 + k << 10) + 512}" : ^##' for k in range(60)) if bins else ""
    latency = (
        '"min" : ###, "max" : #######, "mean" : #####.######, "stddev" : ####.######, "N" : ^000'
    )
    return (
        f'"{name}" : {{ "io_bytes" : #########, "io_kbytes" : ######, "bw_bytes" : ######, "bw" : ###,\n'
        f'"iops" : ####.######, "runtime" : ^000, "total_ios" : ^000,\n"slat_ns" : {{ {latency} }},\n'
        f'"clat_ns" : {{ {latency}, "percentile" : {{ {shares} }}'
        f'{f", {chr(34)}bins{chr(34)} : {{ {binned} }}" if bins else ""} }},\n"lat_ns" : {{ {latency} }} }}'
    )


def fio_json(bins: bool) -> Form:
    """Return documents of --status-interval, each with all before it."""
    ways = ",\n".join(fio_way(name, bins) for name in ("read", "write"))
    job = f'{{ "jobname" : "db", "groupid" : 0, "error" : 0, {ways} }}'
    return Form(
        "f.json",
        f'{{ "fio version" : "fio-3.36", "timestamp" : ~, "time" : "Thu Oct  9 ~ 2025", "jobs" : [ {job} ] }}\n',
    )


def fio_report() -> Form:
    """Return reports of many runs of fio, by the one that the tests read."""
    lines = (ROOT / "tests/models/measured/real/fio-3.33-report.txt").read_text().split("\n", 5)
    report = re.sub(r"(?<=[= \[.])\d{3,}(?=[,\]. ])", lambda match: "#" * len(match[0]), lines[5])
    return Form("f.txt", report + "\n", head="\n".join(lines[:5]) + "\n")


def table(head: str, row: str, names: list[str], ending: str = "\n") -> str:
    """Return a report of a table: its heading, and a row for each name."""
    return head + "".join(f"{row.replace('NAME', name)}\n" for name in names) + ending


def histogram(columns: int, label: Callable[[int], str], between: str, count: str = "##") -> str:
    """Return the buckets of `zpool iostat -w`: those in the middle are not empty."""
    cells = {k: [count if 12 < k < 30 else "0"] * columns for k in range(37)}
    return "".join(between.join([label(k), *cells[k]]) + "\n" for k in range(37))


def shown(k: int) -> str:
    """Return the label of a bucket as `zpool iostat -w` prints it."""
    edge = 2 ** (k + 1) - 1
    unit = next(u for u, size in enumerate((10**3, 10**6, 10**9, 10**18)) if edge < size)
    return f"{edge // 1000**unit}{('ns', 'us', 'ms', 's')[unit]}"


W_HEAD = """tank         total_wait     disk_wait    syncq_wait   asyncq_wait
latency      read  write   read  write   read  write   read  write  scrub   trim  rebuild
----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----
"""
R_HEAD = """tank           sync_read    sync_write    async_read   async_write         scrub          trim       rebuild
req_size      ind    agg    ind    agg    ind    agg    ind    agg    ind    agg    ind    agg    ind    agg
----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----
"""
L_HEAD = """              capacity     operations     bandwidth    total_wait     disk_wait    syncq_wait    asyncq_wait  scrub   trim  rebuild
pool        alloc   free   read  write   read  write   read  write   read  write   read  write   read  write   wait   wait   wait
----------  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----  -----
"""
X_HEAD = (
    "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     "
    "d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n"
)
X_ROW = "NAME   ####.##  ####.##   #.##  #.##  #.## ##.##  ###.##  ####.##   #.##  #.##  #.##  ##.##  0.00  0.00  0.00  0.00  0.00  0.00  ##.##  #.##  #.##  ##.##"
X_CELLS = ["r/s", "w/s", "rkB/s", "wkB/s", "rrqm/s", "wrqm/s", "r_await", "w_await", "rareq-sz"]
X_CELLS += ["wareq-sz", "aqu-sz", "util"]
DISKS = ["sda", "sdb", "sdc", "nvme0n1"]
SINCE_1970 = 1_760_000_000
SIZES = ["512", *(f"{2**k}K" for k in range(10)), *(f"{2**k}M" for k in range(5))]
BARS = "|" + "@" * 20 + " " * 20 + "|"
KSTAT = """sd:N:sdN:class\tdisk
sd:N:sdN:crtime\t71.402518330
sd:N:sdN:nread\t~######
sd:N:sdN:nwritten\t~######
sd:N:sdN:reads\t~##
sd:N:sdN:rlentime\t~.#########
sd:N:sdN:rtime\t~.#########
sd:N:sdN:snaptime\t~.#########
sd:N:sdN:wlentime\t~.#########
sd:N:sdN:writes\t~##
"""
KSTAT_J = """{
\t"module": "sd",
\t"instance": N,
\t"name": "sdN",
\t"class": "disk",
\t"type": 3,
\t"snaptime": ^.9########,
\t"data": {
\t\t"crtime": 0.402518330, "nread": ^######, "nwritten": ^######, "reads": ^##, "writes": ^##, "rtime": ^.#########,
\t\t"rlentime": ^.#########, "rlastupdate": ^.1########, "wlentime": ^.#########, "wlastupdate": ^.1########, "wtime": ^.#########
\t}
}"""
FORMS = {
    "fio log": Form(
        "f_clat.1.log", "~, ######, 0, 4096, 0\n~, #####, 1, 4096, 0\n", to(0, 1e3), 1e-3
    ),
    "fio log with offsets": Form(
        "f_clat.1.log", "~, ######, 0, 4096, 4#######, 0x0000, ~######\n", to(0, 1e3), 1e-3
    ),
    "fio log of windows": Form("f_clat.1.log", "~, ######, 0, 0, 0\n", to(0, 1e3), 0.1),
    "fio log of rates": Form(
        "f_bw.1.log", "~, #####, 0, 4096, 0\n~, #####, 1, 4096, 0\n", to(0, 1e3), 0.1
    ),
    "fio histogram log": Form(
        "f_clat_hist.1.log", f"~, 0, 4096{', 0' * 700}{', ##' * 150}{', 0' * 1006}\n", to(0, 1e3)
    ),
    "fio json+": fio_json(True),
    "fio json": fio_json(False),
    "fio report": fio_report(),
    "zpool iostat -w": Form(
        "w.txt", W_HEAD + histogram(11, shown, "  ", "#.##K") + "-" * 80 + "\n"
    ),
    "zpool iostat -wHp": Form(
        "w.txt", "tank\n" + histogram(11, lambda k: str(2 ** (k + 1) - 1), "\t", "####") + "\n"
    ),
    "zpool iostat -r": Form(
        "r.txt",
        R_HEAD + "".join(f"{size:12}{'  #.##K' * 14}\n" for size in SIZES) + "-" * 100 + "\n",
    ),
    "zpool iostat -l": Form(
        "l.txt",
        L_HEAD + "tank        2.##T  17.#T  #.##K    ###  ##.#M  ##.#M" + "  ##ms  ###us" * 4 + "  ##ms      -      -\n" * 1,
    ),
    "zpool iostat -v": Form(
        "l.txt",
        table(
            "              capacity     operations     bandwidth\npool        alloc   free   read  write   read  write\n",
            "NAME  2.##T  17.#T  #.##K  ###  ##.#M  ##.#M",
            ["tank", "  mirror-0", "    sda", "    sdb", "  mirror-1", "    sdc", "    sdd"],
        ),
    ),
    "zpool iostat -Hp": Form(
        "l.txt", table("", "NAME\t22651106#####\t188048125#####\t####\t###\t########\t########", ["tank", "sda", "sdb"], "")
    ),
    "zpool status": Form(
        "s.txt", "\tsd#####  ONLINE  0  0  0\n", head="  pool: tank\n state: ONLINE\nconfig:\n\n\tNAME  STATE  READ WRITE CKSUM\n\ttank  ONLINE  0  0  0\n\tsda  ONLINE  0  0  0\n\nerrors: none\n",
    ),
    "iostat -x": Form(
        "i.txt",
        table("\n09/10/2025 ~\n" + X_HEAD, X_ROW, DISKS),
        clock,
        5,
        "Linux 6.1.0 (nas) \t09.10.2025 \t_x86_64_\t(4 CPU)\n",
    ),
    "iostat -x with decimal commas": Form(
        "i.txt",
        table("\n09.10.2025 ~\n" + X_HEAD, X_ROW.replace(".", ","), DISKS),
        clock,
        5,
        "Linux 6.1.0 (nas) \t09.10.2025 \t_x86_64_\t(4 CPU)\n",
    ),
    "iostat -xh": Form(
        "i.txt",
        table("     r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz Device\n", "####.##  ##.#M  #.##  #.#%  #.##  ##.#k NAME", DISKS)
        + table("     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz Device\n", "####.##  ##.#M  #.##  #.#%  #.##  ##.#k NAME", DISKS)
        + table("     f/s f_await  aqu-sz  %util Device\n", "#.##  #.##  #.##  ##.#% NAME", DISKS),
    ),
    "iostat -x of FreeBSD": Form(
        "i.txt",
        table(
            "                        extended device statistics\ndevice       r/s     w/s     kr/s     kw/s  ms/r  ms/w  ms/o  ms/t qlen  %b\n",
            "NAME   ####  ###  #####.#  ####.#  #  #  0  #  #  ##",
            ["ada0", "ada1", "nvd0"],
            "",
        ),
    ),
    "iostat -xn of illumos": Form(
        "i.txt",
        table(
            "                    extended device statistics\n    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n",
            "###.#  ##.#  ####.#  ####.#  #.#  #.#  #.#  ##.#  ##  ##  NAME",
            ["c0t0d0", "c0t1d0", "c0t2d0"],
            "",
        ),
    ),
    "iostat JSON": Form(
        "i.json",
        '{"timestamp":"10/09/2025 ~","disk":[\n'
        + ",\n".join(
            f'{{"disk_device":"{name}",{",".join(f"{chr(34)}{cell}{chr(34)}:###.##" for cell in X_CELLS)}}}'
            for name in DISKS
        )
        + "\n]},\n",
        clock,
        5,
        '{"sysstat":{"hosts":[{"nodename":"nas","statistics":[\n',
    ),
    "biosnoop": Form(
        "b.txt",
        "~    fio            4001    nvme0n1   R ########   4096       0.##    #.##\n"
        "~    kworker/2:1H   77      nvme0n1   W ########   16384      0.##    #.##\n",
        to(6),
        1e-3,
        "TIME(s)     COMM           PID     DISK      T SECTOR     BYTES    QUE(ms) LAT(ms)\n",
    ),
    "biosnoop of libbpf": Form(
        "b.txt",
        "~.### fio            4001    nvme0n1 R    ########    4096      0.###\n~.### fsync loop     4002    nvme0n1 WS   ########       4096      0.###\n",
        clock,
        0.1,
        "TIMESTAMP    COMM           PID     DISK    T    SECTOR     BYTES   LAT(ms)\n",
    ),
    "biosnoop of bpftrace": Form(
        "b.txt",
        "~  259   0        postgres         5120        ##\n~  8   16       DB writer 1         977        #\n",
        to(0, 1e3),
        1e-3,
        "TIME(ms)     DISK ID        COMM             PID    LAT(ms)\n             MAJOR MINOR\n",
    ),
    "iosnoop of perf-tools": Form(
        "b.txt",
        "~1    ~9    fio          5120   W    259,0    ########     4096       0.##\n~2    ~8    tar          6001   RM    8,0    ########     4096       0.##\n",
        to(5, 1, 71204),
        1e-3,
        "Tracing block I/O. Ctrl-C to end.\nSTARTs          ENDs            COMM         PID    TYPE DEV      BLOCK        BYTES     LATms\n",
    ),
    "iosnoop of DTrace": Form(
        "b.txt",
        "~     ~     #####     ####    0  6001 R   ######   8192       tar /data/a file\n~     ~     #####     ####    0  6001 W   ######   8192       fsflush <none>\n",
        to(0, 1e6, 5e9),
        1e-3,
        "STIME(us)      TIME(us)       DELTA(us)  DTIME(us)    UID   PID D    BLOCK   SIZE       COMM PATHNAME\n",
    ),
    "biolatency": Form(
        "bl.txt",
        "\n~\ndisk = 'nvme0n1'\n     usecs               : count     distribution\n"
        + "".join(f"{2**k:10} -> {2 ** (k + 1) - 1:<10} : ####     {BARS}\n" for k in range(1, 17)),
        clock,
    ),
    "biolatency -j": Form(
        "bl.txt",
        "{'ts': '2025-10-09 ~', 'val_type': 'usecs', 'data': ["
        + ", ".join(
            f"{{'interval-start': {2**k}, 'interval-end': {2 ** (k + 1) - 1}, 'count': ####}}"
            for k in range(1, 17)
        )
        + "], 'Bucket ptr': b'nvme0n1'}\n",
        clock,
    ),
    "biolatency of bpftrace": Form(
        "bl.txt",
        "@usecs[259, ###]:\n"
        + "".join(f"[{2**k}, {2 ** (k + 1)})      #### {BARS}\n" for k in range(1, 9))
        + "\n",
    ),
    "blkparse": Form(
        "bp.txt",
        "259,0  3  1  ~1  5120  Q   R ^ + 8 [postgres]\n259,0  3  2  ~2  5120  G   R ^ + 8 [postgres]\n"
        "259,0  3  3  ~3  5120  D   R ^ + 8 [postgres]\n259,0  1  4  ~9     0  C   R ^ + 8 [0]\n",
        to(8),
        1e-3,
    ),
    "kstat -p": Form(
        "k.txt", "".join(KSTAT.replace("N", str(k)) for k in range(4)), to(0, 1, 1000)
    ),
    "kstat -j": Form(
        "k.json",
        f"[{', '.join(KSTAT_J.replace('N', str(k)) for k in range(4))}]\n",
        to(0, 1, 1000),
    ),
    "arcstat": Form(
        "a.txt",
        "~  #.#K   ###     ##    ##    #   ###   ##     #    #    24G   24G\n",
        clock,
        1,
        "    time  read  miss  miss%  dmis  dm%  pmis  pm%  mmis  mm%  arcsz     c\n",
    ),
    "spl kstat": Form(
        "arcstats",
        "13 1 0x01 147 39984 4000000000 ~000000000\nname                            type data\n"
        + "".join(f"{name:32}4    ########\n" for name in ("hits", "iohits", "misses", "c_max", "demand_data_hits", "demand_data_misses", "size", "c")),
        to(0, 1, 100),
    ),
    "spl txgs": Form(
        "txgs",
        "~  ~00000##### C  ######  ######  #######  ##  ##  50########  ####  #####  #########\n",
        to(0, 1, 9001),
        1,
        "18 0 0x01 100 11200 4000000000 9000000000\ntxg birth state ndirty nread nwritten reads writes otime qtime wtime stime\n",
    ),
    "MSR": Form(
        "m.csv",
        "~#####,lab,0,Read,##########,4096,####\n~#####,lab,1,Write,##########,8192,###\n",
        to(0, 100, 1340447360000),
        1e-2,
    ),
    "SPC": Form("s.csv", "0,########,8192,W,~\n1,########,4096,r,~\n", to(6), 1e-3),
    "Tencent": Form("t.csv", "~,#######,64,0,2###\n~,#######,16,1,2##\n", to(0, 1, SINCE_1970), 1e-3),
    "Alibaba": Form("a.csv", "3,R,##########,4096,~\n##,W,##########,16384,~\n", to(0, 1e6, SINCE_1970 * 1e6), 1e-4),
    "Systor": Form(
        "sy.csv", "~.######,0.00####,R,2,##########,4096\n~.######,,W,3,##########,8192\n", to(0, 1, 1455592920), 1e-2,
        head="TimeStamp,Response,IOType,LUN,Offset,Size\n",
    ),
    "CSV with a header": Form(
        "c.csv", "~,read,########,4096,0.00####\n~,write,########,4096,0.0#####\n", to(6), 1e-3, "time,op,offset,size,latency\n"
    ),
    "oracleGeneral as CSV": Form(
        "o.csv", "~,#####,4096,########\n~,#######,4096,########\n", to(0), 1e-3, "time,obj_id,obj_size,next_access_vtime\n"
    ),
    "Twitter": Form("tw.csv", "~,ab:p:Zk####,10,###,31,get,0\n~,ab:p:Zk######,12,###,32,set,3600\n", to(0), 1e-3),
    "cloudPhysics": Form("cp.csv", "~,2a,16,########\n~,28,8,########\n", to(0, 1e6), 1e-3, "timestamp,op,size,lbn\n"),
    "keys": Form("keys.txt", "users/####\nusers/######\n", head="a\na\n"),
}  # fmt: skip


def write(folder: Path, names: list[str], size: int = SIZE) -> list[Path]:
    """Write a file of each form, and return their paths."""
    paths = list[Path]()
    for name in names:
        path = folder / f"{name.replace(' ', '_')}+{FORMS[name].name}"
        with path.open("w") as file:
            file.writelines(text(FORMS[name], size))
        paths.append(path)
    return paths


def measure(names: list[str] | None = None) -> list[Row]:
    """Return a row of each form: the processor time of the page's interpreter and its helpers."""
    names = names or list(FORMS)
    with tempfile.TemporaryDirectory() as folder:
        paths = write(Path(folder), names)
        command = ["node", str(ROOT / "bench" / "measurements.mjs"), str(ROOT), *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    taken: list[float] = json.loads(done)
    return [
        at_most(f"50 MB: {name}", seconds, "s", SECONDS)
        for name, seconds in zip(names, taken, strict=True)
    ]


if __name__ == "__main__":
    for row in measure(sys.argv[1:]):
        print(row)
