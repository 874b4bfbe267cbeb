/** Where an interpreter lives: a worker of the page for the book's own code, a worker that is shut in for a reader's. */
import type { Endpoint } from "comlink";
import { refusedByPolicy } from "../data/policy";
import { FRESH, Supply, type Stage } from "./supply";

/** What a guest is given. */
export interface Luggage {
  /** By the name that they have beside the page. */
  files: Map<string, Blob>;
}
export interface Place {
  endpoint: Endpoint;
  /** Tell once why it could not begin. */
  failed(tell: (why: Error) => void): void;
  /** Tell how far the page has come that brings its files, if the page does so. */
  staged(tell: (stage: Stage) => void): void;
  end(): void;
}

const SCRIPT = "worker.js";

/** A place where nothing can begin. */
const nowhere = (why: Error): Place => ({
  endpoint: new MessageChannel().port1,
  failed: (tell) => void Promise.resolve(why).then(tell),
  staged: () => undefined,
  end: () => undefined,
});

/** `isFresh`: past the browser's own copies of the files, with which the last one could not start. */
export function inThePage(live: string, isFresh: boolean): Place {
  let worker: Worker;
  try {
    worker = new Worker(new URL(SCRIPT + (isFresh ? FRESH : ""), live), { type: "module", name: "figures" });
  } catch (error) {
    const isStranger = globalThis.origin === "null";
    const line = "the frame in which this page is shown allows no workers: open the page in a tab of its own";
    return nowhere(isStranger ? new Error(line) : (error as Error));
  }
  const why = ({ message }: ErrorEvent): Promise<Error> =>
    new Supply(live).whyNotLoaded(SCRIPT, new Error(message ?? ""));
  return {
    endpoint: worker,
    failed: (tell) => worker.addEventListener("error", (event) => void why(event).then(tell)),
    staged: () => undefined,
    end: () => worker.terminate(),
  };
}

/** From here on nothing is fetched and no script is loaded but what the page brings. A worker from a blob is under the same
 * rules. */
const POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:";
const PROGRAM = "guest.js";
const USHER = "usher.js";
const LISTING = "wheels.json";
const FILES = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"].map((name) => `pyodide/${name}`);

interface Packed extends Luggage {
  program: Blob;
  usher: string;
}

let packed: Promise<Packed> | undefined;
let stage: Stage | null = null;
const stageListeners = new Set<(stage: Stage) => void>();

async function pack(live: string, isFresh: boolean): Promise<Packed> {
  const tellAll = (now: Stage): void => {
    stage = now;
    for (const tell of stageListeners) tell(now);
  };
  const supply = new Supply(live, tellAll, isFresh);
  const { snapshot, book } = await supply.listing;
  const files = new Map([[LISTING, new Blob([JSON.stringify(await supply.listing)])]]);
  const names = [PROGRAM, USHER, ...FILES, book, ...(snapshot ? [snapshot] : [])];
  await Promise.all(names.map(async (name) => files.set(name, new Blob([await supply.bytes(name)]))));
  const program = new Blob([files.get(PROGRAM) as Blob], { type: "text/javascript" });
  const usher = await (files.get(USHER) as Blob).text();
  for (const name of [PROGRAM, USHER]) files.delete(name);
  return { files, program, usher };
}

/** A frame of an origin of its own, once the usher is in it: as a file of the book's, which a strict policy allows, else as it
 * stands here, which needs no network. */
async function openFrame(live: string, usher: string): Promise<HTMLIFrameElement> {
  const file = new URL(USHER, live).href;
  for (const script of [`<script src="${file}"></script>`, `<script>${usher}</script>`]) {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts");
    frame.hidden = true;
    frame.title = "A place for a reader's program";
    frame.srcdoc = `${script}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
    let isHere = false;
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === frame.contentWindow && data === "here") isHere = true;
    };
    addEventListener("message", hear);
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await loaded;
    await new Promise((resolve) => setTimeout(resolve)); // a message that was sent before is there before
    removeEventListener("message", hear);
    if (isHere) return frame;
    frame.remove();
  }
  const refused = refusedByPolicy("frame-src", "child-src", "script-src");
  throw new Error(refused ?? "the browser opened no frame for a program of your own");
}

/** Without network, without storage, without a way to the page but one channel. */
export function shutIn(live: string, isFresh: boolean): Place {
  const { port1: here, port2: there } = new MessageChannel();
  const { port1: trouble, port2: troubled } = new MessageChannel();
  let frame: HTMLIFrameElement | null = null;
  let isOver = false;
  let tell: (why: Error) => void = () => undefined;
  let tellStage: ((stage: Stage) => void) | null = null;
  trouble.onmessage = ({ data }) => tell(new Error(String(data)));
  if (isFresh) packed = undefined; // what it holds may be at fault
  packed ??= pack(live, isFresh);
  packed.catch(() => (packed = undefined));
  packed
    .then(async (luggage) => {
      frame = await openFrame(live, luggage.usher);
      if (isOver) frame.remove();
      else frame.contentWindow?.postMessage({ files: luggage.files, program: luggage.program }, "*", [there, troubled]);
    })
    .catch((error: Error) => tell(error));
  return {
    endpoint: here,
    failed: (listener) => (tell = listener),
    staged: (listener) => {
      stageListeners.add((tellStage = listener));
      if (stage) listener(stage);
    },
    end: () => {
      isOver = true;
      if (tellStage) stageListeners.delete(tellStage);
      frame?.remove();
      here.close();
      trouble.close();
    },
  };
}
