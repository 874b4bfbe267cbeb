SECTOR = 512  # bytes


def {{function.touched}}({{args}}):
    """How many blocks the request touches."""
    return -(-{{request.length}} // {{block.bytes}})  # divided, and rounded up


def {{function.second}}({{args}}):
    """{{second.doc}}"""
    {{second.starter}}
