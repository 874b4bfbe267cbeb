/** What a tip says may be long: a wider line, and never beyond the picture's sides. */

/** About sixty letters; Plot's own tip ends at forty. */
export const TIP = { lineWidth: 32 };

function shift(svg: SVGSVGElement): void {
  const frame = svg.getBoundingClientRect();
  const scale = (svg.viewBox?.baseVal?.width || frame.width) / (frame.width || 1);
  for (const tip of svg.querySelectorAll<SVGGElement>('[aria-label="tip"]')) {
    Object.assign(tip.style, { translate: "", scale: "", transformBox: "fill-box", transformOrigin: "left center" });
    const share = frame.width / (tip.getBoundingClientRect().width || 1);
    if (share < 1) tip.style.scale = share.toFixed(3); // a phone is narrower than the longest line
    const { left, right, width } = tip.getBoundingClientRect();
    const beyond = left < frame.left ? frame.left - left : Math.min(0, frame.right - right);
    if (width > 0 && beyond) tip.style.translate = `${(beyond * scale).toFixed(1)}px 0px`;
  }
}

/** Moves (and shrinks) a tip that would stand beyond a side of the picture back into it, once Plot has drawn it. */
export function keepInside(svg: SVGSVGElement): void {
  svg.addEventListener("input", () => requestAnimationFrame(() => requestAnimationFrame(() => shift(svg))));
}
