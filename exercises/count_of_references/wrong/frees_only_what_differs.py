"""Frees the old block only if the new one is another.

fails:
    test_writing_the_same_again_writes_nothing
    test_it_agrees_with_the_table_of_the_book
advice: Is the old one given up here, too?
"""


def free(counts, content):
    counts[content] -= 1
    if counts[content] == 0:
        del counts[content]


def {{function}}(operations):
    counts, holds, {{tally.name}} = {}, {}, 0
    for operation in operations:
        place = {{operation.place}}
        if {{operation.is_write}}:
            content = {{operation.content}}
            if content in counts:
                counts[content] += 1
{{tally.hit}}            else:
                counts[content] = 1
{{tally.miss}}            if place in holds and holds[place] != content:
                free(counts, holds[place])
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {{result.code}}
