/**
 * The worker that holds Python for a reader's program. It is shut in (`python/places.ts`): its policy lets it fetch nothing and
 * its origin is its own, so that the page gives it all files at the start.
 */
import { expose } from "comlink";
import type { Luggage } from "./python/places";

declare const self: { glue: string } & typeof globalThis;

addEventListener(
  "message",
  ({ data, ports }: MessageEvent<Luggage>) => void settle(data.files, ports[0] as MessagePort),
  {
    once: true,
  },
);

async function settle(files: Map<string, Blob>, port: MessagePort): Promise<void> {
  const named = (address: string): Blob | undefined => files.get(new URL(address).pathname.slice(1));
  globalThis.fetch = (address) => Promise.resolve(new Response(named(address as string) ?? null));
  self.glue = URL.createObjectURL(named(new URL("pyodide/pyodide.asm.mjs", import.meta.url).href) ?? new Blob());
  const { makeRemote } = await import("./python/remote");
  const remote = makeRemote((message) => port.postMessage(message));
  expose(remote, port);
  await remote.ready().catch(() => undefined); // whoever asked is told
  globalThis.fetch = () => Promise.reject(new TypeError("a program here reaches no network"));
}
