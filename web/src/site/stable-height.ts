/** The places of what changes under a figure: nothing below jumps, and a table that goes on to the side says so. */

const widths = new WeakMap<Element, number>();

/** As high as it has been, until its width changes. */
function hold(part: HTMLElement, { inlineSize }: ResizeObserverSize): void {
  if (inlineSize === 0) return; // hidden
  if (widths.get(part) !== inlineSize) part.style.minHeight = "";
  widths.set(part, inlineSize);
  const { height } = part.getBoundingClientRect();
  if (height > parseFloat(part.style.minHeight || "0") + 0.5) part.style.minHeight = `${height}px`;
}

/** A wide table can be scrolled with keys, and a line above it tells that there is more. */
function tellWide(part: HTMLElement, title: string): void {
  const wide = part.scrollWidth > part.clientWidth + 1;
  if (wide === part.hasAttribute("data-wide")) return;
  const states = {
    "data-wide": "",
    tabindex: "0",
    role: "region",
    "aria-label": `Table of ${title}, scrolls sideways`,
  };
  for (const [name, value] of Object.entries(states)) {
    if (wide) part.setAttribute(name, value);
    else part.removeAttribute(name);
  }
}

export function keepHeights(root: HTMLElement, title: string): void {
  const table = root.querySelector<HTMLElement>(".lf-table");
  const observer = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      if (target instanceof HTMLElement && borderBoxSize[0]) hold(target, borderBoxSize[0]);
    }
    if (table) tellWide(table, title);
  });
  for (const part of root.querySelectorAll(".lf-say, .lf-table, .lf-compared")) observer.observe(part);
  if (table) new MutationObserver(() => tellWide(table, title)).observe(table, { childList: true });
}
