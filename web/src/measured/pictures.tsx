/** The pictures of a file, one tab at a time, drawn as the book's figures are. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drawable, Panel, Row } from "../data/types";

const tabsOf = ({ panels }: Drawable): string[] => [...new Set(panels.map(({ tab }) => tab ?? ""))];
/** Narrower pictures cannot be read. */
const LEAST = 300;

/** Draw the panels of a tab into a place. */
async function draw(place: HTMLElement, picture: Drawable, rows: Row[], tab: string): Promise<void> {
  const { render } = await import("../plot/render");
  const panels = picture.panels.flatMap((panel: Panel, number) => (panel.tab === tab ? [number] : []));
  const width = Math.max(LEAST, place.clientWidth);
  place.replaceChildren(...render(picture, rows, { document, width, panels }));
}

export function Pictures({
  picture,
  rows,
  name,
}: {
  picture: Drawable;
  rows: Row[];
  name: string;
}): JSX.Element | null {
  const tabs = tabsOf(picture);
  const [tab, setTab] = useState(tabs[0] ?? "");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = place.current;
    if (!here) return undefined;
    let width = 0;
    const watch = new ResizeObserver(() => {
      if (here.clientWidth === width) return;
      width = here.clientWidth;
      void draw(here, picture, rows, tab);
    });
    watch.observe(here);
    return () => watch.disconnect();
  }, [picture, rows, tab]);
  if (!tabs.length) return null;
  return (
    <div class="ym-pictures">
      <div class="ym-tabs" role="group" aria-label={`Pictures of ${name}`}>
        {tabs.map((each) => (
          <button type="button" key={each} aria-pressed={each === tab} onClick={() => setTab(each)}>
            {each}
          </button>
        ))}
      </div>
      <div class="ym-picture" ref={place} role="img" aria-label={`${tab} of ${name}; its numbers stand in the table`} />
    </div>
  );
}
