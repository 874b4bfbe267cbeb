// Runs the repository's Python under Pyodide in Node: a JSON list of calls on standard input, their replies as JSON lines.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = new URL("../../", import.meta.url);
const wheels = new URL(".cache/wheels/", root);
const calls = JSON.parse(fs.readFileSync(0, "utf8"));
const ignored = () => {};

const python = await loadPyodide({ stdout: ignored, stderr: ignored });
for (const name of fs.readdirSync(wheels).filter((name) => name.endsWith(".whl")))
  python.unpackArchive(new Uint8Array(fs.readFileSync(new URL(name, wheels))).buffer, "wheel");
// The files are copied, as a page unpacks them: looking through a mounted folder takes longer than the checks.
const kinds = [".py", ".csv", ".md"];
for (const layer of ["models", "figures", "exercises"]) {
  const folder = fileURLToPath(new URL(layer, root));
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!kinds.includes(path.extname(name))) continue;
    const copy = path.posix.join("/book", layer, name);
    python.FS.mkdirTree(path.posix.dirname(copy));
    python.FS.writeFile(copy, fs.readFileSync(path.join(folder, name)));
  }
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/book')");

/** A program is asked what the tests want to know, as a page does; here both are in one interpreter. */
function checked(live, request) {
  const said = {};
  for (let round = 0; ; round++) {
    const wish = JSON.parse(request);
    const text = live.check(round ? JSON.stringify({ ...wish, said, round }) : request);
    const { ask } = JSON.parse(text);
    if (!ask) return text;
    const told = [];
    const asked = JSON.stringify({ code: wish.answer, tests: Object.values(ask) });
    python.pyimport("exercises.checker.hearing").interview(asked, (reply) => void told.push(JSON.parse(reply)));
    for (const [index, test] of Object.keys(ask).entries()) {
      const replies = told.filter((reply) => reply[0] === index).map(([, ...reply]) => reply);
      said[test] = { asked: ask[test], replies, ended: null, line: null };
    }
  }
}

for (const { module, name, argument } of calls) {
  const callee = python.pyimport(module);
  const reply = name === "check" ? checked(callee, argument) : callee[name](argument);
  process.stdout.write(JSON.stringify({ reply }) + "\n");
}
