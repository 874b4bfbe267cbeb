/** What a page may ask of the Python in its worker: JSON text in, JSON text out. */
import type { Create } from "./pyodide/pyodide.mjs";
import { boot, GIB, limitMemory, unpackInto, type Booted } from "./boot";
import { Supply, type Stage } from "./supply";
import { MEASURED, openedFile, QUICK } from "./own-file";

/** After so long without a request (ms), the book's files are unpacked, which takes longer than a first run. */
const IDLE = 400;
/** A practice run is over after so long at the latest (ms). */
const PRACTICE = 500;
let supply: Supply;
let booted: Promise<Booted>;
let unpacking: ReturnType<typeof setTimeout> | undefined;

let whole: Promise<void> | undefined;
/** The book's files are there. */
const unpackBook = (): Promise<void> => (whole ??= booted.then(({ python, book }) => unpackInto(python, book)));

function whenIdle(): void {
  clearTimeout(unpacking);
  if (!whole) unpacking = setTimeout(() => void unpackBook(), IDLE);
}

/** Messages besides the answers to calls; each is sent at once, even while Python is busy. */
export interface News {
  /** Where the reader's code is. */
  line?: number;
  /** What a program has replied to a test: [test, reply, text printed so far], as JSON. */
  reply?: string;
  /** The progress of the start. */
  stage?: Stage;
  /** The share that is done of a reader's file, or of the run of a hunt. */
  share?: number;
}
let reported = 0;

type Live = Record<string, (...args: unknown[]) => unknown>;
const modules = new Map<string, Live>();

async function call(name: string, method: string, ...args: unknown[]): Promise<string> {
  const { python, how } = await booted;
  if (how !== "snapshot") await unpackBook();
  whenIdle();
  const module = modules.get(name) ?? python.pyimport(name);
  modules.set(name, module);
  const text = module[method]?.(...args);
  if (typeof text !== "string") throw new Error(`${name}.${method} gave no text`);
  return text;
}

/** Unpacks an archive, once; it may arrive while the interpreter starts. */
const unpacked = new Map<string, Promise<void>>();
function unpack(name: "exercises" | "pytest"): Promise<void> {
  const work = async (): Promise<void> => {
    const archive = await supply.bytes((await supply.listing)[name]);
    supply.reach("unpack");
    await unpackBook();
    unpackInto((await booted).python, archive);
  };
  const done = unpacked.get(name) ?? work();
  unpacked.set(name, done);
  done.catch(() => unpacked.delete(name)); // it may load another time
  return done;
}
async function prepare(): Promise<void> {
  await Promise.all([unpack("exercises"), unpack("pytest")]);
  supply.reach("import");
  (await booted).python.runPython("import exercises.checker.check");
}

export interface Timed {
  text: string;
  ms: number;
}
async function timed(work: () => Promise<string>): Promise<Timed> {
  await booted;
  const start = performance.now();
  const text = await work();
  return { text, ms: performance.now() - start };
}

/** Asks about an exercise; no test runs. */
const asked = (method: string, request: string): Promise<Timed> =>
  timed(async () => {
    await unpack("exercises");
    return call("exercises.checker.live", method, request);
  });

/** Whether a run was requested: then there is nothing to practise. */
let begun = false;

/** Runs a figure in advance, because an interpreter's first run takes longer than later ones. */
async function practise(figure: string): Promise<void> {
  await booted;
  await new Promise((resolve) => setTimeout(resolve, IDLE)); // waiting calls come first
  if (begun) return;
  await unpackBook();
  const end = performance.now() + PRACTICE;
  if (!begun) await call("figures.run.live", "start", JSON.stringify({ figure }));
  while (!begun && performance.now() < end) {
    const { done, error } = JSON.parse(await call("figures.run.live", "step", 0.03)) as Record<string, unknown>;
    if (done || error) break;
    await new Promise((resolve) => setTimeout(resolve)); // newer calls come first
  }
}

/** Start the interpreter; `live` is where its files are, `glue` brings its own script. */
export const makeRemote = (
  tell: (news: News) => void,
  live: string,
  glue: (supply: Supply) => Promise<Create>,
  isFresh = false,
) => {
  limitMemory(GIB);
  supply = new Supply(live, (stage) => tell({ stage }), isFresh);
  booted = boot(supply, glue(supply));
  booted.then(whenIdle).catch(() => undefined);
  (globalThis as { reportLine?: (line: number) => void }).reportLine = (line) => {
    if (line !== reported) tell({ line });
    reported = line;
  };
  const reply = (text: string): void => tell({ reply: text });
  const read = (key: number, file: File, told: string): Promise<Timed> =>
    ofFiles((module) => {
      const { piece, size } = openedFile(file);
      return call(module, "of_file", key, file.name, size, piece, (share: number) => void tell({ share }), told);
    });
  const beside = (request: string): Promise<Timed> =>
    ofFiles((module) => call(module, "of_all", (share: number) => void tell({ share }), request));
  const hunt = (method: "look" | "probe" | "judge", request: string): Promise<Timed> =>
    timed(async () => {
      begun = true;
      await unpackBook();
      return call("figures.hunt.live", method, request, (share: number) => void tell({ share }));
    });
  return { ...remote, read, beside, hunt, interview: (request: string): Promise<string> => interview(request, reply) };
};
export type Remote = ReturnType<typeof makeRemote>;

/** Put the questions of the tests to a program. */
async function interview(request: string, reply: (text: string) => void): Promise<string> {
  await unpackBook();
  reported = 0;
  return call("exercises.checker.hearing", "interview", request, reply);
}

/** Work with a reader's own files. */
const ofFiles = (work: (module: string) => Promise<string>): Promise<Timed> =>
  timed(async () => {
    begun = true;
    await unpackBook();
    await call(MEASURED, "quicken", ...QUICK);
    return work(MEASURED);
  });

const remote = {
  /** Resolves when Python is up; says whether the snapshot was used. */
  ready: async (): Promise<string> => (await booted).how,
  /** Starts a run and takes its first step: one message there and back. */
  begin: (request: string, budget: number): Promise<Timed> =>
    timed(async () => {
      reported = 0;
      begun = true;
      const own = (JSON.parse(request) as { code?: string | null }).code;
      if (typeof own === "string") await unpackBook(); // it may import what it likes
      const answer = await call("figures.run.live", "start", request);
      return (JSON.parse(answer) as { ok?: boolean }).ok ? call("figures.run.live", "step", budget) : answer;
    }),
  practise,
  /** Asks a room of figures: the lab, or the tool for buying. */
  ask: (room: "lab" | "buying", method: string, request: string): Promise<Timed> =>
    timed(async () => {
      begun = true;
      if (room === "lab") await unpackBook(); // the other one is in the snapshot, with all that it reads
      return call(`figures.${room}.live`, method, request);
    }),
  readText: (key: number, name: string, text: string, told: string): Promise<Timed> =>
    ofFiles((module) => call(module, "of_text", key, name, text, told)),
  forget: (key: number): Promise<Timed> => ofFiles((module) => call(module, "forget", key)),
  step: (budget: number): Promise<Timed> => timed(() => call("figures.run.live", "step", budget)),
  /** Unpacks and imports the tester, once, before the reader's time is counted. */
  prepare,
  /** Unpacks the exercises, once. */
  exercises: (): Promise<void> => unpack("exercises"),
  check: (request: string): Promise<Timed> => timed(() => call("exercises.checker.live", "check", request)),
  pose: (request: string): Promise<Timed> => asked("pose", request),
  solve: (request: string): Promise<Timed> => asked("solve", request),
  sheet: (request: string): Promise<Timed> => asked("sheet", request),
};
