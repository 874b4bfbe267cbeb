"""The book's own search: it finds what stands in a template, too."""

import json

import pytest
import serve

from exercises.contents import exercises

pytestmark = pytest.mark.site


def test_the_search_finds_each_exercise_by_its_title():
    text = (serve.SITE / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    for exercise in exercises():
        page = index["docnames"].index(f"book/{exercise.chapter}")
        assert [page, f"exercise-{exercise.id}"] in index["alltitles"][exercise.title]
