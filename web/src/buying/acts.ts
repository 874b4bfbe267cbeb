/** What a reader does with the tool, and what becomes of it. */
import { pack } from "../data/share";
import { copy } from "../ui/address";
import { download } from "../ui/save-file";
import { cellsOf } from "./csv";
import { csvOf } from "./goods";
import { at, put } from "./met";
import { read, written } from "./said";
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
  open(index: number | null): Promise<void>;
}

export function makeActs(page: Acting): Acts {
  const { fixed } = page.view;
  const requirement = (place: string): View["fixed"]["requirements"][number] | undefined =>
    fixed.requirements.find((each) => each.at === place);
  /** What stands at a place that has no limit. */
  const none = (place: string): number | null => requirement(place)?.none ?? null;

  function type(place: string, text: string): void {
    const { wants } = page.view;
    const before = at(wants, place);
    const now = typeof before === "number" ? before : null;
    const refuse = (wanted: string): void => {
      const message = `must be ${wanted}, got ${text.trim() ? `“${text.trim().slice(0, 40)}”` : "nothing"}`;
      page.set({ typed: { field: place, text, message } });
    };
    const found = requirement(place);
    const field = fixed.fields.find((each) => each.at === place);
    if (field?.words.length) return page.commit({ wants: put(wants, place, text === "yes") });
    const column = fixed.columns[found?.column ?? ""];
    const own = (column ?? field)?.units ?? {};
    const others = "GiB" in own ? fixed.typed : {};
    const value = read(text, own, now, column?.sign, column?.odds, others);
    if (field) {
      if (typeof value !== "number" || !(value > 0 || "%" in own)) return refuse(`such as ${written(now ?? 1, field)}`);
      if ("%" in own && value > 1) return refuse("0 to 100 %");
      return page.commit({ wants: put(wants, place, value) });
    }
    const names = Object.keys({ ...own, ...others }).filter(Boolean);
    if (value === undefined || (column?.odds && value !== null && value > 1))
      return refuse(
        column?.odds
          ? "a chance, such as 1 in 10,000 or 0.01 %"
          : `a number${names.length ? ` with ${names.join(", ")}` : ""}, or none`,
      );
    page.commit({ wants: put(wants, place, value ?? none(place)) });
  }

  async function drop(open: string, file: File): Promise<void> {
    if (file.size > LARGEST)
      return page.set({ note: `${file.name} is larger than ${LARGEST / 1e6} MB: no table of goods.` });
    const csv = await file.text();
    const [head = []] = cellsOf(csv);
    const alike = ({ csv: own }: { csv: string }): number =>
      (cellsOf(own)[0] ?? []).filter((each) => head.includes(each)).length;
    const own = fixed.tables.find(({ name }) => name === open) ?? fixed.tables[0];
    if (!own) return;
    const best = fixed.tables.reduce((found, each) => (alike(each) > alike(found) ? each : found), own);
    if (alike(best) < 2) {
      const names = (cellsOf(best.csv)[0] ?? []).slice(0, 3).join(", ");
      return page.set({ note: `${file.name} is no table of ${open}: its first line must name columns (${names}, …).` });
    }
    const table = best.name;
    page.commit({ goods: { ...page.view.goods, [table]: csv } });
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

  return {
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
    over: (over) => {
      const opener = page.view.over === "goods" ? ".goods-open" : ".load-line";
      page.set({ over });
      page.paint();
      page.root.querySelector(".set.open")?.scrollIntoView({ block: "nearest" });
      page.root.querySelector<HTMLElement>(over ? ".set.open :is(input, select, button)" : opener)?.focus();
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
}
