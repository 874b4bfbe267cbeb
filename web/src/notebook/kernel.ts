/** The interpreter of a notebook's kernel: the pages' own, with the kernel's packages. JupyterLite imports this for a loader. It
 * starts at once, for `early.ts` has it start before JupyterLite asks. */
import { boot, unpackInto } from "../python/boot";
import type { Create, PyodideInterface } from "../python/pyodide/pyodide.mjs";
import { Supply } from "../python/supply";

declare const GLUE: "../python/pyodide/pyodide.asm.mjs";
const script = import(GLUE) as Promise<{ default: Create }>;
/** The reader's own folder comes last, and what every notebook needs is imported before it is there: to look into it takes a round
 * trip to the page for each import. */
const START = `import os, sys; sys.path[:] = [os.getcwd(), *filter(None, sys.path), ""]
import pyodide_kernel, figures.notebook.widget`;
const PACKAGES = "../lite/kernel/kernel.zip";

interface Streams {
  stdout?: (line: string) => void;
  stderr?: (line: string) => void;
}

async function start(): Promise<PyodideInterface> {
  const supply = new Supply(new URL("../../live/", import.meta.url).href);
  const packages = supply.bytes(PACKAGES);
  packages.catch(() => undefined);
  const { python, book } = await boot(
    supply,
    script.then(({ default: create }) => create),
  );
  unpackInto(python, book);
  unpackInto(python, await packages);
  python.runPython(START);
  return python;
}

const started = start();
started.catch(() => undefined);

export async function loadPyodide({ stdout, stderr }: Streams): Promise<PyodideInterface> {
  const python = await started;
  python.setStdout({ batched: stdout });
  python.setStderr({ batched: stderr });
  return python;
}
