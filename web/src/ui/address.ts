/** Addresses of places in this page, to be handed on. */
import { el, tell } from "./dom";

/** Whether the text is on the clipboard now. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts the address of this page with a fragment, a link to `what`, on the clipboard, and on the line in case that fails. */
export async function handOver(line: HTMLElement, fragment: string, what: string): Promise<void> {
  const url = new URL(location.href);
  url.hash = fragment;
  const box = el("input", {
    type: "text",
    readonly: true,
    class: "lf-link",
    value: url.href,
    "aria-label": `Link to ${what}`,
  });
  const copied = await copy(url.href);
  tell(line, copied ? `The link to ${what} is on the clipboard:` : `Copy this link to ${what}:`, "note", box);
  box.scrollLeft = box.scrollWidth; // what is linked to stands at its end
  if (copied) return;
  box.focus();
  box.select();
}
