"""Many threads and a few log devices: each record written by itself, or what waits packed by the intent log."""
from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.stats import mean
from models.units import ms

REQUESTS = 400


def many_threads(threads: int, size: int, devices: int, access: float, rate: float, turnaround: float, mirrored: bool,
                 seed: int, together: bool) -> tuple[float, float]:
    """Mean latency (s) of writes of `size` bytes by so many threads, and writes a second, without the server's own work.
    together: all write to one dataset, whose log packs what waits; else each to a dataset of its own, whose log has nothing
    to pack."""
    latencies: list[float] = []
    order = SUN_7410.order(pool=("mirror", 1), logs=devices, mirrored_logs=mirrored, jbods=4, logzilla_access=access,
                           logzilla_rate=rate, cpu_write=0.0, cpu_network=0.0, datasets=1 if together else threads)
    machine = Machine(order.bare(), seed, seen=lambda t, latency: latencies.append(latency))
    machine.start(Nfs(1, threads, size, turnaround) if together else Nfs(threads, 1, size, turnaround))
    t, step, warm, begun = 0.0, 0.5 * ms, 0, 0.0
    while len(latencies) - warm < REQUESTS:
        t += step
        machine.loop.run(until=t)
        if not warm and len(latencies) >= max(100, 2 * threads):
            warm, begun = len(latencies), t
    return mean(latencies[warm:]), (len(latencies) - warm) / (t - begun)
