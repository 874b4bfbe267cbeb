"""Import in the page's interpreter what a first run needs. (Running a figure too saves nothing and
costs megabytes.)"""

import gc
import importlib

importlib.invalidate_caches()

import exercises.checker.live  # noqa: E402, F401
import figures.run.live  # noqa: E402, F401
from figures.contents import figures as all_figures  # noqa: E402
from figures.define.claims import all_evidence, claims, source_figures  # noqa: E402

all_figures()
claims()
all_evidence()
source_figures()
gc.collect()
