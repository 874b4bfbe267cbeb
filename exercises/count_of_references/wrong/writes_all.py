"""Counts references but writes every block, as if the table only kept a record.

fails:
    test_a_block_that_is_there_is_not_written_again
    test_a_delete_takes_one_reference_away
    test_an_overwrite_frees_what_it_replaces
    test_writing_the_same_again_writes_nothing
    test_it_agrees_with_the_table_of_the_book
advice: it is only counted once more
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
            counts[content] = counts.get(content, 0) + 1
{{tally.never_found}}            if place in holds:
                free(counts, holds[place])
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {{result.code}}
