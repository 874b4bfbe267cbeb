/** Hands the reader a file. In a frame the page around it may forbid that in silence, so there the text can be copied, too. */
import { copy } from "./address";
import { button, el, tell } from "./dom";

export interface Saved {
  name: string;
  type: string;
  text: string;
}

/** Whether another page holds this one. */
export function isFramed(): boolean {
  try {
    return window.top !== window;
  } catch {
    return true;
  }
}

export function download({ name, type, text }: Saved): string {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return url;
}

/** A box from which a text can be copied by hand. */
export function textBox(name: string, text: string): HTMLTextAreaElement {
  const box = el("textarea", { readonly: true, rows: "4", class: "wtg-text", translate: "no", "aria-label": name });
  box.value = text;
  return box;
}

/** The text with what copies and opens it. */
function otherWays(line: HTMLElement, { name, type, text }: Saved): Node[] {
  const box = textBox(name, text);
  const said = el("span", { role: "status" });
  const copied = button("Copy the text", async () => {
    const done = await copy(text);
    said.textContent = done ? `The text of ${name} is on the clipboard.` : "It is marked below: copy it from there.";
    if (done) return;
    box.select();
  });
  const opened = button("Open in a new tab", () => {
    const tab = window.open(URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` })), "_blank");
    if (!tab) said.textContent = "The page around this one forbids a new tab: copy the text.";
  });
  line.dataset.open = "";
  return [copied, opened, said, box];
}

/** Save a file, and say so on the line after `said` (nothing, where that is null and the browser itself shows the file). */
export function save(line: HTMLElement, file: Saved, said: string | null = null, tone = "note"): void {
  download(file);
  if (isFramed()) {
    const why = `If no file ${file.name} arrived, the page around this one forbids it; then copy its text or open it.`;
    return tell(line, [said, why].filter(Boolean).join(" "), tone, ...otherWays(line, file));
  }
  if (said !== null) tell(line, `${said} Your browser saves it as ${file.name}, where it puts downloads.`.trim(), tone);
}
