/** The number that a guess is scored against. */
import { defaults, presetValues } from "../data/params";
import type { Figure, Result } from "../data/types";
import type { Page } from "../python/page-parts";
import type { Listener } from "../python/starting";

function definition(id: string): Figure | null {
  const node = document.querySelector(`.live-figure[data-figure="${CSS.escape(id)}"] .lf-definition`);
  return node ? (JSON.parse(node.textContent ?? "") as Figure) : null;
}

type Built = Result & { presets?: Record<string, Result> };

/** The number the guess is scored against: from a run, or from the book's own run if none can be had. */
export async function modelAnswer(root: HTMLElement, page: Page, onStart: Listener): Promise<number> {
  const { figure: id = "", preset, value = "" } = root.dataset;
  const figure = definition(id);
  const built = async (): Promise<Result | null> => {
    const response = await fetch(new URL(`figures/${id}.json`, page.live)).catch(() => null);
    const base = response?.ok ? ((await response.json()) as Built) : null;
    return !base || !preset || base.preset === preset ? base : (base.presets?.[preset] ?? null);
  };
  let why = `there is no figure "${id}"`;
  let settings = figure && { params: defaults(figure), seed: figure.seed };
  if (figure && preset) settings = presetValues(figure, preset);
  if (!settings) {
    const base = await built();
    if (base) settings = { params: base.params, seed: base.seed };
  }
  if (settings) {
    const outcome = await page.engine.run(
      root,
      { figure: id, ...settings, code: null },
      false,
      () => undefined,
      onStart,
    );
    if (outcome.kind === "done") {
      const found = outcome.result.values[value];
      if (typeof found === "number") return found;
      why = `the figure gives no "${value}"`;
    } else if (outcome.kind === "error") why = outcome.error.message;
    else why = "the run was stopped";
  }
  const base = await built();
  const found = base?.values[value];
  if (typeof found === "number") return found;
  throw new Error(why);
}
