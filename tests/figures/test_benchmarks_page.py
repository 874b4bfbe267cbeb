"""The measured systems: forty cells beside a rule of thumb, mailboxes, small reads, SPC-1, six rules."""

from itertools import pairwise

import pytest

from figures.benchmarks.experiments.four_systems import TESTS, order_of, result
from figures.benchmarks.four_systems import changed
from figures.benchmarks.four_systems_results import MISSES, NEITHER, OURS, THEIRS, forty, summary
from figures.contents import get
from figures.define.claims import claim
from figures.define.kept import kept, short
from figures.kit.rows import of, one
from figures.run.evidence import is_kept, same_text
from figures.run.perturbed import run as perturbed
from models.units import KiB, MiB, rpm
from tests.figures.runs import rows_of, values_of

SYSTEMS = ("7410", "7310", "7210", "7110")
AS_TESTED = ("as tested",) * 6


def cells():
    return of(forty(kept()), "cell")


# The sealed prediction.


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_kept_number_of_a_quick_cell_is_that_of_a_run(system):
    id = f"cmp-filecreate/{system}"
    assert short(result("cmp-filecreate", system)) == pytest.approx(kept()[id], rel=1e-3)


def test_the_first_picture_and_the_table_show_no_measured_number():
    figure = get("four-systems")
    sealed = [panel for panel in figure.panels if panel["when"]["measured"] is False]
    shown = {drawn["options"].get(axis) for p in sealed for drawn in p["marks"] for axis in "xy"}
    assert sealed and not shown & {"measured", "thumb", "ratio"}
    names = {column["name"] for column in figure.table["columns"]}
    assert not names & {"measured", "error", "thumb", "thumb error"}
    assert figure.params["measured"].view and figure.params["measured"].default is False


def test_what_is_wrong_has_a_cause_and_what_is_right_has_none():
    figure, rows = get("four-systems"), forty(kept())
    targets = figure.targets_of(figure.default_preset())
    missed = {t.id for t in targets if claim(t.id).judge(t.of(rows))[0] == "missed"}
    others = {"headline-cluster", "headline-sync-48", "headline-sync-48-bytes"}
    assert missed == set(MISSES) - others


def test_each_cell_is_better_for_one_of_both_or_for_neither():
    found = cells()
    assert len(found) == 40
    for row in found:
        near = min(abs(row["error"]), abs(row["thumb error"]))
        assert (row["better"] == NEITHER) == (near > 0.25)
        if row["better"] == OURS:
            assert abs(row["error"]) == near
        if row["better"] == THEIRS:
            assert abs(row["thumb error"]) == near
    counts = summary(found)
    assert counts["ours"] + counts["theirs"] + counts["neither"] == 40
    assert counts["median"] < counts["thumb_median"] / 2


def test_the_rule_of_thumb_knows_disks_copies_and_the_cable():
    found = cells()
    by = {(row["test"], row["system"]): row["thumb"] for row in found}
    assert by["cold-random", "7210"] == 44 * 100 and by["sync", "7210"] == 44 * 50
    assert by["sync", "7110"] == 12 * 75 and by["stream", "7110"] == 1.25e9
    assert by["write", "7310"] == 1.25e9 / 2


def test_as_tested_nothing_is_changed_and_the_rerun_is_the_kept_number():
    for test in ("sync", "stream"):
        for system in SYSTEMS:
            assert changed(system, test, 0, *AS_TESTED[:6], "as tested") == {}
    own = of(rows_of("four-systems"), "yours")[0]
    assert own["value"] == pytest.approx(own["as tested"], rel=1e-3)


def test_changes_reach_the_order():
    parts = changed("7410", "sync", 48, "15000", "raidz1", "3", "1", "32", "2", "9000")
    order = order_of("7410", changes=parts)
    assert (order.pool.vdevs, order.pool.width, order.pool.jbods) == (12, 4, 2)
    assert order.drive.speed == 15000 * rpm and order.drive.capacity == 500 * 10**9
    assert (order.log.devices, order.log.mirrored) == (3, False)
    assert order.cache.flash.devices == 1 and order.network.mtu == 9000
    assert order.network.ports == 2 and order.head.memory == 32 * 1024 * MiB
    two = order_of("7310", changes=changed("7310", "sync", 0, *AS_TESTED[:5], "2", "as tested"))
    assert two.network.cards[0].ports == 2


def test_estimates_end_with_the_result_and_come_while_it_runs():
    found = list(TESTS["cmp-filecreate"]("7110", seed=1))
    assert len(found) > 4 and found[-1] == result("cmp-filecreate", "7110")


def test_random_reads_grow_with_the_disks_and_mirrors_read_more_than_raidz():
    few = result("cmp-cold-random", "7210", {"pool": {"vdevs": 6}})
    assert 2.5 < kept()["cmp-cold-random/7210"] / few < 4.5  # 44 disks against 12, fuller ones
    mirrors = values_of("four-systems", "7110, mirrored pairs")["value"]
    assert 1.8 < mirrors / kept()["cmp-cold-random/7110"] < 3


def test_few_disks_make_fewer_overwrites_of_a_cold_cache():
    few = values_of("four-systems", "48 disks, three log devices")["value"]
    many = values_of("four-systems", "272 disks, eight log devices")["value"]
    assert few < 0.8 * many


def test_no_constant_was_fitted_to_what_is_kept():
    figure = get("four-systems")
    assert figure.chance and not [name for t in figure.targets for name in same_text(t.id)]


def test_evidence_runs_the_forty_again(monkeypatch):
    monkeypatch.setattr("figures.benchmarks.four_systems.result", lambda row, system, seed: 1e3)
    answer = perturbed("four-systems", get("four-systems").default_preset(), None, {})
    assert answer["numbers"]["cmp-sync-7410"] == 1000
    assert answer["numbers"]["cmp-write-7110"] == 1000 * MiB
    assert is_kept(("four-systems", "as tested"))
    assert not is_kept(("mail", "as written"))


# Mailboxes.


def test_a_rate_and_a_wait_of_one_run_obey_littles_law():
    for row in of(rows_of("mail"), "point"):
        assert row["rate"] * row["latency"] == pytest.approx(row["waiting"])
    for reads in ("all from disks", "a share from memory"):
        own = [row for row in of(rows_of("mail"), "point") if row["reads"] == reads]
        assert all(b["latency"] > a["latency"] for a, b in pairwise(own))
    v = values_of("mail")
    assert v["by_law"] == pytest.approx(0.014, rel=0.01)
    assert v["warm_by_law"] == pytest.approx(0.0702, rel=0.01)
    assert v["latency"] < 0.03 < v["theirs"]


def test_a_rate_beyond_the_disks_has_no_wait():
    assert values_of("mail", "every 2.7 seconds")["latency"] == 0


# The smallest reads.


def test_full_cores_answer_no_more_however_many_wait():
    steps = of(rows_of("small-reads", "twenty threads"), "step")
    assert steps[0]["rate"] < steps[1]["rate"] < steps[2]["rate"]
    assert steps[-1]["rate"] == pytest.approx(steps[9]["rate"], rel=0.03)
    most = one(rows_of("small-reads"), "limit", what="4 KiB reads", head="7310")["rate"]
    assert steps[-1]["rate"] == pytest.approx(most, rel=0.03)


def test_a_second_socket_helps_and_is_worth_less_than_the_first():
    one_socket, two = (
        values_of("small-reads")["rate"],
        values_of("small-reads", "two sockets")["rate"],
    )
    assert 1.2 < two / one_socket < 1.8


# SPC-1.


def test_a_disk_serves_more_the_more_wait_for_it():
    rates = [row["rate"] for row in of(rows_of("spc-1"), "point")]
    assert all(b > a for a, b in pairwise(rates))


def test_prices_and_queues_follow_from_what_is_published():
    v = values_of("spc-1")
    assert v["disks"] == 274 and v["dollars"] == pytest.approx(137_000 * 2.99)
    assert v["gb"] == pytest.approx(23_700, rel=0.01)
    assert v["files_waiting"] == pytest.approx(134_140 * 1.51e-3)
    assert v["cached"] == pytest.approx(1 - v["disk"] / 500)
    assert values_of("spc-1", "no cache")["cached"] < 0.05


# Six rules.


def test_each_rule_holds_for_what_it_is_about():
    v = values_of("six-rules")
    assert v["nvram"] > 5 and v["memory"] == pytest.approx(1) == v["writes"]
    assert v["reads"] > 2 and v["records"] > 2 and v["bias"] > 2 and v["table"] > 20
    assert values_of("six-rules", "one program")["nvram"] > v["nvram"]


def test_small_writes_gain_most_from_the_log():
    sizes = [get("six-rules").rows(size=size * KiB)[0]["otherwise"] for size in (8, 64)]
    assert sizes[0] > sizes[1]


def test_each_load_of_the_film_keeps_littles_law():
    loads = of(rows_of("load-climbs"), "now")
    assert [row["rate"] * row["wait"] for row in loads] == pytest.approx(
        [row["waiting"] for row in loads], rel=0.1
    )
