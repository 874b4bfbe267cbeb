"""A specification says what is swept, or in one line what is wrong and what would be right."""

import json

import pytest

from models.sweep.axes import Choices, Range
from models.sweep.point import job_of
from models.sweep.spec import read

HEAD = 'machine = "server-today"\nload = "nfs"\n'
ONE = '[product]\n"nfs.threads" = [1, 2]\n'
STUDY = {
    "a": {"machine": "server-today", "settings": {"log": {"devices": 1}, "pool": "mirror:4"}},
    "b": {"settings": {"log.devices": 2}},
    "loads": [{"load": "nfs", "name": "Clients", "settings": {"threads": 8, "size": "8k"}}],
    "seconds": 20,
    "seed": 7,
}


def spec(tmp_path, text):
    path = tmp_path / "s.toml"
    path.write_text(text)
    return read(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("machine = ", " must be TOML: Invalid value"),
        (HEAD, r"one of \[product\], \[\[list\]\] and \[sobol\], got none"),
        (HEAD + ONE + "[sobol]\nn = 4\n", "got product and sobol"),
        ('load = "nfs"\n' + ONE, "machine must be one of freebsd-box, 7410, .*, got none"),
        (HEAD.replace("today", "todya") + ONE, "machine must be one of .* got 'server-todya'"),
        (HEAD.replace('"nfs"', '"nsf"') + ONE, "load must be one of nfs, .* got 'nsf'"),
        (HEAD + 'secnds = "1s"\n' + ONE, "got 'secnds'; perhaps seconds"),
        (HEAD + 'seconds = "2h"\n' + ONE, "seconds must be 1 ms to 1 h, got '2h'"),
        (HEAD + "seed = -1\n" + ONE, "seed must be 0-2147483647, got -1"),
        (HEAD + "seeds = [1, 1]\n" + ONE, "seeds must have each seed once, got 1 more than once"),
        (HEAD + 'record = ["p98"]\n' + ONE, "record must be of rate, .* got 'p98'; perhaps p99"),
        (HEAD + 'asked = "limit"\n' + ONE, r"asked must be a number in record \(rate, .* 'limit'"),
        (HEAD + '[product]\n"nfs.thread" = [1]\n', r"\[product\] .*'nfs.thread'; perhaps nfs.thr"),
        (HEAD + '[product]\n"nfs.threads" = [0]\n', "nfs.threads must be 1 to 10,000, got '0'"),
        (HEAD + '[product]\n"nfs.threads" = 3\n', r"list of values or {from = .*}, got 3"),
        (HEAD + '[product]\n"nfs.threads" = [1, 1.0]\n', "each value once, got 1 more than once"),
        (HEAD + "[product]\nthreads = {from = 1, to = 8}\n", "must have steps .* got none"),
        (HEAD + "[product]\nthreads = {from = 8, to = 1, steps = 2}\n", "must be below 1 .* got 8"),
        (HEAD + "[product]\nthreads = {from = 1, to = 8, step = 2}\n", "'step'; perhaps steps"),
        (
            HEAD + "[product]\nsync = {from = 'always', to = 'disabled'}\n",
            "must be a list of values",
        ),
        (HEAD + '[product]\nsize = ["8kb"]\n', "nfs.size must be 8KB or 8KiB, got '8kb'"),
        (HEAD + "[product]\nthreads = [1]\nnfs.threads = [2]\n", "must set nfs.threads once"),
        (
            HEAD + "[settings]\nthreads = 4\n" + ONE,
            r"in \[settings\] or in \[product\], got it in b",
        ),
        (HEAD + "[sobol]\nn = 100\nthreads = {from = 1, to = 8}\n", "got 100; 64 or 128"),
        (HEAD + "[sobol]\nn = 8\n", r"\[sobol\] must have a setting"),
        (HEAD + "[[list]]\nthreads = 1\n[[list]]\nnfs.threads = 1\n", "another point than .list 1"),
        (HEAD + "list = []\n", "list must be tables"),
        (HEAD + "[product]\nthreads = [2020-01-01]\n", "must be a text in quotes, a number"),
        (
            HEAD + "[product]\nthreads = {from = 1, to = 9999, steps = 9999}\n"
            "pool.vdevs = {from = 1, to = 999, steps = 999}\n",
            "1,000,000 points or fewer, got 9,989,001",
        ),
    ],
)
def test_a_wrong_specification_is_one_line_with_key_value_and_what_is_right(tmp_path, text, said):
    with pytest.raises(ValueError, match=rf"s\.toml.*{said}") as error:
        spec(tmp_path, text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 400


def test_a_study_of_the_lab_is_swept_as_the_same_settings_typed(tmp_path):
    (tmp_path / "study.json").write_text(json.dumps(STUDY))
    study = spec(tmp_path, f'study = "study.json"\nside = "b"\n{ONE}')
    typed = spec(
        tmp_path,
        f"{HEAD}seed = 7\n[settings]\npool = 'mirror:4'\nlog.devices = 2\nsize = '8k'\n{ONE}",
    )
    for one, other in zip(study.grid(), typed.grid(), strict=True):
        keys = [
            job_of(s.machine, s.loads, {**s.fixed, **point}, s.seconds, s.warm, s.seeds[0])["key"]
            for s, point in ((study, one), (typed, other))
        ]
        assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("change", "head", "said"),
    [
        (
            {},
            'machine = "7410"\n',
            "machine must be left out with a study, which has it, got '7410'",
        ),
        ({}, 'side = "c"\n', "study.json: side must be one of a, b, got 'c'"),
        ({"loads": STUDY["loads"] * 2}, "", "of different kinds to be swept, got nfs, nfs"),
        ({"events": [{"at": 1, "kind": "resilver"}]}, "", "events must be left out .* got 1 of a"),
        ({"machine": "7410"}, "", "study.json: a study must have no key but a, b, .*'machine'"),
    ],
)
def test_a_study_that_cannot_be_swept_is_named(tmp_path, change, head, said):
    (tmp_path / "study.json").write_text(json.dumps(STUDY | change))
    with pytest.raises(ValueError, match=rf"s\.toml: .*{said}"):
        spec(tmp_path, f'study = "study.json"\n{head}{ONE}')


def test_a_study_itself_is_no_sweep(tmp_path):
    with pytest.raises(ValueError, match=r"must be TOML, got JSON; .* study = '.*s\.toml'"):
        spec(tmp_path, json.dumps(STUDY))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"cannot read .*none\.toml: No such file"):
        read(tmp_path / "none.toml")


def test_names_and_units_are_those_of_run(tmp_path):
    one = spec(
        tmp_path,
        HEAD + '[settings]\nzfs_txg_timeout = 5\n[product]\npool = ["mirror:4", "raidz2:1"]\n'
        'rwmixread = [70, 50]\nthreads = {from = 1, to = 64, steps = 4, scale = "log"}\n',
    )
    assert one.fixed == {"groups.interval": "5"}
    assert one.paths == ["pool.layout", "pool.vdevs", "nfs.reads", "nfs.threads"]
    points = list(one.grid())
    assert len(points) == 2 * 2 * 4
    assert [point["nfs.threads"] for point in points[:5]] == ["1", "4", "16", "64", "1"]
    assert points[-1] == {
        "pool.layout": "raidz2",
        "pool.vdevs": "1",
        "nfs.reads": "50%",
        "nfs.threads": "64",
    }


def test_whole_numbers_are_equally_likely_and_equal_values_have_one_place():
    threads = Range("nfs.threads", 1, 4, whole=True)
    shares = [n / 1000 for n in range(1000)]
    found = [threads.at(share)["nfs.threads"] for share in shares]
    assert [found.count(text) for text in ("1", "2", "3", "4")] == [250] * 4
    assert len({threads.place(share) for share in shares}) == 4
    many = Range("nfs.threads", 1, 4, ratios=True, whole=True)
    found = [many.at(share)["nfs.threads"] for share in shares]
    assert [found.count(text) / 1000 for text in ("1", "2", "4")] == pytest.approx(
        [0.431, 0.252, 0.139], abs=0.002
    )
    times = Range("network.turnaround", 1e-5, 1e-3, ratios=True)
    assert float(times.at(0.5)["network.turnaround"]) == pytest.approx(1e-4)
    sync = Choices("sync", ({"filesystem.sync": "always"}, {"filesystem.sync": "standard"}))
    assert [sync.at(share)["filesystem.sync"] for share in (0, 0.49, 0.5, 0.99)] == [
        "always",
        "always",
        "standard",
        "standard",
    ]
    assert len({sync.place(share) for share in shares}) == 2
