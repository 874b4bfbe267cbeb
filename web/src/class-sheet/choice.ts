/** The boxes that choose the exercises of a class: one for all, one a chapter, one an exercise. */
import { find } from "../ui/dom";

export interface Choice {
  /** The chosen exercises in reading order. */
  ids: () => string[];
  titles: Map<string, string>;
}

const boxes = (root: ParentNode): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>("[name=exercise]")];

/** A box that stands for others: set, empty or between. */
function follow(box: HTMLInputElement, others: HTMLInputElement[]): void {
  const count = others.filter((each) => each.checked).length;
  box.checked = count === others.length;
  box.indeterminate = count > 0 && count < others.length;
}

export function addChoice(form: HTMLFormElement): Choice {
  const all = boxes(form);
  const chapters = [...form.querySelectorAll<HTMLElement>(".cs-chapter")];
  const groups = chapters.map((chapter): [HTMLInputElement, HTMLInputElement[]] => [
    find(chapter, "[data-chapter]"),
    boxes(chapter),
  ]);
  groups.push([find(form, "[data-all]"), all]);
  const refresh = (): void => groups.forEach(([box, others]) => follow(box, others));
  form.addEventListener("change", ({ target }) => {
    const group = groups.find(([box]) => box === target);
    if (group) for (const each of group[1]) each.checked = group[0].checked;
    refresh();
  });
  // a choice made before this script loaded
  for (const [box, others] of groups) if (box.checked) for (const each of others) each.checked = true;
  refresh();
  const titleOf = (box: HTMLInputElement): string => box.parentElement?.querySelector("span")?.textContent ?? box.value;
  return {
    ids: () => all.filter((box) => box.checked).map((box) => box.value),
    titles: new Map(all.map((box) => [box.value, titleOf(box)])),
  };
}
