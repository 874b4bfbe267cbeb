"""A reader's own code: whatever it does comes back as rows, or as one line with the reader's own
line number."""

import json

import pytest

from figures.contents import get
from figures.synchronous_writes.raw_limits import BOX
from tests.conftest import sample
from tests.figures.live_run import failure, own_code, run, start, step
from tests.figures.runs import FEW, SOME_FIGURES, rows_of

HEAD = "def run(delay, size, spindle, seed):\n"


@pytest.mark.parametrize(
    "id", sample(SOME_FIGURES, 1, lambda one: get(getattr(one, "values", [one])[0]).chapter)
)
def test_a_figures_own_code_begins_with_the_figures_own_rows_and_goes_on(id):
    assert start(id, code=get(id).code()) == {"ok": True}
    first = step(0)
    assert json.dumps(first["rows"]) == json.dumps(rows_of(id)[: len(first["rows"])])
    assert not first["done"]


@pytest.mark.parametrize("id", sorted(FEW))
def test_a_figures_own_code_gives_all_its_rows_to_the_last_bit(id):
    """As another process found them, where the figure is built."""
    rows, answer = run(id, code=get(id).code())
    assert json.dumps(rows) == json.dumps(rows_of(id))
    assert answer["result"]["describe"] == get(id).description(rows)


def test_edited_code_gives_other_rows():
    rows, answer = run(
        "missed-turn",
        code=own_code("missed-turn", ("issued = now + delay", "issued = now + 0.010")),
    )
    assert rows != rows_of("missed-turn")
    assert rows == rows_of("missed-turn", "more than a turn late")
    assert answer["result"]["values"]["iops"] == pytest.approx(60, abs=3)


def test_code_may_define_helpers_and_use_those_of_the_figure():
    code = "LATE = 2 * ms\ndef later(t):\n    return t + LATE\n" + own_code(
        "missed-turn", ("issued = now + delay", "issued = later(now)")
    )
    assert run("missed-turn", code=code)[0] != rows_of("missed-turn")


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        (HEAD + "    x = 1\n    raise ValueError('too slow')", 3, "ValueError: too slow"),
        (HEAD + "    yield [{'row': 'a'}]\n    1 / 0", 3, "ZeroDivisionError"),
        ("def f():\n    return nothing\n\n" + HEAD + "    return f()", 2, "NameError"),
        ("import nosuchmodule\n" + HEAD + "    return []", 1, "ModuleNotFoundError"),
        (HEAD + "    disk = HardDisk(None)\n", 2, "NameError"),
        (
            HEAD + "    return FREEBSD_BOX.order(write_cache='maybe')",
            2,
            "pool.disks.write_cache must be one of",
        ),
        ("def run(delay, size\n    return []", 1, "SyntaxError"),
        (HEAD + "  x = 1\n      y = 2", 3, "IndentationError"),
        (HEAD + "    return 'unfinished", 2, "SyntaxError"),
        (HEAD + "    raise SystemExit(0)", 2, "SystemExit"),
        (HEAD + "    import sys\n    sys.exit()", 3, "SystemExit"),
        (HEAD + "    raise KeyboardInterrupt", 2, "KeyboardInterrupt"),
        (HEAD + "    exit_code = quit_now", 2, "NameError"),
        (HEAD + "    return run(delay, size, spindle, seed)", 2, "RecursionError"),
        (HEAD + "    raise KeyError('delay')", 2, "KeyError"),
        (HEAD + "    raise BaseException", 2, "BaseException"),
        (HEAD + "    raise ValueError('two\\nlines')", 2, "two lines"),
        (HEAD + "    return [1 for _ in range(3) if undefined]", 2, "NameError"),
    ],
)
def test_an_error_bears_the_readers_own_line(code, line, words):
    error = failure(code)
    assert (error["kind"], error["line"], error["param"]) == ("code", line, None)
    assert words in error["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    pass", "returned None"),
        ("    return None", "returned None"),
        ("    return 3", "got int 3"),
        ("    return [1, 2, 3]", "got int 1"),
        ("    return 'rows'", "got str"),
        ("    return {'t': 1}", "got dict"),
        ("    return [{'t': float('nan')}]", "'t' is nan"),
        ("    return [{'t': float('inf')}]", "'t' is inf"),
        ("    return [{'t': None}]", "'t' is NoneType"),
        ("    return [{'t': True}]", "'t' is bool"),
        ("    return [{'t': [1]}]", "'t' is list"),
        ("    return [{1: 2}]", "keys must be strings"),
        ("    yield 3", "got int 3"),
        ("    yield None", "got NoneType"),
        ("    yield [{'t': 1}]\n    yield object()", "got object"),
    ],
)
def test_rows_of_another_form_are_refused_in_one_line(body, words):
    error = failure(HEAD + body)
    assert error["kind"] == "code"
    assert words in error["message"]


@pytest.mark.parametrize("code", ["", "x = 1", "run = 3", "def ran(): return []", "# nothing"])
def test_code_without_run_is_told_so(code):
    assert "must define a function run" in failure(code)["message"]


def test_code_with_other_parameters_is_told_which():
    assert "unexpected keyword argument" in failure("def run(x):\n    return []")["message"]


def test_rows_without_the_figures_columns_are_drawn_and_the_sentence_is_told_to_be_missing():
    start("missed-turn", code=HEAD + "    return [{'t': 1.0}]")
    answer = step()
    assert "the rows are drawn" in answer["error"]["message"]
    assert answer["rows"] == [{"t": 1.0}]


def test_printing_is_kept_up_to_a_limit():
    code = own_code(
        "missed-turn",
        ("places, phases = [], []", "places, phases = [], []; print('late by', delay)"),
    )
    assert run("missed-turn", code=code)[1]["output"] == "late by 0.0005\n"


@pytest.mark.parametrize(
    "line",
    [
        "print('x' * 100_000_000)",
        "while True: print('x' * 1000)",
        "for _ in range(10**8): print(1)",
    ],
)
def test_a_flood_of_output_ends_the_run_and_not_the_page(line):
    start("missed-turn", code=f"{HEAD}    {line}\n    return []")
    answer = step()
    assert "printed more than 1,000,000 characters" in answer["error"]["message"]
    assert answer["error"]["line"] == 2
    assert len(answer["output"]) < 21_000


def test_printing_does_not_reach_the_terminal(capsys):
    run("missed-turn", code=HEAD + "    print('here')\n    return []")
    assert capsys.readouterr().out == ""


def test_an_endless_generator_gives_way_after_each_budget():
    start("missed-turn", code=HEAD + "    while True:\n        yield []")
    assert step(0.01) == {"rows": [], "done": False, "ms": pytest.approx(10, abs=200), "output": ""}
    start("missed-turn")


def test_a_run_after_broken_code_is_as_before():
    failure(HEAD + "    import sys; sys.exit()")
    assert run("missed-turn")[0] == rows_of("missed-turn")


def test_what_code_changes_in_the_figures_tables_is_forgotten_with_it():
    kept = dict(BOX)
    try:
        run("raw-limits", code="BOX['seek_average'] = 1.0\n" + get("raw-limits").code())
        assert dict(BOX) == kept
    finally:
        BOX.update(kept)
