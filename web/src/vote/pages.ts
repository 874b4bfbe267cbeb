/** The pages of a vote: question and options in letters that the last row can read, turned by keys. */

const [LARGEST, SMALLEST, LINES] = [44, 28, 720];
const GAP = 40;

/** The letters (px) of a screen: the smallest that are read from the last row, and the largest that are needed. */
export function lettersOf(height: number): { least: number; most: number } {
  const scale = Math.max(1, height / LINES);
  return { least: Math.round(SMALLEST * scale), most: Math.round(LARGEST * scale) };
}

/** The page that a step leads to; null if there is none. */
export const stepped = (page: number, step: number, count: number): number | null =>
  page + step >= 0 && page + step < count ? page + step : null;

const countOf = (box: HTMLElement): number =>
  Math.max(1, Math.round((box.scrollWidth + GAP) / (box.clientWidth + GAP)));

/** Whether something in the box that should not be broken is larger than a page. */
const isCut = (box: HTMLElement): boolean =>
  [...box.querySelectorAll<HTMLElement>("pre, table")].some(
    (part) =>
      Math.max(part.scrollWidth, part.offsetWidth) > box.clientWidth + 1 || part.offsetHeight > box.clientHeight,
  );

export class Pages {
  readonly #question: HTMLElement;
  readonly #options: HTMLElement;
  readonly #main: HTMLElement;
  /** The pages of the question and of the options. */
  #counts: [number, number] = [1, 1];
  #page = 0;

  constructor(main: HTMLElement) {
    this.#main = main;
    [this.#question, this.#options] = main.children as unknown as [HTMLElement, HTMLElement];
  }

  /** By turns the options follow the question; beside each other both are turned at once. */
  get #isByTurns(): boolean {
    return this.#main.dataset.layout === "turns";
  }

  get #count(): number {
    const [question, options] = this.#counts;
    return this.#isByTurns ? question + options : Math.max(question, options);
  }

  /** Which page is shown, of more than one. */
  get words(): string {
    return this.#count > 1 ? `page ${this.#page + 1} of ${this.#count} ↓↑` : "";
  }

  /** Goes to the first page; of an outcome to that of the votes. */
  begin(isOutcome: boolean): void {
    this.#page = isOutcome && this.#isByTurns ? this.#counts[0] : 0;
    this.#show();
  }

  turn(step: number): boolean {
    const page = stepped(this.#page, step, this.#count);
    if (page === null) return false;
    this.#page = page;
    this.#show();
    return true;
  }

  /** The largest letters with which the question fits on the screen, and its options beside it. With the smallest the
   * rest comes on further pages. By turns, each as wide as the screen, if that cuts less or takes fewer pages. */
  fit(): void {
    const option = this.#isByTurns ? this.#page - this.#counts[0] : -1;
    const beside = this.#lay("beside");
    const turns = beside > 1 ? this.#lay("turns") : beside;
    if (turns >= beside) this.#lay("beside");
    const page = option >= 0 && this.#isByTurns ? this.#counts[0] + option : this.#page;
    this.#page = Math.min(page, this.#count - 1);
    this.#show();
  }

  /** Lays both out, and returns how many pages that takes: no number of them is good if something is cut. */
  #lay(layout: "beside" | "turns"): number {
    const { least, most } = lettersOf(window.innerHeight);
    this.#main.dataset.layout = layout;
    this.#main.dataset.shown = "both";
    this.#counts = [this.#sized(this.#question, least, most), this.#sized(this.#options, least, most)];
    return isCut(this.#question) ? Infinity : this.#count;
  }

  /** Sets the letters of a box, and returns how many pages it has. */
  #sized(box: HTMLElement, least: number, most: number): number {
    for (let size = most; ; size = Math.max(least, size - 2)) {
      box.style.fontSize = `${size}px`;
      const picture = box.querySelector<HTMLElement>(".ex-narrow");
      if (picture) enlarge(picture, size, box);
      if (size === least || (countOf(box) === 1 && !isCut(box))) return countOf(box);
    }
  }

  #show(): void {
    const [questions] = this.#counts;
    const isOptions = this.#isByTurns && this.#page >= questions;
    this.#main.dataset.shown = !this.#isByTurns ? "both" : isOptions ? "options" : "question";
    const turned = (box: HTMLElement, page: number): void => box.scrollTo(page * (box.clientWidth + GAP), 0);
    turned(this.#question, Math.min(this.#page, questions - 1));
    turned(this.#options, Math.min(this.#isByTurns ? this.#page - questions : this.#page, this.#counts[1] - 1));
  }
}

/** Makes a picture as large as a page, and its letters at least as large as those of the text (px). */
function enlarge(picture: HTMLElement, size: number, page: HTMLElement): void {
  const drawn = [...picture.querySelectorAll("svg")];
  const boxes = drawn.map((svg) => svg.viewBox.baseVal);
  const [width, height] = [Math.max(...boxes.map((box) => box.width)), boxes.reduce((sum, box) => sum + box.height, 0)];
  if (!(width * height)) return;
  const scale = Math.min((page.clientWidth - size) / width, (page.clientHeight - 2 * size) / height);
  for (const [n, svg] of drawn.entries()) {
    svg.style.width = `${scale * (boxes[n]?.width ?? width)}px`;
    for (const text of svg.querySelectorAll("text")) {
      text.style.fontSize = "";
      if (scale * parseFloat(getComputedStyle(text).fontSize) < size) text.style.fontSize = `${size / scale}px`;
    }
  }
}
