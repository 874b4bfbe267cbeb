def {{function}}({{target}}, found, {{ghosts.names}}, size):
    """The target of {{own.words}} after a request, in {{unit.words}}."""
    if found == "{{own.ghost}}":  # that list was too short
        return min(size, {{target}} + {{unit.by}}max(1, {{other.count}} / {{own.count}}))
    if found == "{{other.ghost}}":
        return max(0, {{target}} - {{unit.by}}max(1, {{own.count}} / {{other.count}}))
    return {{target}}
