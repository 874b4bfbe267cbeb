/** The whole machine in a notebook: the page's, with its answers from the notebook's kernel. */
import styles from "../styles/lab.css";
import tokens from "../styles/tokens.css";
import { el } from "../ui/dom";
import { LabView } from "./lab";
import type { Began } from "./start";
import type { Asker } from "./runner";

interface Reply {
  id: number;
  text: string;
}
/** What a widget's model offers of the kernel. */
export interface Kernel {
  get(name: "lab"): Began & { edition: string };
  send(message: object): void;
  on(event: "msg:custom", work: (message: unknown) => void): void;
  off(event: "msg:custom", work: (message: unknown) => void): void;
}

export function showLab(model: Kernel, root: HTMLElement): () => void {
  const waiting = new Map<number, (text: string) => void>();
  let count = 0;
  const hear = (message: unknown): void => {
    const { id, text } = message as Reply;
    waiting.get(id)?.(text);
    waiting.delete(id);
  };
  model.on("msg:custom", hear);
  const asker: Asker = {
    warm: () => undefined,
    ask: async <T extends object>(_side: string, method: string, request: object): Promise<T> => {
      const id = (count += 1);
      const text = await new Promise<string>((resolve) => {
        waiting.set(id, resolve);
        model.send({ id, method, text: JSON.stringify(request) });
      });
      return JSON.parse(text) as T;
    },
  };
  const place = el("div", { class: "lab-root", "data-guest": true });
  root.append(el("style", {}, tokens + styles), place);
  const { edition, ...began } = model.get("lab");
  new LabView(place, began, { live: document.baseURI, edition, asker, isPage: false });
  return () => model.off("msg:custom", hear);
}
