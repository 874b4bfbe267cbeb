def rate(stages):
    """Bytes a second of the clients' data that the path carries."""
    return 0.0


def limit(stages):
    """The name of the stage that holds it up."""
    return stages[0]["name"]


def shopping(stages, wanted):
    """How many more of each stage to buy."""
    return {stage["name"]: 0 for stage in stages}
