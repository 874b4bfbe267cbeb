/** The worker that holds Python for the book's own code. */
import { expose } from "comlink";
import { makeRemote } from "./python/remote";

expose(makeRemote((message) => postMessage(message)));
