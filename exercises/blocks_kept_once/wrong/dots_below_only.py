"""Adds up the letters of the files for what is put in, and those of the blocks for what is kept.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: Dots count in both: they are put in, too
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put = sum(len(file) for file in {{files.each}})
    kept = sum(len(block) for block in set(every))
    return {{result.code}}
