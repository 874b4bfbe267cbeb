"""Puts all files into one stream, as an archive does, and cuts that.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_letters_count_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: Each file is cut from its own first letter on
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for {{list.loop}} in {{function}}("".join({{files.each}}), {{size.name}})]
    put = sum(len(block) for block in every)
    kept = sum(len(block) for block in set(every))
    return {{result.code}}
