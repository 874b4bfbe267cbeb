"""Divides numbers of blocks, not of bytes.

fails:
    test_letters_count_and_not_blocks
    test_it_agrees_with_the_pool_of_the_book
advice: Dedup saves bytes
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put, kept = len(every), len(set(every))
    return {{result.code}}
