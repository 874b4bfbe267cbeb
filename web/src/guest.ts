/**
 * The worker that holds Python for a reader's program. It is shut in (`python/places.ts`): its policy lets it fetch nothing and
 * its origin is its own, so that the page gives it all files at the start.
 */
import { expose } from "comlink";
import { addressOf } from "./python/boot";
import type { Luggage } from "./python/guest-room";
import create from "./python/pyodide/pyodide.asm.mjs";

/** An address that no file has; those of the luggage are named as if they lay there. */
const NOWHERE = "http://book/";

addEventListener(
  "message",
  ({ data, ports }: MessageEvent<Luggage>) => void settle(data.files, ports[0] as MessagePort),
  {
    once: true,
  },
);

async function settle(files: Map<string, Blob>, port: MessagePort): Promise<void> {
  const named = (address: string): Blob | undefined => files.get(address.slice(NOWHERE.length));
  globalThis.fetch = (address) => Promise.resolve(new Response(named(addressOf(address)) ?? null));
  const { makeRemote } = await import("./python/remote");
  const remote = makeRemote(
    (message) => port.postMessage(message),
    NOWHERE,
    () => Promise.resolve(create),
  );
  expose(remote, port);
  await remote.ready().catch(() => undefined); // the caller gets the error
  globalThis.fetch = () => Promise.reject(new TypeError("a program here reaches no network"));
}
