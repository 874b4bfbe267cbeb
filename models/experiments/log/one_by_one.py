"""Many threads and a few log devices: each record written by itself, or what waits packed by the intent log."""
from models.devices.ssd import Logzilla
from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.station import closed_loop
from models.sim.stats import mean
from models.units import GB, ms

REQUESTS = 600


def single(threads: int, block: int, devices: int, access: float, rate: float, turnaround: float, mirrored: bool
           ) -> tuple[float, float]:
    """Threads that write to the devices in turn, each record on its own: mean latency (s) and writes a second."""
    count = max(1, devices // 2) if mirrored else devices
    logs, turn = [Logzilla(access, rate, int(18 * GB)) for _ in range(count)], 0

    def serve(now: float) -> float:
        nonlocal turn
        turn = (turn + 1) % count
        return logs[turn].write(now, 0, block)

    end, latency = closed_loop(serve, lambda: turnaround, threads, REQUESTS)
    return latency, REQUESTS / end


def grouped(threads: int, size: int, devices: int, access: float, rate: float, turnaround: float, mirrored: bool, seed: int
            ) -> tuple[float, float]:
    """The same through ZFS: what waits is packed together. Without the server's own work, to compare."""
    latencies: list[float] = []
    order = SUN_7410.order(pool=("mirror", 1), logs=devices, mirrored_logs=mirrored, jbods=4, logzilla_access=access,
                           logzilla_rate=rate, cpu_write=0.0, cpu_network=0.0)
    machine = Machine(order.bare(), seed, seen=lambda t, latency: latencies.append(latency))
    machine.start(Nfs(1, threads, size, turnaround))
    t, step, warm, begun = 0.0, 0.5 * ms, 0, 0.0
    while len(latencies) - warm < REQUESTS:
        t += step
        machine.loop.run(until=t)
        if not warm and len(latencies) >= max(100, 2 * threads):
            warm, begun = len(latencies), t
    return mean(latencies[warm:]), (len(latencies) - warm) / (t - begun)
