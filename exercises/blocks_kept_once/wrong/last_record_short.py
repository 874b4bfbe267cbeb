"""Leaves the last record of a large file as short as it comes.

fails:
    test_the_last_record_of_a_large_file_is_filled_up
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: the last one too
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    return [{{list.short}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put = sum(len(block) for block in every)
    kept = sum(len(block) for block in set(every))
    return {{result.code}}
