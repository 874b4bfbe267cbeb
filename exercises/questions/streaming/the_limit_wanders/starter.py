def {{function.rate}}(stages):
    """How many {{unit.name}} of client data the path carries."""
    return 0.0


def {{function.limit}}(stages):
    """The name of the stage that holds it up."""
    return stages[0]{{part.name}}


def {{function.buy}}(stages, wanted):
    """For {{list.stages}}, {{list.what}}."""
    return {{list.start}}
