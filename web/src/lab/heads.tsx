/** The heads of the columns of the machine. */
import type { JSX } from "preact";
import { span } from "./amounts";
import { eachTick } from "./lanes";
import { reach } from "./one";
import { followed, partOf, sidesOf, type Acts, type View, type Which } from "./view";

export function Heads({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const load = followed(view);
  const each = eachTick(view);
  const long = reach(view, view.which);
  const isSlowed = sidesOf(view).some((side) => partOf(view, side, "group")?.mark != null);
  const radio = (which: Which, words: string): JSX.Element => (
    <label>
      <input type="radio" name="lab-which" checked={view.which === which} onChange={() => acts.which(which)} />
      {words}
    </label>
  );
  return (
    <div class="heads">
      <h2>The machine</h2>
      <div class="hl">
        <span class="h-here">
          {load ? `the ${load.who}${each > 1 ? `, ${each} a tick` : ""}` : ""}
          <small>
            <svg width="9" height="11" aria-hidden="true">
              <path class="s" d="M1 0h6v11H1z" />
            </svg>{" "}
            waits{" "}
            <svg width="9" height="11" aria-hidden="true">
              <path class="w" d="M1.5 .5h5v10h-5z" />
            </svg>{" "}
            works{" "}
            <svg width="11" height="9" aria-hidden="true">
              <path class="p" d="M1 1v7M1 4.5h10" />
            </svg>{" "}
            p99
          </small>
        </span>
        <span class="h-use">
          in use
          <em aria-hidden="true">
            <svg width="3" height="10">
              <path class="d" d="M1.5 0v10" />
            </svg>{" "}
            each device{" "}
            {isSlowed ? (
              <>
                <svg width="4" height="10">
                  <path class="m" d="M2 0v10" />
                </svg>{" "}
                slows
              </>
            ) : null}
          </em>
          <small aria-hidden="true">
            <i style="left:0">0</i>
            <i style="left:50%">50</i>
            <i style="left:100%">100 %</i>
          </small>
        </span>
        <span class="h-wait">
          wait<small>median · p99</small>
        </span>
        <span class="h-one">
          one {load?.one ?? "request"}, the {radio("median", "median")} {radio("slow", "slowest 1 %")}
          <small aria-hidden="true">
            {(load ? [0, 0.2, 0.4, 0.6, 0.8] : []).map((share) => (
              <i style={`left:${share * 100}%`}>
                {share === 0
                  ? "0"
                  : span(share * long)
                      .replace(/\.0+(?=\s)/, "")
                      .replace(share < 0.8 ? /\s.*$/ : /$^/, "")}
              </i>
            ))}
          </small>
        </span>
      </div>
    </div>
  );
}
