/** Labels of an axis that would run into each other: every second, third ... one stays, its ticks all do. */

const LETTER = 6.6;
const LINE = 11.5;
const GAP = 7;

interface Label {
  node: Element;
  from: number;
  to: number;
}

const shift = (node: Element): [number, number] => {
  const match = /translate\(\s*([-\d.]+)(?:[\s,]+([-\d.]+))?/.exec(node.getAttribute("transform") ?? "");
  return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
};

const isNumber = (node: Element): boolean =>
  /^[-\u2212]?[\d,.]+(e[-+]?\d+|[kM])?$/.test(node.textContent?.trim() ?? "");

function labels(nodes: Element[], key: "x" | "y"): Label[] {
  return nodes.map((node) => {
    const [x, y] = shift(node);
    const half = key === "x" ? ((node.textContent ?? "").length * LETTER) / 2 : LINE / 2;
    const at = key === "x" ? x : y;
    return { node, from: at - half, to: at + half };
  });
}

const clash = (some: Label[], gap: number): boolean =>
  some.some((l, i) => i > 0 && l.from < (some[i - 1] as Label).to + gap);

/** Takes labels out of the axes of a drawn panel; words stay, for each says what nothing else does. */
export function thinTicks(svg: Element): void {
  for (const key of ["x", "y"] as const) {
    // each facet has a group of its own
    const groups = new Map<Node | null, Element[]>();
    for (const node of svg.querySelectorAll(`[aria-label="${key}-axis tick label"] text`)) {
      groups.set(node.parentNode, [...(groups.get(node.parentNode) ?? []), node]);
    }
    for (const nodes of groups.values()) {
      const all = labels(nodes, key).sort((a, b) => a.from - b.from);
      if (all.length < 2 || !all.every((l) => isNumber(l.node))) continue;
      const gap = key === "x" ? GAP : 0;
      const kept = (stride: number): Label[] => {
        // along y the axis begins at the end of the list
        const ordered = key === "y" ? [...all].reverse() : all;
        const some = ordered.filter((_, i) => i % stride === 0);
        return key === "y" ? some.reverse() : some;
      };
      let stride = 1;
      while (stride < all.length && clash(kept(stride), gap)) stride += 1;
      if (stride === 1) continue;
      const keep = new Set(kept(stride));
      for (const label of all) if (!keep.has(label)) label.node.remove();
    }
  }
}

const FONT = 11.5;
const SMALLEST = 8.5;

/** Makes the words beside an axis smaller where they are wider than the picture, and narrower where that is not enough. */
export function fitLabels(svg: Element, width: number): void {
  for (const text of svg.querySelectorAll('[aria-label="x-axis label"] text, [aria-label="y-axis label"] text')) {
    const room = width - 8;
    const wide = (text.textContent ?? "").length * (LETTER - 0.4);
    if (wide <= room) continue;
    const size = Math.max(SMALLEST, (FONT * room) / wide);
    text.setAttribute("font-size", size.toFixed(1));
    if ((wide * size) / FONT <= room) continue;
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
