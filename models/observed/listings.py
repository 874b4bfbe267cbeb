"""Listings of published texts, shortened, as facts."""

NICSTAT = """\
    Time     Int   rKB/s   wKB/s   rPk/s   wPk/s    rAvs    wAvs   %Util    Sat
20:53:30    nge0   10.81   13.13   35.77   37.69   309.4   356.6    0.02   0.00
20:53:30     lo0    0.00    0.00    0.00    0.00    0.00    0.00    0.00   0.00
20:53:31    nge0   28.17   21.71   89.51   91.50   322.2   243.0    0.04   0.00
20:53:32    nge0   26.18   19.71   84.15   85.14   318.6   237.0    0.04   0.00
20:53:33    nge0   26.89   19.93   80.18   85.13   343.4   239.7    0.04   0.00
20:53:34    nge0   26.89   21.50   88.14   91.11   312.3   241.6    0.04   0.00
"""
"""A desktop that should be idle. Source: Gregg 2009, NFS Analytics example; four of five lines of lo0 left out."""

SNOOP = """\
-> NFS C 4 (lookup valid) PUTFH FH=700C NVERIFY GETA
-> NFS R 4 (lookup valid) NFS4ERR_SAME PUTFH NFS4_OK
-> NFS C 4 (lookup valid) PUTFH FH=700C NVERIFY GETA
-> NFS R 4 (lookup valid) NFS4ERR_SAME PUTFH NFS4_OK
"""
"""Packets of its card. Source: as above; addresses are not in the text, and six of ten lines are left out."""

TRUSS = """\
295062: pollsys(0x08047AC0, 3, 0x08047B68, 0x00000000)  = 0
295062: alarm(0)                                        = 0
295062: open64("/home/brendan/.elinks/formhist", O_RDONLY) Err#2 ENOENT
295062: time()                                          = 1258176283
295062: time()                                          = 1258176283
295062: time()                                          = 1258176283
295062: open64("/home/brendan/.elinks/formhist", O_RDONLY) Err#2 ENOENT
295062: time()                                          = 1258176283
295062: time()                                          = 1258176283
295062: time()                                          = 1258176283
295062: open64("/home/brendan/.elinks/formhist", O_RDONLY) Err#2 ENOENT
"""
"""System calls of a program. Source: as above; its last eight lines are left out."""

OPENS = """\
CPU     ID                    FUNCTION:NAME
  1  87538                       :tick-1sec
  /home/brendan/.elinks/formhist                                   63
  1  87538                       :tick-1sec
  /home/brendan/.elinks/formhist                                   63
  1  87538                       :tick-1sec
  /home/brendan/.elinks/formhist                                   63
"""
"""Files that the program opened in each second. Source: as above, whole."""

STACK = ("load_formhist_from_file", "refresh_view", "redraw_terminal", "redraw_leds")
"""Functions on the stack of such an open, the innermost first. Source: as above, which names these four; the stack
itself is not in the text."""

KSTAT_PERL = """\
sd:0:sd0:crtime       1855326.99995062
sd:0:sd0:nread        380919301
sd:0:sd0:nwritten     1984175104
sd:0:sd0:rcnt         0
sd:0:sd0:reads        18455
sd:0:sd0:rlastupdate  2371703.49260763
sd:0:sd0:rlentime     147.154123471
sd:0:sd0:rtime        49.399890683
sd:0:sd0:snaptime     2371828.77138052
sd:0:sd0:wcnt         0
sd:0:sd0:wlastupdate  2371703.49174494
sd:0:sd0:wlentime     2.425675727
sd:0:sd0:writes       103602
sd:0:sd0:wtime        1.43643661
"""
KSTAT_C = """\
sd:0:sd0:crtime       244.271312204
sd:0:sd0:nread        25549493
sd:0:sd0:nwritten     1698218496
sd:0:sd0:rcnt         0
sd:0:sd0:reads        4043
sd:0:sd0:rlastupdate  104543293563241
sd:0:sd0:rlentime     68750036336
sd:0:sd0:rtime        64365048052
sd:0:sd0:snaptime     104509.092582653
sd:0:sd0:wcnt         0
sd:0:sd0:wlastupdate  104543293482995
sd:0:sd0:wlentime     4569934990
sd:0:sd0:writes       289766
sd:0:sd0:wtime        4551425719
"""
KSTAT_JSON = """\
[{
  "module": "sd",
  "instance": 0,
  "name": "sd0",
  "class": "disk",
  "type": 3,
  "snaptime": 104547.013504692,
  "data": {
    "crtime": 244.271312204,
    "nread": 25549493,
    "nwritten": 1700980224,
    "rcnt": 0,
    "reads": 4043,
    "rlastupdate": 104733296813446,
    "rlentime": 68901598866,
    "rtime": 64513785819,
    "snaptime": 104547.013504692,
    "wcnt": 0,
    "wlastupdate": 104733296708770,
    "wlentime": 4579560895,
    "writes": 290404,
    "wtime": 4561051625
  }
}]
"""
"""Counters of a disk: of one machine as perl printed them, and of another in C, twice. Source: Elling 2014, kstat
changes in illumos; the lines of the class are left out."""

CIFS_BY_NAME = """\
2012 Sep 11 23:50:48, load: 3.11, read: 0        KB, write: 176448   KB
Client          CIFSOPS   Reads  Writes   Rd_bw   Wr_bw    Rd_t    Wr_t  Align%
                   3391       0    3033       0  192408       0      85     100
all                3391       0    3033       0  192408       0      85     100
"""
CIFS_BY_ADDRESS = """\
2012 Sep 12 19:52:23, load: 2.50, read: 0        KB, write: 1766632  KB
Client          CIFSOPS   Reads  Writes   Rd_bw   Wr_bw    Rd_t    Wr_t  Align%
172.60.0.101        452       0     441       0   27984       0     108     100
172.60.0.104        488       0     473       0   30072       0     101     100
172.60.0.103        505       0     490       0   31068       0     849      99
172.60.0.102        625       0     614       0   38979       0    2710      99
172.60.0.105        792       0     773       0   49002       0    4548      99
all                2864       0    2792       0  177106       0    2030      99
"""
"""Clients of a CIFS server, by name and by address. Source: Elling 2012, cifssvrtop updated."""
