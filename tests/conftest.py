"""How many tests run at a time: twice as many as there are cores, for half of the time a test waits for a browser."""
import os


def pytest_xdist_auto_num_workers(config):
    return 2 * (os.cpu_count() or 1)
