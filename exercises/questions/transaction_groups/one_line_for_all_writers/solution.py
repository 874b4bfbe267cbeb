def {{function.pause}}(dirty, limit):
    """Seconds between two writes while `dirty` bytes are not on disk."""
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    """A list of seconds: {{result.words}}."""
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told
