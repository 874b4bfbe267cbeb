def free(counts, content):
    """One place no longer points to this content."""
    counts.pop(content, None)


def replay(operations):
    """The dedup table afterwards, and how many blocks were written."""
    counts = {}  # content -> how many places point to it
    holds = {}  # place -> content
    written = 0
    for operation in operations:
        place = operation[1]
        if operation[0] == "write":
            content = operation[2]
            if content in counts:
                counts[content] += 1
            else:
                counts[content] = 1
                written += 1
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {"counts": counts, "written": written}
