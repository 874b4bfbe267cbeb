def {{function.loads}}(flows, ways):
    """Bytes a second in each direction of each link."""
    return {link: 0.0 for way in ways.values() for link in way}


def {{function.wait}}(loads, {{capacity.name}}, packet):
    """How many {{unit.name}} a packet {{result.does}} {{result.until}}, in the fullest direction."""
{{capacity.code}}    send = packet / capacity  # seconds to send one packet, {{result.yet}}
    return send{{unit.into}}
