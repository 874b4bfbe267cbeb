"""When does a network card interrupt? A program whose clock begins at the wrong time: how packets and times are given, what
is said of them and who comes in time differ, and which clock the program has."""

KIND = "mend"
RESULTS = [
    {
        "kind": "times",
        "names": ["interrupts", "interrupt_times", "when_it_interrupts"],
        "words": "a list of times: when the card interrupts",
        "doc": "When the card interrupts",
        "record": "times.append({at})",
        "more": "[due]",
    },
    {
        "kind": "pairs",
        "names": ["interrupts", "interrupts_and_packets", "told_together"],
        "words": "a list of pairs [time, packets]: when the card interrupts, and of how many packets it tells then",
        "doc": "When the card interrupts, and of how many packets it tells then",
        "record": "times.append([{at}, waiting])",
        "more": "[[due, waiting]]",
    },
    {
        "kind": "moments",
        "names": ["told_at", "when_told", "moments"],
        "words": "a list with a time for each packet: when the processor is told of it",
        "doc": "When each packet is told of",
        "record": "times += [{at}] * waiting",
        "more": "[due] * max(1, waiting)",
    },
]
COMES = [
    {
        "name": "arrivals",
        "means": "when packets come, in order, no two at the same time",
        "code": "",
    },
    {
        "name": "gaps",
        "means": "how long after the one before it each packet comes, the first after time 0; "
        "only the first can be 0",
        "code": "    arrivals = [sum(gaps[: count + 1]) for count in range(len(gaps))]\n",
    },
]
CLOCKS = [
    {"unit": "µs", "a_us": 1, "wait_unit": "µs", "count": 1, "wait": "wait"},
    {"unit": "ns", "a_us": 1000, "wait_unit": "µs", "count": 1, "wait": "1000 * wait"},
    {
        "unit": "ns",
        "a_us": 1000,
        "wait_unit": "counts of 1.024 µs, as some cards have it",
        "count": 1.024,
        "wait": "1024 * wait",
    },
]
TIES = [
    {"is_late": False, "words": "is still told of by that interrupt", "after": ">", "other": ">="},
    {
        "is_late": True,
        "words": "comes too late for that interrupt, and is the first that waits for the next one",
        "after": ">=",
        "other": ">",
    },
]
FAULTS = [
    {
        "begin": "0",
        "told": "",
        "came": "        due = now + {wait}\n",
        "full": "",
        "since": "12 µs apart",
        "said": 188,
        "real": 128,
        "hint": "188 is 60 + 128, and 128 is 0 + 128",
        "why": "The program had the second. With that alone a steady trickle is not told of until the count is full: with eight "
        "packets that is a small harm, with 64 it is a long wait.",
    },
    {
        "begin": "{wait}",
        "told": "            due += {wait}\n",
        "came": "",
        "full": "            due = now + {wait}\n",
        "since": "12 µs apart, the first at 40 µs",
        "said": 128,
        "real": 168,
        "hint": "168 is 40 + 128, and 128 is 0 + 128",
        "why": "The program had the third. With that alone a packet that comes after a silence is told of nearly at once, and "
        "the more often that happens, the less the waiting saves.",
    },
]
FIRST = [(128, [0, 12, 24, 36, 48, 60])]
SECOND = [(36, [0, 12, 24, 36]), (176, [48, 60]), (428, [300])]


def shown(groups, result, come, clock):
    """An example of interrupts (µs) and the packets that each tells of: what is given and what is said."""
    size = clock["a_us"]
    packets = [came * size for _, some in groups for came in some]
    gaps = [later - before for before, later in zip([0, *packets], packets, strict=False)]
    said = {
        "times": [time * size for time, _ in groups],
        "pairs": [[time * size, len(some)] for time, some in groups],
        "moments": [time * size for time, some in groups for _ in some],
    }
    return {
        "given": str({"arrivals": packets, "gaps": gaps}[come["name"]]),
        "said": str(said[result["kind"]]),
    }


def case(rng):
    """What is given and said of packets, and the clock of the program that is to be mended."""
    result, come, clock, tie, fault = (
        rng.one_of(some) for some in (RESULTS, COMES, CLOCKS, TIES, FAULTS)
    )
    code = {
        name: fault[name].format(wait=clock["wait"]) for name in ("begin", "told", "came", "full")
    }
    return {
        "function": rng.one_of(result["names"]),
        "come": come,
        "clock": clock,
        "tie": tie,
        "fault": fault | code,
        "result": result | {name: result["record"].format(at=name) for name in ("due", "now")},
        "first": shown(FIRST, result, come, clock),
        "second": shown(SECOND, result, come, clock),
        "example": round(128 / clock["count"]),
    }
