"""What does not tell right from wrong is drawn anew, and what does stays as it was."""

import random

import pytest

from exercises.cli.prove import in_this_process, variant_of
from exercises.cli.prove_folder import proof
from exercises.contents import get
from exercises.kit.draw import MOST, Chance, until_sound
from tests.conftest import sample
from tests.exercises.small import small_form


def test_what_is_sound_at_once_is_drawn_once():
    rng = random.Random(7)
    assert until_sound(lambda: rng.randint(1, 100), lambda n: True) == random.Random(7).randint(
        1, 100
    )
    rest = random.Random(7)
    rest.randint(1, 100)
    assert rng.random() == rest.random()


def test_the_first_sound_one_of_the_same_source_is_taken():
    rng, other = random.Random(7), random.Random(7)
    many = [other.randint(1, 100) for _ in range(MOST)]
    assert until_sound(lambda: rng.randint(1, 100), lambda n: n % 10 == 3) == next(
        n for n in many if n % 10 == 3
    )


def test_a_condition_that_nothing_meets_is_told():
    with pytest.raises(ValueError, match=rf"{MOST} draws failed sound\(\)"):
        until_sound(lambda: 1, lambda n: n > 1)


def test_the_givens_of_a_variant_are_sound_and_stay_where_they_were(tmp_path):
    plain = small_form(tmp_path / "plain")
    cases = [plain.case(variant)["rpm"] for variant in range(1, 30)]
    sound = small_form(tmp_path / "sound")
    path = sound.test_file.parent / "question.py"
    path.write_text(path.read_text() + "\n\ndef sound(case):\n    return case['rpm'] > 6000\n")
    chosen = [sound.case(variant)["rpm"] for variant in range(1, 30)]
    assert min(cases) < 6000 < min(chosen)
    assert [new for old, new in zip(cases, chosen, strict=True) if old > 6000] == [
        old for old in cases if old > 6000
    ]
    never = small_form(tmp_path / "never").test_file.parent
    (never / "question.py").write_text(path.read_text().replace("> 6000", "> 60000"))
    proved = proof(never, [9])
    assert (proved.exercise, len(proved.problems)) == ("turning", 1)
    assert proved.problems[0].startswith(f"variant 9: {MOST} draws failed sound()")


def test_the_variant_that_is_printed_has_the_first_of_each_list_and_others_any():
    drawn = {variant: Chance(variant).one_of("abc") for variant in range(1, 50)}
    assert drawn[1] == "a"
    assert set(drawn.values()) == set("abc")
    assert (
        not {variant: Chance(variant).one_of("bca") for variant in range(2, 50)}.items()
        & drawn.items()
    )
    first, same = Chance(1), Chance(1)
    first.one_of("abc")
    same.choice("abc")
    assert first.random() == same.random()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "variant"),
    sample(
        [
            ("room-to-write", 603612),
            ("a-map-without-outliers", 603612),
            ("first-hole-best-hole", 382049),
            ("missed-revolution", 45760),
            ("shared-commits", 689768),
            ("log-blocks", 302982),
            ("change-at-the-line", 4291),
            ("worth-of-a-clock", 556506),
            ("backup-over-a-backup", 386684),
            ("start-after-the-crash", 713812),
            ("turns-of-a-transfer", 722857),
            ("percentile-of-an-hour", 960228),
            ("the-nearest-read", 845825),
        ],
        4,
    ),
)
def test_a_variant_whose_first_draw_told_nothing_is_sound(id, variant):
    assert list(variant_of(get(id), variant, in_this_process)) == []
