def {{function.pause}}(dirty, limit):
    """Seconds between two writes."""
    return 0.0


def {{function.go_on}}(times, dirty, limit):
    """A list of seconds: {{result.words}}."""
    told = []
    for time in times:
        turn = time + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told
