/** The set-ups of a figure as buttons: three of them open, the others behind one more. */

export class SetUps {
  readonly #buttons: HTMLElement[];
  readonly #all: HTMLElement | null;

  constructor(root: HTMLElement, press: (name: string) => void) {
    this.#buttons = [...root.querySelectorAll<HTMLElement>("[data-preset]")];
    this.#all = root.querySelector<HTMLElement>("[data-action=presets]");
    for (const node of this.#buttons) node.addEventListener("click", () => press(node.dataset.preset ?? ""));
    // a button that peeps in counts as seen, and would keep a key's focus at the edge
    for (const node of this.#buttons)
      node.addEventListener("focus", () => {
        if (node.matches(":focus-visible")) node.scrollIntoView({ inline: "nearest", block: "nearest" });
      });
    this.#all?.addEventListener("click", () => this.#turn());
  }

  #turn(): void {
    const row = this.#all?.parentElement;
    if (!row || !this.#all) return;
    const open = row.toggleAttribute("data-all");
    const count = this.#buttons.filter((node) => node.hasAttribute("data-behind")).length;
    this.#all.setAttribute("aria-expanded", String(open));
    this.#all.textContent = open ? "fewer" : `${count} more`;
  }

  /** Which one's settings the figure has now, if any. */
  show(name: string | null): void {
    for (const node of this.#buttons) node.setAttribute("aria-pressed", String(node.dataset.preset === name));
  }
}
