import { spawn } from "node:child_process";
import { constants } from "node:os";
import { lastSentence } from "./last-sentence.mjs";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that lived this long was well: what ends it then is news. */
const WELL_AFTER_MS = 60_000;
/** Ends in a row after which it is not started again: each start would end the same way. */
const MOST_IN_A_ROW = 5;
const TAIL_CHARACTERS = 8192;

/**
 * What a server says once it serves: its port, and whom its local worker works for and where, null where it has none.
 * @typedef {{ port: number, worker?: { home: string, url: string } | null }} Serving
 */

/**
 * @typedef {object} KeptServer
 * @property {string[]} command program and arguments
 * @property {string[]} endWorker the same of what ends the worker that a server left; gets its directory and the server's URL
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [firstPauseMs]
 * @property {(line: string) => void} say
 * @property {(bytes: Buffer) => void} pass what the server says of what went wrong, as it comes
 */

/** @param {string[]} command @returns {Promise<void>} resolves also where it cannot be started */
const runToItsEnd = ([program, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "ignore" });
    child.on("error", () => resolve());
    child.on("close", () => resolve());
  });

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
const exitCode = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 1);

/**
 * Runs a server until it ends as it was asked to, and starts it again on the same port where it ended otherwise, after a pause
 * that doubles. The next one is told of the end by ABLAB_ENDED, for its pages. Trainings and worker are left alone, but that the
 * worker ends where this program is asked to end while no server is there that would end it. Resolves to the exit code. A server
 * that never served has said why, and is not started again.
 * @param {KeptServer} options
 * @returns {Promise<number>}
 */
export function keepServer({ command, endWorker, env, say, pass, firstPauseMs = FIRST_PAUSE_MS }) {
  const [program, ...args] = command;
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  let isAsked = false;
  let inARow = 0;
  /** @type {Serving | null} */
  let serving = null;
  /** @type {string | null} */
  let ended = null;

  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    /** @param {NodeJS.Signals} signal */
    const ask = (signal) => {
      const isFirst = !isAsked;
      isAsked = true;
      clearTimeout(timer);
      // Ctrl-C reaches the child by itself: it is in the same terminal.
      if (child !== null && signal !== "SIGINT") child.kill(signal);
      if (child === null && isFirst) void leave();
    };
    /** Ends the worker that the last server could not end, and this program. */
    const leave = async () => {
      const worker = serving?.worker;
      if (worker) await runToItsEnd([...endWorker, worker.home, worker.url]);
      say(`Stopped. ${worker ? "The worker was ended too; t" : "T"}rainings that run go on.`);
      resolve(0);
    };
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.on(signal, () => ask(signal));

    const start = () => {
      const startedAt = performance.now();
      let tail = "";
      const samePort = serving === null ? [] : ["--port", String(serving.port)];
      child = spawn(program, [...args, ...samePort], {
        stdio: ["inherit", "inherit", "pipe", "ipc"],
        env: { ...env, ...(ended === null ? {} : { ABLAB_ENDED: ended }) },
      });
      child.on("message", (message) => (serving = /** @type {Serving} */ (message)));
      child.stderr?.on("data", (bytes) => {
        pass(bytes);
        tail = (tail + String(bytes)).slice(-TAIL_CHARACTERS);
      });
      child.on("close", (code, signal) => {
        child = null;
        // Asked while it was starting, it could not end what the one before it left.
        if (isAsked && code !== 0 && serving !== null) return void leave();
        if (isAsked || code === 0 || serving === null) return resolve(exitCode(code, signal));
        inARow = performance.now() - startedAt > WELL_AFTER_MS ? 1 : inARow + 1;
        const how = signal ?? `exit ${code}`;
        const last = lastSentence(tail);
        const because = last === "" ? "" : `: ${last}`;
        if (inARow > MOST_IN_A_ROW) {
          say(
            `The server ended ${inARow} times in a row (last: ${how}${because}), so it is not started again. Trainings and the worker go on. Run "npx ablab check", then "npx ablab start".`,
          );
          return resolve(exitCode(code, signal) || 1);
        }
        say(
          `The server ended (${how})${because}. It is started again on port ${serving.port}; trainings go on.`,
        );
        ended = JSON.stringify({ at: Date.now(), how, last, inARow });
        timer = setTimeout(start, Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** (inARow - 1)));
      });
    };
    start();
  });
}
