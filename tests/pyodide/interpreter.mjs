// Runs the repository's Python under Pyodide in Node: a JSON list of calls on standard input, their replies as JSON lines.
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = new URL("../../", import.meta.url);
const wheels = new URL(".cache/wheels/", root);
const calls = JSON.parse(fs.readFileSync(0, "utf8"));
const ignored = () => {};

const python = await loadPyodide({ stdout: ignored, stderr: ignored });
for (const name of fs.readdirSync(wheels).filter((name) => name.endsWith(".whl")))
  python.unpackArchive(new Uint8Array(fs.readFileSync(new URL(name, wheels))).buffer, "wheel");
for (const layer of ["models", "figures", "exercises"]) {
  python.FS.mkdirTree(`/book/${layer}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: fileURLToPath(new URL(layer, root)) }, `/book/${layer}`);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/book')");
for (const { module, name, argument } of calls) {
  const begun = performance.now();
  const reply = python.pyimport(module)[name](argument);
  process.stdout.write(JSON.stringify({ reply, ms: performance.now() - begun }) + "\n");
}
