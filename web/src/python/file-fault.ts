/** Errors caused by a file, by name: classes do not survive the way from a worker. */

/** The file is neither on the network nor on this device. */
export const ABSENT = "Absent";
/** The file that arrived cannot be used. */
export const UNFIT = "Unfit";
/** Whether it is a file that is to blame, so that all else can stay as it is. */
export const isOfFile = ({ name }: Error): boolean => name === ABSENT || name === UNFIT;

/** What a worker's address ends with where the browser's own copies of the files are not to be used. */
export const FRESH = "#fresh";
