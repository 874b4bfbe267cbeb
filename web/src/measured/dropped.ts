/** Files that are dropped on a figure or on the lab, or chosen there: they are read below it, beside its machine. */
import { unreachable } from "../python/failure";
import type { WorkerClient } from "../python/worker-client";
import { el } from "../ui/dom";
import type { MeasuredView } from "./in-page";

export interface Against {
  /** What the files are held against, in words. */
  title: string;
  /** The machine, for Python, if it is not to be the one that the files name. */
  request?: () => object;
  live: string;
  make: (isFresh: boolean) => WorkerClient;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** `root` may have a button [data-action=mine] that opens the place without a drop. */
export function takeFiles(root: HTMLElement, against: Against): void {
  let view: Promise<MeasuredView> | null = null;
  const opened = async (): Promise<MeasuredView> => {
    const { MeasuredView: Made } = await import("./in-page");
    const place = el("section", { class: "ym-against", "aria-label": against.title });
    document.head.append(el("link", { rel: "stylesheet", href: new URL("measured.css", against.live).href }));
    root.after(place);
    return new Made(place, {
      ...against,
      away: () => {
        place.remove();
        view = null;
        root.querySelector<HTMLElement>("[data-action=mine]")?.focus();
      },
    });
  };
  const open = (files: File[]): void => {
    view ??= opened();
    view
      .then((made) => {
        made.take(files);
        made.show();
      })
      .catch((error: Error) => root.after(unreachable(error)));
  };
  for (const sign of ["dragover", "dragleave", "drop"] as const)
    root.addEventListener(sign, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      root.toggleAttribute("data-over", sign === "dragover");
      if (sign === "drop") open([...(event.dataTransfer?.files ?? [])]);
    });
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-action=mine]")) open([]);
  });
}
