/** Where an interpreter lives: a worker of the page for the book's own code, a worker that is shut in for a reader's. */
import type { Endpoint } from "comlink";

/** What a guest is given. */
export interface Luggage {
  /** By the name that they have beside the page. */
  files: Map<string, Blob>;
}
export interface Place {
  endpoint: Endpoint;
  /** Tells once why it could not begin. */
  failed(tell: (why: string) => void): void;
  end(): void;
}

export function inThePage(live: string): Place {
  const worker = new Worker(new URL("worker.js", live), { type: "module", name: "figures" });
  return {
    endpoint: worker,
    failed: (tell) =>
      worker.addEventListener("error", (event) => tell(event.message || "its files could not be loaded")),
    end: () => worker.terminate(),
  };
}

/** Nothing is fetched, no script is loaded but what the page brings. A worker from a blob is under the same rules. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:";
const PROGRAM = "guest.js";
const FILES = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"].map(
  (n) => `pyodide/${n}`,
);
const LISTING = "wheels.json";
/** Starts the worker with what the page sends, and passes on what goes wrong. (A module has no blob to come from here.) */
const USHER = `addEventListener("message", ({ data, ports }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([data.program], { type: "text/javascript" })));
  worker.onerror = (event) => ports[1].postMessage(event.message || "its files could not be loaded");
  worker.postMessage({ files: data.files }, [ports[0]]);
}, { once: true })`;

let packed: Promise<{ program: Blob; files: Luggage["files"] }> | undefined;

async function pack(live: string): Promise<{ program: Blob; files: Luggage["files"] }> {
  const fetched = async (name: string): Promise<Blob> => {
    const answer = await fetch(new URL(name, live));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.blob();
  };
  const listing = await fetched(LISTING);
  const { snapshot, book } = JSON.parse(await listing.text()) as { snapshot: string | null; book: string };
  const names = [PROGRAM, ...FILES, book, ...(snapshot ? [snapshot] : [])];
  const files = new Map([[LISTING, listing]]);
  await Promise.all(names.map(async (name) => files.set(name, await fetched(name))));
  return { program: files.get(PROGRAM) as Blob, files };
}

/** Without network, without storage, without a way to the page but one channel. */
export function shutIn(live: string): Place {
  const frame = document.createElement("iframe");
  const { port1: here, port2: there } = new MessageChannel();
  const { port1: trouble, port2: troubled } = new MessageChannel();
  let tell: (why: string) => void = () => undefined;
  trouble.onmessage = ({ data }) => tell(String(data));
  frame.sandbox.add("allow-scripts");
  frame.hidden = true;
  frame.title = "A place for a reader's program";
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${USHER}</script>`;
  packed ??= pack(live);
  packed.catch(() => (packed = undefined));
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  Promise.all([packed, loaded])
    .then(([luggage]) => frame.contentWindow?.postMessage(luggage, "*", [there, troubled]))
    .catch((error: Error) => tell(error.message));
  return {
    endpoint: here,
    failed: (listener) => (tell = listener),
    end: () => {
      frame.remove();
      here.close();
      trouble.close();
    },
  };
}
