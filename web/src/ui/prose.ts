/** Lines that may hold pieces of a program between backticks, as they are shown and as they are read out. */
import { el } from "./dom";

/** Apostrophes as they are printed; where there are quotes of the same sign, only those within a word. */
const typeset = (text: string): string =>
  text.replace(/(^|[\s(,])'/.test(text) ? /(?<=\p{L})'(?=\p{L})/gu : /(?<=\p{L})'/gu, "\u2019");

/** A call with its arguments, which is code even without backquotes. */
const CALL = /(?<![`\w])[a-z_]\w*\([^()`]*[='"[\d][^()`]*\)(?!`)/g;

/** Text and code in turn: what stands at odd places was between backticks. */
function pieces(text: string): string[] {
  const split = text.replace(CALL, "`$&`").split("`");
  const all = split.length % 2 ? split : [text]; // a backtick that has no other is one
  return all.map((piece, i) => (i % 2 ? piece : typeset(i ? piece.replace(/^'(?=s\b)/, "\u2019") : piece)));
}

export const shown = (text: string): (string | HTMLElement)[] =>
  pieces(text)
    .map((piece, i) => (i % 2 ? el("code", {}, piece) : piece))
    .filter((piece) => piece !== "");

export const heard = (text: string): string => pieces(text).join("");
