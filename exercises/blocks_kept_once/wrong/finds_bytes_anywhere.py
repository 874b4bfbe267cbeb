"""Finds equal letters at any distance from the start of a file, as if cuts came from the content.

fails:
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: ZFS compares whole blocks and nothing else
"""


def {{function}}(file, {{size.name}}):
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    seen, put, kept = "", 0, 0
    for file in {{files.each}}:
        every = [block for {{list.loop}} in {{function}}(file, {{size.name}})]
        for block in every:
            put += len(block)
            if block.rstrip(".") not in seen:
                kept += len(block)
        seen += " " + file
        seen += " " + " ".join(every)
    return {{result.code}}
