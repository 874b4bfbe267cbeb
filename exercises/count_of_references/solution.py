def free(counts, content):
    """One place no longer points to this content."""
    counts[content] -= 1
    if counts[content] == 0:
        del counts[content]


def replay(operations):
    """The dedup table afterwards, and how many blocks were written."""
    counts = {}  # content -> how many places point to it
    holds = {}  # place -> content
    written = 0
    for operation in operations:
        place = operation[1]
        if operation[0] == "write":
            content = operation[2]
            old = holds.get(place)
            if content in counts:
                counts[content] += 1
            else:
                counts[content] = 1
                written += 1
            if old is not None:
                free(counts, old)
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {"counts": counts, "written": written}
