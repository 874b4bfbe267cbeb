SECTOR = 512  # bytes


def {{function.touched}}({{args}}):
    """How many blocks the request touches."""
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
    return (ending - 1) // block - beginning // block + 1


def {{function.second}}({{args}}):
    """{{second.doc}}"""
{{request.code}}{{block.code}}    beginning = start * SECTOR + place
    ending = beginning + size
{{second.code}}
