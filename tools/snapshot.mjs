// Takes the interpreter's memory with models and figures imported, so that a page starts from there.
// `_build/snapshot.bin` is for programs; pages fetch it compressed, since plain hosts compress no unknown files.
import fs from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const live = new URL("../_build/live/", import.meta.url);
const name = fs.readdirSync(new URL("wheels/", live)).find((file) => file.startsWith("where_the_time_goes-"));
const wheel = new Uint8Array(fs.readFileSync(new URL(`wheels/${name}`, live)));

const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(wheel.buffer, "wheel");
python.runPython(fs.readFileSync(new URL("warm_up.py", import.meta.url), "utf8"));
const memory = python.makeMemorySnapshot();
fs.writeFileSync(new URL("../snapshot.bin", live), memory);
fs.writeFileSync(new URL("snapshot.bin.gz", live), gzipSync(memory, { level: 9 }));
