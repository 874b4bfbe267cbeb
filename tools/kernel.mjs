// Packs what the kernel of the notebooks imports: node tools/kernel.mjs PACKAGES.zip OUT.zip
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const [packages, out] = process.argv.slice(2);
const read = (file) => new Uint8Array(fs.readFileSync(file)).buffer;
const near = (name) => new URL(name, import.meta.url);

const python = await loadPyodide();
python.unpackArchive(read(packages), "zip", { extractDir: "/kernel" });
python.unpackArchive(read(near("../_build/live/book.zip")), "zip");
python.runPython(fs.readFileSync(near("pack_kernel.py"), "utf8"));
fs.writeFileSync(out, python.FS.readFile("/kernel.zip"));
