def {{function}}(size, {{disks.name}}, parity, {{sector.name}}):
    """Return {{result.words}}."""
    sector_bytes = {{sector.code}}
    return 0 * sector_bytes
