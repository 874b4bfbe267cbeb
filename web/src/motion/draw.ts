/** A scene as a picture among a figure's pictures, and the scene behind such a picture. */
import { Account, heightOf, longest } from "./account";
import { firstOf, machinesOf, type Machine } from "./machine";
import { WIDE } from "./plan";
import { Platters } from "./platters";
import { Scene } from "./scene";
import { strip } from "./strip";
import { maker, picture } from "./svg";
import { accountTable } from "./table";
import type { Panel, Row } from "../data/types";

type Shown = NonNullable<Panel["scene"]>;
const scenes = new WeakMap<SVGSVGElement, Scene>();
const turning = new WeakMap<SVGSVGElement, Platters>();
const LINE = 15;
const GAP = 12;

/** The scene that a picture shows. */
export const sceneOf = (svg: SVGSVGElement): Scene | undefined => scenes.get(svg);

/** The platters behind a picture of them. */
export const plattersOf = (svg: SVGSVGElement): Platters | undefined => turning.get(svg);

/** The machine in motion at one time, the platters of its disks, or the account of the first request of each machine. */
export function drawScene(shown: Shown, rows: Row[], document: Document, width: number): SVGSVGElement {
  const machines = machinesOf(rows);
  if (shown.shows === "account") return accounts(machines, shown, document, width);
  if (shown.shows === "platters") {
    const platters = new Platters(machines, document, width);
    turning.set(platters.svg, platters);
    return platters.svg;
  }
  const scene = new Scene(machines, { document, width, ...shown });
  scenes.set(scene.svg, scene);
  return scene.svg;
}

/** Four moments of the machine in motion. */
export const drawStrip = (shown: Shown, rows: Row[], document: Document, width: number): SVGSVGElement =>
  strip(machinesOf(rows), { document, width, ...shown });

/** The account of the first request of each machine, in words. */
export function drawTable(rows: Row[]): HTMLTableElement {
  const machines = machinesOf(rows);
  return accountTable(machines, machines.map(firstOf));
}

function accounts(machines: Machine[], { about }: Shown, document: Document, width: number): SVGSVGElement {
  const make = maker(document);
  const upright = width < WIDE;
  const each = LINE + heightOf(upright) + GAP;
  const svg = picture(make, "wtg-plot wtg-scene", width, each * machines.length);
  const requests = machines.map(firstOf);
  const scale = { seconds: longest(machines) };
  machines.forEach((machine, n) => {
    make("text", { x: 0, y: n * each + 11, class: "wtg-name" }, svg).textContent = machine.title;
    const frame = { x: 0, y: n * each + LINE + 3, width, scale, upright };
    new Account(machine, frame, about, svg, make).show(requests[n], machine.until);
  });
  return svg;
}
