"""The magic `%pip`."""

from . import NOWHERE


async def get_transformed_code(_words: list[str]) -> str:
    """Return the code that a line with `%pip` becomes."""
    return f"raise RuntimeError({NOWHERE!r})"
