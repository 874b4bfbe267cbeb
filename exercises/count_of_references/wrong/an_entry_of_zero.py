"""Counts down and leaves the entry in the table when nothing points to it.

fails:
    test_after_the_last_delete_nothing_is_found
    test_an_overwrite_frees_what_it_replaces
    test_it_agrees_with_the_table_of_the_book
advice: an entry with a count of 0
advice: It was freed, but its entry is still in the table
"""


def free(counts, content):
    counts[content] -= 1


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
{{tally.miss}}            if place in holds:
                free(counts, holds[place])
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {{result.code}}
