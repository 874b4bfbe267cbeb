/** Addresses of places in this page, to be handed on. */
import { el, tell } from "./dom";

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts the address of this page with a fragment on the clipboard, and on the line, to be copied by hand if need be. */
export async function handOver(line: HTMLElement, fragment: string, label: string): Promise<void> {
  const url = new URL(location.href);
  url.hash = fragment;
  const box = el("input", { type: "text", readonly: true, class: "lf-link", value: url.href, "aria-label": label });
  const copied = await copy(url.href);
  tell(line, copied ? "The link is on the clipboard:" : "Copy this link:", "note", box);
  if (copied) return;
  box.focus();
  box.select();
}
