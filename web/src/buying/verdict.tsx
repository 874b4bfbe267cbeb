/** What the judgement comes to, in a sentence, and what the page does just now. */
import type { JSX } from "preact";
import { verdict } from "./beside";
import { judgedIn } from "./parts";
import { ranks } from "./table";
import { listed, type View } from "./view";

const whole = (value: number): string => value.toLocaleString("en-US");

/** Whether the candidates are of what was asked before. */
export const isOld = (view: View): boolean => !view.isFresh && !view.isDragged;

/** What the page does just now. */
function pill(view: View): [string, string] {
  const [judged, all] = [judgedIn(view.judged), view.judged.builds.length];
  if (view.state === "judging")
    return [view.isFresh ? `has judged ${whole(judged)} of ${whole(all)} pools …` : "judges all pools …", "warn"];
  if (isOld(view)) return ["not judged", "bad"];
  const edge = listed(view);
  const ran = edge.filter((i) => view.refined.has(i)).length;
  const count = `${whole(judged)} pools`;
  const took = view.took === null ? count : `${count} in ${view.took.toFixed(1)} s`;
  if (view.state === "refining" && ran < edge.length)
    return [`${took}; the machine runs ${ran + 1} of ${edge.length} …`, "warn"];
  return [ran ? `${took}; the machine ran ${ran} of the ${edge.length} on the edge` : took, "ok"];
}

/** How far a judgement is: where nothing is judged yet, it only says that it goes on. */
function Progress({ view }: { view: View }): JSX.Element | null {
  if (view.state !== "judging") return null;
  const share = view.isFresh ? judgedIn(view.judged) / view.judged.builds.length : undefined;
  return <progress value={share} aria-label="judged" />;
}

export function Verdict({ view }: { view: View }): JSX.Element {
  const [words, tone] = pill(view);
  const moved = [...ranks(view).values()].filter(([was, is]) => was !== is).length;
  return (
    <div class="verdict-line">
      <p>
        {isOld(view) ? <em>What you ask now is not judged yet. Of the pools judged before: </em> : null}
        <strong>{verdict(view)}</strong>{" "}
        {moved ? `${moved} of the edge stand elsewhere by the machine than by the closed form.` : ""}
      </p>
      <span class={`state ${tone}`} role="status" aria-live="off">
        {words}
        <Progress view={view} />
      </span>
    </div>
  );
}
