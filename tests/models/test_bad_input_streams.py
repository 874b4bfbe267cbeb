"""A transfer that would take for ever to follow is refused."""

from math import inf

import pytest

from models.experiments.streaming.shared_transfer import transfer


def test_too_many_small_steps_are_refused(monkeypatch):
    monkeypatch.setattr("models.experiments.streaming.shared_transfer.MOST_STEPS", 500)
    with pytest.raises(ValueError, match=r"^steps must be 500 or fewer, got more: take longer ones$"):
        list(transfer([inf], [1.0], lambda t: 1.0, 0.01, until=10.0))
