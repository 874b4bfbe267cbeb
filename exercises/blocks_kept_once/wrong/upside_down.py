"""Turns the division round, or gives the other share.

fails:
    test_an_equal_block_is_found_wherever_it_lies
    test_a_letter_in_front_leaves_nothing_to_find
    test_letters_count_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: It is upside down
advice: Asked for is the rest
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put = sum(len(block) for block in every)
    kept = sum(len(block) for block in set(every))
    return {{result.inverse}}
