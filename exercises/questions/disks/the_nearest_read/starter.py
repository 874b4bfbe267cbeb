def {{function.reach}}({{speed.name}}, angle, read):
    """Seconds until the read's sector is under the head."""
{{speed.code}}    gap = {{either}}
    return {{late.code}}


def {{function.choose}}({{speed.name}}, angle, reads):
    """The index of the read that the head reaches first."""
    times = [{{function.reach}}({{speed.name}}, angle, read) for read in reads]
    return times.index(min(times))
