/** Starts the worker for a reader's program with what the page sends, and passes on what goes wrong. (A module has no blob to
 * come from here.) Its frame is shut in by a policy that stands behind this script. */
import { refusal } from "./data/policy";

interface Brought extends MessageEvent<{ program: Blob; files: Map<string, Blob> }> {
  readonly ports: readonly MessagePort[];
}

addEventListener(
  "message",
  ({ data, ports }: Brought) => {
    const say = (why: string): void => ports[1]?.postMessage(why);
    document.addEventListener("securitypolicyviolation", (event) => say(refusal(event)));
    const worker = new Worker(URL.createObjectURL(data.program));
    worker.onerror = (event) => say(event.message || "its worker could not be started");
    worker.postMessage({ files: data.files }, [ports[0] as MessagePort]);
  },
  { once: true },
);
parent.postMessage("here", "*");
