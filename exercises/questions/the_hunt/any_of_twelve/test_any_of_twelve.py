"""Is the diagnosis right, do the probes show it, and did they take little time?"""

import pytest

from exercises.kit.hunting import hunted, must_be_right, must_be_shown, must_earn


@pytest.mark.points(2)
@pytest.mark.advice(
    "Something else is broken on this server. Which line of a tool speaks for your diagnosis, and which diagnosis "
    "would have left another line?"
)
def test_the_diagnosis_is_right(answer, case):
    must_be_right(hunted(case, answer))


@pytest.mark.points(1)
@pytest.mark.advice(
    "Tick every probe that you asked. A diagnosis counts as found only if the probes among them show it; a lucky guess "
    "does not."
)
def test_the_probes_show_it(answer, case):
    must_be_shown(hunted(case, answer))


@pytest.mark.points(1)
@pytest.mark.advice(
    "This mark is for a right diagnosis, shown by a probe, after little time. Begin with the tools that take a few "
    "seconds, and ask one that takes long only when the others have left a question that it answers."
)
def test_the_probes_took_little_time(answer, case):
    must_earn(hunted(case, answer), 55)


@pytest.mark.points(1)
@pytest.mark.advice(
    "This mark is for a right diagnosis, shown, after hardly any time: which of your probes told you nothing that you used?"
)
def test_no_probe_too_many_was_asked(answer, case):
    must_earn(hunted(case, answer), 75)
