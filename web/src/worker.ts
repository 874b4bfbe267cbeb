/** The worker that holds Python. */
import { expose } from "comlink";
import { remote } from "./python/remote";

expose(remote);
