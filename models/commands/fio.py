"""Loads as fio commands, and fio's commands and job files as loads."""

import re
import shlex
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from models.cli.acting import check_that_all_act
from models.cli.typed import value_of
from models.cli.whole_machine import LOADS, NamedLoad, as_typed, changed_load, kind_of, settings_of
from models.commands.text import POWERS, Line, lines, read_said, said, size_text, wrong
from models.lab.study import MOST_LOADS
from models.machine.loads.blocks import Reads
from models.machine.order import ORDERS
from models.protocols.nfs.server import DATA_SYNC, FILE_SYNC, UNSTABLE
from models.setting import settings as fields_of
from models.units import KiB, minute

FILE, DEFAULT_SIZE, DEPTH = "/tank/fio", 4 * KiB, 1024
QUEUED = "libaio io_uring posixaio windowsaio solarisaio io_uring_cmd".split()
"""Engines for which iodepth counts."""
WAYS = {
    "read": (1.0, True, False),
    "write": (0.0, False, False),
    "randread": (1.0, False, False),
    "randwrite": (0.0, False, True),
    "rw": (0.5, True, False),
    "readwrite": (0.5, True, False),
    "randrw": (0.5, False, True),
}
"""Words of rw: the share of reads, whether they are in order, whether writes go to random places."""
ALSO = {"readwrite": "rw", "blocksize": "bs", "io_limit": "io_size", "rwmixwrite": "rwmixread"}
ALSO |= {"buffered": "direct", "blocksize_range": "bsrange", "wait_for_previous": "stonewall"}
READ = """name rw bs bssplit bsrange rwmixread sync fsync fdatasync numjobs iodepth ioengine direct size filesize
filename thinktime thinktime_blocks rate rate_iops rate_process random_distribution startdelay stonewall
create_on_open nrfiles kb_base""".split()
ABSENT = """atomic bs_is_seq_rand buffer_compress_percentage buffer_pattern cmdprio_percentage dedupe_percentage
file_append fill_device fill_fs flow iodepth_batch iodepth_batch_complete iodepth_batch_complete_max
iodepth_batch_complete_min iodepth_batch_submit iodepth_low latency_target max_latency offset_increment
percentage_random percentage_sequential rate_ignore_thinktime rate_iops_min rate_min read_iolog
rw_sequencer rwmixcycle serialize_overlap sync_file_range thinktime_blocks_type thinktime_iotime
thinktime_spin trim_percentage trim_backlog verify verify_backlog wait_for zero_buffers zonemode zonerange
zonesize zoneskip""".split()
"""Options that change what fio asks for, but that the machine does not know."""
SILENT = """alloc-size allow_file_create allow_mounted_write allrandrepeat append-terse aux-path bandwidth-log
block_error_percentiles blockalign ba blocksize_unaligned bs_unaligned buffer_compress_chunk bwavgtime
cgroup cgroup_nodelete cgroup_weight clat_percentiles client clocksource cmdprio cmdprio_bssplit
cmdprio_class comm continue_on_error cpumask cpus_allowed cpus_allowed_policy create_fsync create_only
create_serialize daemonize debug dedupe_global dedupe_mode dedupe_working_set_percentage description
directory disable_bw disable_bw_measurement disable_clat disable_lat disable_slat disk_util do_verify
end_fsync end_syncfs error_dump eta eta-interval eta-newline exec_postrun exec_prerun exit_what exitall
exitall_on_error experimental_verify fadvise_hint fallocate file_service_type filename_format filetype
fixedbufs flow_id flow_sleep force_async fsync_on_close gid group_reporting gtod_cpu gtod_reduce hipri
hipri_percentage hugepage-size idle-prof ignore_error inflate-log invalidate io_size io_submit_mode iomem
iomem_align iopsavgtime ioscheduler job_start_clock_id lat_percentiles latency_percentile latency_run
latency_window libaio_vectored lockfile lockmem log_alternate_epoch log_avg_msec log_compression
log_compression_cpus log_entries log_hist_coarseness log_hist_msec log_issue_time log_max_value log_offset
log_prio log_store_compressed log_unix_epoch log_window_value loops max-jobs max_open_zones mem mem_align
minimal new_group nice nonvectored norandommap nowait numa_cpu_nodes numa_mem_policy number_ios offset
offset_align opendir openfiles output output-format overwrite per_job_logs percentile_list pre_read prio
prioclass priohint profile ramp_size ramp_time random_generator randrepeat randseed rate_cycle readonly
refill_buffers registerfiles replay_align replay_no_stall replay_redirect replay_scale replay_skip
replay_time_scale runtime scramble_buffers section server showcmd significant_figures slat_percentiles
softrandommap sqthread_poll sqthread_poll_cpu ss ss_dur ss_interval ss_ramp stats status-interval
steadystate steadystate_check_interval steadystate_duration steadystate_ramp_time terse-version
thinkcycles thread time_based timeout trim_backlog_batch trim_verify_zero uid uncached
unified_rw_reporting unique_filename unit_base unlink unlink_each_loop userspace_reap verify_async
verify_async_cpus verify_backlog_batch verify_dump verify_fatal verify_header_seed verify_interval
verify_offset verify_only verify_pattern verify_state_load verify_state_save warnings-fatal write_barrier
write_bw_log write_hint write_hist_log write_iolog write_iops_log write_lat_log""".split()
"""Options that change nothing here: how long, by whom, and what is reported (fio 3.42, HOWTO)."""
KNOWN = frozenset([*READ, *ALSO, *ABSENT, *SILENT])
ENGINES = (
    """sync psync vsync pvsync pvsync2 mmap sg splice libzbc libpmem dev-dax mtd e4defrag filecreate
filestat filedelete dircreate dirstat dirdelete falloc ftruncate""".split()
    + QUEUED
)
"""Engines of files and devices on the machine itself."""
FAR = """null net netsplice cpuio rdma rbd rados http libhdfs gfapi gfapi_async libiscsi nbd nfs dfs ime_psync
ime_psyncv ime_aio external exec xnvme libblkio libcufile libhipfile page_fault""".split()
"""Engines of other storage, or of none."""
SPREADS = ("random", "zipf", "pareto", "normal", "zoned", "zoned_abs")
SYNCS = {"0": "", "none": "", "dsync": "dsync", "1": "sync", "sync": "sync"}
OF_LEAF = {
    "size": "bs",
    "threads": "numjobs",
    "reads": "rwmixread",
    "data": "size",
    "at": "startdelay",
}
OF_LEAF |= {"think": "thinktime", "skew": "random_distribution", "rate": "rate_iops"}
"""The options that settings of a load come from, where their names differ."""
TIMES = {"": 1.0, "us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3, "s": 1.0, "m": minute}
TIMES |= {"h": 3600.0, "d": 86400.0}


class Job(NamedTuple):
    """A fio job: its line number, its options as text, the settings in its comments, and the line of
    each."""

    number: int
    options: dict[str, str]
    told: dict[str, str]
    lines: dict[str, int]

    def wrong(self, name: str, right: str) -> wrong:
        """Return the error for an option whose value is not `right`."""
        line, text = self.lines.get(name, self.number), self.options.get(name, "")
        return wrong(line, f"{name} must be {right}, got {text[:40]!r}")

    def copy(self, number: int, name: str) -> "Job":
        """Return a job of another name with the same options so far."""
        return Job(number, {**self.options, "name": name}, {}, {**self.lines})


def jobs_of(text: Iterable[Line]) -> list[Job]:
    """Return the jobs of commands and job files, with what [global] says."""
    found, common, current = list[Job](), Job(1, {}, {}, {}), None
    for line in text:
        bare = line.text.strip()
        if line.words[:1] == ["fio"]:
            found += jobs_of_command(line)
            current = found[-1]
        elif (one := read_said(line.text)) and one[0].partition(".")[0] in LOADS:
            if current:
                current.told[one[0]], current.lines[one[0]] = one[1], line.number
        elif match := re.match(r"\[([^\]]+)\]", bare):
            current = common
            if match[1] != "global":
                current = common.copy(line.number, match[1])
                found.append(current)
        elif bare and bare[0] not in "#;" and current and not line.words:
            take(current, line.number, re.split(r"\s[;#]", bare)[0])
    return found


def jobs_of_command(line: Line) -> list[Job]:
    """Return the jobs of a command; options before the first --name are those of all."""
    common = Job(line.number, {}, {}, {})
    found, current, words = list[Job](), common, line.words[1:]
    while words:
        word = words.pop(0)
        number = line.of(word)
        if not word.startswith("--"):
            raise wrong(
                line.of(word),
                f"fio must have options, --NAME=VALUE (paste a job file's text), got {word[:40]!r}",
            )
        if "=" not in word and words and not words[0].startswith("-"):
            word = f"{word}={words.pop(0)}"
        if word.startswith("--name="):
            name = word.partition("=")[2]
            current = common if name == "global" else common.copy(number, name)
            if name != "global":
                found.append(current)
        else:
            take(current, number, word[2:])
    return found or [common]


def take(job: Job, number: int, text: str) -> None:
    """Take an option written NAME=VALUE, or NAME for a switch."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name) or (equals and not value):
        raise wrong(
            number, f"an option of fio must be NAME=VALUE, such as bs=8k, got {text[:40]!r}"
        )
    if name not in KNOWN:
        near = get_close_matches(name, [*READ, *KNOWN], n=1) or READ[1:2]
        raise wrong(number, f"an option of fio must be known, such as {near[0]}, got {name[:40]!r}")
    value = value.strip("'\"") if equals else "1"
    if name == "rwmixwrite" and value.isdigit():
        value = str(100 - int(value[:4]))
    if name == "buffered":
        value = {"0": "1", "1": "0"}.get(value, value)
    job.options[ALSO.get(name, name)], job.lines[ALSO.get(name, name)] = value, number


def size(job: Job, name: str) -> int:
    """Return an option that is a size (bytes): k is 1024 and kib 1000, unless kb_base=1000."""
    text = job.options[name].split(",")[0]
    match = re.fullmatch(r"([0-9]{1,18})([kmgtpe]?)(i?)b?", text.lower())
    if not match:
        raise job.wrong(name, "a size, such as 8k")
    swapped = job.options.get("kb_base", "1024") != "1000"
    power = POWERS[match[2] or "b"]
    thousand = 1000 ** round(power.bit_length() // 10) if power > 1 else 1
    return int(match[1]) * (power if swapped != bool(match[3]) else thousand)


def number(job: Job, name: str, default: float) -> float:
    """Return an option that is a number."""
    text = job.options.get(name, "").split(":")[0]
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,9})?", text):
        raise job.wrong(name, "a number")
    return float(text)


def time(job: Job, name: str, unit: str) -> float:
    """Return an option that is a time (s). unit: the one that it has without any."""
    text = job.options.get(name, "0").partition("-")[0]
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)([a-z]*)", text.lower())
    if not match or match[2] not in TIMES:
        raise job.wrong(name, "a time, such as 4ms")
    return float(match[1]) * TIMES[match[2] or unit]


def meaning(job: Job, notes: list[str]) -> dict[str, Any]:
    """Return what the options of a job mean, by the names of a local load."""
    options = job.options
    way = options.get("rw", "read").partition(":")[0]
    if way not in WAYS:
        raise job.wrong("rw", f"one of {', '.join(WAYS)}")
    reads, in_order, over = WAYS[way]
    if 0 < reads < 1:
        reads = number(job, "rwmixread", 50) / 100
    if "bs" not in options and (one := options.get("bssplit") or options.get("bsrange")):
        options["bs"] = re.split("[-/:]", one)[0]
        notes.append(f"requests of several sizes: all are taken as {options['bs']:.40}")
    if "," in options.get("bs", "") and reads < 0.5:
        options["bs"] = options["bs"].split(",")[1] or options["bs"]
    found: dict[str, Any] = {
        "size": size(job, "bs") if "bs" in options else DEFAULT_SIZE,
        "reads": reads,
        "in_order": in_order,
        "over": over,
        "o_sync": safe(job, notes),
        "threads": int(number(job, "numjobs", 1)),
        "o_direct": switch(job, "direct"),
        "at": time(job, "startdelay", "s"),
        "think": time(job, "thinktime", "us") / max(1, number(job, "thinktime_blocks", 1)),
    }
    depth = int(number(job, "iodepth", 1))
    engine = options.get("ioengine", "psync").partition(":")[0]
    if engine not in (*ENGINES, *FAR):
        near = get_close_matches(engine, [*ENGINES, *FAR], n=1) or ["libaio"]
        raise job.wrong("ioengine", f"an engine of fio, such as {near[0]}")
    if engine in FAR:
        notes.append(f"ioengine={engine}: taken as programs on the machine itself")
    if depth > 1 and engine in QUEUED and "rate_iops" not in options:
        notes.append(
            f"{found['threads']} x {depth} requests under way: taken as {found['threads'] * depth} "
            "programs with one each"
        )
        found["threads"] *= depth
    name = next((one for one in ("filesize", "size") if one in options), "")
    if "%" in options.get(name, ""):
        notes.append(f"{name}={options[name]:.40}: of a file that is not known; set data")
    elif name:
        own = 1 if "filename" in options else int(number(job, "numjobs", 1))
        found["data"] = size(job, name) * max(1, own)
    spread = options.get("random_distribution", "random").split(":")
    if spread[0] == "zipf":
        try:
            found["skew"] = float(spread[1])
        except (ValueError, IndexError):
            raise job.wrong("random_distribution", "zipf:THETA, such as zipf:1.2") from None
    elif spread[0] not in SPREADS:
        raise job.wrong("random_distribution", f"one of {', '.join(SPREADS)}")
    elif spread[0] != "random":
        notes.append(f"random_distribution={spread[0]:.40}: all blocks are taken as equally likely")
    found["rate"] = rate(job, found, notes)
    off = ("0", "none", "off")
    notes += [
        f"{one}={options[one]:.40}: the machine cannot do it; left out"
        for one in ABSENT
        if options.get(one, "0") not in off
    ]
    if number(job, "nrfiles", 1) > 1 and "create_on_open" not in options:
        notes.append(f"nrfiles={options['nrfiles']:.40}: all are taken as one file")
    if "stonewall" in options:
        notes.append("stonewall: all loads run at the same time")
    return found


def switch(job: Job, name: str) -> bool:
    """Return an option that is on or off."""
    text = job.options.get(name, "0")
    if text not in ("0", "1", "false", "true"):
        raise job.wrong(name, "0 or 1")
    return text in ("1", "true")


def safe(job: Job, notes: list[str]) -> str:
    """Return how writes are made safe: "", "dsync" or "sync"."""
    word = job.options.get("sync", "0")
    if word not in SYNCS:
        raise job.wrong("sync", f"one of {', '.join(SYNCS)}")
    if SYNCS[word]:
        return SYNCS[word]
    every = [number(job, name, 0) for name in ("fsync", "fdatasync")]
    if max(every) > 1:
        notes.append("a sync after several writes: writes are taken as not synchronous")
    return "sync" if 1 in every else ""


def rate(job: Job, found: dict[str, Any], notes: list[str]) -> float:
    """Return the requests a second of all jobs that do not wait for answers; 0 if they wait."""
    name = next((one for one in ("rate_iops", "rate") if one in job.options), "")
    if not name:
        return 0.0
    each = list[float]()
    for text in job.options[name].split(",")[:2]:
        one = job._replace(options={**job.options, name: text or "0"})
        each.append(size(one, name) / (1 if name == "rate_iops" else found["size"]))
    reads: float = found["reads"]
    limits = [each[0] / reads if reads else 0, each[-1] / (1 - reads) if reads < 1 else 0]
    process = job.options.get("rate_process", "linear")
    if process not in ("linear", "poisson"):
        raise job.wrong("rate_process", "linear or poisson")
    if found["threads"] > 1 or process != "poisson":
        notes.append("rate: requests arrive at random times, and do not wait for answers")
    threads: int = found["threads"]
    return min((limit for limit in limits if limit), default=0.0) * threads


def loads_of(text: Iterable[Line], machine: str, notes: list[str]) -> list[dict[str, Any]]:
    """Return the loads of a text as in a study. Raise ValueError for a wrong option.

    notes: gets what the machine cannot do."""
    jobs = jobs_of(text)
    if len(jobs) > MOST_LOADS:
        raise wrong(jobs[MOST_LOADS].number, f"jobs must be {MOST_LOADS} or fewer, got {len(jobs)}")
    return [load_of(job, machine, notes) for job in jobs]


def load_of(job: Job, machine: str, notes: list[str]) -> dict[str, Any]:
    """Return the load of one job."""
    kind = next((path.partition(".")[0] for path in job.told), "")
    kind = kind or ("create" if "create_on_open" in job.options else "local")
    said_more = list[str]()
    found = meaning(job, said_more)
    told = {path.partition(".")[2]: text for path, text in job.told.items()}
    own = settings_of(LOADS[kind])
    for leaf in told:
        if leaf not in own:
            line = job.lines[f"{kind}.{leaf}"]
            raise wrong(line, f"{kind} must have {', '.join(own)}, got {leaf[:40]!r}")
    try:
        values = {leaf: value_of(f"{kind}.{leaf}", text, *own[leaf]) for leaf, text in told.items()}
        hosts = values.get("clients") or values.get("initiators") or 1
        found["rate"] *= hosts if isinstance(hosts, int) else 1
        given = {**as_of(kind, found), **values}
        given = {leaf: value for leaf, value in given.items() if value != default(kind, leaf)}
        load = changed_load(LOADS[kind], {f"{kind}.{one}": text for one, text in as_typed(given)})
    except ValueError as error:
        path = str(error).partition(" ")[0]
        option = OF_LEAF.get(path.rpartition(".")[2], path.rpartition(".")[2])
        line = job.lines.get(path, job.lines.get(option, job.number))
        raise wrong(line, str(error)) from None
    for leaf in [*given]:
        try:
            check_that_all_act(ORDERS[machine], load, [f"{kind}.{leaf}"])
        except ValueError:
            given.pop(leaf)
            if leaf == "o_direct":
                said_more.append(
                    "direct=1: only for reads on the server of today; left out elsewhere"
                )
    notes += [note for note in said_more if note not in notes]
    return {"load": kind, "name": job.options.get("name", kind), "settings": given}


def as_of(kind: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return what options mean by the names of a kind of load."""
    stable = {"": UNSTABLE, "dsync": DATA_SYNC, "sync": FILE_SYNC}[found["o_sync"]]
    if kind == "create":
        size_of_file = found.get("data", found["size"])
        return {"threads": found["threads"], "size": size_of_file, "o_sync": bool(found["o_sync"])}
    own = settings_of(LOADS[kind])
    given = {**found, "o_sync": bool(found["o_sync"]), "stable": stable}
    return {leaf: value for leaf, value in given.items() if leaf in own}


def default(kind: str, leaf: str) -> object:
    """Return the default of a load's setting."""
    load = LOADS[kind]
    return getattr(
        load.blocks if hasattr(load, "blocks") and leaf in fields_of(Reads) else load, leaf
    )


def fio(load: NamedLoad, name: str = "", machine: str = "server-today") -> str:
    """Return a load as a fio command, and in comments what no option can say."""
    kind = kind_of(load)
    values = {leaf: value_in(load, leaf) for leaf in settings_of(load)}
    text = " ".join(
        ["fio", f"--name={shlex.quote(one_line(name or kind))}", *options_of(kind, values)]
    )
    hosts = next((one for one in ("clients", "initiators", "over") if one in values), "")
    first = said(f"{kind}.{hosts}", values[hosts]) if kind != "local" else ""
    text = f"{text}\n{first}" if first else text
    got = loads_of(lines(text), machine, [])[0]["settings"]
    left = {
        leaf: value
        for leaf, value in values.items()
        if got.get(leaf, default(kind, leaf)) != value and f"{kind}.{leaf} = " not in first
    }
    comments = list[str]()
    for leaf, value in left.items():
        try:
            check_that_all_act(ORDERS[machine], load, [f"{kind}.{leaf}"])
        except ValueError:
            continue
        comments.append(said(f"{kind}.{leaf}", value))
    return "\n".join([text, *comments])


def one_line(name: str) -> str:
    """Return a name without line breaks."""
    return " ".join(name.replace("\\", " ").split())


def value_in(load: NamedLoad, leaf: str) -> Any:
    """Return the value of a load's setting."""
    return getattr(load, leaf) if hasattr(load, leaf) else getattr(getattr(load, "blocks"), leaf)  # noqa: B009


def options_of(kind: str, values: dict[str, Any]) -> list[str]:
    """Return the options of fio for the settings of a load."""
    if kind == "create":
        text = size_text(values["size"]).lower()
        return [
            f"--rw=write --bs={text} --filesize={text} --nrfiles=1000 --openfiles=1 --create_on_open=1",
            f"--numjobs={values['threads']}" + " --fsync_on_close=1 --sync=1" * values["o_sync"],
        ]
    reads, in_order = values["reads"], values.get("in_order", False)
    over, share = values["over"], round(100 * reads)
    way = {0: "randwrite" if over else "write", 1: "read" if in_order else "randread"}
    rw = way.get(reads) or ("rw" if in_order else "randrw")
    found = [f"--rw={rw}"]
    if 0 < reads < 1:
        found.append(f"--rwmixread={share}")
    found.append(f"--bs={size_text(values['size']).lower()}")
    stable = values.get("stable", FILE_SYNC if values.get("o_sync") else UNSTABLE)
    if reads < 1 and stable:
        found.append(f"--sync={'dsync' if stable == DATA_SYNC else 1}")
    total = values["rate"]
    hosts = values.get("clients") or values.get("initiators") or 1
    each = [part / hosts for part in (total * reads, total * (1 - reads)) if part]
    if total:
        whole = [f"{max(1, round(one))}" for one in each]
        found.append(
            f"--ioengine=libaio --iodepth={DEPTH} --rate_iops={','.join(whole)} --rate_process=poisson"
        )
    else:
        found.append(f"--numjobs={values['threads']}")
        found += time_option("thinktime", values.get("think", 0.0))
    if values.get("o_direct") or kind == "iscsi":
        found.append("--direct=1")
    if reads or over:
        data, jobs = int(values["data"]), 1 if total else values["threads"]
        own = in_order and data % jobs == 0
        place = "/dev/sdx" if kind == "iscsi" else FILE
        found.append(f"--size={size_text(data // jobs if own else data).lower()}")
        found += [] if own else [f"--filename={place}"]
        if values["skew"] and not in_order:
            found.append(f"--random_distribution=zipf:{values['skew']:g}")
    return found + time_option("startdelay", values.get("at", 0.0))


def time_option(name: str, value: float) -> list[str]:
    """Return an option that is a time, in whole microseconds; none for 0."""
    us = round(value * 1e6)
    if not us:
        return []
    return [f"--{name}={us // 1000}ms" if us % 1000 == 0 else f"--{name}={us}us"]
