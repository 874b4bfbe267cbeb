"""What the source of ZFS says of the intent log of 2009 and 2010, on both machines."""
from models.catalogue.provenance import Constant

ZIL_SIZING = (
    "zil_lwb_write_start in zil.c, OpenSolaris of 2009 and FreeBSD 8 (pool version 14): a log block is allocated when the "
    "one before it is written, as large as the last commit, this one or what waits, whichever is most; sizes of four "
    "classes came in 2010")

WAKE = Constant(
    "random", "", "datasheet", "zil_commit in zil.c: a thread that finds the log free takes the records up to its own; when "
    "a commit ends all who wait are woken and race for one lock. Neither kernel's lock keeps an order: mutex_vector_exit of "
    "OpenSolaris (2009) and FreeBSD 8's sx lock wake all who sleep on it, on several cores, so that any of them may be first")
