HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the entries of one commit, in order."""
    blocks = []
    used = LINK
    for size in sizes:
        need = HEADER + size
        if used + need > BLOCK:
            blocks.append(used)
            used = LINK
        used += need
    blocks.append(used)
    return [-(-used // PIECE) * PIECE for used in blocks]
