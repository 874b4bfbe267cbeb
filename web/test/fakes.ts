import type { Compared, Figure, Mark, NumberParam, Panel, Probe, Row } from "../src/data/types";

/** A panel of which only what matters is said. */
export function panelOf({ marks, ...more }: Partial<Omit<Panel, "marks">> & { marks: LooseMark[] }): Panel {
  const none = { frame: null, aspect: null, when: null, probe: null, pick: null, handle: null, move: null };
  return { tab: "", height: 260, axes: {}, ...none, marks: marks.map((mark) => ({ ...MARK, ...mark })), ...more };
}
type LooseMark = Pick<Mark, "mark"> & Partial<Mark>;
const MARK = { where: null, data: null, options: {} };

const PARAM = { help: "What it is.", more: false, view: false };
const NUMBER = { ...PARAM, kind: "number", step: null, digits: null, whole: false, stops: null, units: {} } as const;
const size: NumberParam = {
  ...NUMBER,
  name: "size",
  label: "Size",
  default: 8192,
  low: 1024,
  high: 131072,
  unit: "KiB",
  factor: 1024,
  stops: [1024, 8192, 131072],
};
const wait: NumberParam = {
  ...NUMBER,
  name: "wait",
  label: "Wait",
  default: 0.0003,
  low: 0,
  high: 0.01,
  unit: "ms",
  factor: 0.001,
  digits: 2,
};

export const fakeFigure = (): Figure => ({
  id: "fake",
  chapter: "fakes",
  title: "A fake",
  caption: "What a fake shows.",
  edition: "1",
  reproduces: [],
  chance: true,
  table: null,
  source: [],
  targets: [],
  names: [],
  seed: 1,
  params: [
    size,
    wait,
    {
      ...PARAM,
      name: "way",
      kind: "choice",
      label: "Way",
      default: "on",
      options: [
        { value: "on", label: "on" },
        { value: "off", label: "off" },
      ],
    },
    { ...PARAM, name: "both", kind: "switch", label: "Both", default: false },
  ],
  presets: [
    { name: "base", label: "base", help: "", params: {}, seed: 1 },
    { name: "odd", label: "odd", help: "", params: { wait: 0.0011 }, seed: 5 },
  ],
  panels: [
    panelOf({
      height: 200,
      axes: {
        x: { label: "time", unit: "s" },
        y: { label: "height", unit: "ms", factor: 0.001, domain: [0, 0.01], ticks: [0, 0.005, 0.01] },
        color: { domain: ["a", "b"], legend: true },
      },
      marks: [
        { mark: "dot", where: { row: "dot" }, options: { x: "t", y: "h", fill: "k", tip: true } },
        { mark: "ruleY", data: [0.005], options: { stroke: "currentColor" } },
      ],
    }),
    panelOf({
      height: 120,
      marks: [{ mark: "lineY", where: { row: "line" }, options: { x: "t", y: "h", clip: true } }],
    }),
  ],
  code: "def run(seed):\n    yield []\n",
});

export const fakeRows: Row[] = [
  { row: "dot", t: 0, h: 0.001, k: "a" },
  { row: "dot", t: 1, h: 0.004, k: "b" },
  { row: "dot", t: 2, h: 0.009, k: "a" },
  { row: "line", t: 0, h: 1 },
  { row: "line", t: 2, h: 3 },
];

export const framed = (): Figure => ({
  ...fakeFigure(),
  panels: [
    panelOf({
      frame: { field: "f", label: "turn", unit: "s", factor: 1, rate: 10, stills: [0, 2] },
      marks: [{ mark: "dot", options: { x: "x", y: "y" } }],
    }),
  ],
});
export const framedRows: Row[] = [
  { x: 5, y: 5 },
  { f: 0, x: 0, y: 0 },
  { f: 1, x: 3, y: 9 },
  { f: 2, x: 8, y: 2 },
];

/** Numbers to one place, attributes in order: what a picture shows, not how a library writes it. */
export const normalise = (svg: string): string =>
  svg
    .replace(/<style>[^]*?<\/style>/, "")
    .replace(/-?\d+\.\d+/g, (n) => Number(n).toFixed(1))
    .replace(/<([\w-]+) ([^>]*?)(\/?)>/g, (_, tag: string, attributes: string, end: string) => {
      const list = attributes.match(/[\w:-]+="[^"]*"/g) ?? [];
      return `<${tag} ${list.sort().join(" ")}${end}>`;
    })
    .replaceAll("><", ">\n<");

/** A cell of a heat map: a second wide, a millisecond high. */
export const cell = (t: number, bin: number, n: number, more: Row = {}): Row => {
  return { row: "cell", t1: t, t2: t + 1, low: bin / 1000, high: (bin + 1) / 1000, n, ...more };
};
export const probe: Probe = {
  x1: "t1",
  x2: "t2",
  low: "low",
  high: "high",
  count: "n",
  where: { row: "cell" },
  noun: ["write", "writes"],
};
export const heat = (more: Partial<Panel> = {}): Panel =>
  panelOf({
    axes: {
      x: { label: "time", unit: "s", domain: [0, 10] },
      y: { label: "latency", unit: "ms", factor: 0.001, domain: [0, 0.01] },
      color: { type: "rank", palette: "false", legend: true },
    },
    marks: [
      { mark: "rect", where: { row: "cell" }, options: { x1: "t1", x2: "t2", y1: "low", y2: "high", fill: "n" } },
    ],
    ...more,
  });
/** A claim that was reproduced. */
export const compared: Compared = {
  id: "c",
  label: "L",
  expected: 0.001,
  low: null,
  high: null,
  compare: "rel",
  met: false,
  model: 0.00028,
  error: -0.72,
  unit: "ms",
  one: "ms",
  factor: 0.001,
  digits: 2,
  model_digits: 2,
  tolerance: null,
  status: "reproduced",
  basis: "predicted",
  evidence: "emerges",
  spread: null,
};
export const figureOf = (...panels: Panel[]): Figure => ({ ...fakeFigure(), panels });

/** A storage of the browser's that is none. */
export class Box implements Storage {
  readonly map = new Map<string, string>();
  get length(): number {
    return this.map.size;
  }
  key = (i: number): string | null => [...this.map.keys()][i] ?? null;
  getItem = (k: string): string | null => this.map.get(k) ?? null;
  setItem = (k: string, v: string): void => void this.map.set(k, v);
  removeItem = (k: string): void => void this.map.delete(k);
  clear = (): void => this.map.clear();
}
