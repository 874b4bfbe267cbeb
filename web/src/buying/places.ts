/** Where candidates stand in the picture. */
import { sizeOf } from "./said";
import { scaleOf, type Scale } from "./scale";
import { FAMILIES, familyOf, foundIn, valuesOf, type View } from "./view";

export const [LEFT, RIGHT, TOP, BOTTOM] = [58, 12, 10, 34];
/** A dot is opened by a press that is at most so far from it (pixels). */
const REACH = 16;
/** Dots so near to each other (pixels) cannot be told apart. */
const UPON = 2.5;
const high = (width: number): number => (width < 480 ? 330 : 402);

export interface Places {
  x: Scale;
  y: Scale;
  width: number;
  height: number;
  px: (value: number | null | undefined) => number;
  py: (value: number | null | undefined) => number;
}
let last: { key: unknown[]; places: Places } | null = null;

/** Where everything stands; the axes stay while a line is dragged. */
export function placesOf(view: View): Places {
  const { judged, width } = view;
  const values = valuesOf(view);
  const { limits, line } = foundIn(view);
  const budget = limits.find(({ column }) => column === "cost")?.wanted ?? null;
  const { units = {} } = view.fixed.columns[view.against] ?? {};
  const key = [judged, values, width, units, view.isFresh ? budget : 0, view.isFresh ? line?.wanted : 0];
  const stays = last && (!view.isFresh || key.every((each, i) => each === last?.key[i]));
  if (last && stays && last.key.slice(0, 4).every((each, i) => each === key[i])) return last.places;
  const x = scaleOf(judged.columns.cost ?? [], budget);
  const y = scaleOf(values, line?.wanted ?? null, (value) => sizeOf(value, units));
  const height = high(width);
  const [wide, tall] = [width - LEFT - RIGHT, height - TOP - BOTTOM];
  const places: Places = {
    x,
    y,
    width,
    height,
    px: (value) => LEFT + x.at(value) * wide,
    py: (value) => TOP + (1 - y.at(value)) * tall,
  };
  last = { key, places };
  return places;
}

/** The dot of each candidate, on whole pixels; they stay while the axes do. */
const drawn = new WeakMap<Places, string[]>();
function dotsOf(view: View): string[] {
  const places = placesOf(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  const found =
    drawn.get(places) ?? cost.map((each, i) => `M${Math.round(places.px(each))},${Math.round(places.py(values[i]))}h0`);
  drawn.set(places, found);
  return found;
}

/** The dots as a path each: those that fail, then each family of layouts. One that hides another is drawn alone. */
export function dots(view: View): string[] {
  const all = dotsOf(view);
  const { fails } = foundIn(view);
  const paths = [new Set<string>(), ...FAMILIES.map(() => new Set<string>())];
  view.judged.builds.forEach((build, i) => {
    if (!build.length) return; // not judged yet
    const path = fails[i] ? 0 : familyOf(build) + 1;
    paths[path]?.add(all[i] as string);
  });
  return paths.map((each) => [...each].join(""));
}

/** The edge as steps: what the next dollar buys. */
export function steps(view: View): string {
  const { px, py } = placesOf(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  return foundIn(view)
    .edge.map((i, n) => `${n ? "H" : "M"}${px(cost[i]).toFixed(1)}${n ? "V" : ","}${py(values[i]).toFixed(1)}`)
    .join("");
}

/** The candidates whose dots lie where that of one does, the cheapest first. */
export function pile(view: View, one: number): number[] {
  const { px, py } = placesOf(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  const [x, y] = [px(cost[one]), py(values[one])];
  const found = [...cost.keys()].filter((i) => Math.hypot(px(cost[i]) - x, py(values[i]) - y) <= UPON);
  return found.sort((a, b) => (cost[a] ?? 0) - (cost[b] ?? 0));
}

/** The candidate nearest to a place of the picture. */
export function nearest(view: View, x: number, y: number): number | null {
  const { px, py } = placesOf(view);
  const { fails, edge } = foundIn(view);
  const [cost, values] = [view.judged.columns.cost ?? [], valuesOf(view)];
  const onEdge = new Set(edge);
  let [found, least] = [null as number | null, REACH];
  view.judged.builds.forEach((_, i) => {
    const away = Math.hypot(px(cost[i]) - x, py(values[i]) - y) + (onEdge.has(i) ? -5 : fails[i] ? 4 : 0);
    if (away < least) [found, least] = [i, away];
  });
  return found;
}
