/** How a reader's bets went over the book: how many were right, how far the others were off, and whether that got better. */
import { plain } from "../data/numbers";
import { find, setText } from "../ui/dom";
import type { Page } from "../python/page-parts";
import { RIGHT } from "../predict/guess";
import type { PredictionWork } from "../work/work";

/** Numbers that a half must have before halves are compared. */
const LEAST = 4;
const times = (off: number): string => (off <= RIGHT ? "within a tenth" : `${plain(Number(off.toPrecision(2)))} times`);

/** The middle of one or more numbers. */
export function median(all: number[]): number {
  const ordered = [...all].sort((a, b) => a - b);
  const half = ordered.length / 2;
  return ((ordered[Math.ceil(half) - 1] as number) + (ordered[Math.floor(half)] as number)) / 2;
}

export interface Sum {
  made: number;
  right: number;
  /** Not scored: made in another edition, or the model did not answer. */
  unscored: number;
  /** Of numbers that went the right way: the factors. */
  factors: number[];
}

export function sumOf(bets: (PredictionWork | undefined)[]): Sum {
  const made = bets.filter((bet) => bet !== undefined);
  const scored = made.filter(({ off }) => off !== undefined);
  return {
    made: made.length,
    right: scored.filter(({ off = 0 }) => off && off <= RIGHT).length,
    unscored: made.length - scored.length,
    factors: scored.flatMap(({ answer, off }) => (typeof answer === "number" && off ? [off] : [])),
  };
}

/** What all bets say, in reading order. */
export function said(bets: (PredictionWork | undefined)[]): string {
  const { made, right, unscored, factors } = sumOf(bets);
  if (!made) return `You have made none of the ${bets.length} bets yet. Each chapter asks some, before it tells.`;
  const scored = made - unscored;
  const parts = [`You have made ${made} of the ${bets.length} bets.`];
  if (scored) parts.push(`${right} of ${scored} were right.`);
  if (factors.length) {
    const middle = median(factors);
    parts.push(
      middle <= RIGHT
        ? "In the middle your numbers were within a tenth."
        : `In the middle your numbers were off by a factor of ${plain(Number(middle.toPrecision(2)))}.`,
    );
  }
  const half = Math.floor(factors.length / 2);
  if (half >= LEAST) {
    const [first, second] = [median(factors.slice(0, half)), median(factors.slice(-half))];
    const better =
      second < first / 1.1
        ? "you got better"
        : second > first * 1.1
          ? "the later ones were harder for you"
          : "about the same";
    parts.push(`In the first half of the book it was ${times(first)}, in the second ${times(second)}: ${better}.`);
  }
  if (unscored)
    parts.push(`${unscored} ${unscored === 1 ? "is" : "are"} not scored yet: open the chapter and commit again.`);
  return parts.join(" ");
}

export class BetsView {
  readonly #root: HTMLElement;
  readonly #page: Page;

  constructor(root: HTMLElement, page: Page) {
    this.#root = root;
    this.#page = page;
    this.refresh();
  }

  refresh(): void {
    const { predictions } = this.#page.store.all();
    const all: (PredictionWork | undefined)[] = [];
    for (const row of this.#root.querySelectorAll<HTMLElement>("[data-predictions]")) {
      const bets = (row.dataset.predictions ?? "").split(" ").map((id) => predictions[id]);
      const { made, right, unscored, factors } = sumOf(bets);
      all.push(...bets);
      setText(row.querySelector(".bt-made"), `${made} of ${bets.length}`);
      setText(row.querySelector(".bt-right"), made - unscored ? `${right}` : "");
      setText(row.querySelector(".bt-off"), factors.length ? times(median(factors)) : "");
    }
    setText(this.#root.querySelector(".bt-said"), said(all));
    find(this.#root, ".bt-scroll").hidden = !all.some((bet) => bet !== undefined);
  }
}
