import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Sends events of an attempt to the server from the node where it runs, where a route is there: they then arrive whoever reads the
 * shared folder, and however late that folder shows them. The file is the truth all the same: the worker sends from it too, and the
 * server takes each event once, by its number. Nothing here is waited for, and whatever cannot be sent is left to the worker.
 *
 * @typedef {{ url: string, fence: number }} Post
 * @typedef {{ kind: "stored" | "elsewhere", ackSeq: number } | { kind: "again" } | { kind: "over", why: string }} Outcome
 */

const LOOK_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 10_000;
const MOST_EVENTS = 200;
const MOST_BYTES = 256 * 1024;
/** One event alone may be as large as this; what is larger the worker streams. */
const LARGEST = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * @param {string} directory of the attempt
 * @param {Post | undefined} post absent: there is no route to try
 * @returns {() => void} ends it
 */
export function startPosting(directory, post) {
  if (post === undefined) return () => {};
  const over = new AbortController();
  void postAll(directory, post, over.signal).catch((error) => {
    if (!over.signal.aborted) console.error(`Events are not posted from here any more: ${String(error)}`);
  });
  return () => over.abort();
}

/**
 * @param {string} directory
 * @param {Post} post
 * @param {AbortSignal} signal
 */
async function postAll(directory, { url, fence }, signal) {
  const path = join(directory, "events.ndjson");
  /** Events before this place are stored. */
  let [seq, offset] = [0, 0];
  let delay = LOOK_MS;
  while (!signal.aborted) {
    const { lines, end } = readLines(path, offset);
    if (lines.length === 0) {
      await wait(LOOK_MS, undefined, { signal, ref: false });
      continue;
    }
    const token = readFileSync(join(directory, "token"), "utf8").trim();
    const outcome = await send(url, token, fence, seq + 1, lines, signal);
    if (outcome.kind === "over")
      return console.error(`Events are not posted from here any more: ${outcome.why}`);
    if (outcome.kind === "again") {
      await wait(delay, undefined, { signal, ref: false });
      delay = Math.min(2 * delay, LONGEST_WAIT_MS);
      continue;
    }
    delay = LOOK_MS;
    if (outcome.kind === "stored" && outcome.ackSeq === seq + lines.length)
      [seq, offset] = [outcome.ackSeq, end];
    else [seq, offset] = placeAfter(path, outcome.ackSeq, { seq, offset });
  }
}

/**
 * Whole lines from a place on, and the place after them.
 * @param {string} path
 * @param {number} offset
 * @param {number} [most]
 * @returns {{ lines: Buffer[], end: number }}
 */
function readLines(path, offset, most = MOST_EVENTS) {
  const fd = openSync(path, "r");
  try {
    const there = fstatSync(fd).size - offset;
    for (let length = Math.min(there, MOST_BYTES); length > 0; length = Math.min(there, 8 * length)) {
      const bytes = Buffer.allocUnsafe(length);
      const read = bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
      const lines = [];
      let start = 0;
      for (
        let at = read.indexOf(NEWLINE);
        at >= 0 && lines.length < most;
        at = read.indexOf(NEWLINE, start)
      ) {
        lines.push(read.subarray(start, at));
        start = at + 1;
      }
      if (lines.length > 0) return { lines, end: offset + start };
      if (length >= LARGEST) throw new Error("an event is too large to be sent from here");
      if (length === there) break;
    }
    return { lines: [], end: offset };
  } finally {
    closeSync(fd);
  }
}

/**
 * The place after event `target`, which the server named; the end of the file where it holds fewer.
 * @param {string} path
 * @param {number} target
 * @param {{ seq: number, offset: number }} from
 * @returns {[seq: number, offset: number]}
 */
function placeAfter(path, target, from) {
  let { seq, offset } = target < from.seq ? { seq: 0, offset: 0 } : from;
  while (seq < target) {
    const { lines, end } = readLines(path, offset, Math.min(MOST_EVENTS, target - seq));
    if (lines.length === 0) break;
    seq += lines.length;
    offset = end;
  }
  return [seq, offset];
}

/**
 * @param {string} url
 * @param {string} token
 * @param {number} fence
 * @param {number} firstSeq
 * @param {Buffer[]} lines
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome>}
 */
async function send(url, token, fence, firstSeq, lines, signal) {
  const commas = lines.flatMap((line, i) => (i === 0 ? [line] : [Buffer.from(","), line]));
  const head = Buffer.from(`{"fence":${fence},"firstSeq":${firstSeq},"events":[`);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: Buffer.concat([head, ...commas, Buffer.from("]}")]),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const body = /** @type {{ ackSeq?: unknown, error?: unknown, message?: string }} */ (
      await response.json()
    );
    const { ackSeq } = body;
    if (response.ok && typeof ackSeq === "number") return { kind: "stored", ackSeq };
    if (body.error === "gap" && typeof ackSeq === "number") return { kind: "elsewhere", ackSeq };
    if (response.status >= 500 || [408, 425, 429].includes(response.status)) return { kind: "again" };
    return { kind: "over", why: body.message ?? `status ${response.status}` };
  } catch {
    return { kind: "again" };
  }
}
