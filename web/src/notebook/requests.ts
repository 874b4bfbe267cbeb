/** What a kernel asks its page for, files of the reader's and lines that are typed in, comes to the notebooks' service worker as
 * requests. The page answers them. Nobody else hears of these requests, so this stands before all other listeners. */

export interface Asked extends Event {
  readonly request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(answer: Promise<Response> | Response): void;
}
interface Message {
  requestId?: string;
  browsingContextId?: string;
  pathname?: string;
  response?: unknown;
}

let hear: (asked: Asked) => void = () => undefined;
/** The page asks whether this worker lives: every 20 s, the first time when its kernel has started. */
export const whenAsked = (work: typeof hear): void => void (hear = work);

const channel = new BroadcastChannel("/sw-api.v1");

async function askPage(request: Request): Promise<Response> {
  const asked = (await request.json()) as Message;
  asked.requestId ??= crypto.randomUUID();
  const { requestId, browsingContextId } = asked;
  const answer = new Promise<Response>((resolve) => {
    const take = ({ data }: MessageEvent<Message>): void => {
      if (data.requestId !== requestId || data.browsingContextId !== browsingContextId || !("response" in data)) return;
      channel.removeEventListener("message", take);
      resolve(Response.json(data.response));
    };
    channel.addEventListener("message", take);
  });
  channel.postMessage({ ...asked, pathname: new URL(request.url).pathname });
  return answer;
}

self.addEventListener("fetch", (event) => {
  const asked = event as Asked;
  const { origin, pathname } = new URL(asked.request.url);
  if (origin !== location.origin) return;
  const isAlive = pathname === "/api/service-worker-heartbeat";
  if (!isAlive && !/\/api\/(drive$|stdin\/)/.test(pathname)) return;
  asked.stopImmediatePropagation();
  asked.respondWith(isAlive ? new Response("ok") : askPage(asked.request));
  if (isAlive) hear(asked);
});
