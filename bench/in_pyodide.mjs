// Runs a function of a module in the page's interpreter under Node, and prints the JSON that it returns.
import { loadPyodide } from "pyodide";

const [root, libraries, module = "bench.one_queue", name = "measure"] = process.argv.slice(2);
const python = await loadPyodide();
const folders = ["models", "figures", "bench"].map((name) => [`${root}/${name}`, name]);
if (libraries) folders.push([`${libraries}/simpy`, "simpy"]);
for (const [from, to] of folders) {
  python.FS.mkdirTree(`/here/${to}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: from }, `/here/${to}`);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/here')");
console.log(python.pyimport(module)[name]());
