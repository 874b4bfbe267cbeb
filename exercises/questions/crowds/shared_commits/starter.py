def {{function}}({{come.name}}, {{commit.name}}):
    """A list: {{result.words}}."""
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = {{clock}}
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] < end:
            safe.append(end)
    return {{result.code}}
