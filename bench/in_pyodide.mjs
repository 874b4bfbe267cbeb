// Runs bench.one_queue in the page's interpreter under Node; prints its JSON.
import { loadPyodide } from "pyodide";

const [root, libraries] = process.argv.slice(2);
const python = await loadPyodide();
for (const [from, to] of [[`${root}/models`, "models"], [`${root}/bench`, "bench"], [`${libraries}/simpy`, "simpy"]]) {
  python.FS.mkdirTree(`/here/${to}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: from }, `/here/${to}`);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/here')");
console.log(python.pyimport("bench.one_queue").measure());
