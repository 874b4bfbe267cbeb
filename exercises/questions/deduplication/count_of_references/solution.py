def free(counts, content):
    """One place no longer points to this content."""
    counts[content] -= 1
    if counts[content] == 0:
        del counts[content]


def {{function}}(operations):
    """The dedup table afterwards, and {{tally.words}}."""
    counts = {}  # content -> how many places point to it
    holds = {}  # place -> content
    {{tally.name}} = 0
    for operation in operations:
        place = {{operation.place}}
        if {{operation.is_write}}:
            content = {{operation.content}}
            old = holds.get(place)
            if content in counts:
                counts[content] += 1
{{tally.hit}}            else:
                counts[content] = 1
{{tally.miss}}            if old is not None:
                free(counts, old)
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {{result.code}}
