/** What has to be done before a page is drawn, in a script of the plain kind, which runs from a file and on every host: the theme
 * that the reader chose, and one line where the page's own script cannot run. */

const KINDS = ["mode", "theme"] as const;

/** Where the browser refuses storage, the theme's script would end at its first use: it gets one that lives as long as the page. */
function storage(): Storage {
  try {
    return window.localStorage;
  } catch {
    const kept = new Map<string, string>();
    const memory = {
      isMemory: true,
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, String(value)),
      removeItem: (name: string) => void kept.delete(name),
    };
    Object.defineProperty(window, "localStorage", { value: memory });
    return memory as unknown as Storage;
  }
}

for (const kind of KINDS) document.documentElement.dataset[kind] = storage().getItem(kind) ?? "auto";

function tell(...parts: (string | HTMLElement)[]): void {
  const line = document.createElement("p");
  line.className = "wtg-stored";
  line.setAttribute("role", "alert");
  line.append(...parts);
  const show = (): void => (document.querySelector(".bd-article") ?? document.body).prepend(line);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
}

function code(text: string): HTMLElement {
  const node = document.createElement("code");
  node.translate = false;
  node.textContent = text;
  return node;
}

/** Describe the error of a script or of one that it imports, or return null. */
async function wrong(address: string): Promise<string | null> {
  const file = new URL(address).pathname;
  const answer = await fetch(address).catch(() => null);
  if (!answer) return `${file} did not come; check the connection and load the page again`;
  const type = answer.headers.get("content-type") ?? "no type";
  if (!answer.ok) return `the host answered ${answer.status} for ${file}`;
  if (!/javascript/.test(type)) return `the host sent ${file} as ${type}, not as text/javascript`;
  for (const [, part = ""] of (await answer.text()).matchAll(/\bfrom"(\.[^"]+)"/g)) {
    const why = await wrong(new URL(part, address).href);
    if (why) return why;
  }
  return null;
}

const own = document.currentScript as HTMLScriptElement | null;
if (location.protocol === "file:") {
  const folder = decodeURIComponent(new URL("..", own?.src ?? location.href).pathname);
  tell(
    "This page was opened as a file, and from files browsers run no figures and no exercises. In the folder ",
    code(folder),
    " start ",
    code("python3 -m http.server"),
    " and open ",
    code("http://localhost:8000/"),
    ".",
  );
} else {
  const failed = (event: Event): void => {
    const script = event.target;
    if (!(script instanceof HTMLScriptElement) || script.type !== "module") return;
    if (window.origin === "null") {
      const link = document.createElement("a");
      [link.href, link.target, link.textContent] = [location.href, "_blank", "Open it in a window of its own"];
      return tell("Figures and exercises cannot run in this frame: its sandbox lacks allow-same-origin. ", link, ".");
    }
    void wrong(script.src).then((why) =>
      tell(`Figures and exercises cannot run here: ${why ?? `${script.src}: the browser refused it`}.`),
    );
  };
  window.addEventListener("error", failed, { capture: true });
}
