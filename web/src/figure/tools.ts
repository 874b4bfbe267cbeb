/** The buttons of a figure, and what warms the interpreter up. */
import { handOver } from "../ui/address";
import { find, tell } from "../ui/dom";
import { save } from "../ui/save-file";
import { unreachable } from "../python/failure";
import type { FigureParts } from "./parts";
import { dataTable } from "./table";

/** The figure with its settings, for a link. */
async function payloadOf({ figure, controls, code, picture }: FigureParts): Promise<string> {
  const { pack } = await import("../data/share");
  const { names, open } = picture.tabs;
  const edited = code.edited;
  return pack({
    v: 1,
    figure: figure.id,
    params: controls.params,
    seed: controls.seed,
    edition: figure.edition,
    ...(edited !== null && { code: edited }),
    ...(names.length > 1 && { tab: open }),
  });
}

async function share(view: FigureParts): Promise<void> {
  await handOver(view.message, `fig-${view.figure.id}~${await payloadOf(view)}`, "this figure with these settings");
}

/** Opens or closes what stands under the line of folds; returns whether it is open now. */
export function turnFold(root: HTMLElement, action: string, open?: boolean): boolean {
  const button = find(root, `.lf-tools [data-action=${action}]`);
  const fold = find(root, `#${button.getAttribute("aria-controls")}`);
  const now = open ?? !fold.hasAttribute("data-open");
  fold.toggleAttribute("data-open", now);
  button.setAttribute("aria-expanded", String(now));
  return now;
}

async function showRows({ root, picture, figure }: FigureParts): Promise<void> {
  find(root, ".lf-rows").replaceChildren(dataTable(await picture.rows(), figure.title));
}

async function svg({ root, picture, figure, message }: FigureParts): Promise<void> {
  const { toSvg } = await import("./download");
  await picture.all();
  save(message, { name: `${figure.id}.svg`, type: "image/svg+xml", text: toSvg(root, figure.title) });
}

export function addTools(view: FigureParts): void {
  const { root, figure } = view;
  const on = (action: string, work: () => unknown): void => {
    root.querySelector(`[data-action=${action}]`)?.addEventListener("click", async () => {
      try {
        await work();
      } catch (error) {
        tell(view.message, unreachable(error as Error));
      }
    });
  };
  on("run", () => view.start());
  on("stop", () => view.stop());
  on("reset", () => view.reset());
  on("share", () => share(view));
  const link = root.querySelector<HTMLAnchorElement>(".lf-open-lab");
  const aim = async (): Promise<void> => {
    if (link) link.hash = `lab~${await payloadOf(view)}`;
  };
  for (const sign of ["pointerenter", "focus"]) link?.addEventListener(sign, aim); // before a click follows it
  on("csv", async () => {
    const { toCsv } = await import("./download");
    save(view.message, { name: `${figure.id}.csv`, type: "text/csv", text: toCsv(await view.picture.rows()) });
  });
  on("svg", () => svg(view));
  on("claims", () => turnFold(root, "claims"));
  on("about", () => turnFold(root, "about"));
  on("table", () => turnFold(root, "table") && showRows(view));
  on("code", () => {
    if (!turnFold(root, "code")) return undefined;
    view.page.engine.invite();
    return view.code.open();
  });
  root.addEventListener("wtg-run", () => {
    if (find(root, ".lf-data").hasAttribute("data-open")) void showRows(view);
  });
}
