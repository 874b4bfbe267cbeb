"""Commands of the field as settings, and settings as commands: zpool, zfs, fio."""
