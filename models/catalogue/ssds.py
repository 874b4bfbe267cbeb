"""Solid-state drives (SSDs) of today, each as one product that stands for a kind. Data sheets state
latencies, rates and I/Os a second; the rest says where it comes from.

Numbers of places in the flash, and times of the drive's processor, are such that the model gives
the random reads a second of the data sheet (`sheet`). No kind has a number from a pool.
"""

from math import log

from models.catalogue.provenance import NONE, Constant, datasheet, physics
from models.units import GB, MB, GiB, KiB, MiB, ms, us

PAGE = 4 * KiB
SATA = "Samsung 2018, 860 EVO data sheet, 1 TB"
SATA_SERVER = "Intel 2017, SSD DC S4500 product specification, 1.92 TB"
NVME = "Samsung 2022, 990 PRO data sheet, 2 TB"
NVME_SERVER = "Micron 2022, 7450 PRO data sheet, 7.68 TB"
OPTANE = "Intel 2017, Optane SSD DC P4800X product brief, 750 GB"
DSYNC = "Han, SSD comparison (GitHub): writes of 4 KiB with O_DSYNC"
FDATASYNC = "Freund, Durable QD1 writes (a collection of measurements on GitHub)"
CLEANING = (
    "Luojie and Kurkoski 2012, An improved analytical expression for write amplification; "
    "Desnoyers 2012, Analytic modeling of SSD write performance (cleaning in order of age)"
)
PROGRAM = physics(
    0.5 * ms,
    "ms",
    f"{NONE} for this drive; Samsung 2017, fourth-generation V-NAND: 500 us for a page of three "
    "bits a cell. 0.4 to 0.8 ms",
)
BUFFER = physics(
    16 * MiB,
    "MiB",
    f"{NONE}; what capacitors can save, or a small part of the memory for the map. It sets how long "
    "a burst lasts, no rate. 2 to 64 MiB",
)
IN_FLASH = "spare flash is that of 1,024 GiB or its multiple over the capacity in GB"


def spare(programs: float, writes: float) -> float:
    """Return the spare flash, as a share of the capacity, with which cleaning leaves `writes` random
    writes a second of 4 KiB of `programs` (bytes/s) that the flash takes."""
    amplification = programs / (writes * PAGE)
    return amplification * log(amplification / (amplification - 1)) - 1


SATA_READ, SATA_COMMAND = PAGE / (550 * MB), 1 / 98_000 - PAGE / (550 * MB)
INTEL_READ, INTEL_COMMAND = PAGE / (500 * MB), 1 / 72_000 - PAGE / (500 * MB)
PRO_COMMAND = 1 / 1_550_000 - PAGE / (6900 * MB)

SSDS: dict[str, Constant] = {
    "sata-consumer.read_access": datasheet(
        1 / 10_000 - SATA_READ - SATA_COMMAND,
        "us",
        f"{SATA}: 10,000 random reads of 4 KiB a second at queue depth 1, less command and transfer",
    ),
    "sata-consumer.write_access": datasheet(
        1 / 42_000 - PAGE / (520 * MB) - SATA_COMMAND,
        "us",
        f"{SATA}: 42,000 random writes of 4 KiB a second at queue depth 1, less command and transfer",
    ),
    "sata-consumer.interface_read": datasheet(550 * MB, "MB/s", f"{SATA}: 550 MB/s, sequential"),
    "sata-consumer.interface_write": datasheet(520 * MB, "MB/s", f"{SATA}: 520 MB/s, sequential"),
    "sata-consumer.command_time": datasheet(
        SATA_COMMAND,
        "us",
        f"{SATA}: 98,000 random reads a second at queue depth 32, less the transfer",
    ),
    "sata-consumer.capacity": datasheet(1000 * GB, "GB", f"{SATA}: 1 TB"),
    "sata-consumer.dies": physics(32, "", f"{NONE}; dies of 256 Gbit (Samsung 2017)"),
    "sata-consumer.program_rate": datasheet(
        500 * MB, "MB/s", f"{SATA}: 500 MB/s of sequential writes after TurboWrite"
    ),
    "sata-consumer.program_time": PROGRAM,
    "sata-consumer.spare": physics(1024 * GiB / (1000 * GB) - 1, "%", f"{NONE}; {IN_FLASH}"),
    "sata-consumer.write_buffer": BUFFER,
    "sata-consumer.slc": datasheet(
        42 * GB,
        "GB",
        f"{SATA}: TurboWrite, 6 GB and up to 36 more, as in the 860 QVO of 1 TB (The SSD Review 2018)",
    ),
    "sata-consumer.slc_rate": datasheet(520 * MB, "MB/s", f"{SATA}: 520 MB/s with TurboWrite"),
    "sata-consumer.flush": physics(
        2155.8 * us - 1 / 42_000,
        "ms",
        f"in no data sheet. {DSYNC}: 455 us to 10.2 ms on seven SATA drives without protection, median "
        "2,156 us (850 EVO), less the write",
    ),
    "sata-server.read_access": datasheet(
        110 * us - INTEL_READ - INTEL_COMMAND,
        "us",
        f"{SATA_SERVER}: 110 us, typical, random reads, less command and transfer",
    ),
    "sata-server.write_access": datasheet(
        52 * us - PAGE / (490 * MB) - INTEL_COMMAND,
        "us",
        f"{SATA_SERVER}: 52 us, typical, random writes, less command and transfer",
    ),
    "sata-server.interface_read": datasheet(500 * MB, "MB/s", f"{SATA_SERVER}: 500 MB/s"),
    "sata-server.interface_write": datasheet(490 * MB, "MB/s", f"{SATA_SERVER}: 490 MB/s"),
    "sata-server.command_time": datasheet(
        INTEL_COMMAND,
        "us",
        f"{SATA_SERVER}: 72,000 random reads of 4 KiB a second at queue depth 32, less the transfer",
    ),
    "sata-server.capacity": datasheet(1920 * GB, "GB", f"{SATA_SERVER}: 1.92 TB"),
    "sata-server.dies": physics(45, "", f"{NONE}; dies of 384 Gbit, as this flash has"),
    "sata-server.program_rate": datasheet(
        490 * MB, "MB/s", f"{SATA_SERVER}: 490 MB/s of sequential writes, sustained"
    ),
    "sata-server.program_time": PROGRAM,
    "sata-server.spare": datasheet(
        spare(490 * MB, 33_000),
        "%",
        f"{SATA_SERVER}: up to 33,000 random writes of 4 KiB a second, sustained, over the full "
        f"drive, which are programmed 3.6 times each; {CLEANING}. By capacity 15 %",
    ),
    "sata-server.write_buffer": BUFFER,
    "sata-server.protected": datasheet(1, "", f"{SATA_SERVER}: power-loss data protection"),
    "sata-server.flush": physics(
        116.4 * us - 52 * us,
        "us",
        f"in no data sheet. {DSYNC}: 25 to 182 us on nine SATA drives with protection, median "
        "116 us, less the write: the command itself, which a drive with a cache is sent",
    ),
    "nvme-consumer.read_access": datasheet(
        1 / 22_000 - PAGE / (7450 * MB) - PRO_COMMAND,
        "us",
        f"{NVME}: 22,000 random reads of 4 KiB a second at queue depth 1, less command and transfer",
    ),
    "nvme-consumer.write_access": datasheet(
        1 / 80_000 - PAGE / (6900 * MB) - PRO_COMMAND,
        "us",
        f"{NVME}: 80,000 random writes of 4 KiB a second at queue depth 1, less command and "
        "transfer; into the drive's memory, not to flash",
    ),
    "nvme-consumer.interface_read": datasheet(7450 * MB, "MB/s", f"{NVME}: 7,450 MB/s"),
    "nvme-consumer.interface_write": datasheet(6900 * MB, "MB/s", f"{NVME}: 6,900 MB/s"),
    "nvme-consumer.command_time": datasheet(
        PRO_COMMAND,
        "us",
        f"{NVME}: 1,550,000 random writes of 4 KiB a second, less the transfer",
    ),
    "nvme-consumer.capacity": datasheet(2000 * GB, "GB", f"{NVME}: 2 TB"),
    "nvme-consumer.dies": physics(
        72,
        "",
        f"{NONE}; places at which 512 random reads meet so that it is the 1,400,000 a second of the data "
        "sheet. 64 to 80",
    ),
    "nvme-consumer.program_rate": datasheet(
        1400 * MB, "MB/s", f"{NVME}: 1,400 MB/s of sequential writes after TurboWrite"
    ),
    "nvme-consumer.program_time": PROGRAM,
    "nvme-consumer.spare": physics(2048 * GiB / (2000 * GB) - 1, "%", f"{NONE}; {IN_FLASH}"),
    "nvme-consumer.write_buffer": BUFFER,
    "nvme-consumer.slc": datasheet(
        226 * GB,
        "GB",
        f"{NVME}: TurboWrite, 10 GB and up to 216 more; the 980 PRO of 1 TB writes 113 GB as fast "
        "(TechPowerUp 2020)",
    ),
    "nvme-consumer.slc_rate": datasheet(6900 * MB, "MB/s", f"{NVME}: 6,900 MB/s with TurboWrite"),
    "nvme-consumer.flush": physics(
        411.5 * us - 1 / 80_000,
        "us",
        f"in no data sheet. {FDATASYNC}: 234 us to 2.2 ms for a write and its fdatasync on eight drives "
        "without protection, median 412 us, less the write. On a 990 PRO of 4 TB 1.2 ms",
    ),
    "nvme-server.read_access": datasheet(
        80 * us - PAGE / (6800 * MB),
        "us",
        f"{NVME_SERVER}: 80 us, typical, for a read of 4 KiB at queue depth 1, less the transfer",
    ),
    "nvme-server.write_access": datasheet(
        15 * us - PAGE / (5600 * MB),
        "us",
        f"{NVME_SERVER}: 15 us, typical, for a write of 4 KiB at queue depth 1, less the transfer",
    ),
    "nvme-server.interface_read": datasheet(
        6800 * MB, "MB/s", f"{NVME_SERVER}: 6,800 MB/s of sequential reads"
    ),
    "nvme-server.interface_write": datasheet(
        5600 * MB, "MB/s", f"{NVME_SERVER}: 5,600 MB/s of sequential writes"
    ),
    "nvme-server.capacity": datasheet(7680 * GB, "GB", f"{NVME_SERVER}: 7.68 TB"),
    "nvme-server.dies": physics(
        100,
        "",
        f"{NONE}; a million reads of 80 us keep 80 places of the flash busy, and of 256 that wait at "
        "random some meet at the same: with 100 places it is a million. Dies are 128, of 64 GB. 90 to 110",
    ),
    "nvme-server.program_rate": datasheet(
        5600 * MB, "MB/s", f"{NVME_SERVER}: 5,600 MB/s of sequential writes, sustained"
    ),
    "nvme-server.program_time": PROGRAM,
    "nvme-server.spare": datasheet(
        spare(5600 * MB, 215_000),
        "%",
        f"{NVME_SERVER}: 215,000 random writes of 4 KiB a second, sustained, over the full drive, "
        f"which are programmed 6.4 times each; {CLEANING}. By capacity 15 %",
    ),
    "nvme-server.write_buffer": BUFFER,
    "nvme-server.protected": datasheet(1, "", f"{NVME_SERVER}: power-loss protection"),
    "nvme-server.flush": datasheet(
        0.0,
        "us",
        "NVM Express Base Specification, Flush: without a volatile cache it does nothing, and Linux "
        "sends none",
    ),
    "optane.read_access": datasheet(
        10 * us - PAGE / (2400 * MB), "us", f"{OPTANE}: less than 10 us, typical, less the transfer"
    ),
    "optane.write_access": datasheet(
        10 * us - PAGE / (2000 * MB), "us", f"{OPTANE}: less than 10 us, typical, less the transfer"
    ),
    "optane.interface_read": datasheet(2400 * MB, "MB/s", f"{OPTANE}: 2,400 MB/s"),
    "optane.interface_write": datasheet(2000 * MB, "MB/s", f"{OPTANE}: 2,000 MB/s"),
    "optane.capacity": datasheet(750 * GB, "GB", f"{OPTANE}: 750 GB"),
    "optane.dies": physics(
        7, "", "AnandTech 2017, on the P4800X: seven channels; its dies are not told apart"
    ),
    "optane.program_rate": datasheet(2000 * MB, "MB/s", f"{OPTANE}: 2,000 MB/s"),
    "optane.program_time": physics(
        10 * us, "us", f"{NONE}; no longer than the write that waits for it"
    ),
    "optane.filled": physics(0.0, "%", "3D XPoint is written in place, so nothing is cleaned"),
    "optane.write_buffer": physics(
        1 * MiB, "MiB", f"{NONE}; there is no cache: what is on its way into the memory"
    ),
    "optane.protected": datasheet(1, "", f"{OPTANE}: no volatile cache"),
    "optane.flush": datasheet(
        0.0, "us", "NVM Express Base Specification, Flush: without a volatile cache it does nothing"
    ),
    "sata-consumer.sheet.reads": datasheet(98_000, "", f"{SATA}: random reads at queue depth 32"),
    "sata-consumer.sheet.depth": datasheet(32, "", f"{SATA}: the queue depth of these reads"),
    "sata-server.sheet.reads": datasheet(72_000, "", f"{SATA_SERVER}: at queue depth 32"),
    "sata-server.sheet.depth": datasheet(32, "", f"{SATA_SERVER}: the queue depth of these reads"),
    "sata-server.sheet.writes": datasheet(33_000, "", f"{SATA_SERVER}: sustained random writes"),
    "nvme-consumer.sheet.reads": datasheet(1_400_000, "", f"{NVME}: random reads, 32 x 16 deep"),
    "nvme-consumer.sheet.depth": datasheet(512, "", f"{NVME}: the queue depth of these reads"),
    "nvme-server.sheet.reads": datasheet(
        1_000_000, "", f"{NVME_SERVER}: random reads of 4 KiB a second at queue depth 256"
    ),
    "nvme-server.sheet.depth": datasheet(256, "", f"{NVME_SERVER}: the queue depth of these reads"),
    "nvme-server.sheet.writes": datasheet(215_000, "", f"{NVME_SERVER}: sustained random writes"),
    "optane.sheet.reads": datasheet(550_000, "", f"{OPTANE}: random reads at queue depth 16"),
    "optane.sheet.depth": datasheet(16, "", f"{OPTANE}: the queue depth of these reads"),
    "optane.sheet.writes": datasheet(500_000, "", f"{OPTANE}: random writes at queue depth 16"),
}
KINDS = tuple(dict.fromkeys(name.partition(".")[0] for name in SSDS))
