"""What the source says of the moment at which log devices are switched on, as questions to the rows."""
from figures.define.figure import target
from figures.intent_log.slog_enable_results import cells, fence, of, part, switched_on, values
from figures.intent_log.switched import below, drifting, drops, shows_faint
from models.units import ms


def early_cells(rows):
    """The map before the switch."""
    on = switched_on(rows)
    return [row for row in cells(rows) if row["t2"] <= on]


def steps_up(rows):
    """The rate steps up at the switch, in its panel, and latency steps down, in the map."""
    on = switched_on(rows)
    before, after = below(early_cells(rows), 0.5), below([row for row in cells(rows) if row["t1"] > on], 0.5)
    early = [row["iops"] for row in of(rows, "rate") if row["t"] < on - 1]
    late = [row["iops"] for row in of(rows, "rate") if row["t"] > on + 2]
    return bool(early and late and min(late) > 3 * max(early) and 0 < 5 * after < before)


def icy(rows):
    return drifting(early_cells(rows))


def faint(rows):
    return shows_faint(cells(rows), switched_on(rows), 1 * ms)


def begins_at_a_few_ms(rows):
    """Before the switch nineteen of twenty writes lie above a few milliseconds in the map."""
    return 1 * ms < below(early_cells(rows), 0.05) < 5 * ms


TARGETS = [
    target("slog-enable-time-pattern", lambda rows: drops(cells(rows), switched_on(rows))),
    target("slog-before-max-heat", lambda rows: part(rows, "before")["p99"]),
    target("slog-after-below", lambda rows: part(rows, "after")["all99"]),
    target("slog-iops-gain", lambda rows: values(rows)["gain"]),
    target("slog-latency-gain", lambda rows: values(rows)["latency_gain"]),
    target("slog-run-iops-pattern", steps_up),
    target("picket-fence-interval", lambda rows: fence(rows)[0]),
    target("picket-fence-fraction", lambda rows: fence(rows)[2]),
    target("picket-fence-rest", lambda rows: 1 - fence(rows)[2]),
    target("false-colour-pattern", faint),
    target("icy-lake-before-pattern", icy),
    target("slog-before-iops", lambda rows: part(rows, "before")["iops"]),
    target("slog-before-max", lambda rows: part(rows, "before")["p99"]),
    target("slog-before-low", begins_at_a_few_ms),
    target("slog-after-iops", lambda rows: part(rows, "after")["iops"]),
    target("slog-after-band", lambda rows: part(rows, "after")["median"]),
    target("slog-after-mostly", lambda rows: part(rows, "after")["median"]),
    target("slog-after-zero-above", lambda rows: part(rows, "after")["top"]),
]
