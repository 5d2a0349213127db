import { endFromBefore, workerFromBefore } from "../keep-worker.ts";

/** A program of the launcher: ends the worker of a directory (first argument) that works for a server (second: its URL). */
const [home, url] = process.argv.slice(2);
const pid = workerFromBefore(home, url);
if (pid !== null) await endFromBefore(pid, () => workerFromBefore(home, url));
