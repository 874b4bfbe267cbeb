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


def replay(operations):
    counts, holds = {}, {}
    for kind, place, *rest in operations:
        old = holds.pop(place, None)
        if kind == "write":
            counts[rest[0]] = counts.get(rest[0], 0) + 1
            holds[place] = rest[0]
        if old is not None:
            free(counts, old)
    return {"counts": counts, "written": len(counts)}
