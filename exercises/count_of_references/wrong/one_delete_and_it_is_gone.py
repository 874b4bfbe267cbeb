"""Sees that an overwrite frees, but drops the entry whoever else points to the block.

fails:
    test_a_delete_takes_one_reference_away
    test_an_overwrite_frees_what_it_replaces
    test_writing_the_same_again_writes_nothing
    test_it_agrees_with_the_table_of_the_book
advice: a count that is larger than 1
"""


def free(counts, content):
    counts.pop(content, None)


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
