/** The story with choices, in a page. Nothing is kept. */
import { render } from "preact";
import { find } from "../ui/dom";
import { StoryPage } from "./story";
import { ask, EMPTY, ended, say, type Chase, type Story } from "./story-state";

export function bringStory(root: HTMLElement): void {
  const story = JSON.parse(find(root.parentElement as HTMLElement, ".story-data").textContent) as Story;
  let chase: Chase = EMPTY;
  const go = (next: Chase, id = ""): void => {
    if (next === chase) return;
    chase = next;
    draw();
    const shown = id ? document.getElementById(id) : root.querySelector<HTMLElement>("[data-tool]");
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: "nearest" });
  };
  const draw = (): void => {
    render(
      <StoryPage
        story={story}
        chase={chase}
        deeds={{
          ask: (tool) => go(ask(story, chase, tool), `asked-${tool.id}`),
          say: (verdict) => {
            const next = say(story, chase, verdict);
            if (ended(story, next)) go(next, "story-end");
            else {
              chase = next;
              draw();
            }
          },
          again: () => go(EMPTY),
        }}
      />,
      root,
    );
  };
  root.replaceChildren();
  draw();
}
