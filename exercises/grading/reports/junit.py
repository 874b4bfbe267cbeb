"""Write the marks as JUnit XML, with a test suite for each answer of a student and a test case for
each test."""

import re
from xml.etree import ElementTree

from exercises.cli.text_report import in_words
from exercises.grading.marks import GRADED, NOT_GRADED, Mark, Sheet

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that an XML 1.0 document must not contain."""


def junit(sheets: list[Sheet], name: str) -> str:
    """Return the document as text. Failed tests have a failure. Tests of an answer that was not
    graded have an error."""
    root = ElementTree.Element("testsuites", name=_clean(name))
    for sheet in sheets:
        for mark in sheet.marks:
            _suite(root, mark)
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _suite(root: ElementTree.Element, mark: Mark) -> None:
    whose = _clean(f"{mark.student.id}/{mark.exercise.id}")
    suite = ElementTree.SubElement(root, "testsuite", name=whose)
    outcomes = {test["id"]: test for test in mark.verdict["tests"]} if mark.verdict else {}
    for test in mark.exercise.tests:
        case = ElementTree.SubElement(suite, "testcase", classname=whose, name=test.id)
        outcome = outcomes.get(test.id, {})
        if mark.state == NOT_GRADED:
            ElementTree.SubElement(case, "error", message=_clean(f"not graded: {mark.why}"))
        elif outcome.get("outcome") != "passed":
            why = (
                outcome.get("message")
                or (mark.why if mark.state != GRADED else "")
                or f"failed: {in_words(test.id)}"
            )
            ElementTree.SubElement(case, "failure", message=_clean(why)).text = _clean(
                outcome.get("advice") or ""
            )
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("*/failure"))))
    suite.set("errors", str(len(suite.findall("*/error"))))


def _clean(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)
