/** What can be broken. */
import type { JSX } from "preact";
import { clock } from "./amounts";
import type { Acts, View } from "./view";

export function Break({ view, acts }: { view: View; acts: Acts }): JSX.Element {
  const middle = (view.setup?.seconds ?? 60) / 2;
  return (
    <aside class="break" aria-label="Break something">
      <h2>Break something</h2>
      <p>Press, or drag onto the time axis.</p>
      <div class="brks">
        {view.fixed.failures.map(({ name, kind }) => (
          <button
            type="button"
            class="brk"
            disabled={view.state === "empty"}
            draggable
            key={kind}
            title={`At ${clock(middle)}; the arrow keys or the pointer move it from there`}
            onDragStart={(event) => event.dataTransfer?.setData("text/plain", kind)}
            onClick={() => acts.happen(kind, middle)}
          >
            {name}
          </button>
        ))}
      </div>
    </aside>
  );
}
