"""An old link to what stands on another page now leads there, with all that it carries."""

import pytest
from playwright.sync_api import expect

from tests.browser.figures import Reader


@pytest.mark.alike("anchor")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seeing-latency.html#the-scale-of-things", "memory.html#the-scale-of-things"),
        ("caches.html#what-flash-gives-up", "flash.html#what-flash-gives-up"),
        ("caches.html#nowhere", "memory.html"),
        ("disks.html#lake", "seeing-latency.html#lake"),
        ("intent-log.html#log-crowd", "crowds.html#log-crowd"),
        (
            "intent-log.html#exercise-three-quarters-idle",
            "crowds.html#exercise-three-quarters-idle",
        ),
    ],
)
def test_an_old_anchor_leads_to_where_its_matter_is(old, new, site, open_page):
    page = open_page(f"{site}book/{old}")
    page.wait_for_url(f"**/book/{new}")
    if "#" in new:
        assert page.locator(f"#{new.partition('#')[2]}").count() == 1
    page.go_back()
    assert old.partition(".")[0] not in page.url  # no trap on the way back


@pytest.mark.alike("figure")
@pytest.mark.parametrize(
    ("id", "old", "new", "preset"),
    [
        ("shaken-disks", "seeing-latency", "disks", "one disk of 24"),
        ("shared-flush", "synchronous-writes", "crowds", "two threads"),
        ("logbias", "intent-log", "crowds", "small bursts"),
        ("flash-headers", "caches", "flash", "old headers"),
    ],
)
def test_an_old_link_to_a_figure_brings_its_settings_along(id, old, new, preset, site, open_page):
    author = Reader(open_page(f"{site}book/{new}.html"), id)
    author.after(lambda: author.use(preset))
    link = author.share()
    assert f"/{new}.html#fig-{id}~" in link
    reader = Reader(open_page(link.replace(f"/{new}.html", f"/{old}.html")), id)
    reader.page.wait_for_url(f"**/book/{new}.html#fig-{id}~*")
    reader.settle()
    assert reader.says == author.says


def test_an_old_link_to_a_variant_opens_it_and_a_click_in_the_page_leads_on_too(site, open_page):
    page = open_page(f"{site}book/synchronous-writes.html#exercise-shared-commits~7")
    page.wait_for_url("**/book/crowds.html#exercise-shared-commits")
    expect(page.locator("#exercise-shared-commits")).to_contain_text("7")
    page = open_page(f"{site}book/synchronous-writes.html")
    expect(page.get_by_text("The section “Many writers")).to_be_hidden()
    page.evaluate("location.hash = 'fig-shared-flush~@two threads'")
    page.wait_for_url("**/book/crowds.html#fig-shared-flush~@two%20threads")


def test_who_comes_by_an_old_link_without_a_script_is_told_where_the_section_is(site, open_page):
    old = f"{site}book/synchronous-writes.html#many-writers-share-a-flush"
    page = open_page(old, script=False)
    expect(page.locator("ul.moved li:visible")).to_have_text(
        "The section “Many writers share a flush” is now in A crowd of writers."
    )
