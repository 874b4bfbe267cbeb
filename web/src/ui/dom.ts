/** Small helpers for elements. */

type Attributes = Record<string, string | boolean | null | undefined>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (typeof value === "string") node.setAttribute(key, value);
  }
  if (tag === "pre" || tag === "code") node.translate = false;
  node.append(...children);
  return node;
}

export function button(text: string, onClick: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const node = el("button", { type: "button", ...attributes }, text);
  node.addEventListener("click", onClick);
  return node;
}

export function find<T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T {
  const node = root.querySelector<T>(selector);
  if (!node) throw new Error(`the page lacks ${selector}`);
  return node;
}

/** A line for the reader, with buttons that act on it; null hides it. */
export function tell(place: HTMLElement, text: string | null, tone = "error", ...actions: Node[]): void {
  place.hidden = text === null;
  place.dataset.tone = tone;
  place.replaceChildren(...(text === null ? [] : [text, ...actions.flatMap((a) => [" ", a])]));
}

export const setText = (node: Element | null, text: string): void => {
  if (node && node.textContent !== text) node.textContent = text;
};

/** A line as a sentence: with a capital, and a full stop where nothing else ends it. */
export const asSentence = (line: string): string =>
  line.charAt(0).toUpperCase() + line.slice(1) + (/[.…?!]$/.test(line) ? "" : ".");

/** Calls back once, when the element comes near. */
export function onceSeen(root: HTMLElement, work: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((e) => e.isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: "200px" },
  );
  observer.observe(root);
}
