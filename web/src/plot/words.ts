/** Words in a picture that is a file. */
export const escaped = (text: string): string => text.replace(/[<&>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The height of a line of words. */
export const LINE = 24;

/** A line of words that ends at `y`. */
export const line = (words: string, y: number, fill: string, size = 13): string =>
  `<text x="12" y="${y - 7}" font-family="system-ui, sans-serif" font-size="${size}" font-weight="600" fill="${fill}">${escaped(words)}</text>`;
