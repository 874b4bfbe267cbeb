"""Takes every jump for a log device, and where there is no jump for a crowd.

fails:
    test_the_change_is_the_one_that_was_made
advice: Look how low the band lies
advice: Would a write take so long then
advice: up to half a turn of the old disks
advice: Compare the upper edges of the two sides
advice: would be more writes a second
"""

def answer(case):
    seen = {"logs": 0.28e-3, "disabled": 0.095e-3, "spindles": 4.0e-3, "crowd": 15.5e-3, "far": 8.4e-3}
    guess = {"logs": "disabled", "disabled": "logs", "spindles": "logs", "crowd": "spindles", "far": "crowd"}
    return {"ninth": seen[case["change"]], "change": guess[case["change"]]}
