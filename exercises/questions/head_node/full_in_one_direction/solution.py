def {{function.loads}}(flows, ways):
    """Bytes a second in each direction of each link."""
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] += rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
    """How many {{unit.name}} a packet {{result.does}} {{result.until}}, in the fullest direction."""
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.code}}{{unit.into}}
