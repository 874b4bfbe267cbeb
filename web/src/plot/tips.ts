/** What a tip says may be long: a wider line, and never beyond the picture's sides. */
import { read } from "../data/numbers";

/** About sixty letters; Plot's own tip ends at forty. */
const WIDE = { lineWidth: 32 };

const PLACES = ["x", "x1", "x2", "y", "y1", "y2", "fill", "stroke", "r"];

/**
 * The tip of a mark: its numbers as tables write them. `isColumn` says which options name a column; of axes that are
 * hidden the tip says nothing.
 */
export function tipOf(
  options: Record<string, unknown>,
  isColumn: (value: unknown) => boolean,
  hidden: string[] = [],
): object {
  const own = (options.channels ?? {}) as Record<string, unknown>;
  const named = [
    ...Object.keys(own).filter((key) => isColumn(own[key])),
    ...PLACES.filter((key) => isColumn(options[key])),
  ];
  const text = (value: unknown): string => (typeof value === "number" ? read(value) : String(value));
  const mute = PLACES.filter((key) => hidden.includes(key.charAt(0)));
  const format = Object.fromEntries([
    ...named.filter((key) => !mute.includes(key)).map((key) => [key, text]),
    ...[...mute, "strokeWidth"].map((key) => [key, false]),
  ]) as object;
  return { ...WIDE, format, ...(typeof options.tip === "object" ? options.tip : {}) };
}

type Point = [number, number];
const ABOVE = 8;

/** The corners of a path of lines; the first is what it points at. */
function corners(path: string): Point[] {
  let [x, y] = [0, 0];
  const out: Point[] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([MLlhv])([^MLlhvz]*)/g)) {
    const [a = 0, b = 0] = rest.split(",").map(Number);
    if (command === "M" || command === "L") [x, y] = [a, b];
    else if (command === "h") x += a;
    else if (command === "v") y += a;
    else [x, y] = [x + a, y + b];
    out.push([x, y]);
  }
  return out;
}

/** Moves and shrinks the box; the end of its arrow stays where it is. A box that would lie on that end goes above it. */
function place(tip: SVGGElement, dx: number, scale: number): void {
  const [path, text] = [tip.querySelector("path"), tip.querySelector("text")];
  if (!path || !text) return;
  path.dataset.drawn ??= path.getAttribute("d") ?? "";
  text.dataset.drawn ??= text.getAttribute("transform") ?? "";
  const all = corners(path.dataset.drawn).map(([x, y], i): Point =>
    i || x || y ? [x * scale + dx, y * scale] : [0, 0],
  );
  const box = all.filter(([x, y]) => x || y);
  const between = (values: number[]): boolean => Math.min(...values) < 0 && Math.max(...values) > 0;
  const covers = between(box.map(([x]) => x)) && between(box.map(([, y]) => y));
  const dy = covers ? -Math.max(...box.map(([, y]) => y)) - ABOVE : 0;
  const moved = (covers ? box : all).map(([x, y]) => `${x.toFixed(1)},${(y + dy).toFixed(1)}`);
  path.setAttribute("d", `M${moved.join("L")}z`);
  const shift = `translate(${dx.toFixed(1)},${dy.toFixed(1)})`;
  text.setAttribute("transform", `${shift} scale(${scale.toFixed(3)}) ${text.dataset.drawn}`);
}

function shift(svg: SVGSVGElement): void {
  const frame = svg.getBoundingClientRect();
  const unit = (svg.viewBox?.baseVal?.width || frame.width) / (frame.width || 1);
  for (const tip of svg.querySelectorAll<SVGGElement>('[aria-label="tip"] > g')) {
    const shape = tip.querySelector("path");
    if (!shape?.getAttribute("d")) continue;
    place(tip, 0, 1);
    const scale = Math.min(1, frame.width / (shape.getBoundingClientRect().width || 1)); // a phone is narrow
    place(tip, 0, scale);
    const { left, right, width } = shape.getBoundingClientRect();
    const beyond = left < frame.left ? frame.left - left : Math.min(0, frame.right - right);
    if (width > 0) place(tip, beyond * unit, scale);
  }
}

/** Moves (and shrinks) a tip that would stand beyond a side of the picture back into it, once Plot has drawn it. */
export function keepInside(svg: SVGSVGElement): void {
  svg.addEventListener("input", () => requestAnimationFrame(() => requestAnimationFrame(() => shift(svg))));
}
