/** What the page shows where nothing could be judged. */
import type { Unjudged } from "./judge";
import { at } from "./met";
import { show, written } from "./said";
import type { View } from "./view";

/** The judge's own words, at the field that they name first, if there is one, and the wrong rows of a table. */
export function refusedIn(view: View, { message, refused }: Unjudged): Partial<View> {
  const { fixed, wants, over, judged } = view;
  const [name = ""] = message.split(" ");
  const places = [name, `asked.${name}`];
  const limit = fixed.requirements.find((each) => places.includes(each.at));
  const field = fixed.fields.find((each) => places.includes(each.at));
  const column = fixed.columns[limit?.column ?? ""];
  const place = limit ?? field;
  const value = at(wants, place?.at ?? "");
  const text = column ? show(value as number | null, column) : field ? written(value, field) : "";
  const isSeen = limit !== undefined || (field !== undefined && over === "load");
  return {
    state: "done",
    note: isSeen ? "" : message,
    typed: place ? { field: place.at, text, message } : null,
    judged: refused?.length ? { ...judged, refused } : judged,
  };
}
