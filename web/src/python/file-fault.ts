/** Errors for which a file is to blame, by their names: they come from a worker, where no class survives the way. */

/** The file is neither on the network nor on this device. */
export const ABSENT = "Absent";
/** What came in its place cannot be used. */
export const UNFIT = "Unfit";
/** Whether it is a file that is to blame, so that all else can stay as it is. */
export const isOfFile = ({ name }: Error): boolean => name === ABSENT || name === UNFIT;

/** What a worker's address ends with where the browser's own copies of the files are not to be used. */
export const FRESH = "#fresh";
