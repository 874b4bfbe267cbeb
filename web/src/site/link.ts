/** Opens a link that carries settings or a variant; a link that cannot be used says so, and the page stays as it is. */
import { tell } from "../ui/dom";
import { forgetLost, lost } from "../ui/link-note";
import type { ExerciseView } from "../exercise/exercise";
import type { LiveFigure } from "../figure/live-figure";
import { turnFold } from "../figure/tools";
import { unusable } from "../data/params";
import { readVariantLink } from "../exercise/variants";
import { readWish, unmet } from "../figure/wish";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Opens the picture that a link names, else the first; says so if there is none of that name. */
function turn(view: LiveFigure, tab: string | undefined): string {
  const { tabs } = view.picture;
  if (tab === undefined || tabs.show(tab)) return "";
  tabs.show(tabs.names[0] ?? "");
  return `The link asks for another picture: ${unmet({ tab }, view.figure, tabs.names)}. Its first is shown.`;
}

/** Opens an exercise, of which the page shows the head alone. */
function unfold(id: string): HTMLElement | null {
  const exercise = document.getElementById(id);
  const fold = exercise?.querySelector<HTMLDetailsElement>(".ex-fold");
  if (fold) fold.open = true;
  return exercise;
}

export async function openLink(
  views: Map<string, LiveFigure>,
  exercises: Map<string, ExerciseView>,
  hash: string,
): Promise<void> {
  hash = hash.replace(/%7e/i, "~");
  forgetLost();
  if (!hash.includes("~")) {
    const [, kind] = /^#(fig|exercise)-/.exec(hash) ?? [];
    if (kind && !unfold(decoded(hash.slice(1)))) lost(kind === "fig" ? "a figure" : "an exercise");
    return;
  }
  const wished = readVariantLink(hash);
  if (wished) {
    const exercise = exercises.get(wished.id);
    if (!exercise) return lost("an exercise");
    unfold(`exercise-${wished.id}`);
    history.replaceState(history.state, "", `#exercise-${wished.id}`); // who comes back goes on where they were
    return exercise.visit(wished.named);
  }
  const { readHash, unpack } = await import("../data/share");
  const parts = readHash(hash);
  const view = parts && views.get(parts.figure);
  if (!view) return lost("a figure");
  view.root.scrollIntoView();
  if (/^([@:/]|%40|%3a|%2f)/i.test(parts.payload)) {
    const wish = readWish(decoded(parts.payload));
    const wrong = wish ? unmet(wish, view.figure, view.picture.tabs.names) : "it is cut or was changed";
    if (wish && wrong === null) return view.grant(wish);
    return tell(view.message, `This link cannot be used: ${wrong}. The figure stays as it is.`);
  }
  const shared = await unpack(parts.payload);
  const { figure } = view;
  const refuse = async (why: string): Promise<void> => {
    view.visit({}, figure.seed, null);
    if (view.good) await view.run();
    tell(view.message, `This link cannot be used: ${why}. The figure shows the book’s own settings.`);
  };
  if (!shared) return refuse("it is cut or was changed");
  if (shared.figure !== figure.id) return refuse("it belongs to another figure");
  const wrong = unusable(figure, shared.params, shared.seed);
  if (wrong) return refuse(wrong);

  const isOlder = shared.edition !== figure.edition;
  const older = "It was made with another edition of the book, so numbers may differ";
  const isOwn = shared.code === undefined || shared.code === (await view.shipped.code());
  const code = isOwn ? null : (shared.code ?? null);
  view.visit(shared.params, shared.seed, code);
  turn(view, shared.tab);
  if (code === null) {
    await view.run();
    // again, for which pictures there are follows from the run
    const note = `${isOlder ? `${older}. ` : ""}${turn(view, shared.tab)}`.trim();
    if (note) tell(view.message, note, "note");
    return;
  }
  turnFold(view.root, "code", true);
  await view.code.open();
  view.code.notice("This program is from a link, not from the book. Read it; it runs only when you press Run.");
  const names = isOlder ? ` ${older}, and names that it uses may be gone: those of today stand under it.` : "";
  tell(view.message, `This link brings its own program. It has not run yet.${names}`, "note");
}

/** Follow an anchor whose section, figure or exercise has moved to another page, with what the link carries. */
export function leadOn(hash: string): boolean {
  const [anchor = "", ...carried] = hash.slice(1).replace(/%7e/i, "~").split("~");
  const place = document.getElementById(anchor)?.dataset.movedTo;
  if (place) location.replace(new URL([place, ...carried].join("~"), location.href));
  return !!place;
}
