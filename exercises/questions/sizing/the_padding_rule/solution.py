def {{function}}(size, {{disks.name}}, parity, {{sector.name}}):
    """Return {{result.words}}."""
    sector_bytes = {{sector.code}}
    data = -(-size // sector_bytes)
    rows = -(-data // {{disks.code}})
    least = parity + 1
    whole = -(-(data + rows * parity) // least) * least
    return {{result.code}}
