/** The worker that holds Python for the book's own code. */
import { expose } from "comlink";
import { makeRemote } from "./python/remote";
import { FRESH } from "./python/file-fault";
import type { Create } from "./python/pyodide/pyodide.mjs";

/** The address of the interpreter's script: next to this one, with a type that every host sends as a script. */
declare const GLUE: "./python/pyodide/pyodide.asm.mjs";
const FILE = "pyodide/pyodide.asm.js";
const script = import(GLUE) as Promise<{ default: Create }>;

const remote = makeRemote(
  (message) => postMessage(message),
  new URL("./", import.meta.url).href,
  (supply) =>
    supply
      .during(FILE, script)
      .then(({ default: create }) => create)
      .catch(async (error: Error) => {
        throw await supply.whyNotLoaded(FILE, error);
      }),
  location.hash === FRESH,
);
expose(remote);
