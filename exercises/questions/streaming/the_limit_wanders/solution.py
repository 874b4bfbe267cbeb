import math


def carries(stage):
    """Bytes a second of client data that a stage lets pass."""
    return stage{{part.count}} * stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    """How many {{unit.name}} of client data the path carries."""
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    """The name of the stage that holds it up."""
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    """For {{list.stages}}, {{list.what}}."""
    more = {}
    for stage in stages:
        needs = math.ceil(wanted{{unit.back}} {{takes.needs}} stage{{part.takes}} / stage{{part.each}})
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}})
    return {{list.code}}
