/** The account of each machine's request as a table, for those who cannot see the bar. */
import { spent, type Machine, type Request } from "./machine";
import { duration, nameOf } from "./words";
import { el } from "../ui/dom";

export function accountTable(machines: Machine[], followed: (Request | undefined)[]): HTMLTableElement {
  const heads = ["machine", "request", "part", "served", "waiting"];
  const lines = machines.flatMap((machine, n) => {
    const request = followed[n];
    const parts = request ? spent(request, machine.until) : [];
    return parts.map(({ part, served, waiting }) => {
      const cells = [machine.title, request?.name ?? "", nameOf(machine, part), duration(served), duration(waiting)];
      return el("tr", {}, ...cells.map((text) => el("td", {}, text)));
    });
  });
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  return el("table", {}, el("caption", {}, "Where the time goes"), el("thead", {}, head), el("tbody", {}, ...lines));
}
