// Reads files as the page does, and prints for each the processor time (s) of the better of two rounds, as JSON.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const [root, ...files] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "measurements-"));
const outfile = path.join(folder, "own-file.mjs");
await build({ entryPoints: [`${root}/web/src/python/own-file.ts`], bundle: true, format: "esm", outfile });
const { QUICK } = await import(pathToFileURL(outfile));
fs.rmSync(folder, { recursive: true });
const python = await loadPyodide();
for (const name of ["models", "figures"]) {
  python.FS.mkdirTree(`/here/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: `${root}/${name}` }, `/here/${name}`);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/here')");
const live = python.pyimport("figures.measured.live");
live.quicken(...QUICK);
const taken = files.map((file) => {
  const data = fs.readFileSync(file);
  const name = path.basename(file).replace(/.*\+/, "");
  const piece = (start, size) => new Uint8Array(data.subarray(start, start + size));
  const rounds = [1, 2].map(() => {
    const before = process.cpuUsage();
    const { error } = JSON.parse(live.of_file(0, name, data.length, piece, () => {}, "{}"));
    if (error) throw new Error(`${file}: ${error}`);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...rounds);
});
console.log(JSON.stringify(taken));
