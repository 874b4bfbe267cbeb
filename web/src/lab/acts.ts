/** What a reader does on the page, and what becomes of it. */
import { pack } from "../data/share";
import { copy } from "../ui/address";
import { download } from "../ui/save-file";
import * as change from "./change";
import { refusal } from "./paste";
import type { Runner, Showing } from "./runner";
import { sidesOf, windowOf, type Acts, type Side } from "./view";
import type { LabTold, Study } from "../data/types";

const JSON_FILE = "application/json";
const NOTHING = "the text must be a zpool status, a zpool create line or a fio job, got nothing";

/** The page as acts know it. */
export interface Acting extends Showing {
  readonly runner: Runner;
  readonly root: HTMLElement;
  readonly edition: string;
  take(study: Study, isNew?: boolean, known?: LabTold): Promise<void>;
  openDoor(name: string): Promise<void>;
  /** Take the machine and its loads away. */
  clear(): void;
  /** Go back or forward among what the reader did. */
  go(step: number): void;
}

export function makeActs(page: Acting): Acts {
  let opener: HTMLElement | null = null;
  const take = (study: Study): void => void page.take(study);
  const study = (): Study => page.view.study;
  const tell = (error: Error): void => page.set({ notes: [error.message] });

  /** Run sides again that lack what is wanted of them now. */
  const runAgain = async (sides: Side[]): Promise<void> => {
    if (!sides.length || page.view.state !== "done" || page.view.refused) return;
    page.runner.forget(sides);
    page.runner.turn += 1;
    await page.runner.run(page.runner.turn);
  };

  // What asks first is done one after the other: keys and presses may come faster than answers.
  let last = Promise.resolve();
  const queue = (work: () => Promise<void>): void => void (last = last.then(work).catch(tell));

  const acts: Acts = {
    door: (name) => void page.openDoor(name),
    empty: () => page.clear(),
    undo: () => page.go(-1),
    redo: () => page.go(1),
    stop: () => {
      page.runner.turn += 1;
      page.set({ state: "done" });
    },
    run: () => {
      page.runner.turn += 1;
      page.runner.run(page.runner.turn).catch(tell);
    },
    hush: () => page.set({ notes: [] }),
    copy: (text, what) =>
      void copy(text).then((isCopied) =>
        page.set({ notes: [isCopied ? `Copied: ${what}.` : "The browser forbids copying."] }),
      ),
    share: async () => {
      const payload = await pack({
        v: 1,
        lab: study(),
        window: page.view.window,
        tab: page.view.tab,
        edition: page.edition,
      });
      const isCopied = await copy(`${location.origin}${location.pathname}#lab~${payload}`);
      const sentence = "whoever opens it sees this machine, its loads and its events.";
      page.set({
        notes: [
          isCopied
            ? `The link is copied: ${sentence}`
            : `The browser forbids copying; the address above is the link: ${sentence}`,
        ],
      });
      if (!isCopied) history.replaceState(history.state, "", `#lab~${payload}`);
    },
    save: () => download({ name: "study.json", text: `${JSON.stringify(study(), null, 1)}\n`, type: JSON_FILE }),
    trace: (side) => {
      const work = async (): Promise<void> => {
        if (!page.runner.hasRun(side)) await runAgain([side]);
        download({ name: `trace-${side}.json`, text: await page.runner.trace(side), type: JSON_FILE });
      };
      work().catch(tell);
    },
    machine: (side, name) => take(change.withMachine(study(), side, name)),
    type: (place, setting, text) => {
      const isLoad = typeof place === "number";
      const field = `${place}-${setting}`;
      page.set({ typed: { field, text, message: "" } });
      queue(async () => {
        const changed = isLoad ? change.withLoad : change.changed;
        const made = (changed as typeof change.withLoad)(study(), place as number, { [setting]: text });
        const told = await page.runner.describe(made);
        const name = isLoad ? `${study().loads[place]?.load}.${setting}` : setting;
        const message = told.refused?.message.replace(/^[ab]: /, "") ?? "";
        if (message.startsWith(`${name} must`)) page.set({ typed: { field, text, message } });
        else void page.take(made, true, told);
      });
    },
    untype: () => page.set({ typed: null }),
    set: (side, settings) => take(change.changed(study(), side, settings)),
    setLoad: (number, settings) => take(change.withLoad(study(), number, settings)),
    changeKind: (number, kind) => take(change.withKind(study(), number, kind)),
    addLoad: () => take(change.withMore(study())),
    dropLoad: (number) => take(change.withoutLoad(study(), number)),
    follow: (number) => take({ ...study(), followed: number }),
    paste: (place, text) => {
      const isLoad = typeof place === "number";
      const isOpen = ["paste", `load-${place}`].includes(page.view.opened?.what ?? "");
      if (!text.trim() && isOpen) return page.set({ pasteError: refusal("", NOTHING) });
      if (!text.trim()) return acts.open({ what: isLoad ? `load-${place}` : "paste", side: isLoad ? "a" : place });
      const work = async (): Promise<void> => {
        page.set({ isReading: true, pasteError: null });
        const { study: made, notes } = await page.runner.paste(study(), place, text, page.view.door !== null);
        page.set({ isReading: false });
        acts.open(null);
        if (made) await page.take(made, true, { notes });
      };
      return void work().catch((error: Error) =>
        page.set({ isReading: false, pasteError: refusal(text, error.message) }),
      );
    },
    compare: (on) => take(change.compared(study(), on)),
    happen: (kind, at) =>
      queue(async () => {
        page.set({ notes: ["Looks whether that can happen …"] });
        const { study: made, notes } = await page.runner.happen(study(), kind, at);
        if (made) void page.take(made, true, { notes });
      }),
    moveEvent: (number, at) => {
      const to = Math.min(page.view.setup?.seconds ?? 60, Math.max(0, at));
      take(change.withOther(study(), number, { at: to }));
    },
    nudgeEvent: (number, by) => acts.moveEvent(number, (study().events?.[number]?.at ?? 0) + by),
    switchEvent: (number, side) => take(change.switched(study(), number, side)),
    dropEvent: (number) => {
      // With the last flag goes its focus.
      if (study().events?.length === 1) page.root.querySelector<HTMLElement>(".brk")?.focus();
      take(change.withoutEvent(study(), number));
    },
    look: (window) => {
      page.set({ window });
      page.runner.look().catch(tell);
    },
    // From what is shown now: keys may come faster than pictures.
    slide: (begin, end) => {
      const [from, to] = windowOf(page.view);
      const seconds = page.view.setup?.seconds ?? 60;
      if (from + begin < 0 || to + end > seconds || to + end - from - begin < 1) return;
      acts.look([from + begin, to + end]);
    },
    open: (opened) => {
      if (!page.view.opened && opened) opener = document.activeElement as HTMLElement | null;
      page.set({ opened, beside: null, trials: new Map(), pasteError: null, typed: null });
      if (!opened) return opener?.focus();
      const first = ".set.open :is(textarea, input, .close)";
      const focus = (): void => {
        if (page.view.opened === opened) page.root.querySelector<HTMLElement>(first)?.focus(); // it may be closed again
      };
      requestAnimationFrame(() => requestAnimationFrame(focus));
      return void page.runner.beside().catch(tell);
    },
    tab: (tab) => {
      page.set({ tab });
      if (tab === "printed")
        runAgain(sidesOf(page.view).filter((side) => !page.view.runs[side]?.shown.printed)).catch(tell);
    },
    which: (which) => page.set({ which }),
  };
  return acts;
}
