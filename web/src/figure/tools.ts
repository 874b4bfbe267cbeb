/** The buttons of a figure, and what warms the interpreter up. */
import { handOver } from "../ui/address";
import { find, tell } from "../ui/dom";
import { save } from "../ui/save-file";
import { toCsv, toSvg } from "./download";
import type { Engine } from "../python/engine";
import { unreachable } from "../python/failure";
import type { FigureParts } from "./parts";
import { dataTable } from "./table";

async function share(view: FigureParts): Promise<void> {
  const { pack } = await import("../data/share");
  const { figure, controls, code } = view;
  const edited = code.edited;
  const payload = await pack({
    v: 1,
    figure: figure.id,
    params: controls.params,
    seed: controls.seed,
    edition: figure.edition,
    ...(edited !== null && { code: edited }),
  });
  await handOver(view.message, `fig-${figure.id}~${payload}`, "this figure with these settings");
}

async function table(view: FigureParts, button: HTMLElement): Promise<void> {
  const host = find(view.root, ".lf-data");
  host.hidden = !host.hidden;
  button.setAttribute("aria-expanded", String(!host.hidden));
  if (!host.hidden) host.replaceChildren(dataTable(await view.picture.rows(), view.figure.title));
}

export function addTools(view: FigureParts, engine: Engine): void {
  const { root, figure } = view;
  const on = (action: string, work: (button: HTMLElement) => unknown): void => {
    const button = root.querySelector<HTMLElement>(`.lf-tools [data-action=${action}]`);
    button?.addEventListener("click", async () => {
      try {
        await work(button);
      } catch (error) {
        tell(view.message, unreachable(error as Error));
      }
    });
  };
  on("run", () => view.start());
  on("stop", () => view.stop());
  on("reset", () => view.reset());
  on("share", () => share(view));
  on("csv", async () => save(`${figure.id}.csv`, "text/csv", toCsv(await view.picture.rows())));
  on("svg", () => save(`${figure.id}.svg`, "image/svg+xml", toSvg(root, figure.title)));
  on("table", (button) => table(view, button));
  on("code", (button) => {
    const show = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(show));
    return view.code.open(show);
  });
  root.addEventListener("wtg-run", () => {
    const host = find(root, ".lf-data");
    if (!host.hidden) void view.picture.rows().then((rows) => host.replaceChildren(dataTable(rows, figure.title)));
  });

  const warm = (): void => {
    engine.warm();
    import("../plot/render").catch(() => undefined); // drawing tells of it
  };
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  for (const part of root.querySelectorAll(".lf-controls, .lf-presets, .lf-tools")) {
    if (!saving) part.addEventListener("pointerenter", warm, { once: true });
    part.addEventListener("focusin", warm, { once: true });
    part.addEventListener("input", warm, { once: true });
  }
}
