def {{function}}({{target}}, found, {{ghosts.names}}, size):
    """The target of {{own.words}} after a request, in {{unit.words}}."""
    return {{target}}
