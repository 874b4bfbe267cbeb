/** The page's entry: brings figures, predictions, exercises and the page of progress to life. Everything heavy is loaded on demand. */
import { Engine } from "./python/engine";
import { ExerciseView } from "./exercise/exercise";
import { LiveFigure } from "./figure/live-figure";
import { takeFiles } from "./measured/dropped";
import { markContents } from "./site/contents";
import { keepInSight } from "./site/in-sight";
import { leadOn, openLink } from "./site/link";
import { readyWhenNear, whenFree } from "./site/near";
import { keepForOffline } from "./site/offline";
import { unreachable } from "./python/failure";
import { find, onSubmit, tell } from "./ui/dom";
import type { Page } from "./python/page-parts";
import { inThePage } from "./python/places";
import { WorkerClient } from "./python/worker-client";
import { printLight } from "./site/print";
import { tellStoredCopy } from "./site/stored-copy";
import { keepHeights } from "./site/stable-height";
import { bringWishes } from "./site/wishes";
import { bringPrediction } from "./predict/predict";
import { Store } from "./work/store";
import { addWork, warnOfUnsaved } from "./work/work-panel";

function meta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

function storage(): Storage | null {
  try {
    return "isMemory" in window.localStorage ? null : window.localStorage;
  } catch {
    return null;
  }
}

/** One broken figure must not take the others with it. */
function each(selector: string, work: (root: HTMLElement) => void): void {
  for (const root of document.querySelectorAll<HTMLElement>(selector)) {
    try {
      work(root);
    } catch (error) {
      root.dataset.broken = (error as Error).message;
    }
  }
}

const live = new URL(meta("book-live") ?? "./", document.baseURI).href;
const edition = meta("book-edition") ?? "0";
const page: Page = { live, edition, store: new Store(edition, storage()), engine: new Engine(live) };
/** Interpreters apart from the page's own. */
const own = { live, make: (isFresh: boolean): WorkerClient => new WorkerClient(inThePage(live, isFresh)) };
const views = new Map<string, LiveFigure>();
each(".live-figure", (root) => {
  const view = new LiveFigure(root, page);
  views.set(view.figure.id, view);
  keepHeights(root, view.figure.title);
  keepInSight(root);
  const { figure, controls } = view;
  const hasMachine = root.querySelector(".lf-open-lab") !== null;
  takeFiles(root, {
    ...own,
    title: hasMachine ? "Your files beside this figure\u2019s machine" : "Your files",
    ...(hasMachine && { request: () => ({ figure: figure.id, params: controls.params }) }),
  });
});
each(".predict[data-prediction]", (root) => bringPrediction(root, page));
const kept: { sync(): void }[] = [];
const exercises = new Map<string, ExerciseView>();
each(".exercise[data-exercise]", (root) => {
  const view = new ExerciseView(root, page);
  exercises.set(view.id, view);
  kept.push(view);
});
each(".progress-book", (root) => {
  import("./progress/progress")
    .then(({ ProgressView }) => {
      const view = new ProgressView(root, page);
      kept.push({ sync: () => view.refresh() });
      root.dataset.ready = "true";
    })
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".bets-book", (root) => {
  import("./progress/bets")
    .then(({ BetsView }) => {
      const view = new BetsView(root, page);
      kept.push({ sync: () => view.refresh() });
      root.dataset.ready = "true";
    })
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".lab-root", (root) => {
  import("./lab/in-page")
    .then(({ bringLab }) => {
      const lab = bringLab(root, page, own.make);
      const title = "Your files beside machine A";
      takeFiles(root, { title, request: () => ({ study: lab.view.study }), ...own });
    })
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".buying-root", (root) => {
  import("./buying/in-page")
    .then(({ bringBuying }) => bringBuying(root, page, storage(), own.make))
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".measured-root", (root) => {
  import("./measured/in-page")
    .then(({ bringMeasured }) => bringMeasured(root, page, own.make, whenFree))
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".story-root", (root) => {
  import("./hunt/story-in-page")
    .then(({ bringStory }) => bringStory(root))
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".hunt-game", (root) => {
  import("./hunt/in-page")
    .then(({ bringHunt }) => bringHunt(root, storage(), (isFresh) => new WorkerClient(inThePage(live, isFresh))))
    .catch((error: Error) => root.append(unreachable(error)));
});
each(".class-sheet", (root) => {
  import("./class-sheet/class-sheet")
    .then(({ bringSheet }) => bringSheet(root, page))
    .catch((error: Error) => tell(find(root, ".cs-said"), unreachable(error)));
});
each("form.bd-search", (root) => {
  const form = root as HTMLFormElement;
  onSubmit(form, () => {
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") address.searchParams.set(name, value);
    location.assign(address);
  });
});
page.store.watch(() => kept.forEach((view) => view.sync()));
warnOfUnsaved(page);
addWork(page);
printLight();
tellStoredCopy(edition);
markContents();
keepForOffline(live, edition);
readyWhenNear(views.values(), page.engine);
bringWishes(views);
async function open(): Promise<void> {
  if (!location.hash || /^#(lab|buying)~/.test(location.hash) || leadOn(location.hash)) return;
  const hash = location.hash.replace(/%7e/i, "~");
  if (hash.startsWith("#vote-")) return (await import("./vote/open")).openVote(page, hash);
  await openLink(views, exercises, location.hash);
}
void open();
window.addEventListener("hashchange", () => void open());
