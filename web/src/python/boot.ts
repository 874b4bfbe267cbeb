/** Starts the interpreter: from a memory snapshot when there is one, else plainly. */
import type { Create } from "./pyodide/pyodide.asm.mjs";
import { loadPyodide, type PyodideInterface } from "./pyodide/pyodide.mjs";

/** Where the interpreter's own script is: named when this is bundled. */
declare const GLUE: "./pyodide/pyodide.asm.mjs";
/** Comes first, for it is read while all else is on its way. */
const glue = import(GLUE) as Promise<{ default: Create }>;
glue.catch(() => undefined);

/** The archives that are unpacked: models and figures for all, the others when somebody is at an exercise. */
export interface Wheels {
  book: string;
  exercises: string;
  pytest: string;
  snapshot: string | null;
  /** Bytes of the snapshot once it is unpacked. */
  memory: number;
}

export const GIB = 1 << 30;
const live = new URL("./", import.meta.url);
const at = (name: string): string => new URL(name, live).href;

async function answered(name: string): Promise<Response> {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
export const bytes = async (name: string): Promise<ArrayBuffer> => (await answered(name)).arrayBuffer();

/** Unpacks a file into a place that is as large as what is in it. */
async function unpackTo(place: Uint8Array, name: string): Promise<void> {
  const response = await answered(name);
  let body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
  if (!response.headers.get("content-encoding")) body = body.pipeThrough(new DecompressionStream("gzip"));
  let filled = 0;
  await body.pipeTo(
    new WritableStream({
      write: (chunk) => {
        place.set(chunk, filled);
        filled += chunk.length;
      },
    }),
  );
  if (filled !== place.length) throw new Error(`${name}: ${filled} bytes, not ${place.length}`);
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

/** A snapshot needs a heap of at least its own size; some builds start with a smaller one. It is unpacked while the
 * interpreter is compiled: its place is there from the start. */
async function restore(name: string, length: number): Promise<PyodideInterface> {
  const snapshot = new Uint8Array(length);
  const unpacked = unpackTo(snapshot, name);
  const createPyodideModule: Create = async (settings) => {
    const { default: create } = await glue;
    const [module] = await Promise.all([create(settings), unpacked]);
    while (module.HEAP8.length < length) if (!module._malloc(1 << 20)) throw new Error("no memory");
    return module;
  };
  return loadPyodide({ indexURL: at("pyodide/"), _loadSnapshot: Promise.resolve(snapshot), createPyodideModule });
}

async function interpreter(wheels: Wheels): Promise<{ python: PyodideInterface; how: string }> {
  if (wheels.snapshot) {
    try {
      return { python: await restore(wheels.snapshot, wheels.memory), how: "snapshot" };
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
