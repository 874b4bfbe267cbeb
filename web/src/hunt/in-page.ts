/** Hunts in the page: the server runs in a worker of its own, begun when a reader begins. */
import { render, h } from "preact";
import type { WorkerClient } from "../python/worker-client";
import { find } from "../ui/dom";
import { Game, type Deeds } from "./game-page";
import { keep, scoresIn, withScore, type Scores } from "./kept";
import * as views from "./view";

type Answer = { error?: string } & Record<string, unknown>;
type Make = (isFresh: boolean) => WorkerClient;

export class Hunt implements Deeds {
  readonly #root: HTMLElement;
  readonly #fixed: views.Fixed;
  readonly #storage: Storage | null;
  readonly #make: Make;
  /** The exercise that the hunt is part of. */
  readonly #exercise: HTMLElement | null;
  #view: views.View | null = null;
  #fault = "";
  #scores: Scores;
  #client: WorkerClient | null = null;
  #tail: Promise<unknown> = Promise.resolve();
  /** Counts what is asked of the worker. */
  #asked = 0;

  constructor(root: HTMLElement, fixed: views.Fixed, storage: Storage | null, make: Make) {
    this.#root = root;
    this.#fixed = fixed;
    this.#storage = storage;
    this.#make = make;
    this.#exercise = root.closest<HTMLElement>(".exercise");
    this.#scores = scoresIn(storage);
    root.replaceChildren();
    const given = this.#exercise?.querySelector(".ex-prompt [data-given=seed]");
    if (given) new MutationObserver(() => this.#leave()).observe(given, { childList: true, characterData: true });
    const named = this.#exercise ? null : views.seedIn(location.search);
    if (typeof named === "number") this.begin(named);
    else this.#fault = named ?? "";
    this.#draw();
  }

  #draw(): void {
    const { probes, diagnoses, complaints } = this.#fixed;
    const props = { view: this.#view, fixed: { probes, diagnoses, complaints }, scores: this.#scores, deeds: this };
    render(h(Game, { ...props, fault: this.#fault, isExercise: this.#exercise !== null }), this.#root);
  }
  #set(change: Partial<views.View>, seed = this.#view?.seed): void {
    if (!this.#view || this.#view.seed !== seed) return; // another server took its place
    this.#view = { ...this.#view, ...change };
    this.#draw();
  }
  #leave(): void {
    this.#view = null;
    this.#draw();
  }

  begin(named?: number): void {
    const given = this.#exercise?.querySelector(".ex-prompt [data-given=seed]")?.textContent;
    const seed = given ? Number(given) : (named ?? views.drawn());
    this.#view = views.begun(seed);
    this.#fault = "";
    if (!this.#exercise) history.replaceState(history.state, "", views.addressOf(location.href, seed));
    this.#draw();
    if (named === undefined) find(this.#root, ".hu-complaint, .hu-bill").focus(); // the button that was pressed is gone
    const asked = this.#asked;
    void this.#ask("look", { now: true }, "The server starts")
      .then(() => new Promise((resolve) => setTimeout(resolve, 500)))
      .then(() => (this.#asked === asked + 1 ? this.#ask("look", { now: false }, "") : undefined)) // nobody waits
      .catch(() => undefined); // whoever asks is told
  }

  /** Ask the worker, one thing after the other. */
  #ask(method: "look" | "probe" | "judge", request: object, waits: string): Promise<Answer> {
    const seed = this.#view?.seed;
    this.#asked += 1;
    const work = async (): Promise<Answer> => {
      if (!this.#client || this.#client.dead) this.#client = this.#make(this.#client !== null);
      const client = this.#client;
      client.hasRead = (share) => this.#set({ share }, seed);
      this.#set({ waits, share: 0 }, seed);
      try {
        await client.started((line) => this.#set({ waits: line ?? waits }, seed));
        const { text } = await client.timed((remote) => remote.hunt(method, JSON.stringify({ seed, ...request })));
        const answer = JSON.parse(text) as Answer;
        if (answer.error) throw new Error(answer.error);
        return answer;
      } finally {
        this.#set({ waits: "", share: 0 }, seed);
      }
    };
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }
  #failed(seed: number, error: Error): void {
    this.#client?.end(error.message);
    const asked = this.#view?.asked.filter(({ text }) => text !== null) ?? [];
    this.#set({ asked, isJudging: false, error: `The server could not be asked: ${error.message}.` }, seed);
  }

  probe(name: string): void {
    const view = this.#view;
    const known = view?.asked.some((each) => each.name === name);
    if (!view || known) return;
    this.#view = views.asking({ ...view, error: "" }, name);
    this.#tick(name);
    this.#draw();
    this.#ask("probe", { probe: name }, "The server is asked")
      .then(({ text, load }) => {
        if (this.#view?.seed !== view.seed) return;
        const [said, lines] = [String(text), String(text).trimEnd().split("\n").length];
        this.#set({ ...views.heard(this.#view, name, said, Number(load)), said: `${name}: ${lines} lines.` });
        this.#root.querySelector(`[data-probe="${name}"]`)?.parentElement?.scrollIntoView({ block: "nearest" });
      })
      .catch((error: Error) => this.#failed(view.seed, error));
  }
  /** The fields of an exercise say what was asked. */
  #tick(name: string): void {
    const box = this.#exercise?.querySelector<HTMLInputElement>(`.ex-fields input[name=${name.replace(/ /g, "_")}]`);
    if (!box) return;
    box.checked = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  choose(diagnosis: string): void {
    this.#set({ diagnosis });
  }
  judge(): void {
    const view = this.#view;
    if (!view || view.isJudging || view.verdict) return;
    if (!view.diagnosis) return this.#set({ error: "Choose what is wrong first." });
    this.#set({ isJudging: true, error: "" });
    const asked = view.asked.map(({ name }) => name);
    this.#ask("judge", { diagnosis: view.diagnosis, asked }, "The server is repaired, to compare")
      .then((answer) => {
        const verdict = answer as unknown as views.Verdict;
        this.#scores = withScore(scoresIn(this.#storage), view.seed, verdict);
        keep(this.#storage, this.#scores);
        this.#set({ verdict, isJudging: false }, view.seed);
        find(this.#root, ".hu-verdict h3").focus();
      })
      .catch((error: Error) => this.#failed(view.seed, error));
  }
}

export function bringHunt(root: HTMLElement, storage: Storage | null, make: Make): void {
  const fixed = JSON.parse(find(document.body, ".hunt-data").textContent) as views.Fixed;
  new Hunt(root, fixed, storage, make);
}
