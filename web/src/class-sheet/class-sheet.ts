/** The form of a class sheet, and its result: a table of links, as files too. Nothing is kept or sent. */
import { copy } from "../ui/address";
import { asSentence, el, find, onSubmit, tell } from "../ui/dom";
import { save, textBox } from "../ui/save-file";
import { plain } from "../data/numbers";
import type { Page } from "../python/page-parts";
import type { Sheet, SheetWish } from "../data/types";
import { addChoice } from "./choice";

type Made = Extract<Sheet, { rows: object }>;

const count = (n: number, what: string): string => `${plain(n, 0)} ${what}${n === 1 ? "" : "s"}`;

/** A row a student, a column an exercise. */
function tableOf({ rows }: Made, titles: Map<string, string>): HTMLElement {
  const asked = rows[0]?.given.map(({ exercise }) => titles.get(exercise) ?? exercise) ?? [];
  const head = ["Student", ...asked].map((title) => el("th", { scope: "col" }, title));
  const body = rows.map(({ id, name, given }) => {
    const who = el("th", { scope: "row" }, el("bdi", {}, name));
    if (id !== name) who.append(" ", el("span", { class: "cs-id" }, el("bdi", {}, id)));
    const cells = given.map(({ variant, link }, column) => {
      const number = plain(variant, 0);
      const label = `${asked[column]}, variant ${number}, of ${name}`;
      return el("td", { "data-title": asked[column] }, el("a", { href: link, "aria-label": label }, number));
    });
    return el("tr", {}, who, ...cells);
  });
  return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...body));
}

export function bringSheet(root: HTMLElement, page: Page): void {
  const form = find<HTMLFormElement>(root, "form");
  const field = (name: string): HTMLInputElement => find(form, `[name=${name}]`);
  const said = find(root, ".cs-said");
  const faults = find(root, ".cs-faults");
  const place = find(root, ".cs-made");
  const chosen = addChoice(form);
  let roster = "";
  let made: Made | null = null;
  field("url").value ||= new URL("..", page.live).href;

  const show = (sheet: Made | null, lines: string[]): void => {
    made = sheet;
    place.hidden = !sheet;
    faults.replaceChildren(...(lines.length ? [el("ul", {}, ...lines.map((line) => el("li", {}, line)))] : []));
    find(root, ".cs-wide").replaceChildren(...(sheet ? [tableOf(sheet, chosen.titles)] : []));
  };
  const make = async (): Promise<void> => {
    roster = field("roster").value;
    const wish: SheetWish = {
      roster,
      exercises: chosen.ids(),
      seed: field("seed").value,
      url: field("url").value,
    };
    tell(said, "Making the sheet…", "note");
    const reply = await page.engine.sheet(root, wish, (line) =>
      tell(said, line === null ? "Making the sheet…" : asSentence(line), "note"),
    );
    if ("kind" in reply) {
      tell(said, null);
      return show(null, reply.kind === "error" ? [reply.error.message] : []);
    }
    if ("faults" in reply) {
      tell(said, null);
      return show(null, reply.faults);
    }
    show(reply, []);
    const asked = count(reply.rows[0]?.given.length ?? 0, "exercise");
    tell(said, `${count(reply.rows.length, "student")}, ${asked} each.`, "note");
  };
  form.addEventListener("input", () => {
    if (!made) return;
    show(null, []);
    tell(said, "Something was changed: make the sheet again.", "note");
  });
  onSubmit(form, make);

  const on = (action: string, work: (sheet: Made) => unknown): void =>
    find(root, `[data-action=${action}]`).addEventListener("click", () => made && void work(made));
  on("copy-sheet", async ({ csv }) => {
    const text = csv.replace(/^\uFEFF/, "");
    const copied = await copy(text);
    if (copied) return tell(said, "The sheet is on the clipboard.", "note");
    const box = textBox("class-sheet.csv", text);
    tell(said, "The browser refuses the clipboard: copy the marked text, or save the CSV.", "note", box);
    box.select();
  });
  const files: Record<string, [string, string, (sheet: Made) => string]> = {
    "save-sheet": ["class-sheet.csv", "text/csv", ({ csv }) => csv],
    "save-roster": ["roster.csv", "text/csv", () => roster],
    "save-class": ["class.toml", "application/toml", ({ class_file }) => class_file],
  };
  for (const [action, [name, type, text]] of Object.entries(files))
    on(action, (sheet) => save(said, { name, type, text: text(sheet) }, ""));
  on("print-sheet", () => {
    root.dataset.printing = "";
    window.print();
  });
  window.addEventListener("afterprint", () => delete root.dataset.printing);
  root.dataset.ready = "";
  find<HTMLButtonElement>(root, "[data-action=make-sheet]").disabled = false;
}
