"""Import the modules that a first run in the page's interpreter needs. (To run a figure as well
would save nothing and add megabytes.)"""

import gc
import importlib

importlib.invalidate_caches()

import exercises.checker.live  # noqa: E402, F401
import figures.buying.live  # noqa: E402
import figures.run.live  # noqa: E402, F401
from figures.contents import figures as all_figures  # noqa: E402
from figures.define.claims import all_evidence, claims, source_figures  # noqa: E402
from models.sizing.goods.goods import goods  # noqa: E402

all_figures()
claims()
all_evidence()
source_figures()
goods()
gc.collect()
