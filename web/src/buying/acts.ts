/** What a reader does with the tool, and what becomes of it. */
import { pack } from "../data/share";
import { copy } from "../ui/address";
import { download } from "../ui/save-file";
import { cellsOf } from "./csv";
import { show } from "./focus";
import { csvOf } from "./goods";
import type { Unjudged } from "./judge";
import { at, put } from "./met";
import { read } from "./said";
import type { Acts, Made, View } from "./view";

const LARGEST = 2_000_000;

/** The tool as acts know it. */
export interface Acting {
  readonly root: HTMLElement;
  readonly edition: string;
  readonly view: View;
  set(more: Partial<View>): void;
  /** Draw at once. */
  paint(): void;
  /** Take what a reader made, and judge it. */
  commit(more: Partial<Made>): void;
  go(step: number): void;
  /** Let the judge read tables. */
  check(goods: Made["goods"]): Promise<object>;
  open(index: number | null): Promise<void>;
}

export function makeActs(page: Acting): Acts {
  const { fixed } = page.view;
  const requirement = (place: string): View["fixed"]["requirements"][number] | undefined =>
    fixed.requirements.find((each) => each.at === place);
  /** What stands at a place that has no limit. */
  const none = (place: string): number | null => requirement(place)?.none ?? null;

  function type(place: string, text: string): void {
    const { wants, fixed } = page.view;
    const field = fixed.fields.find((each) => each.at === place);
    if (field?.words.length) return page.commit({ wants: put(wants, place, text === "yes") });
    const limit = requirement(place);
    const rule = limit ?? field;
    if (!rule) return;
    const column = fixed.columns[limit?.column ?? ""];
    const value = read(text, (column ?? field)?.units ?? {}, at(wants, place) as number | null, column, rule.typed);
    const isRight =
      value === null ? limit : value !== undefined && value >= (rule.least ?? 0) && value <= (rule.most ?? Infinity);
    if (isRight) return page.commit({ wants: put(wants, place, value ?? none(place)) });
    const got = text.trim() ? `“${text.trim().slice(0, 40)}”` : "nothing";
    page.set({
      typed: {
        field: place,
        text,
        message: `must be ${rule.right}${column?.odds ? " or 1 in 10,000" : ""}, got ${got}`,
      },
    });
  }

  async function drop(open: string, file: File): Promise<void> {
    if (file.size > LARGEST)
      return page.set({ note: `${file.name} is larger than ${LARGEST / 1e6} MB: no table of goods.` });
    const csv = await file.text();
    const [head = []] = cellsOf(csv);
    const alike = ({ csv: own }: { csv: string }): number =>
      (cellsOf(own)[0] ?? []).filter((each) => head.includes(each)).length;
    const best = fixed.tables.reduce((found, each) => (alike(each) > alike(found) ? each : found));
    const table = alike(best) < 2 ? open : best.name;
    const goods = { ...page.view.goods, [table]: csv };
    page.set({ note: `Reads ${file.name} …` });
    try {
      await page.check(goods);
    } catch (error) {
      const { message, refused } = error as Unjudged;
      // a table with rows is shown, so that its wrong cells can be mended
      if (!refused?.length)
        return page.set({ note: `${file.name} is not taken: ${message}. The table before it holds.` });
    }
    page.commit({ goods });
    const note = `${file.name} is the table of ${table} now; Undo brings back what was there.`;
    page.set({ table, over: "goods", note });
  }

  async function share(): Promise<void> {
    const { wants, against, goods } = page.view;
    const payload = await pack({ v: 1, buying: { wants, against, goods: {} }, edition: page.edition });
    const isCopied = await copy(`${location.origin}${location.pathname}#buying~${payload}`);
    const more = Object.keys(goods).length ? " Your tables are not in it: save them as CSV." : "";
    if (!isCopied) history.replaceState(history.state, "", `#buying~${payload}`);
    page.set({
      note: `${isCopied ? "The link is copied" : "The browser forbids copying; the address above is the link"}: whoever opens it sees these wants.${more}`,
    });
  }

  const acts: Acts = {
    purchase: (name) => {
      const found = fixed.purchases.find((each) => each.name === name);
      if (!found) return;
      page.set({ over: null });
      page.commit({ wants: found.wants });
    },
    type,
    untype: () => page.set({ typed: null }),
    drag: (place, value, done) => {
      const wants = put(page.view.wants, place, value ?? none(place));
      if (done) page.commit({ wants });
      else page.set({ wants, isFresh: false, isDragged: true });
    },
    against: (against) => page.commit({ against }),
    open: (index) => void page.open(index),
    hover: (hovered) => (hovered === page.view.hovered ? undefined : page.set({ hovered })),
    leave: () => {
      if (page.view.over) acts.over(null);
      else if (page.view.opened !== null) acts.open(null);
    },
    over: (over) => {
      const opener = page.view.over === "goods" ? ".goods-open" : ".load-line";
      const isInside = document.activeElement?.closest(".set.open, .load-line") != null;
      page.set({ over });
      page.paint();
      if (over) show(page.root);
      const to = over ? ".set.open :is(.fields input, [role=tab])" : opener;
      if (over || isInside) page.root.querySelector<HTMLElement>(to)?.focus({ preventScroll: over !== null });
    },
    table: (table) => page.set({ table }),
    goods: (name, csv) => {
      const rest = Object.fromEntries(Object.entries(page.view.goods).filter(([each]) => each !== name));
      page.commit({ goods: csv === null ? rest : { ...rest, [name]: csv } });
    },
    drop: (name, file) => void drop(name, file),
    save: (name) => void download({ name: `${name}.csv`, type: "text/csv", text: csvOf(page.view, name) }),
    undo: () => page.go(-1),
    redo: () => page.go(1),
    reset: () => page.commit({ wants: fixed.purchases[0]?.wants ?? {}, goods: {}, against: "loss" }),
    share: () => void share(),
    copy: (text, what) =>
      void copy(text).then((isCopied) =>
        page.set({ note: isCopied ? `${what} are copied.` : "The browser forbids copying." }),
      ),
    hush: () => page.set({ note: "" }),
  };
  return acts;
}
