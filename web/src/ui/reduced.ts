/** What moves where the reader has asked for reduced motion: nothing by itself, and films in steps. */

/** How long a step stands (ms). */
export const STILL = 1200;

export const isReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
