/** Numbers in bytes of text. */

const [POINT, MINUS, ZERO, NINE, COLON] = [46, 45, 48, 57, 58];
export const LONGEST = 30;
const EXACT = 15;
export const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);

/** Some letters of ASCII, for which a decoder takes longer. */
function textOf(bytes: Uint8Array, from: number, end: number): string {
  let text = "";
  for (let at = from; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** The plain decimal number between two places, or NaN if there is none. */
export function numberOf(bytes: Uint8Array, from: number, end: number): number {
  const begin = bytes[from] === MINUS ? from + 1 : from;
  if (end <= begin || end - from > LONGEST) return NaN;
  let value = 0;
  let point = -1;
  for (let at = begin; at < end; at++) {
    const code = bytes[at] as number;
    if (code >= ZERO && code <= NINE) value = value * 10 + (code - ZERO);
    else if (code === POINT && point < 0 && at > begin && at < end - 1) point = at;
    else return NaN;
  }
  // more digits would be rounded more than once; the language's own reading is exact
  if (end - begin > EXACT) value = Number(textOf(bytes, begin, end));
  else if (point >= 0) value /= POWERS[end - point - 1] as number;
  return begin > from ? -value : value;
}

/** The whole number of digits alone, or NaN. */
export function digitsOf(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at++) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return NaN;
    value = value * 10 + (code - ZERO);
  }
  return value;
}

/** The time of day (s) such as 08:53:20.5, or NaN if there is none. */
export function clockOf(bytes: Uint8Array, from: number, end: number): number {
  if (bytes[from + 2] !== COLON || bytes[from + 5] !== COLON || bytes[from + 6] === MINUS) return NaN;
  if (end !== from + 8 && bytes[from + 8] !== POINT) return NaN;
  const [hours, minutes] = [digitsOf(bytes, from, from + 2), digitsOf(bytes, from + 3, from + 5)];
  return hours * 3600 + minutes * 60 + numberOf(bytes, from + 6, end);
}
