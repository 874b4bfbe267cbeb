"""Begins a new block where a record would fill the last byte.

fails:
    test_a_block_may_be_filled_to_its_last_byte
advice: still fits
"""

HEADER, LINK, PIECE, BLOCK = {{header}}, {{link}}, {{piece}}, {{block}}


def {{function}}(sizes):
    """Bytes of each log block. sizes: bytes of data of the records of one commit, in order."""
    blocks = []
    used = LINK
    for size in sizes:
        need = HEADER + size
        if used + need > BLOCK - 1:
            blocks.append(used)
            used = LINK
        used += need
    blocks.append(used)
    return [-(-used // PIECE) * PIECE for used in blocks]
