/** Which request of a machine is followed: a choice for each machine that has several. */
import { el } from "../ui/dom";
import type { Scene } from "./scene";
import { headOf } from "./words";

export function followChoices(scene: Scene, follow: (machine: number, request: number) => void): Node[] {
  return scene.machines.flatMap((machine, n) => {
    if (machine.requests.length < 2) return [];
    const options = machine.requests.map(({ request, name }) => {
      const selected = scene.followed[n]?.request === request;
      return el("option", { value: String(request), selected }, name);
    });
    const label = `Request that is followed, ${headOf(machine)}`;
    const select = el("select", { "aria-label": label, title: label }, ...options);
    select.dataset.machine = String(n);
    select.addEventListener("change", () => follow(n, Number(select.value)));
    return [el("span", { class: "lf-follow-word" }, "follow "), select];
  });
}
