/** The page *Your machine*: files are read in a worker of their own, one after the other. */
import { render } from "preact";
import type { Page as BookPage } from "../python/page-parts";
import type { WorkerClient } from "../python/worker-client";
import { find } from "../ui/dom";
import { Page, type Deeds, type Example, type Given } from "./page";
import { isSaid, type Refused, type Said } from "./said";

export class MeasuredView implements Deeds {
  readonly #root: HTMLElement;
  readonly #live: string;
  readonly #examples: Example[];
  readonly #make: (isFresh: boolean) => WorkerClient;
  readonly #sources = new Map<number, File | string>();
  #all: Given[] = [];
  #client: WorkerClient | null = null;
  #count = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(root: HTMLElement, live: string, examples: Example[], make: (isFresh: boolean) => WorkerClient) {
    this.#root = root;
    this.#live = live;
    this.#examples = examples;
    this.#make = make;
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      root.toggleAttribute("data-over", event.type === "dragover");
      if (event.type === "drop") this.take([...event.dataTransfer.files]);
    };
    for (const sign of ["dragover", "dragleave", "drop"] as const) root.addEventListener(sign, drop);
    root.replaceChildren();
    this.#draw();
  }

  #draw(): void {
    render(<Page all={this.#all} examples={this.#examples} deeds={this} />, this.#root);
  }
  #set(key: number, more: Partial<Given>): void {
    this.#all = this.#all.map((given) => (given.key === key ? { ...given, ...more } : given));
    this.#draw();
  }

  take(files: File[]): void {
    for (const file of files) this.#add(file.name, file);
  }
  paste(text: string): void {
    this.#add("pasted", text);
  }
  example(name: string): void {
    fetch(new URL(`../_static/measured/${name}`, this.#live))
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`${answer.status}`);
        this.#add(name, new File([await answer.blob()], name));
      })
      .catch((error: Error) => this.#refuse(name, `the example could not be loaded: ${error.message}`));
  }
  drop(key: number): void {
    this.#sources.delete(key);
    this.#all = this.#all.filter((given) => given.key !== key);
    this.#draw();
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
    this.#tail = this.#tail.then(() => this.#read(key));
  }

  async #read(key: number): Promise<void> {
    const source = this.#sources.get(key);
    const told = JSON.stringify(this.#all.find((given) => given.key === key)?.told ?? {});
    if (source === undefined) return;
    if (!this.#client || this.#client.dead) this.#client = this.#make(this.#client !== null);
    const client = this.#client;
    client.hasRead = (share) => this.#set(key, { share });
    try {
      const { text } = await client.timed((remote) =>
        typeof source === "string" ? remote.readText(source, told) : remote.read(source, told),
      );
      const answer = JSON.parse(text) as Said | Refused;
      if (isSaid(answer)) this.#set(key, { state: "read", said: answer });
      else this.#set(key, { state: "refused", error: answer.error });
    } catch (error) {
      client.end((error as Error).message);
      this.#set(key, { state: "refused", error: `it could not be read here: ${(error as Error).message}` });
    }
  }
}

export function bringMeasured(root: HTMLElement, { live }: BookPage, make: (isFresh: boolean) => WorkerClient): void {
  const examples = JSON.parse(find(root.parentElement as HTMLElement, ".measured-data").textContent) as Example[];
  new MeasuredView(root, live, examples, make);
}
