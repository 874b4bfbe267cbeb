"""`python -m models`: machines and their constants; and what all the book's command lines share."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from models.__main__ import main
from models.catalogue.machines import MACHINES
from models.cli import command_line
from models.cli.command_line import (
    DONE,
    FAILED,
    WIDTH,
    WRONG_USE,
    CommandResult,
    Parser,
    WrongUse,
    one_line,
    table,
)
from models.cli.typed import KINDS
from models.cli.whole_machine import LOADS, settings_of
from models.machine import Iscsi
from models.machine.order import ORDERS
from models.machine.order.also import WHY
from models.machine.order.parts import SECTIONS
from models.units import factor


def test_machines_are_listed_one_a_line(capsys):
    assert main(["machines"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in lines] == list(MACHINES)
    marked = {line.partition(" ")[0] for line in lines if line.endswith(" (can be run)")}
    assert marked == set(ORDERS)
    assert main(["machines", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == list(MACHINES)


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_is_described_with_every_constant_as_people_write_it(capsys, name):
    assert main(["describe", name, "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert described["machine"] == name
    constants = {c["name"]: c for c in described["constants"]}
    assert list(constants) == list(MACHINES[name])
    for key, constant in MACHINES[name].items():
        shown = constants[key]
        assert shown["value"] == constant.value
        if isinstance(constant.value, str):
            assert shown["shown"] == constant.value
        else:
            assert shown["shown"] * factor(shown["unit"]) == pytest.approx(float(constant.value))
        assert (shown["basis"], shown["source"], tuple(shown["targets"])) == (
            constant.basis,
            constant.source,
            constant.targets,
        )


def test_people_read_7200_rpm_and_where_it_comes_from(capsys):
    assert main(["describe", "freebsd-box"]) == 0
    speed = next(
        line
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("pool.disks.speed ")
    )
    assert "7200 rpm" in speed
    assert "datasheet" in speed


@pytest.mark.parametrize("name", MACHINES)
def test_a_description_is_a_table_as_wide_as_a_page_that_leaves_out_no_word(capsys, name):
    assert main(["describe", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    source = lines[0].index("where")
    basis = lines[0].index("basis")
    said = [line for line in lines[1:] if not line.startswith(" ")]
    assert [line.split()[0] for line in said] == list(MACHINES[name])
    assert all(
        line[basis - 2 : basis] == "  " and line[source - 2 : source] == "  " for line in said
    )
    words = " ".join(line[source:] for line in lines[1:])
    for constant in MACHINES[name].values():
        assert constant.source in words
        assert all(target in words for target in constant.targets)
    assert all(line[:source].isspace() for line in lines[1:] if line.startswith(" "))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["describe"],
        ["describe", "vax"],
        ["describe", "a\nb"],
        ["machines", "--xml"],
        ["explode"],
    ],
)
def test_wrong_use_is_one_line_on_standard_error(capsys, arguments):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


RUNS = {
    "7410 nfs --seconds 1e-300": "seconds must be 1 ms to 1 h, got '1e-300'",
    "7410 nfs --seconds 1e9": "seconds must be 1 ms to 1 h, got '1e9'",
    "7410 nfs --seconds 1KiB": "seconds must be 1 ms to 1 h, got '1KiB'",
    "7410 nfs --seconds soon": "seconds must be 1 ms to 1 h, got 'soon'",
    "7410 nfs --warm 2h": "warm must be 0 s to 1 h, got '2h'",
    "7410 nfs --set log.device=nvme": "log.device.kind must be set with log.devices of 1 or more; here it changes nothing",
    "7410 nfs --set log.place=head": "log.place must be set with log.devices of 1 or more; here it changes nothing",
    "7410 nfs --set mirrored=yes": "log.mirrored must be set with log.devices of 2 or more; here it changes nothing",
    "7410 nfs --set recordsize=256": "filesystem.recordsize must be a power of two from 512 bytes to 1 MiB, got 256",
    "7410 nfs --set recordsize=8ms": "filesystem.recordsize must be a number of bytes, such as 8 KiB, got '8ms'",
    "7410 nfs --set size=8s": "nfs.size must be a number of bytes, such as 8 KiB, got '8s'; the size of the file is nfs.data",
    "7410 nfs --set threads=8s": "nfs.threads must be a number without a unit, such as 4, got '8s'",
    "7410 nfs --set rate=8KiB": "nfs.rate must be a rate, such as 450 1/s, got '8KiB'",
    "7410 nfs --set reads=1s": "nfs.reads must be a share, such as 50 %, got '1s'",
    "7410 nfs --set turnaround=8KiB": "turnaround is short for several settings: nfs.turnaround, network.turnaround; use one of them",
    "7410 nfs --set granule=1s": "log.granule must be a number of bytes, such as 8 KiB, got '1s'",
    "7410 iscsi --set port=8KiB": "iscsi.port must be bytes per second, such as 100 MB/s, got '8KiB'",
    "7410 nfs --set table_memory=4s": "filesystem.dedup.table_memory must be a number of bytes, such as 8 KiB, got '4s'",
    "7410 nfs --set hash_rate=8KiB": "head.hash_rate must be bytes per second, such as 100 MB/s, got '8KiB'",
    "7410 nfs --set dedup=ratio:2,": "filesystem.dedup.on must be yes or no, got 'ratio:2,'",
    "7410 nfs --set dedup=none": "filesystem.dedup.on must be yes or no, got 'none'",
    "7410 iscsi --set work=none": "iscsi.work must be a number, such as 4, got 'none'",
    "7410 iscsi --set over=none": "iscsi.over must be yes or no, got 'none'",
    "7410 nfs --set jbods=10000": "pool.jbods must be 44 or less, one for each disk or log device, got 10000",
    "7410 nfs --set chains=50": "pool.chains must be 2 or less, one for each JBOD, got 50",
    "7410 nfs --set pool=mirror:136": "pool.vdevs x pool.width disks and log.devices must be 216 or fewer in 2 JBODs, got 272 with 136 vdevs",
    "7410 nfs --set rate=450 --set reads=1 --set data=100GiB --set pool=stripe:1 --seconds 20s": "the load must be within the machine's capacity: after 20.1 s 7,656 requests are queued, and the queue grows",
    "7410 iscsi --set recordsize=1MiB": "volblocksize must be a power of two from 512 bytes to 128 KiB, got 1048576",
    "7410 nfs --set thread=4": "unknown setting 'thread'; perhaps threads",
    "7410 iscsi --set initiator=4": "unknown setting 'initiator'; perhaps initiators",
    "7410 nfs --set logs=4": "logs is now called log.devices",
    "7410 nfs --set cores=1e6": "head.cores must be 1 to 10,000, got '1e6'",
    "7410 nfs --set dedup=yes --set dedup.ratio=0.5": "filesystem.dedup.ratio must be 1-1000000, got 0.5",
    "7410 nfs --set dedup=yes --set table_memory=1TiB": "filesystem.dedup.table_memory must be below 136,365,211,648 bytes (cache.arc), got "
    "1,099,511,627,776",
    "7410 nfs --set dedup.depth=4": "unknown setting 'dedup.depth'; perhaps pool.disks.depth",
    "7410 nfs --set dedup=maybe": "filesystem.dedup.on must be yes or no, got 'maybe'",
    "7410 nfs --set dedup.ratio=two": "filesystem.dedup.ratio must be a number, such as 4, got 'two'",
    "7410 nfs --set overwrites=none": "filesystem.dedup.overwrites must be yes or no, got 'none'",
    "freebsd-box iscsi": "head.cpu_write and head.cpu_network must be above 0 for iscsi, got 0 and 0 s",
}


@pytest.mark.parametrize("words", RUNS)
def test_a_run_that_cannot_be_is_refused_in_one_line(capsys, words):
    assert main(["run", *words.split()]) == WRONG_USE
    assert capsys.readouterr() == ("", f"models: {RUNS[words]}\n")


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("", "{}, line 1 must be JSON: Expecting value"),
        ("[]", "{}: a file must be {{NAME: VALUE, ...}}, got []"),
        (
            "{}",
            "{}: machine must be one of freebsd-box, 7410, 7310, 7210, 7110, server-today, got None",
        ),
        (
            '{"machine": ["7410"]}',
            "{}: machine must be one of freebsd-box, 7410, 7310, 7210, 7110, server-today, got ['7410']",
        ),
        (
            '{"machine": "7410", "zones": [["0", "abc"]]}',
            "{}: pool.disks.zones must be bytes per second here, got 'abc'",
        ),
        (
            '{"machine": "7410", "zones": [["0", {}]]}',
            "{}: pool.disks.zones must be bytes per second here, got {{}}",
        ),
        (
            '{"machine": "7410", "pool": ["mirror", 2]}',
            "{}: pool.layout must be one of stripe, mirror, raidz1, raidz2, raidz3, draid1, draid2, draid3, got '[\"mirror\", 2]'",
        ),
        (
            '{"machine": "7410", "dedup": "none"}',
            "{}: filesystem.dedup.on must be yes or no, got 'none'",
        ),
        (
            '{"machine": "7410", "dedup": null}',
            "{}: filesystem.dedup.on must be yes or no, got 'none'",
        ),
        (
            '{"machine": "7410", "dedup": {"on": true, "ratio": 0.5}}',
            "{}: filesystem.dedup.ratio must be 1-1000000, got 0.5",
        ),
        (
            '{"machine": "7410", "seek_curve": [[0, 1e300], [1, 1e300]]}',
            "{}: pool.disks.seek_curve must be 0-1, got 1e+300",
        ),
        (
            '{"machine": "7410", "log": {"devices": []}}',
            "{}: log.devices must be a number, such as 4, got '[]'; the kind of device is log.device.kind",
        ),
    ],
)
def test_a_file_that_orders_what_cannot_be_is_refused_in_one_line_that_names_it(
    capsys, tmp_path, written, line
):
    (tmp_path / "order.json").write_text(written)
    assert main(["run", str(tmp_path / "order.json"), "nfs"]) == WRONG_USE
    assert capsys.readouterr() == ("", f"models: {line.format(tmp_path / 'order.json')}\n")


def test_a_load_in_a_file_must_be_named_by_a_word(capsys, tmp_path):
    (tmp_path / "load.json").write_text('{"load": {}}')
    assert main(["run", "7410", str(tmp_path / "load.json")]) == WRONG_USE
    assert (
        capsys.readouterr().err
        == f"models: {tmp_path / 'load.json'}: load must be one of nfs, cifs, local, iscsi, create, got {{}}\n"
    )


@pytest.mark.parametrize(
    ("words", "begins", "says"),
    [
        ("7310 nfs --set log.devices=1", "7310, 24 x mirror, 1 log device: ", "write  "),
        (
            "7410 nfs --set nfs.size=1GiB",
            "7410, 22 x mirror, 0 log devices: 0 requests per second",
            "No request was answered",
        ),
        ("7410 nfs --set interval=20ms --set dedup=yes", "7410, ", "table blocks"),
        ("7410 nfs --set dedup=no", "7410, ", "latency"),
        ("7410 nfs --set pool=mirror:136 --set jbods=12", "7410, 136 x mirror", "latency"),
        ("7410 nfs --set width=2", "7410, 22 x mirror", "latency"),
        (
            "server-today nfs --set pool=raidz2:6",
            "server-today, 6 x raidz2 of 10 (60 disks), 0",
            "latency",
        ),
        (
            "7410 nfs --set log=1 --set log.device=logzilla --set log.device.rate=1MB/s --set cores=8",
            "7410, ",
            " 12.4",
        ),
    ],
)
def test_a_run_says_what_ran_and_what_came_of_it(capsys, words, begins, says):
    assert main(["run", *words.split(), "--seconds", "50ms", "--warm", "0"]) == DONE
    out = capsys.readouterr().out
    assert out.startswith(begins) and says in out


def test_each_of_several_loads_has_a_row_of_its_own(capsys):
    words = "run 7410 nfs cifs iscsi local create --set nfs.reads=50% --set cifs.over=yes".split()
    words += "--set iscsi.reads=1 --seconds 400ms".split()
    assert main(words) == main([*words, "--json"]) == DONE
    text, told = capsys.readouterr().out.rsplit("\n", 2)[:2]
    ran = json.loads(told)
    names = "cifs write, create file, iscsi read, local write, nfs read, nfs write".split(", ")
    assert [*ran["by_load"]] == names
    for kind in ("read", "write"):
        parts = [one["count"] for name, one in ran["by_load"].items() if name.endswith(kind)]
        assert sum(parts) == ran[f"{kind}s"]["count"] > max(parts)
    for name, one in ran["by_load"].items():
        (row,) = [line.split() for line in text.splitlines() if line.startswith(name)]
        assert row[2] == str(one["count"]) and row[-1] == f"{one['max'] * 1000:.3f}"


@pytest.mark.parametrize(("rate", "behind"), [(70, True), (40, False)])
def test_a_run_that_falls_behind_says_what_came_and_what_was_answered(capsys, rate, behind):
    words = f"run 7410 nfs --set rate={rate} --set reads=1 --set data=100GiB --set pool=stripe:1".split()
    assert main(words) == main([*words, "--json"]) == DONE
    text, told = capsys.readouterr().out.rsplit("\n", 2)[:2]
    ran = json.loads(told)
    line = (
        f"\n{ran['came']:,.0f} requests per second arrived and {ran['rate']:,.0f} were answered; "
        f"{ran['waiting']} are waiting\n"
    )
    assert (line in text) == behind == (ran["came"] > 1.01 * ran["rate"])
    assert (
        ran["came"] == pytest.approx(rate, rel=0.15) and ran["waiting"] >= ran["came"] - ran["rate"]
    )
    assert main("run 7410 nfs --json".split()) == DONE
    ran = json.loads(capsys.readouterr().out)
    assert ran["came"] is ran["waiting"] is None


def test_json_has_each_setting_by_its_dotted_name_in_si_units(capsys):
    words = "run 7410 iscsi --json --seconds 10ms --set pool=mirror:4 --set link_speed=10Gbit/s"
    assert main([*words.split(), "--set", "rwmixread=50", "--set", "data=1GiB"]) == DONE
    ran = json.loads(capsys.readouterr().out)
    assert ran["set"] == ["pool=mirror:4", "link_speed=10Gbit/s", "rwmixread=50", "data=1GiB"]
    assert ran["settings"].keys() == {*KINDS, *(f"iscsi.{one}" for one in settings_of(Iscsi()))}
    got = {
        "pool.vdevs": 4,
        "pool.width": 2,
        "network.port_rate": 1.25e9,
        "filesystem.sync": "standard",
    }
    got |= {"iscsi.reads": 0.5, "iscsi.data": 2**30, "iscsi.size": 8192, "cache.meta_limit": None}
    assert ran["settings"].items() >= got.items()


def test_a_part_in_a_file_is_a_mapping_or_dotted_names(capsys, tmp_path):
    said = []
    for name, written in (
        ("one", '"dedup": {"on": true, "ratio": 2, "overwrites": false, "table_memory": "4GiB"}'),
        (
            "other",
            '"dedup": "yes", "dedup.ratio": 2, "overwrites": "no", "table_memory": "4GiB"',
        ),
    ):
        (tmp_path / f"{name}.json").write_text(
            f'{{"machine": "7410", "groups": {{"interval": "20ms"}}, {written}}}'
        )
        assert main(["run", str(tmp_path / f"{name}.json"), "nfs", "--seconds", "50ms"]) == DONE
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and "written records found" in said[0]


def test_the_module_runs_and_its_exit_code_is_main_s():
    done = subprocess.run(
        [sys.executable, "-m", "models", "describe", "vax"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"models: unknown machine 'vax'; known: {', '.join(MACHINES)}\n"


def program(run, *arguments):
    """A command line with the one command `go`, as `run` has it."""
    parser = Parser(prog="test")
    parser.add_subparsers(required=True).add_parser("go").set_defaults(run=run)
    return command_line.run("test", parser, arguments, KeyError)


@pytest.mark.parametrize("code", [DONE, FAILED])
def test_a_command_s_text_and_code_are_the_program_s(capsys, code):
    assert program(lambda options: CommandResult("two\nlines", code), "go") == code
    assert capsys.readouterr() == ("two\nlines\n", "")


def fails(error):
    def run(options):
        raise error

    return run


def test_what_the_user_can_put_right_is_one_line_and_exit_2(capsys):
    assert program(fails(WrongUse("two\n  lines")), "go") == WRONG_USE
    assert capsys.readouterr() == ("", "test: two lines\n")
    assert program(fails(KeyError("nobody")), "go") == WRONG_USE
    assert capsys.readouterr().err == "test: 'nobody'\n"
    assert program(fails(WrongUse("never")), "stay") == WRONG_USE
    assert capsys.readouterr().err.endswith("; try --help\n")


def test_a_mistake_of_ours_is_not_called_wrong_use():
    with pytest.raises(ZeroDivisionError):
        program(fails(ZeroDivisionError()), "go")


def test_a_long_error_is_cut():
    assert one_line("x" * 400) == "x" * 400
    assert one_line("x" * 401) == "x" * 397 + "..."


def test_a_reader_who_has_seen_enough_is_no_error():
    code = (
        "from models.cli import command_line as c; p = c.Parser(); "
        "p.set_defaults(run=lambda o: c.CommandResult('x\\n' * 10**6)); raise SystemExit(c.run('test', p, []))"
    )
    shell = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -c "{code}" | head -1; echo "${{PIPESTATUS[0]}}"'],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (shell.stdout, shell.stderr) == ("x\n0\n", "")


def test_a_table_has_its_columns_under_each_other_and_folds_its_last():
    assert table([["a", "10"], ["bcd", "9"]], "<>") == "a    10\nbcd   9"
    text = table([["a", "word " * 40], ["b", "one\ntwo"]], "<<").splitlines()
    assert max(map(len, text)) <= WIDTH
    assert text[0].startswith("a  word")
    assert text[1].startswith("   word")
    assert text[-2:] == ["b  one", "   two"]


def test_there_is_one_parser():
    root = Path(__file__).resolve().parents[3]
    files = [
        path
        for layer in ("models", "figures", "exercises")
        for path in (root / layer).rglob("*.py")
    ]
    assert [path.name for path in files if "argparse.ArgumentParser" in path.read_text()] == [
        "command_line.py"
    ]


@pytest.mark.parametrize(
    ("of", "first", "names"),
    [
        ("log", "log: ", {"log", "log.device"}),
        ("special", "pool.special: ", {"pool.special"}),
        ("txg", "groups: ", {"groups"}),
        ("nfs", "load nfs: ", {"load nfs", "load nfs, cifs, local, iscsi"}),
    ],
)
def test_the_help_of_a_part_names_its_settings_alone(capsys, of, first, names):
    with pytest.raises(SystemExit) as left:
        main(["run", "--help", of])
    text = capsys.readouterr().out
    assert left.value.code == 0 and text.startswith(first)
    assert {line.partition(": ")[0] for line in text.splitlines() if line[0] != " "} == names


def test_the_help_of_no_part_is_refused_in_one_line(capsys):
    assert main(["run", "--help", "tape"]) == WRONG_USE
    assert capsys.readouterr().err.count("\n") == 1


def test_the_help_of_a_run_names_every_setting_once_with_a_default_and_a_sentence(capsys):
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    overview = capsys.readouterr().out
    assert len(overview.splitlines()) < 100
    for name in (*SECTIONS, *LOADS):
        assert re.search(rf"^  {name} +\w", overview, re.M), name
    with pytest.raises(SystemExit):
        main(["run", "--help", "all"])
    text = capsys.readouterr().out
    lines = text.splitlines()
    for words in (
        "logzilla, nvram, sata-consumer, sata-server",
        "10 in a raidz2",
        "(9, 12; ",
        "no limit;",
    ):
        assert words in text
    absent = (
        " ".join(overview.partition("Not modelled: ")[2].split()).partition(". ")[0].split(", ")
    )
    assert {"nconnect", "spares", "zfs_scan_vdev_limit"} <= set(absent) <= set(WHY)
    for name in (
        *KINDS,
        "nfs.clients",
        "local.o_sync",
        "iscsi.target",
        "nfs.data, cifs.data, local.data, iscsi.data",
    ):
        found = [n for n, line in enumerate(lines) if line.startswith(f"  {name} (")]
        assert len(found) == 1, name
        assert re.search(r"; (default|follows) \S", lines[found[0]]), name
        assert re.fullmatch(r"      [A-Z].*\.", lines[found[0] + 1]), name
