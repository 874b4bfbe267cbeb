/** Help with an exercise: hints that open one by one, and a solution that asks before it shows. */
import { button, el, find, tell } from "./dom";
import type { Exercise } from "./types";

function loader(id: string, live: string): () => Promise<Exercise> {
  let loading: Promise<Exercise> | null = null;
  return () => {
    loading ??= fetch(new URL(`exercises/${id}.json`, live)).then((r) => {
      if (!r.ok) throw new Error(`the exercise could not be loaded (${r.status})`);
      return r.json() as Promise<Exercise>;
    });
    loading.catch(() => (loading = null));
    return loading;
  };
}

export function addHelp(root: HTMLElement, live: string, hints: { open: number; onOpen(open: number): void }): void {
  const load = loader(root.dataset.exercise ?? "", live);
  const message = find(root, ".ex-message");
  const hint = find<HTMLButtonElement>(root, "[data-action=hint]");
  const fail = (error: unknown): void => tell(message, (error as Error).message);

  const show = async (wanted: number): Promise<void> => {
    const exercise = await load();
    const open = Math.min(wanted, exercise.hints.length);
    if (open !== hints.open) hints.onOpen(open);
    hints.open = open;
    const list = find(root, ".ex-hints");
    list.hidden = open === 0;
    const items = exercise.hints.slice(0, open).map((html) => {
      const item = el("li");
      item.innerHTML = html;
      return item;
    });
    list.replaceChildren(...items);
    hint.disabled = open >= exercise.hints.length;
    hint.textContent = hint.disabled ? "No more hints" : open ? "Next hint" : "Hint";
  };

  const solve = async (): Promise<void> => {
    const { solution } = await load();
    tell(message, null);
    const code = el("pre", { tabindex: "0" }, el("code", {}, solution));
    const block = el("details", { class: "ex-solution", open: true }, el("summary", {}, "A solution"), code);
    root.querySelector(".ex-solution")?.remove();
    find(root, ".ex-tools").after(block);
  };

  hint.addEventListener("click", () => void show(hints.open + 1).catch(fail));
  find(root, "[data-action=solution]").addEventListener("click", () => {
    const yes = button("Show the solution", () => void solve().catch(fail), { "data-action": "solution-yes" });
    const no = button("Not yet", () => tell(message, null), { "data-action": "solution-no" });
    tell(message, "Your program stays where it is; the solution opens below it.", "note", yes, no);
    yes.focus();
  });
  if (hints.open > 0) void show(hints.open).catch(() => undefined);
}
