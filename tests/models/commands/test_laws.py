"""What is written can be read back, and cut or wrong texts give one line of an error."""

import time
from random import Random

import pytest

from models.cli.acting import check_that_all_act
from models.cli.typed import KINDS
from models.cli.whole_machine import LOADS, as_typed, changed_load, kind_of, settings_of
from models.commands import zpool
from models.commands.fio import fio, value_in
from models.commands.pasted import order_of, pasted
from models.commands.pool import difference
from models.machine.order import ORDERS, SERVER_TODAY
from tests.conftest import WHOLE
from tests.models.commands.orders import a_base, random_load, random_order
from tests.models.commands.test_pasted import TEXTS
from tests.models.commands.test_status import COPIES
from tests.models.commands.test_status import TEXTS as TEXTS_OF_STATUS

MANY = 200 if WHOLE else 40
SOON = 5.0  # s of processor time: far above what any text takes, and below what a quadratic reading would
STATUSES = [*TEXTS_OF_STATUS.values(), *[(text,) for text in COPIES.values()]]


def unlike(a, b):
    """Return the acting settings in which b differs from a."""
    return {path: one for path, one in difference(a, b).items() if zpool.acts(b, path)}


@pytest.mark.parametrize("seed", range(MANY))
def test_an_order_is_built_by_its_commands(seed):
    random = Random(seed)
    base = a_base(random)
    order = random_order(random, base)
    text = zpool.create(order, base)
    assert unlike(base.order(zpool.read(text, base)), order) == {}, text


@pytest.mark.parametrize("seed", range(MANY))
def test_an_order_is_turned_into_another(seed):
    random = Random(seed)
    base = a_base(random)
    a, b = random_order(random, base), random_order(random, base)
    if random.random() < 0.7:  # a pool that can be kept
        b = b.order({path: a.value(path) for path in KINDS if path.startswith("pool.")})
        if random.random() < 0.5:
            b = b.order({"pool.vdevs": a.pool.vdevs + random.randrange(3)})
    text = zpool.added(a, b)
    assert unlike(a.order(zpool.read(text, a)) if text else a, b) == {}, text


def test_nothing_turns_an_order_into_itself():
    assert zpool.added(SERVER_TODAY, SERVER_TODAY) == ""


@pytest.mark.parametrize("seed", range(MANY))
def test_a_load_is_what_its_command_says(seed):
    load = random_load(Random(seed))
    kind = kind_of(load)
    text = fio(load, "Some load's name")
    (one,) = pasted(text, {"machine": "server-today"})["loads"]
    assert one["load"] == kind and one["name"] == "Some load's name"
    texts = {f"{kind}.{leaf}": value for leaf, value in as_typed(one["settings"])}
    read = changed_load(LOADS[kind], texts)
    for leaf in settings_of(load):
        if value_in(read, leaf) != value_in(load, leaf):
            with pytest.raises(ValueError):
                check_that_all_act(SERVER_TODAY, load, [f"{kind}.{leaf}"])


def broken(random, text):
    """A text with lines lost, words doubled or cut, wrong units, and other alphabets."""
    for _ in range(random.randrange(1, 4)):
        start = random.randrange(len(text) + 1)
        end = random.choice((start + random.randrange(8), random.randrange(len(text) + 1)))
        rows, words = text.split("\n"), text.split(" ")
        row, word = random.randrange(len(rows)), random.randrange(len(words))
        odd = random.choice(
            (*"{'=\\-9%\t\0", "", "Ω٣", "ディスク", "\u202e", "1e99", "12 parsecs", "NaN")
        )
        text = random.choice(
            (
                text[:start] + odd + text[end:],
                "\n".join([*rows[:row], *rows[row + 1 :]]),
                "\n".join([*rows[:row], rows[row], *rows[row:]]),
                " ".join([*words[:word], words[word], *words[word:]]),
                " ".join([*words[:word], odd, *words[word + 1 :]]),
                text.translate({ord(random.choice("0123456789kKTMmG")): odd or "k"}),
                text[:start],
                text + random.choice([*STATUSES, *TEXTS])[0],
            )
        )
    return text


@pytest.mark.parametrize("seed", range(MANY))
def test_a_broken_text_is_read_or_refused_in_one_line(seed):
    random = Random(seed)
    text = broken(random, random.choice([*TEXTS, *STATUSES])[0])
    begun = time.process_time()
    try:
        found = pasted(text, {"machine": "server-today"})
    except ValueError as error:
        assert str(error).startswith("line ") and "\n" not in str(error) and len(str(error)) < 300
    else:
        order_of("server-today", found["settings"])
    assert time.process_time() - begun < SOON


@pytest.mark.parametrize("machine", ORDERS)
def test_each_machine_can_be_written(machine):
    order = ORDERS[machine]
    text = zpool.create(order, order)
    assert pasted(text, {"machine": machine})["settings"] == {}


@pytest.mark.parametrize(
    "text",
    ["a@" * 40_000, "zpool && " * 9000, "\\\n" * 40_000, "zpool create t " + "{a,b}" * 9000, "#" * 90_000, "x" * 1_000_000, "\tsda ONLINE 0 0 0\n" * 60_000, "\tsda ONLINE 0\n" * 12_000, "[a]\nrw=read\n" * 9000, "\x1b[" * 90_000, "1 x\n" * 40_000],
)  # fmt: skip
def test_a_long_text_is_read_in_time(text):
    begun = time.process_time()
    try:
        pasted(text, {"machine": "server-today"})
    except ValueError as error:
        assert len(str(error)) < 200
    assert time.process_time() - begun < SOON
