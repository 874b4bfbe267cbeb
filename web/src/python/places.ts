/** Where an interpreter lives: a worker of the page for the book's own code, a worker that is shut in for a reader's. */
import type { Endpoint } from "comlink";
import { unreachable } from "./failure";
import { ABSENT, FRESH } from "./file-fault";
import type { Packed } from "./guest-room";
import type { Stage } from "./supply";

export interface Place {
  endpoint: Endpoint;
  /** Tell once why it could not begin. */
  failed(tell: (why: Error) => void): void;
  /** Report the progress of the page, if the page fetches the files. */
  staged(tell: (stage: Stage) => void): void;
  end(): void;
}

const SCRIPT = "worker.js";

/** The script that was to find the cause did not load either. */
const lost = (error: Error): Error => Object.assign(new Error(unreachable(error)), { name: ABSENT });

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
    import("./supply").then(
      ({ Supply }) => new Supply(live).whyNotLoaded(SCRIPT, new Error(message ?? "")),
      (error: Error) => lost(error),
    );
  return {
    endpoint: worker,
    failed: (tell) => worker.addEventListener("error", (event) => void why(event).then(tell)),
    staged: () => undefined,
    end: () => worker.terminate(),
  };
}

let packed: Promise<Packed> | undefined;
let stage: Stage | null = null;
const stageListeners = new Set<(stage: Stage) => void>();

async function packFor(live: string, isFresh: boolean): Promise<Packed> {
  const { pack } = await import("./guest-room").catch((error: Error) => {
    throw lost(error);
  });
  const tellAll = (now: Stage): void => {
    stage = now;
    for (const tell of stageListeners) tell(now);
  };
  return pack(live, tellAll, isFresh);
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
  packed ??= packFor(live, isFresh);
  packed.catch(() => (packed = undefined));
  packed
    .then(async (luggage) => {
      const { openFrame } = await import("./guest-room");
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
