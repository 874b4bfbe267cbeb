// Takes the interpreter's memory with models and figures imported and run once, so that a page starts from there.
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const live = new URL("../_build/live/", import.meta.url);
const name = fs.readdirSync(new URL("wheels/", live)).find((file) => file.startsWith("where_the_time_goes-"));
const wheel = new Uint8Array(fs.readFileSync(new URL(`wheels/${name}`, live)));

const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(wheel.buffer, "wheel");
python.runPython(fs.readFileSync(new URL("warm_up.py", import.meta.url), "utf8"));
fs.writeFileSync(new URL("snapshot.bin", live), python.makeMemorySnapshot());
