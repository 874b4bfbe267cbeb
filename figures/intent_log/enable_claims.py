"""What the source says of the moment at which log devices are switched on, as questions to the rows."""
from figures.define import target
from figures.intent_log.enable_numbers import cells, fence, of, part, switched_on, values
from figures.intent_log.switched import drifting, drops, shows_faint
from models.units import ms


def steps_up(rows):
    """The rate steps up at the switch and latency steps down."""
    before, after, on = part(rows, "before"), part(rows, "after"), switched_on(rows)
    early = [row["iops"] for row in of(rows, "rate") if row["t"] < on - 1]
    late = [row["iops"] for row in of(rows, "rate") if row["t"] > on + 2]
    return bool(early and late and min(late) > 3 * max(early) and 0 < 5 * after["median"] < before["median"])


def icy(rows):
    return drifting([row for row in cells(rows) if row["t2"] <= switched_on(rows)])


def faint(rows):
    return shows_faint(cells(rows), switched_on(rows), 1 * ms)


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
    target("slog-before-low", lambda rows: 1 * ms < part(rows, "before")["p5"] < 5 * ms),
    target("slog-after-iops", lambda rows: part(rows, "after")["iops"]),
    target("slog-after-band", lambda rows: part(rows, "after")["median"]),
    target("slog-after-mostly", lambda rows: part(rows, "after")["median"]),
    target("slog-after-zero-above", lambda rows: part(rows, "after")["top"]),
]
