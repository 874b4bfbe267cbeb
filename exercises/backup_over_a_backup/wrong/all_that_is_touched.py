"""Reads every block that it has not seen, also those that are covered as a whole.

fails:
    test_aligned_writes_of_whole_blocks_read_nothing
    test_a_single_misaligned_write_reads_both_its_ends
    test_a_misaligned_stream_reads_one_block_for_each_write
    test_it_agrees_with_the_volume_of_the_book
advice: They need no reading
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    first = {{start.code}} // block
    count = ({{start.code}} + writes * size - 1) // block - first + 1
    return {{result.code}}
