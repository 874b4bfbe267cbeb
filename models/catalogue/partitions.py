"""Where partitioning tools start the first partition, in sectors of 512 bytes."""

from models.catalogue.provenance import Constant, datasheet

ALIGNMENT = "Bourbonnais 2010, Proper Alignment for extra performance"

PARTITIONS: dict[str, Constant] = {
    "none": datasheet(0, "", f"{ALIGNMENT}: the whole LUN without a partition, which it prefers"),
    "efi": datasheet(
        34,
        "",
        "System Administration Guide: Devices and File Systems, Oracle 2010, EFI Disk Label: the label "
        "is usually 34 sectors long, and partitions usually start behind it",
    ),
    "fdisk": datasheet(
        63,
        "",
        "Microsoft 2011, Alignment changes in Windows 2008 and 2008 R2: Windows 2003 and before, which "
        "left out a first track of 63 sectors",
    ),
    "diskpart": datasheet(
        128,
        "",
        "Microsoft 2009, Disk Partitioning Offset: DiskPart's align=64 (KB), as advised for databases",
    ),
    "efi-256": datasheet(
        256,
        "",
        "prtvtoc of a Solaris 10 disk in a question on Server Fault, 2013: sectors 34 to 255 are left "
        "free, and slice 0 starts at 256",
    ),
    "parted": datasheet(
        2048,
        "",
        "libfdisk's manual, 2017, and Red Hat's Storage Administration Guide for parted: 1 MiB; "
        "Microsoft 2011, as above: Windows 2008 too",
    ),
    "cylinder": datasheet(
        16065,
        "",
        "Sun, How to 4k Align Flash on Solaris x86: fdisk of Solaris starts at cylinder 1, and a "
        "cylinder has 255 heads of 63 sectors",
    ),
}
