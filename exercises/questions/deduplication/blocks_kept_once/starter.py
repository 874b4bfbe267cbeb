def {{function}}(file, {{size.name}}):
    """The blocks of one file, in order."""
    return [{{list.whole}}]


def {{result.function}}(files, {{size.name}}):
    """What dedup brings: {{result.words}}."""
    put, kept = len(files), len(set({{files.each}}))
    return {{result.code}}
