"""Buys cards, and two pairs of them, whatever they cost.

fails:
    test_it_costs_no_more_than_there_is
advice: Of the cheapest of these
"""

def answer(case):
    return {"device": "card", "count": 4, "mirrored": True}
