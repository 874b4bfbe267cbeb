// Packs the tester, and stores the memory of an interpreter that has imported the models, the figures and the modules of the
// standard library that the tester borrows. A page's interpreter starts from this memory.
// `_build/snapshot.bin` is for programs. Pages fetch it compressed, since plain hosts do not compress files of unknown types.
import fs from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const root = new URL("../", import.meta.url);
const live = new URL("_build/live/", root);
const read = (url) => new Uint8Array(fs.readFileSync(url)).buffer;
const tool = (name) => fs.readFileSync(new URL(name, import.meta.url), "utf8");
const book = read(new URL(`wheels/${fs.readdirSync(new URL("wheels/", live)).find((file) => /^where_.*\.whl$/.test(file))}`, live));

const packer = await loadPyodide();
packer.unpackArchive(book, "wheel");
const wheels = new URL(".cache/wheels/", root);
for (const name of fs.readdirSync(wheels).filter((file) => file.endsWith(".whl")))
  packer.unpackArchive(read(new URL(name, wheels)), "zip", { extractDir: "/tester" });
packer.runPython(tool("pack_tester.py"));
fs.writeFileSync(new URL("tester.zip", live), packer.FS.readFile("/tester.zip"));
const borrowed = packer.globals.get("borrowed").toJs();

const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(book, "wheel");
python.runPython(`import ${borrowed.join(", ")}\n${tool("warm_up.py")}`);
const memory = python.makeMemorySnapshot();
fs.writeFileSync(new URL("../snapshot.bin", live), memory);
fs.writeFileSync(new URL("snapshot.bin.gz", live), gzipSync(memory, { level: 9 }));
