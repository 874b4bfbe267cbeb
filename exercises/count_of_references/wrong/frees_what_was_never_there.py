"""Frees what the place held, also where it held nothing.

fails:
    test_a_block_that_is_there_is_not_written_again
    test_a_delete_takes_one_reference_away
    test_after_the_last_delete_nothing_is_found
    test_an_overwrite_frees_what_it_replaces
    test_writing_the_same_again_writes_nothing
    test_it_agrees_with_the_table_of_the_book
advice: What is freed then?
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
{{tally.miss}}            free(counts, holds[place])
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {{result.code}}
