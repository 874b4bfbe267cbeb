"""The edition changes with every source that decides what a figure shows, and with nothing else."""

import re
import shutil
from pathlib import Path

from figures.define.edition import EDITION, VERSION, fingerprint, sources

ROOT = Path(__file__).resolve().parents[2]


def copied(tmp_path):
    for path in sources(ROOT):
        to = tmp_path / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
    return tmp_path


def test_an_edition_is_a_version_and_eight_digits():
    assert re.fullmatch(r"\d+\.\d+\.\d+-[0-9a-f]{8}", EDITION)


def test_a_copy_is_of_the_same_edition_whatever_its_line_endings(tmp_path):
    root = copied(tmp_path)
    assert fingerprint(root) == fingerprint(ROOT)
    path = root / "models" / "sim" / "loop.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (root / "models" / "notes.txt").write_text("not a source")
    (root / "models" / "sweep").mkdir()
    (root / "models" / "sweep" / "sweep.py").write_text("runs models, and is none")
    assert fingerprint(root) == fingerprint(ROOT)


def test_a_changed_a_new_and_a_moved_source_make_another_edition(tmp_path):
    root = copied(tmp_path)
    editions = {fingerprint(root)}
    path = root / "models" / "sim" / "loop.py"
    path.write_text(path.read_text() + "\n# changed\n")
    editions.add(fingerprint(root))
    path.rename(root / "models" / "lap.py")
    editions.add(fingerprint(root))
    (root / "figures" / "new.csv").write_text("")
    editions.add(fingerprint(root))
    assert len(editions) == 4


def test_the_changelog_begins_with_this_edition():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0].split()[0] == VERSION
