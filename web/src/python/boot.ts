/** Starts the interpreter: from a memory snapshot when there is one, else plainly. */
import { loadPyodide, type Create, type PyodideInterface } from "./pyodide/pyodide.mjs";
import { unpacked, type Bytes } from "../data/gzip";
import { lacks } from "../data/policy";
import { isOfFile } from "./file-fault";
import { HOME, type Supply, type Wheels } from "./supply";

export const GIB = 1 << 30;
const WASM = `${HOME}pyodide.asm.wasm`;
/** The smallest WebAssembly module: a policy that refuses it refuses the interpreter. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Unpack a file into a buffer of exactly its size. */
async function unpackTo(place: Bytes, name: string, supply: Supply): Promise<void> {
  const answer = await supply.open(name);
  const body = await unpacked(answer.body as ReadableStream<Bytes>);
  let filled = 0;
  await body.pipeTo(
    new WritableStream({
      write: (chunk) => {
        place.set(chunk, filled);
        filled += chunk.length;
      },
    }),
  );
  if (filled !== place.length) throw new Error(`${name} holds ${filled} bytes, not ${place.length}`);
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

export const addressOf = (asked: RequestInfo | URL): string =>
  typeof asked === "string" ? asked : asked instanceof URL ? asked.href : asked.url;

/** Let the loader's own requests for files go through the supply. */
function supplied(supply: Supply): () => void {
  const own = globalThis.fetch;
  const home = new URL(HOME, supply.live).href;
  globalThis.fetch = (asked, options) => {
    const url = addressOf(asked);
    return url.startsWith(home) ? supply.open(HOME + url.slice(home.length)) : own(asked, options);
  };
  return () => (globalThis.fetch = own);
}

/** The interpreter's loader waits for ever where its module cannot be compiled; `fail` is called then. */
function compiling(supply: Supply, fail: (why: Error) => void): () => void {
  const own = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const done = await own.call(WebAssembly, source, imports);
      supply.reach("start");
      return done;
    } catch (error) {
      const why = error as Error;
      fail(isOfFile(why) ? why : new Error(`${WASM} cannot be compiled (${supply.received(WASM)}): ${why.message}`));
      throw error;
    }
  };
  return () => (WebAssembly.instantiateStreaming = own);
}

async function loaded(supply: Supply, options: object): Promise<PyodideInterface> {
  let restore = (): unknown => undefined;
  const uncompiled = new Promise<never>((_, reject) => (restore = compiling(supply, reject)));
  uncompiled.catch(() => undefined);
  try {
    const indexURL = new URL(HOME, supply.live).href;
    return await Promise.race([loadPyodide({ indexURL, ...options }), uncompiled, supply.failed]);
  } finally {
    restore();
  }
}

/** A snapshot needs a heap of at least its own size; some builds start with a smaller one. It is unpacked while the
 * interpreter is compiled: its place is there from the start. */
async function restore(name: string, length: number, supply: Supply, glue: Promise<Create>): Promise<PyodideInterface> {
  const snapshot = new Uint8Array(length);
  const filled = unpackTo(snapshot, name, supply);
  filled.catch(() => undefined);
  const createPyodideModule: Create = async (settings) => {
    const create = await glue;
    const [module] = await Promise.all([create(settings), filled]);
    while (module.HEAP8.length < length) if (!module._malloc(1 << 20)) throw new Error("no memory");
    return module;
  };
  return loaded(supply, { _loadSnapshot: Promise.resolve(snapshot), createPyodideModule });
}

async function interpreter(wheels: Wheels, supply: Supply, glue: Promise<Create>): Promise<Started> {
  if (wheels.snapshot) {
    try {
      return { python: await restore(wheels.snapshot, wheels.memory, supply, glue), how: "snapshot" };
    } catch {
      supply.reach("fetch"); // the snapshot is an optimisation tied to one build; the plain start always works
    }
  }
  const createPyodideModule: Create = async (settings) => (await glue)(settings);
  return { python: await loaded(supply, { createPyodideModule }), how: "plain" };
}

/** Lay the files of an archive before Python. */
export function unpackInto(python: PyodideInterface, archive: ArrayBuffer): void {
  python.unpackArchive(archive, "wheel");
  python.runPython("import importlib; importlib.invalidate_caches()");
}

interface Started {
  python: PyodideInterface;
  how: string;
}
export interface Booted extends Started {
  /** The book's files, which a snapshot's Python has read already and needs for nothing but a reader's own imports. */
  book: ArrayBuffer;
}

async function mayCompile(): Promise<void> {
  await WebAssembly.compile(EMPTY).catch(() => {
    throw new Error(lacks("script-src", "'wasm-unsafe-eval'"));
  });
}

/** `glue` is the interpreter's own script: it is loaded first, and parsed while everything else is on its way. */
export async function boot(supply: Supply, glue: Promise<Create>): Promise<Booted> {
  glue.catch(() => undefined);
  await mayCompile();
  const restoreFetch = supplied(supply);
  try {
    const wheels = await supply.listing;
    const book = supply.bytes(wheels.book);
    book.catch(() => undefined);
    const started = await interpreter(wheels, supply, glue);
    return { ...started, book: await book };
  } finally {
    restoreFetch();
  }
}
