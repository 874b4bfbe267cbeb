// Runs figures of a wheel at their defaults under Pyodide in Node, and writes a JSON line for each: rows and result.
// node test_equal.mjs WHEEL OUT ID...
// Last, a reader's endless loop: the lines it reports through `reportLine` are the last JSON line, and the end.
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const [, , wheel, out, ...ids] = process.argv;
const say = (value) => fs.appendFileSync(out, JSON.stringify(value) + "\n");

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(fs.readFileSync(wheel)).buffer, "wheel");
const live = python.pyimport("figures.run.live");
say({ version: python.version, edition: python.pyimport("figures.define.edition").EDITION });

for (const id of ids) {
  let answer = JSON.parse(live.start(JSON.stringify({ figure: id })));
  const rows = [];
  while (!answer.done && !answer.error) {
    answer = JSON.parse(live.step(1));
    rows.push(...(answer.rows ?? []));
  }
  say({ id, rows, result: answer.result, error: answer.error });
}

const run = "def run(delay, size, spindle, seed):\n";
const broken = run + "    yield [{'t': 1.0}]\n    yield [{'t': float('nan')}]\n";
live.start(JSON.stringify({ figure: "missed-turn", code: broken }));
say({ broken: JSON.parse(live.step(1)) });
live.start(JSON.stringify({ figure: "missed-turn", code: run + "    return run(delay, size, spindle, seed)\n" }));
say({ endless: JSON.parse(live.step(1)) });

const lines = [];
globalThis.reportLine = (line) => {
  lines.push(line);
  if (lines.length < 4) return;
  say({ lines });
  process.exit(0);
};
const loop = run + "    n = 0\n    while True:\n        n += 1\n";
live.start(JSON.stringify({ figure: "missed-turn", code: loop }));
live.step(0.01);
