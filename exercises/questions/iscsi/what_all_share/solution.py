def answer(case):
    said = {}
    for name, text in zip("ab", case["listing"].split("\n\n")[1::2], strict=True):
        head = case["listing"].split("\n\n")[0 if name == "a" else 2].split()
        cores, cards = int(head[3]), int(head[5])
        third, fourth = (line.replace("×", " ").replace(",", "").split() for line in text.splitlines()[3:5])
        if float(third[4]) > 0.93 * cores:
            said[name] = "cores"
        elif float(third[5]) * 2**30 > 0.95 * cards * case["slot"]:
            said[name] = "cards"
        else:
            said[name] = "initiators" if float(fourth[2]) > 1.5 * float(third[2]) else "lock"
    return said
