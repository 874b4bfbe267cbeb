"""Judges that fail on our side; a process of its own finds them here."""

import os
import time
from pathlib import Path

from exercises.grading.judge import judge


def hangs_on_hang(job):
    if job["student"] == "hang":
        time.sleep(float(job["seed"]))
    return judge(job)


def dies_on_die(job):
    if job["student"] == "die":
        os._exit(9)
    return judge(job)


def fails_once(job):
    """Fails the first time that a job comes, and leaves a mark."""
    mark = Path(job["seed"]) / job["student"]
    if mark.exists():
        return judge({**job, "seed": ""})
    mark.touch()
    return {"failure": "no room"}


def fails_always(job):
    return {"failure": "no room"}


def raises(job):
    raise RuntimeError("no room")


def lacks():
    raise ModuleNotFoundError("no book")


def runs_for_ever(job):
    """Runs a program without end in a sandbox, and notes the number of its process."""
    from exercises.checker.limits import Limits
    from exercises.grading.judge import sandbox

    with sandbox(Limits(call=600.0, total=600.0)) as box:
        runner = box.runner()
        runner.load("def spin():\n    while True: pass")
        Path(job["seed"]).write_text(str(box._process.pid))
        runner.call('{"function": "spin", "args": [], "kwargs": {}}')
