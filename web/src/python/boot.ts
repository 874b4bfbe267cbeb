/** Starts the interpreter: from a memory snapshot when there is one, else plainly. */
import type { Create } from "./pyodide/pyodide.asm.mjs";
import { loadPyodide, type PyodideInterface } from "./pyodide/pyodide.mjs";

/** The archives that are unpacked: models and figures for all, the others when somebody is at an exercise. */
export interface Wheels {
  book: string;
  exercises: string;
  pytest: string;
  snapshot: string | null;
}

export const GIB = 1 << 30;
const live = new URL("./", import.meta.url);
const at = (name: string): string => new URL(name, live).href;

export async function bytes(name: string): Promise<ArrayBuffer> {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  if (!name.endsWith(".gz") || response.headers.get("content-encoding")) return response.arrayBuffer();
  const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Beyond `limit` bytes the interpreter's memory does not grow: an allocation fails in Python, the tab lives. */
export function limitMemory(limit: number): void {
  const prototype = WebAssembly.Memory.prototype;
  const grow = Reflect.get<typeof prototype, "grow">(prototype, "grow");
  prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > limit) throw new RangeError("the page's memory limit is reached");
    return grow.call(this, pages);
  };
}

/** A snapshot needs a heap of at least its own size; some builds start with a smaller one. */
async function restore(snapshot: Promise<Uint8Array>): Promise<PyodideInterface> {
  const glue = import("./pyodide/pyodide.asm.mjs");
  const createPyodideModule: Create = async (settings) => {
    const { default: create } = await glue;
    const [module, { length }] = await Promise.all([create(settings), snapshot]);
    while (module.HEAP8.length < length) if (!module._malloc(1 << 20)) throw new Error("no memory");
    return module;
  };
  return loadPyodide({ indexURL: at("pyodide/"), _loadSnapshot: snapshot, createPyodideModule });
}

async function interpreter(wheels: Wheels): Promise<{ python: PyodideInterface; how: string }> {
  if (wheels.snapshot) {
    try {
      const snapshot = bytes(wheels.snapshot).then((memory) => new Uint8Array(memory));
      return { python: await restore(snapshot), how: "snapshot" };
    } catch {
      /* the snapshot is an optimisation tied to one build; the plain start always works */
    }
  }
  return { python: await loadPyodide({ indexURL: at("pyodide/") }), how: "plain" };
}

export const listing = bytes("wheels.json").then((text) => JSON.parse(new TextDecoder().decode(text)) as Wheels);
listing.catch(() => undefined);

/** Lays the files of an archive before Python. */
export function unpackInto(python: PyodideInterface, archive: ArrayBuffer): void {
  python.unpackArchive(archive, "wheel");
  python.runPython("import importlib; importlib.invalidate_caches()");
}

export interface Booted {
  python: PyodideInterface;
  how: string;
  /** The book's files, which a snapshot's Python has read already and needs for nothing but a reader's own imports. */
  book: ArrayBuffer;
}

export async function boot(): Promise<Booted> {
  const wheels = await listing;
  const book = bytes(wheels.book);
  book.catch(() => undefined);
  const { python, how } = await interpreter(wheels);
  return { python, how, book: await book };
}
