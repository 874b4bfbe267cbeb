HEADER, LINK, PIECE, BLOCK = 192, 192, 4096, 131072


def log_blocks(sizes):
    """Bytes of each log block. sizes: bytes of data of the records of one commit, in order."""
    return [sum(sizes)]
