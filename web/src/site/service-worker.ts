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

/** The book's root, relative to the folder of this worker's script. */
declare const ROOT: string;

const worker = self as unknown as ServiceWorker;
const root = new URL(ROOT, worker.registration.scope).href;
const shelf = `book ${root}`;

/** When a copy was put away (ms since 1970). */
const KEPT = "x-book-kept";

/** Whether a host says itself, by what identifies a version, that it is the same file: then it need not be written again, for the
 * interpreter alone is several megabytes. A host that says nothing has its file written. */
const isSame = (a: Response | undefined, b: Response): boolean => {
  if (!a?.headers.has(KEPT)) return false;
  const says = (name: string): boolean => a.headers.has(name) && a.headers.get(name) === b.headers.get(name);
  return says("etag") || (says("last-modified") && says("content-length"));
};

/** A complete file of the book. A redirected answer is stored as a direct one: a browser refuses it otherwise. */
const isWhole = (answer: Response): boolean => answer.status === 200 && answer.type === "basic";

/** Every page of the book has this: a page for signing in or for missing files, which comes with status 200 too, has not. */
const OURS = '<meta name="book-edition"';
const isPageAddress = (url: string): boolean => /(\/|\.html|\/[^./]*)$/.test(new URL(url).pathname);

/** Return the part of an answer to store, or null if it is not the requested file. */
async function bodyOf(request: Request, answer: Response): Promise<BodyInit | null> {
  if (!isWhole(answer)) return null;
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer.body;
  const text = isPageAddress(request.url) ? await answer.text() : "";
  return text.includes(OURS) ? text : null;
}

/** Store an answer; return false if it is not the requested file. */
async function keep(request: Request, answer: Response): Promise<boolean> {
  const cache = await caches.open(shelf);
  if (isWhole(answer) && isSame(await cache.match(request), answer)) return true;
  const body = await bodyOf(request, answer);
  if (body === null) return false;
  const headers = new Headers(answer.headers);
  headers.set(KEPT, String(Date.now()));
  headers.delete("content-encoding"); // stored bytes are unpacked
  await cache.put(request, new Response(body, { headers }));
  return true;
}

/** The copy that was put away. An address may have an end or none: hosts serve `disks.html` as `disks`, and `x/index.html` as `x/`. */
async function keptFor(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(shelf);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found || request.mode !== "navigate") return found;
  const { origin, pathname } = new URL(request.url);
  const base = origin + pathname.replace(/(\/index\.html|\.html|\/)$/, "");
  for (const end of [".html", "/index.html", "/", ""]) {
    const other = await cache.match(base + end, { ignoreSearch: true });
    if (other) return other;
  }
  return undefined;
}

/** A page that was put away says when: its script makes a line of it. */
async function marked(kept: Response): Promise<Response> {
  const text = await kept.text();
  const mark = `<meta name="book-kept" content="${kept.headers.get(KEPT) ?? ""}">`;
  return new Response(text.replace("<head>", `<head>${mark}`), { headers: kept.headers });
}

async function fetched(asked: Asked): Promise<Response> {
  try {
    const answer = await fetch(asked.request);
    if (isWhole(answer)) asked.waitUntil(keep(asked.request, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const kept = await keptFor(asked.request);
    if (kept) return asked.request.mode === "navigate" ? marked(kept) : kept;
    if (asked.request.mode === "navigate") return notHere();
    throw error;
  }
}

const NOT_HERE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not stored yet</title>
<main style="font-family: system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem; line-height: 1.6">
<h1>This page is not stored yet</h1>
<p>There is no network, and this page has not been opened before. What you have opened can still be read.</p>
<p><a href="${root}">To the first page</a></p>
</main>
</html>`;

const notHere = (): Response =>
  new Response(NOT_HERE, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });

/** Fetches files of an edition one after the other, once; `name` is what they are. */
export async function keepAll(name: string, urls: () => Promise<string[]> | string[], edition: string): Promise<void> {
  const cache = await caches.open(shelf);
  const mark = new URL(name, root).href;
  if ((await (await cache.match(mark))?.text()) === edition) return;
  for (const url of inBook(await urls())) {
    if (!(await keep(new Request(url), await fetch(url)))) return;
  }
  await cache.put(mark, new Response(edition));
}

export const listed = async (list: string): Promise<string[]> =>
  ((await (await fetch(list)).json()) as string[]).map((name) => new URL(name, list).href);

interface Message {
  keep?: string[];
  pages?: string[];
  /** The address of a list of the files without which nothing runs. */
  list?: string;
  edition?: string;
}
const inBook = (urls: string[]): string[] => urls.filter((url) => url.startsWith(root));

async function keepRest({ pages = [], list, edition = "" }: Message): Promise<void> {
  await keepAll("edition", () => pages, edition);
  if (list) await keepAll("interpreter", () => listed(list), edition);
}

/** A page loaded before this worker started reports its files, and later the other pages. */
worker.addEventListener("message", (event) => {
  const message = (event as MessageEvent<Message>).data;
  const kept: Promise<unknown>[] = inBook(message.keep ?? []).map(async (url) =>
    keep(new Request(url), await fetch(url)).catch(() => undefined),
  );
  if (message.pages) kept.push(keepRest(message).catch(() => undefined));
  (event as unknown as Waiting).waitUntil(Promise.all(kept));
});
worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => (event as Waiting).waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const inside = asked.request.url.startsWith(root);
  if (inside && asked.request.method === "GET") asked.respondWith(fetched(asked));
});
