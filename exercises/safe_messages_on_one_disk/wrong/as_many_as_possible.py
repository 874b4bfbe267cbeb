"""Takes more at a time for better in every respect.

fails:
    test_no_message_waits_too_long
advice: a large commit takes longer
"""

def answer(case):
    return {"disk": str(case["rpm"]), "cache": "on", "writers": 128}
