"""Takes the entries that are left for the blocks that were written.

fails:
    test_after_the_last_delete_nothing_is_found
    test_an_overwrite_frees_what_it_replaces
    test_it_agrees_with_the_table_of_the_book
advice: What was written stays written
"""


def free(counts, content):
    counts[content] -= 1
    if counts[content] == 0:
        del counts[content]


def {{function}}(operations):
    counts, holds, writes = {}, {}, 0
    for operation in operations:
        place = {{operation.place}}
        old = holds.pop(place, None)
        if {{operation.is_write}}:
            content = {{operation.content}}
            counts[content] = counts.get(content, 0) + 1
            holds[place] = content
            writes += 1
        if old is not None:
            free(counts, old)
    {{tally.name}} = {{tally.entries}}
    return {{result.code}}
