"""A drive with a queue that also reads ahead: behind a read the head goes on while nobody wants the arm."""
from models.devices.queued_disk import QueuedDisk


class ReadingOn(QueuedDisk):
    """As QueuedDisk, and what follows a read comes into its memory as far as `spec.read_ahead`, until another command takes
    the arm. A program with one command at a time then reads at full speed although its next comes a moment late."""

    def fetch(self, offset: int, size: int) -> None:
        """From memory, or from what is just coming under the head; else as before, and read on behind it."""
        now, end = self.now, offset + size
        served, there = self.read_buffered(now, offset, end) if self.stretches else (offset, now)
        if served == end:
            self.transferring += there - now
            self.platter_free = max(there, now + size / self.spec.interface_rate)
            if self.reading and end >= self.at:
                self.after, self.cylinder = end, self.geometry.place(end - 1).cylinder
            return
        self.interrupt(now)
        self.read_on(self.access(now, served, end - served, False), offset, end)
