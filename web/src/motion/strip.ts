/** Four moments of each machine side by side, for paper and for readers without a script. */
import { longest } from "./account";
import { firstOf, type Machine } from "./machine";
import { Scene, type SceneOptions } from "./scene";
import { maker, picture } from "./svg";
import { duration, happenings } from "./words";

const MOMENTS = 4;
const GAP = 12;
const LINE = 18;

/** Four times: when programs are answered and data is safe, and others spread over the whole scene. */
export function momentsOf(machines: Machine[]): number[] {
  const followed = machines.map(firstOf);
  const times = machines.flatMap((machine, n) => happenings(machine, followed[n]).map(({ t }) => t));
  const spread = (all: number[], count: number): number[] => {
    const sorted = [...new Set(all)].sort((a, b) => a - b);
    const pick = (n: number): number => sorted[Math.round((n * (sorted.length - 1)) / Math.max(1, count - 1))] ?? 0;
    return [...new Set(Array.from({ length: Math.min(count, sorted.length) }, (_, n) => pick(n)))];
  };
  const wanted = followed
    .flatMap((each) => [each?.told, each?.safe])
    .filter((t) => t !== undefined && t >= 0) as number[];
  const first = spread(wanted, MOMENTS);
  const rest = times.filter((t) => !first.includes(t));
  return [...first, ...spread(rest, MOMENTS - first.length)].sort((a, b) => a - b);
}

export function strip(machines: Machine[], options: SceneOptions): SVGSVGElement {
  const make = maker(options.document);
  const times = momentsOf(machines);
  const width = (options.width - GAP * (MOMENTS - 1)) / MOMENTS;
  const scale = longest(machines);
  const rows = machines.map((machine) => times.map((t) => new Scene([machine], { ...options, width, t, scale }).svg));
  const height = LINE + Math.max(0, ...rows.flat().map((svg) => Number(svg.getAttribute("height"))));
  const svg = picture(make, "wtg-scene", options.width, height * rows.length);
  rows.forEach((scenes, row) => {
    scenes.forEach((scene, n) => {
      const [x, y] = [n * (width + GAP), row * height];
      make("text", { x, y: y + 12, class: "wtg-name" }, svg).textContent = duration(times[n] ?? 0);
      scene.setAttribute("x", String(x));
      scene.setAttribute("y", String(y + LINE));
      svg.append(scene);
    });
  });
  return svg;
}
