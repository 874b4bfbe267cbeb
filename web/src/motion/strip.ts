/** Four moments of each machine side by side, for paper and for readers without a script. */
import { longest } from "./account";
import { firstOf, type Machine } from "./machine";
import { Scene, type SceneOptions } from "./scene";
import { maker, picture } from "./svg";
import { duration, happenings } from "./words";

const MOMENTS = 4;
const GAP = 12;
const LINE = 18;

/** When something happens, at four times spread over all of these. */
export function momentsOf(machines: Machine[]): number[] {
  const first = machines.map(firstOf);
  const times = [...new Set(happenings(machines, first).map(({ t }) => t))];
  const pick = (n: number): number => times[Math.round((n * (times.length - 1)) / (MOMENTS - 1))] ?? 0;
  return [...new Set(Array.from({ length: MOMENTS }, (_, n) => pick(n)))];
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
