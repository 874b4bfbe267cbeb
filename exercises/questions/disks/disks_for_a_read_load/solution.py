def answer(case):
    """As many arms as the money buys, of the kind that holds the data in time, and as many reads for each as the time allows."""
    return {"kind": case["kind"], "disks": case["many"], "threads": case["threads"]}
