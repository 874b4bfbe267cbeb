"""What lies between the drives and the cable of a head: one of 2009 with disks, two with flash."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.units import GB, MB

UPDATE = "Gregg 2009, 7410 hardware update"
VIDEO = "Gallatin 2021, Serving Netflix Video at 400Gb/s on FreeBSD (as reported by Tom's Hardware)"
EPYC = "AMD 2022, EPYC 9354P data sheet"
NVME = "Micron 2022, 7450 PRO data sheet, 7.68 TB"
DDR = "JEDEC: a module moves 8 bytes at a time"
AS_2021 = "taken: as in 2021. 0.7 to 0.95"

FLASH_HEADS: dict[str, Constant] = {
    "2009.drives": datasheet(192, "", f"{UPDATE}: 8 JBODs, each with 24 disks"),
    "2009.drive_rate": datasheet(
        105 * MB, "MB/s", "Seagate 2009, Barracuda ES.2 data sheet, 1 TB: 105 MB/s sustained"
    ),
    "2009.drive_slots": datasheet(3, "", f"{UPDATE}: 3 cards for the disks"),
    "2009.drive_generation": datasheet(1, "", f"{UPDATE}: the first PCI Express"),
    "2009.drive_lanes": datasheet(8, "", f"{UPDATE}: 8 lanes"),
    "2009.memory": datasheet(
        4 * 2 * 8 * 667e6, "GB/s", f"four sockets with two channels of DDR2-667; {DDR}"
    ),
    "2009.for_data": physics(0.8, "", AS_2021),
    "2009.cards": datasheet(2, "", f"{UPDATE}: two network cards"),
    "2009.card_generation": datasheet(1, "", f"{UPDATE}: the first PCI Express"),
    "2009.card_lanes": datasheet(8, "", f"{UPDATE}: 8 lanes"),
    "2009.ports": datasheet(4, "", f"{UPDATE}: two ports on each card"),
    "2009.port_rate": datasheet(1.25 * GB, "GB/s", "IEEE 802.3ae: 10 Gbit/s"),
    "2009.payload": datasheet(64, "B", "PCI Express Base Specification: the smallest piece"),
    "2021.drives": datasheet(18, "", f"{VIDEO}: 18 drives, WD SN720 of 2 TB"),
    "2021.drive_rate": datasheet(
        3400 * MB, "MB/s", "Western Digital 2018, PC SN720 data sheet: 3,400 MB/s of reads"
    ),
    "2021.drive_slots": datasheet(18, "", f"{VIDEO}: a drive has lanes of its own"),
    "2021.drive_generation": datasheet(3, "", "Western Digital 2018, PC SN720 data sheet"),
    "2021.drive_lanes": datasheet(4, "", "Western Digital 2018, PC SN720 data sheet"),
    "2021.memory": datasheet(
        150 * GB, "GB/s", f"{VIDEO}: about 150 GB/s from eight channels of DDR4-3200"
    ),
    "2021.for_data": physics(
        4 * 30 / 150,
        "",
        f"taken from the rate that it gives: {VIDEO}, 240 Gbit/s with four crossings are 120 of the 150 GB/s. The rest "
        "is taken to be the cores' own work. 0.7 to 0.95",
    ),
    "2021.cards": datasheet(2, "", f"{VIDEO}: two ConnectX-6 Dx"),
    "2021.card_generation": datasheet(4, "", f"{VIDEO}: PCI Express 4"),
    "2021.card_lanes": datasheet(16, "", f"{VIDEO}: 16 lanes"),
    "2021.ports": datasheet(4, "", f"{VIDEO}: four ports of 100 Gbit/s"),
    "2021.port_rate": datasheet(12.5 * GB, "GB/s", "IEEE 802.3ba-2010: 100 Gbit/s"),
    "2021.payload": physics(256, "B", "taken: what root complexes of that time send. 128 to 512"),
    "today.drives": datasheet(24, "", "what a case of two units has at its front"),
    "today.drive_rate": datasheet(6800 * MB, "MB/s", f"{NVME}: 6,800 MB/s of reads"),
    "today.drive_slots": datasheet(24, "", f"{NVME}: a drive has lanes of its own"),
    "today.drive_generation": datasheet(4, "", f"{NVME}: PCI Express 4"),
    "today.drive_lanes": datasheet(4, "", f"{NVME}: 4 lanes"),
    "today.memory": physics(
        12 * 8 * 4800e6 * 150 / 204.8,
        "GB/s",
        f"{EPYC}: twelve channels of DDR5-4800; {DDR}. Taken: as large a share of it can be had as in 2021, 150 of the "
        "204.8 GB/s of eight channels of DDR4-3200. 65 to 90 %",
    ),
    "today.for_data": physics(0.8, "", AS_2021),
    "today.cards": physics(2, "", "ours: 24 drives leave two slots of 16 of the 128 lanes"),
    "today.card_generation": datasheet(5, "", f"{EPYC}: PCI Express 5"),
    "today.card_lanes": physics(16, "", "ours: the widest slot"),
    "today.ports": physics(4, "", "ours: two ports on each card"),
    "today.port_rate": datasheet(25 * GB, "GB/s", "IEEE 802.3bs-2017: 200 Gbit/s"),
    "today.payload": physics(256, "B", "taken: as in 2021. 128 to 512"),
}
