def {{function}}({{come.name}}, {{commit.name}}):
    """A list: {{result.words}}."""
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = max(end, arrivals[len(safe)])
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] <= start:
            safe.append(end)
    return {{result.code}}
