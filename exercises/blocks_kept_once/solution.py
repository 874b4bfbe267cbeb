def blocks(file, record):
    """The blocks of one file, in order."""
    if len(file) <= record:
        return [file]
    return [file[start:start + record].ljust(record, ".") for start in range(0, len(file), record)]


def ratio(files, record):
    """Letters that are put in for each letter that is kept."""
    every = [block for file in files for block in blocks(file, record)]
    return sum(len(block) for block in every) / sum(len(block) for block in set(every))
