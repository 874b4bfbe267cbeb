/** Keeps what a reader has opened for when there is no network. With a network nothing is ever answered from here. */

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Asked extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ServiceWorker extends EventTarget {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

const worker = self as unknown as ServiceWorker;
const shelf = `book ${worker.registration.scope}`;

/** The same file need not be written again: the interpreter alone is several megabytes. */
const same = (a: Response | undefined, b: Response): boolean =>
  !!a && ["etag", "last-modified", "content-length"].every((name) => a.headers.get(name) === b.headers.get(name));

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(shelf);
  if (!same(await cache.match(request), answer)) await cache.put(request, answer);
}

async function fetched(asked: Asked): Promise<Response> {
  try {
    const answer = await fetch(asked.request);
    if (answer.ok && answer.type === "basic" && answer.status === 200) {
      asked.waitUntil(keep(asked.request, answer.clone()).catch(() => undefined));
    }
    return answer;
  } catch (error) {
    const kept = await (await caches.open(shelf)).match(asked.request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** A page that was loaded before this worker came tells what it has. */
worker.addEventListener("message", (event) => {
  const urls = (event as MessageEvent<{ keep?: string[] }>).data.keep ?? [];
  const mine = urls.filter((url) => url.startsWith(worker.registration.scope));
  const kept = Promise.all(mine.map(async (url) => keep(new Request(url), await fetch(url)).catch(() => undefined)));
  (event as unknown as Waiting).waitUntil(kept);
});
worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => (event as Waiting).waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const inside = asked.request.url.startsWith(worker.registration.scope);
  if (inside && asked.request.method === "GET") asked.respondWith(fetched(asked));
});
