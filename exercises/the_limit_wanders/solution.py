import math


def carries(stage):
    """Bytes a second of the clients' data that a stage lets pass."""
    return stage["count"] * stage["each"] / stage["takes"]


def rate(stages):
    """Bytes a second of the clients' data that the path carries."""
    return min(carries(stage) for stage in stages)


def limit(stages):
    """The name of the stage that holds it up."""
    return min(stages, key=carries)["name"]


def shopping(stages, wanted):
    """How many more of each stage to buy."""
    return {stage["name"]: max(0, math.ceil(wanted * stage["takes"] / stage["each"]) - stage["count"]) for stage in stages}
