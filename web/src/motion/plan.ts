/** Where the parts of the machine stand: side by side, or one beneath the other where there is little width. */
import type { Part } from "./machine";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Plan {
  width: number;
  height: number;
  boxes: Record<Part, Box>;
  upright: boolean;
}

/** For which pictures are made when the book is built, and on paper. */
export const STATIC_WIDTH = 680;
/** From this width on the parts stand side by side. */
export const WIDE = 560;
/** Ways from part to part. */
const WIRES: [Part, Part][] = [
  ["program", "network"],
  ["network", "cores"],
  ["cores", "cache"],
  ["cores", "log"],
  ["cores", "group"],
  ["cache", "queue"],
  ["log", "queue"],
  ["group", "queue"],
  ["queue", "logdevice"],
  ["queue", "disk"],
];

export const LINE = 15;
const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

function wide(width: number): Plan {
  const u = width / STATIC_WIDTH;
  const at = (x: number, y: number, w: number, h: number): Box => box(x * u, y, w * u, h);
  return {
    width,
    height: 144,
    upright: false,
    boxes: {
      program: at(1, 48, 80, 48),
      network: at(97, 48, 76, 48),
      cores: at(189, 48, 70, 48),
      cache: at(277, 1, 80, 44),
      log: at(277, 50, 80, 44),
      group: at(277, 99, 80, 44),
      queue: at(375, 32, 102, 80),
      logdevice: at(495, 1, 184, 36),
      disk: at(495, 43, 184, 100),
    },
  };
}

function upright(width: number): Plan {
  const at = (x: number, y: number, w: number, h: number): Box => box(x * width, y, w * width - 1, h);
  return {
    width,
    height: 262,
    upright: true,
    boxes: {
      program: at(0.1, 1, 0.8, 34),
      network: at(0, 44, 0.48, 34),
      cores: at(0.52, 44, 0.48, 34),
      cache: at(0, 87, 0.32, 34),
      log: at(0.34, 87, 0.32, 34),
      group: at(0.68, 87, 0.32, 34),
      queue: at(0.1, 130, 0.8, 36),
      logdevice: at(0, 175, 0.31, 44),
      disk: at(0.33, 175, 0.67, 86),
    },
  };
}

export const planOf = (width: number): Plan => (width < WIDE ? upright(width) : wide(width));

/** Beside the platter, above the count: what waits at a disk or lies in its memory; and the platter's radius. */
export const radiusOf = ({ w, h }: Box): number => Math.min(h / 2 - 4, (w - 58) / 2);
export const besidePlatter = (disk: Box): Box => ({ ...disk, w: disk.w - 2 * radiusOf(disk) - 26, h: disk.h - LINE });

/** Half the size of a dot, and from one to the next. */
export const DOT = 4.5;
const PITCH = 11;
const NAME = 18;

/** The middle of the n-th place in a box, from the exit backwards; null where there is no room for so many. */
export function slot({ x, y, w, h }: Box, n: number): [number, number] | null {
  const columns = Math.max(1, Math.floor((w - 8) / PITCH));
  const lines = Math.max(1, Math.floor((h - NAME - 2) / PITCH));
  if (n >= columns * lines) return null;
  return [x + w - 5 - DOT - (n % columns) * PITCH, y + NAME + 1 + DOT + Math.floor(n / columns) * PITCH];
}
export const middleOf = ({ x, y, w, h }: Box): [number, number] => [x + w / 2, y + h / 2];

const LETTER = 7.6;
/** What the program says of its answers takes so much, where it stands beside them. */
const SAID = 62;

/** How many answers a plan keeps in view. */
export const answersOf = ({ boxes, upright }: Plan): number =>
  Math.floor((boxes.program.w - (upright ? SAID : 8)) / PITCH);

export const titleHeight = (plan: Plan): number => (plan.upright ? 3 : 1) * LINE + 4;

/** A title in lines that fit. */
export function wrapped(title: string, width: number): string[] {
  const lines = [""];
  for (const word of title.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length * LETTER > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Lines from part to part, as far as a machine has them. */
export function wiresOf({ boxes, upright }: Plan, has: (part: Part) => boolean): string {
  const all: typeof WIRES = has("network") ? [...WIRES] : [...WIRES, ["program", "cores"]];
  if (!has("cache") && !has("log") && !has("group")) all.push(["cores", "queue"]);
  const there = all.filter((ends) => ends.every(has));
  const ways = there.map(([from, to]) => {
    const [a, b] = [boxes[from], boxes[to]];
    if (!upright) {
      const middle = (a.x + a.w + b.x) / 2;
      return `M${a.x + a.w} ${a.y + a.h / 2}H${middle}V${b.y + b.h / 2}H${b.x}`;
    }
    const middle = (a.y + a.h + b.y) / 2;
    return a.y === b.y
      ? `M${a.x + a.w} ${a.y + a.h / 2}H${b.x}`
      : `M${a.x + a.w / 2} ${a.y + a.h}V${middle}H${b.x + b.w / 2}V${b.y}`;
  });
  return ways.join("").replace(/(\.\d)\d+/g, "$1");
}
