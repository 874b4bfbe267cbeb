/** The frame that shuts in a reader's program, and the files in it. It is loaded when a program is expected. */
import { refusedByPolicy } from "../data/policy";
import { Supply, type Stage } from "./supply";

/** What a guest is given. */
export interface Luggage {
  /** By the name that they have beside the page. */
  files: Map<string, Blob>;
}

/** From here on nothing is fetched and no script is loaded but what the page brings. A worker from a blob is under the same
 * rules. */
const POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:";
const PROGRAM = "guest.js";
const USHER = "usher.js";
const LISTING = "wheels.json";
const FILES = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"].map((name) => `pyodide/${name}`);

export interface Packed extends Luggage {
  program: Blob;
  usher: string;
}

/** Fetch all that a guest needs. */
export async function pack(live: string, tell: (stage: Stage) => void, isFresh: boolean): Promise<Packed> {
  const supply = new Supply(live, tell, isFresh);
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
export async function openFrame(live: string, usher: string): Promise<HTMLIFrameElement> {
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
