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

/** Does the work of a form without sending it, also in a frame whose sandbox forbids forms: there no submit event comes, but the
 * click on a submit button does, and Enter in a field is one, too. */
export function onSubmit(form: HTMLFormElement, work: (pressed: HTMLElement | null) => unknown): void {
  const pass = (event: Event, pressed: HTMLElement | null): void => {
    event.preventDefault();
    work(pressed);
  };
  const submits = "button[type=submit]";
  form.addEventListener("click", (event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>(submits);
    if (pressed && !pressed.disabled) pass(event, pressed);
  });
  form.addEventListener("keydown", (event) => {
    const isDone = event.key === "Enter" && !event.isComposing && event.target instanceof HTMLInputElement;
    if (isDone && !form.querySelector(submits)) pass(event, null);
  });
  form.addEventListener("submit", (event) => pass(event, event.submitter));
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
