"""What the source of ZFS says of the intent log of 2009 and 2010, on both machines."""

ZIL_SIZING = (
    "zil_lwb_write_start in zil.c, OpenSolaris of 2009 and FreeBSD 8 (pool version 14): a log block is allocated when the "
    "one before it is written, as large as the last commit, this one or what waits, whichever is most; sizes of four "
    "classes came in 2010")
ZIL_WAKE = (
    "zil_commit in zil.c: a thread that finds the log free takes the records up to its own; when a commit ends all who wait "
    "are woken in the order in which they came, and race for one lock, so that the source does not say who wins.")
