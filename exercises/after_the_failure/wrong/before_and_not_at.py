"""Takes what happens in the moment of the failure for what had not happened yet.

fails:
    test_that_very_moment_counts_as_the_question_says
advice: A moment after it means
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, True
    for write in log:
        if {{held}}:
            continue
        if {{mistaken.missing}}:
            readable = False
        if not readable and {{mistaken.told}}:
            gone += 1
    return {{result.code}}
