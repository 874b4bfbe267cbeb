def {{function}}(file, {{size.name}}):
    """The blocks of one file, in order."""
{{size.code}}    if len(file) <= record:
        return [{{list.whole}}]
    return [{{list.part}} for start in range(0, len(file), record)]


def {{result.function}}(files, {{size.name}}):
    """What dedup brings: {{result.words}}."""
    every = [block for file in {{files.each}} for {{list.loop}} in {{function}}(file, {{size.name}})]
    put = sum(len(block) for block in every)
    kept = sum(len(block) for block in set(every))
    return {{result.code}}
