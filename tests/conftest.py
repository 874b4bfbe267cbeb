"""What `make check` leaves to `make test`: what whole experiments, machines, figures and command lines do."""
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LATER = [HERE / name for name in (
    "models/experiments", "models/machine", "models/cli", "figures/test_patterns.py", "figures/test_command_line.py",
    "figures/test_allocation.py", "figures/test_caches_page.py", "figures/test_lun_alignment_page.py",
    "figures/test_queues_resilvering_page.py", "notebooks", "test_readme.py")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.path.is_relative_to(later) for later in LATER):
            item.add_marker(pytest.mark.slow)
