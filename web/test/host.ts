/** A page with one figure and no interpreter: its model runs in the Python of the test. */
import type { Engine } from "../src/python/engine";
import type { Outcome, RunProgress } from "../src/python/outcome";
import { LiveFigure } from "../src/figure/live-figure";
import { Store } from "../src/work/store";
import type { Fault, Request, Result, Row } from "../src/data/types";

interface Run {
  rows: Row[];
  result: Result;
  error?: Fault;
}
declare global {
  interface Window {
    runModel(request: string): Promise<string>;
  }
}

const engine = {
  isUp: true,
  warm: () => undefined,
  invite: () => undefined,
  stop: () => undefined,
  drop: () => undefined,
  async run(_: object, request: Request, guarded: boolean, onProgress: (p: RunProgress) => void): Promise<Outcome> {
    const { rows, result, error } = JSON.parse(await window.runModel(JSON.stringify(request))) as Run;
    if (error) return { kind: "error", error, output: "" };
    if (!guarded) onProgress({ rows: rows.slice(0, 1), ms: 1 }); // rows come little by little
    await new Promise((resolve) => setTimeout(resolve, 30));
    onProgress({ rows: rows.slice(1), ms: 1 });
    return { kind: "done", result, output: "", ms: 1 };
  },
};

const root = document.querySelector<HTMLElement>(".live-figure");
const page = { live: document.baseURI, edition: "0", store: new Store("0", null), engine: engine as unknown as Engine };
if (root) new LiveFigure(root, page);
