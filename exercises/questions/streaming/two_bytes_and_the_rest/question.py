"""How many bytes reach the disks for one that a client writes? A program that says two, always: what it is given and gives
differs, and how its first mistake is written."""

KIND = "mend"
NAMES = [
    {"risk": "at_risk", "log": "logged", "disks": "on_disks"},
    {"risk": "unsafe", "log": "log_bytes", "disks": "disk_bytes"},
    {"risk": "in_memory", "log": "into_log", "disks": "onto_disks"},
]
RATES = [
    {
        "name": "rate",
        "means": "what all clients write together",
        "unit": "bytes a second",
        "size": 1,
        "args": "rate, clients",
        "one": "rate / clients",
        "bytes": " * rate",
        "megabytes": " * rate / 1e6",
        "example": "573.6e6",
    },
    {
        "name": "rate",
        "means": "what all clients write together",
        "unit": "MB a second, of a million bytes",
        "size": 1e6,
        "args": "rate, clients",
        "one": "1e6 * rate / clients",
        "bytes": " * 1e6 * rate",
        "megabytes": " * rate",
        "example": "573.6",
    },
    {
        "name": "each",
        "means": "what each client writes",
        "unit": "bytes a second",
        "size": 1,
        "args": "each",
        "one": "each",
        "bytes": " * clients * each",
        "megabytes": " * clients * each / 1e6",
        "example": "28.68e6",
    },
]
RESULTS = [
    {
        "kind": "ratio",
        "words": "how many bytes reach the disks for each byte that clients write over NFS",
        "doc": "Bytes that reach the disks for a byte that clients write.",
        "said": "2.00, exactly",
        "showed": "nearly two and a half",
        "digits": "2",
        "example": "2.46",
    },
    {
        "kind": "bytes",
        "words": "how many bytes a second reach the disks while clients write over NFS",
        "doc": "Bytes a second that reach the disks.",
        "said": "1,147.2 million, exactly twice what the clients sent",
        "showed": "more than 1,400 million",
        "digits": "-6",
        "example": "1410000000.0",
    },
    {
        "kind": "megabytes",
        "words": "how many MB a second, of a million bytes, reach the disks while clients write over NFS",
        "doc": "MB a second that reach the disks.",
        "said": "1,147.2, exactly twice what the clients sent",
        "showed": "more than 1,400",
        "digits": "0",
        "example": "1410.0",
    },
]
RISKS = [
    {
        "is_share": True,
        "doc": "The share of what clients send that a COMMIT finds in memory only.",
        "code": "min(1.0, held / committed)",
        "endless": "held / committed",
        "share": "",
    },
    {
        "is_share": False,
        "doc": "Bytes of a client that a COMMIT finds in memory only.",
        "code": "min(committed, held)",
        "endless": "held",
        "share": " / committed",
    },
]
LOGS = [
    {
        "name": "log_devices",
        "true": "the log goes to devices of its own, not to these disks",
        "away": "log_devices",
        "example": "log_devices=False",
    },
    {
        "name": "log_here",
        "true": "the log lies on these disks, not on devices of its own",
        "away": "not log_here",
        "example": "log_here=True",
    },
]
LIMITS = [
    {
        "largest": "32 * 1024",
        "code": "size >= LARGEST",
        "hint": "it is >, not >=",
        "why": "With >=",
    },
    {
        "largest": "32 * 1000",
        "code": "size > LARGEST",
        "hint": "a KiB has 1,024 bytes, not 1,000",
        "why": "With 1,000 bytes in place of 1,024",
    },
    {
        "largest": "32 * 1024",
        "code": "size + HEADER > LARGEST",
        "hint": "the limit is for the data, without the header",
        "why": "With the header counted in",
    },
]


def case(rng):
    """What the program is given, and gives; `limit` is its first mistake, `once` the second: the log is kept once."""
    rate = rng.one_of(RATES)
    result = rng.one_of(
        RESULTS if rate["name"] == "rate" else RESULTS[1:]
    )  # of each alone no ratio needs to know how many
    code = "" if result["kind"] == "ratio" else rate[result["kind"]]
    return {
        "function": rng.one_of(NAMES),
        "rate": rate,
        "result": result | {"code": code},
        "risk": rng.one_of(RISKS),
        "log": rng.one_of(LOGS),
        "limit": rng.one_of(LIMITS),
        "once": f"(copies + log){code}" if code else "copies + log",
    }
