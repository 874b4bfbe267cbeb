"""A transfer that would take for ever to follow is refused."""

from math import inf

import pytest

from models.experiments.streaming.shared_transfer import transfer


def test_too_many_small_steps_are_refused():
    with pytest.raises(ValueError, match=r"^steps must be 100000 or fewer, got more: take longer ones$"):
        list(transfer([inf], [1.0], lambda t: 1.0, 1e-6, until=10.0))
