/** Messages for a run that was ended from outside. */
import { asSentence } from "../ui/dom";
import { refusedByPolicy } from "../data/policy";
import type { Fault } from "../data/types";
import { ABSENT } from "./file-fault";

const oneLine = (error: Error): string => error.message.trim().split("\n").at(-1)?.slice(0, 200) ?? "unknown reason";

export function tooLong(line: number | null, what: "figure" | "exercise"): Fault {
  const where = line === null ? "" : ` It was last at line ${line}.`;
  const repair = what === "figure" ? "give rows with yield now and then" : "make sure that each call ends";
  const message = `stopped after 10 seconds without an answer.${where} Look for a loop that never ends, or ${repair}.`;
  return { kind: "code", message, line };
}

export const tooMany = (most: number): Fault => ({
  kind: "code",
  message: `more than ${most.toLocaleString("en-US")} rows, so the run was stopped; yield fewer`,
});

/** A file could not be had: offline, or from a host that is connected. */
export function lacking(error: Error): Fault {
  const [isAbsent, isOffline] = [error.name === ABSENT, !navigator.onLine];
  const message = !isAbsent
    ? `A part of the page could not be loaded: ${oneLine(error)}`
    : isOffline
      ? "The interpreter is not stored yet: connect once, then it runs offline too."
      : `The interpreter is not stored yet, and ${oneLine(error)}: check the connection and try again.`;
  return { kind: "model", message: asSentence(message), absent: isAbsent };
}

export function broken(error: Error, atStart: boolean, line: number | null): Fault {
  if (atStart && error.name === ABSENT) return lacking(error);
  const what = atStart ? "The interpreter could not start" : "The interpreter failed and was started again";
  const where = line === null || atStart ? "" : ` (the program was last at line ${line})`;
  return { kind: line === null ? "model" : "code", message: `${what}: ${oneLine(error)}${where}`, line };
}

/** A part of the page that is loaded on demand did not load. */
export function unreachable(error: Error): string {
  if (!/import|fetch|load/i.test(error.message)) return oneLine(error);
  if (!navigator.onLine)
    return "This needs a file that is not on this device. Connect to the network and load the page again.";
  const file = /\/live\/([\w./-]+)/.exec(error.message)?.[1] ?? "a file of the book";
  return (
    refusedByPolicy() ??
    `This needs ${file}, which did not arrive as a script. Load the page again; if that does not help, tell the people who run the site.`
  );
}

export const undrawable = (why: Error): Fault =>
  /import|fetch/i.test(why.message)
    ? { kind: "model", message: unreachable(why) }
    : { kind: "code", message: `these rows cannot be drawn: ${why.message}` };
