"""Gives each file whole records, however small it is.

fails:
    test_a_small_file_is_one_block_of_its_own_length
    test_letters_count_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: the most that a block may have, not the least
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put = sum(len(block) for block in every)
    kept = sum(len(block) for block in set(every))
    return {{result.code}}
