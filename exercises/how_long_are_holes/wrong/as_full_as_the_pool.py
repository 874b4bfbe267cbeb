"""Takes the pool's fill for the slab's.

fails:
    test_the_slab_is_emptier_than_the_pool
    test_a_run_ends_at_the_next_block_in_use
advice: The allocator takes the emptiest one
"""


def answer(case):
    return {"used": case["fill"], "run": 1 / case["fill"]}
