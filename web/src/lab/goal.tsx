/** A level of the game: its target, what each machine gets and costs, and par. */
import type { JSX } from "preact";
import { ms, whole } from "./amounts";
import { nameOf, sidesOf, type Side, type View } from "./view";

type Level = NonNullable<NonNullable<View["setup"]>["goal"]>;

const billOf = (view: View, side: Side) => view.setup?.sides[side]?.bill ?? [];

/** What a machine costs (US dollars); null if a part of it has no known price. */
export function costOf(view: View, side: Side): number | null {
  const bill = billOf(view, side);
  return bill.length ? bill.reduce((sum, { dollars }) => sum + dollars, 0) : null;
}

/** What a machine costs, part by part. */
export const billWords = (view: View, side: Side): string =>
  billOf(view, side)
    .map(({ what, count, dollars }) => `${count === 1 ? "" : `${whole(count)} × `}${what} $${whole(dollars)}`)
    .join(", ");

/** How a machine stands in a level. Numbers of an older machine count for nothing. */
export function standing(view: View, side: Side, level: Level): { isMet: boolean; words: string } {
  const unfair = level.unfair[side];
  if (unfair) return { isMet: false, words: `Out of the game: ${unfair}` };
  const load = view.runs[side]?.shown.loads[level.load];
  const cost = costOf(view, side);
  if (cost === null) return { isMet: false, words: "Out of the game: a part of it has no known price." };
  if (!load || view.refused?.side === side || view.stale.includes(side) || view.state !== "done")
    return { isMet: false, words: "runs …" };
  const short = [
    load.rate < level.rate ? `${whole(Math.ceil(level.rate - load.rate))} a second too few` : "",
    load.p99 > level.p99 ? `p99 ${ms(load.p99 - level.p99)} too long` : "",
  ].filter(Boolean);
  if (short.length) return { isMet: false, words: `Not met: ${short.join(", ")}.` };
  const over = Math.round(cost - level.par);
  return { isMet: true, words: over > 0 ? `Met, for $${whole(over)} more than par.` : "Met, at par." };
}

export function Goal({ view }: { view: View }): JSX.Element | null {
  const level = view.setup?.goal;
  if (!level) return null;
  const isWon = sidesOf(view).some((side) => {
    const { isMet } = standing(view, side, level);
    return isMet && (costOf(view, side) ?? Infinity) < level.par + 1;
  });
  return (
    <section class="goal" aria-label={`The game: ${level.title}`}>
      <p>
        <strong>{level.title}.</strong> {view.setup?.loads[level.load]?.name}: {whole(level.rate)} a second or more, p99{" "}
        {ms(level.p99)} or less. Par: ${whole(level.par)}.
      </p>
      {sidesOf(view).map((side) => {
        const cost = costOf(view, side);
        return (
          <p key={side}>
            <b class={`chip ${side}`}>{nameOf(side)}</b>
            <strong role="status">{standing(view, side, level).words}</strong>{" "}
            {cost === null ? null : `$${whole(cost)}: ${billWords(view, side)}.`}
          </p>
        );
      })}
      {isWon ? <p>{level.after}</p> : null}
    </section>
  );
}
