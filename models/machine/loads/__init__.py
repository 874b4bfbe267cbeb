"""The loads that a machine can run, one per file.

A load has `start(machine)`, which puts its programs on `machine.loop`. It reports each answer with
`machine.answered("local read", size, latency)`; `machine.run(load)` returns the results. A load with a `rate`
is open: its requests do not wait for answers."""
