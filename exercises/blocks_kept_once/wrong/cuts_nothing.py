"""Compares whole files.

fails:
    test_a_large_file_is_cut_into_records
    test_the_last_record_of_a_large_file_is_filled_up
    test_an_equal_block_is_found_wherever_it_lies
    test_a_letter_in_front_leaves_nothing_to_find
    test_it_agrees_with_the_pool_of_the_book
advice: begin at its first letter
"""


def {{function}}(file, {{size.name}}):
    return [{{list.whole}}]


def {{result.function}}(files, {{size.name}}):
    put = sum(len(file) for file in {{files.each}})
    kept = sum(len(file) for file in set({{files.each}}))
    return {{result.code}}
