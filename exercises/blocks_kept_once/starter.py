def blocks(file, record):
    """The blocks of one file, in order."""
    return [file]


def ratio(files, record):
    """Letters that are put in for each letter that is kept."""
    return len(files) / len(set(files))
