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


def replay(operations):
    counts, holds, written = {}, {}, 0
    for operation in operations:
        place = operation[1]
        if operation[0] == "write":
            content = operation[2]
            if content in counts:
                counts[content] += 1
            else:
                counts[content] = 1
                written += 1
            if place in holds:
                free(counts, holds[place])
            holds[place] = content
        else:
            free(counts, holds.pop(place))
    return {"counts": counts, "written": written}
