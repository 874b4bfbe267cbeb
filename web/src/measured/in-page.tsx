/** The page *Your machine*: files are read in a worker of their own, one after the other. */
import { render } from "preact";
import type { Page as BookPage } from "../python/page-parts";
import type { WorkerClient } from "../python/worker-client";
import { find } from "../ui/dom";
import { NOTHING, type Held } from "./beside";
import type { Deeds, Example, Given } from "./given";
import { Page } from "./page";
import { isSaid, type Beside, type Refused, type Said, type Several } from "./said";

const PASTED = "pasted";

export interface Setting {
  live: string;
  make: (isFresh: boolean) => WorkerClient;
  examples?: Example[];
  /** What the files are held against, if not the machine that they name. */
  title?: string;
  request?: () => object;
  /** Put all away. */
  away?: () => void;
}

export class MeasuredView implements Deeds {
  readonly #root: HTMLElement;
  readonly #setting: Setting;
  readonly #sources = new Map<number, File | string>();
  #all: Given[] = [];
  #client: WorkerClient | null = null;
  #held: Held = NOTHING;
  /** The worker that has a file. */
  readonly #at = new Map<number, WorkerClient>();
  #count = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(root: HTMLElement, setting: Setting) {
    this.#root = root;
    this.#setting = setting;
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      root.toggleAttribute("data-over", event.type === "dragover");
      if (event.type === "drop") this.take([...event.dataTransfer.files]);
    };
    const area = setting.request || setting.away ? root : document; // the page takes what is dropped anywhere
    for (const sign of ["dragover", "dragleave", "drop"] as const) area.addEventListener(sign, drop as EventListener);
    root.replaceChildren();
    this.#draw();
  }

  #draw(): void {
    const { examples = [], title = "", request, away } = this.#setting;
    const shown = { all: this.#all, held: this.#held, examples, title, isTheirs: !request, away };
    render(<Page {...shown} deeds={this} />, this.#root);
  }
  #set(key: number, more: Partial<Given>): void {
    this.#all = this.#all.map((given) => (given.key === key ? { ...given, ...more } : given));
    if (more.state) this.#held = { ...this.#held, isOld: this.#held.state === "there" };
    this.#draw();
  }
  #hold(more: Partial<Held>): void {
    this.#held = { ...this.#held, ...more };
    this.#draw();
  }

  /** Begin the interpreter before the first file comes. */
  warm(): void {
    const client = this.#working();
    this.#tail = client
      .timed((remote) => remote.forget(-1)) // of no file: what reads files is there afterwards
      .then(
        () => undefined,
        () => undefined, // whoever reads a file is told
      );
  }
  /** Bring it into sight. */
  show(): void {
    this.#root.scrollIntoView({ block: "nearest" });
    this.#root.querySelector("input")?.focus({ preventScroll: true });
  }
  take(files: File[]): void {
    for (const file of files) this.#add(file.name, file);
  }
  paste(text: string): void {
    this.#add(PASTED, text);
  }
  example(name: string): void {
    fetch(new URL(`../_static/measured/${name}`, this.#setting.live))
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`${answer.status}`);
        this.#add(name, new File([await answer.blob()], name));
      })
      .catch((error: Error) => this.#refuse(name, `the example could not be loaded: ${error.message}`));
  }
  drop(key: number): void {
    this.#sources.delete(key);
    this.#all = this.#all.filter((given) => given.key !== key);
    this.#hold({ isOld: this.#held.state === "there" });
    void this.#at
      .get(key)
      ?.timed((remote) => remote.forget(key))
      .catch(() => undefined);
  }
  beside(): void {
    if (this.#held.state === "running" || this.#all.some(({ state }) => state === "reading")) return;
    this.#hold({ state: "running", share: 0 });
    this.#tail = this.#tail.then(() => this.#beside());
  }
  tell(key: number, name: string, answer: string): void {
    const given = this.#all.find((each) => each.key === key);
    if (!given) return;
    this.#set(key, { told: { ...given.told, [name]: answer } });
    this.#queue(key);
  }

  #refuse(name: string, error: string): void {
    const key = this.#count++;
    this.#all = [{ key, name, state: "refused", share: 0, said: null, error, told: {} }, ...this.#all];
    this.#draw();
  }
  #add(name: string, source: File | string): void {
    const key = this.#count++;
    this.#sources.set(key, source);
    this.#all = [{ key, name, state: "reading", share: 0, said: null, error: "", told: {} }, ...this.#all];
    this.#draw();
    this.#queue(key);
  }
  #queue(key: number): void {
    this.#tail = this.#tail.then(() => this.#read(key)).then(() => this.#next());
  }

  /** Beside a figure, run its machine as soon as all files are read. */
  #next(): void {
    const isReading = this.#all.some(({ state }) => state === "reading");
    if (this.#setting.request && !isReading && this.#all.some(({ state }) => state === "read")) this.beside();
  }
  #working(): WorkerClient {
    if (!this.#client || this.#client.dead) this.#client = this.#setting.make(this.#client !== null);
    return this.#client;
  }
  async #beside(): Promise<void> {
    const client = this.#working();
    for (const { key, state } of this.#all) if (state === "read" && this.#at.get(key) !== client) await this.#read(key);
    client.hasRead = (share) => this.#hold({ share });
    try {
      const request = JSON.stringify(this.#setting.request?.() ?? {});
      const { text } = await client.timed((remote) => remote.beside(request));
      const answer = JSON.parse(text) as Beside | Refused;
      if ("error" in answer) this.#hold({ state: "refused", error: answer.error });
      else this.#hold({ state: "there", answer, isOld: false });
      this.#root.querySelector(".ym-beside")?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      client.end((error as Error).message);
      this.#hold({ state: "refused", error: `it could not be run here: ${(error as Error).message}` });
    }
  }
  async #read(key: number): Promise<void> {
    const source = this.#sources.get(key);
    const given = this.#all.find((each) => each.key === key);
    if (source === undefined || !given) return;
    const told = JSON.stringify(given.told);
    const name = given.name === PASTED ? "the text" : given.name;
    const client = this.#working();
    client.hasRead = (share) => this.#set(key, { share });
    try {
      const { text } = await client.timed((remote) =>
        typeof source === "string" ? remote.readText(key, name, source, told) : remote.read(key, source, told),
      );
      this.#at.set(key, client);
      const answer = JSON.parse(text) as Said | Refused | Several;
      if ("several" in answer) {
        this.drop(key);
        for (const [each, output] of answer.several.reverse()) this.#add(each, output); // the last one stands first
      } else if (isSaid(answer)) this.#set(key, { state: "read", said: answer });
      else this.#set(key, { state: "refused", error: answer.error });
    } catch (error) {
      client.end((error as Error).message);
      this.#set(key, { state: "refused", error: `it could not be read here: ${(error as Error).message}` });
    }
  }
}

export function bringMeasured(
  root: HTMLElement,
  { live }: BookPage,
  make: (isFresh: boolean) => WorkerClient,
  whenFree: (work: () => void) => void,
): void {
  const examples = JSON.parse(find(root.parentElement as HTMLElement, ".measured-data").textContent) as Example[];
  const view = new MeasuredView(root, { live, make, examples });
  whenFree(() => view.warm());
}
