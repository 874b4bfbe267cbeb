/** A page that comes from this device because there is no network says which edition it is and how old the copy is. */
import { el } from "../ui/dom";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Say how long ago something was, in the largest unit that fits. */
export function ago(seconds: number): string {
  for (const [unit, length] of UNITS) {
    const n = Math.floor(seconds / length);
    if (n >= 1) return `${n} ${unit}${n === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

export function tellStoredCopy(edition: string): void {
  const kept = Number(document.querySelector<HTMLMetaElement>('meta[name="book-kept"]')?.content);
  if (!kept) return;
  const text = `No network: this is the copy that this device stored ${ago((Date.now() - kept) / 1000)}, edition ${edition}.`;
  const line = el("p", { class: "wtg-stored", role: "status" }, text);
  document.querySelector("main, .bd-article, body")?.prepend(line);
}
