HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the entries of one commit, in order."""
    return [sum(sizes)]
