"""Compares a block only with those at the same place of other files.

fails:
    test_an_equal_block_is_found_wherever_it_lies
    test_it_agrees_with_the_pool_of_the_book
advice: wherever in that file
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [pair for file in {{files.each}} for pair in enumerate(block for {{list.loop}} in {{function}}(file, {{size.name}}))]
    put = sum(len(block) for _, block in every)
    kept = sum(len(block) for _, block in set(every))
    return {{result.code}}
