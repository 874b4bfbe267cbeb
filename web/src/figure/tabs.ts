/** One picture at a time: the tabs of a figure, and what stands in each. */
import { button, el } from "../ui/dom";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  /** The names of the pictures that there are now. */
  names: string[];
  open: string;
  readonly #root: HTMLElement;
  readonly #list: HTMLElement | null;
  readonly #id: string;
  readonly #onOpen: () => void;
  #made = 0;

  /** `root` holds the pictures; `onOpen` is called when another one is shown. */
  constructor(root: HTMLElement, onOpen: () => void) {
    this.#root = root;
    this.#onOpen = onOpen;
    this.#id = root.closest(".live-figure")?.id ?? "figure";
    this.#list = root.parentElement?.querySelector<HTMLElement>(":scope > .lf-tabs") ?? null;
    this.names = this.#places().map((place) => place.dataset.tab ?? "");
    this.open = this.names[0] ?? "";
    this.#list?.addEventListener("click", (event) => {
      const tab = (event.target as HTMLElement).closest<HTMLElement>("[role=tab]");
      if (tab) this.show(tab.dataset.openTab ?? "");
    });
    this.#list?.addEventListener("keydown", (event) => this.#step(event));
    this.#tell();
  }

  #places(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>(":scope > .lf-tab")];
  }
  #buttons(): HTMLElement[] {
    return [...(this.#list?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
  }

  #step(event: KeyboardEvent): void {
    const { length } = this.names;
    const at = this.names.indexOf(this.open);
    const to = { Home: 0, End: length - 1 }[event.key] ?? (at + (STEPS[event.key] ?? 0) + length) % length;
    if (to === at) return;
    event.preventDefault();
    this.show(this.names[to] ?? "");
    this.#buttons()[to]?.focus();
  }

  /** Where the pictures of a tab are. */
  place(name: string): HTMLElement {
    const there = this.#places().find((place) => place.dataset.tab === name);
    if (there) return there;
    const id = `${this.#id}-tab-new-${++this.#made}`;
    const made = el("div", { class: "lf-tab", "data-tab": name, id });
    if (name) made.append(el("p", { class: "lf-tab-name" }, name));
    return made;
  }

  /** Sets the pictures; removes the others. */
  set(names: string[]): void {
    if (names.join("\n") === this.names.join("\n")) return;
    this.names = names;
    const wanted = names.map((name) => this.place(name));
    for (const place of this.#places()) if (!wanted.includes(place)) place.remove();
    // a moved node would lose the focus
    wanted.forEach((place, i) => {
      if (this.#root.children[i] !== place) this.#root.insertBefore(place, this.#root.children[i] ?? null);
    });
    const known = new Map(this.#buttons().map((tab) => [tab.dataset.openTab, tab]));
    const made = (name: string): HTMLElement => button(name, () => undefined, { role: "tab", "data-open-tab": name });
    this.#list?.replaceChildren(...names.map((name) => known.get(name) ?? made(name)));
    if (!names.includes(this.open)) this.open = names[0] ?? "";
    this.#tell();
  }

  /** Shows a picture; false if none has this name. */
  show(name: string): boolean {
    if (!this.names.includes(name)) return false;
    if (name === this.open) return true;
    this.open = name;
    this.#tell();
    this.#onOpen();
    return true;
  }

  #tell(): void {
    const several = this.#list !== null && this.names.length > 1;
    if (this.#list) this.#list.hidden = !several;
    for (const place of this.#places()) {
      const name = place.dataset.tab ?? "";
      place.toggleAttribute("data-open", name === this.open);
      const tab = this.#buttons().find((each) => each.dataset.openTab === name);
      if (!tab || !several) {
        for (const attribute of ["role", "aria-labelledby"]) place.removeAttribute(attribute);
        continue;
      }
      tab.id = `${place.id}-name`;
      tab.setAttribute("aria-controls", place.id);
      tab.setAttribute("aria-selected", String(name === this.open));
      tab.tabIndex = name === this.open ? 0 : -1;
      place.setAttribute("role", "tabpanel");
      place.setAttribute("aria-labelledby", tab.id);
    }
  }
}
