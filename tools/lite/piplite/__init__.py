"""Stands in for the package that installs others: all that a notebook of the site imports comes from the site."""

NOWHERE = "nothing can be installed here, as all packages come from the site: run the notebook on your own machine"


async def install(*_wanted: object, **_how: object) -> None:
    """Refuse to install a package."""
    raise RuntimeError(NOWHERE)
