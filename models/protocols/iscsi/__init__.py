"""iSCSI: messages on the wire, a LUN, and the two targets that served it."""
