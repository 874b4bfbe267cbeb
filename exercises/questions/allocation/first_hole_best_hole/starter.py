def {{function.first}}(slab, {{size.name}}, cursor):
    """The place of the next free run that is large enough; {{nowhere.code}}: none is."""
    return slab.find("{{slab.free}}")


def {{function.best}}(slab, {{size.name}}):
    """The place of the smallest free run that is large enough; {{nowhere.code}}: none is."""
    return slab.find("{{slab.free}}")
