"""What the figures of icy lakes share: where a writer's time goes, and how often lines cross, in words."""
from models.units import ms

MINUTE = 60
LEAST = 0.4 * ms         # where a logarithmic axis begins: no write of a disk is as short
PARTS = {"client": "var(--wtg-4)", "server": "var(--wtg-5)", "drive's electronics": "var(--wtg-3)",
         "rotation": "var(--wtg-accent)", "transfer": "var(--wtg-1)"}
"""What a thread spends its time on, and the colour of each."""


def parts_of(lake):
    """Seconds of the thread's time so far, by part."""
    used = lake.spent()
    return dict(zip(PARTS, (used.client, used.server, used.drive, used.rotation, used.transfer), strict=True))


def crossed(count):
    """How often lines cross."""
    return {0: "they never cross", 1: "they cross once", 2: "they cross twice"}.get(count, f"they cross {count} times")
