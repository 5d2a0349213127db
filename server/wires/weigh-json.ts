import { JSON_LIMITS } from "../contracts/limits/adapters.ts";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, OPEN, CLOSE_LIST, CLOSE] = Buffer.from('"\\,:[{]}');

/** As text a value may be two bytes; with all that is made of it it takes some hundred, and the server has 256 MiB in all. */
const MOST_VALUES: number = JSON_LIMITS.values.most;
const MOST_KEYS: number = JSON_LIMITS.keys.most;

/** How many times as long as a body its parts may be together. */
const MOST_GROWTH = 4;

/** Calls with every byte that stands between values, in their order, until it answers false. */
function between(body: Uint8Array, visit: (byte: number, at: number) => boolean): void {
  let isText = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === COLON || (byte | 0x20) === OPEN || (byte | 0x20) === CLOSE)
      if (!visit(byte, at)) return;
  }
}

const opens = (byte: number): boolean => byte === OPEN || byte === OPEN_LIST;
const closes = (byte: number): boolean => byte === CLOSE || byte === CLOSE_LIST;

/** Whether JSON text holds more values and keys than are read at once; seen without reading it. */
export function isTooHeavy(text: Uint8Array | string, most = MOST_VALUES): boolean {
  if (text.length <= Math.min(most, MOST_KEYS)) return false;
  let [found, keys] = [0, 0];
  between(typeof text === "string" ? Buffer.from(text) : text, (byte) => {
    if (closes(byte)) return true;
    if (byte === COLON) keys += 1;
    found += 1;
    return found <= most && keys <= MOST_KEYS;
  });
  return found > most || keys > MOST_KEYS;
}

/**
 * A body that is too heavy in parts that are not: each is the whole with a part of the entries of the first list that lies
 * `depth` objects deep, as of `{"kwargs": {"logs": [...]}}` at 2. Whatever cannot be divided stays as it is.
 */
export function* divided(body: Uint8Array, depth: number, most = MOST_VALUES / 4): Generator<Uint8Array> {
  if (!isTooHeavy(body, most)) return yield body;
  /** Ends of parts: the place behind an entry. The first is where the list begins. */
  const cuts: number[] = [];
  let [level, found, end] = [0, 0, -1];
  between(body, (byte, at) => {
    const isInside = cuts.length > 0;
    if (closes(byte)) level -= 1;
    if (isInside && level === depth && byte === CLOSE_LIST) end = at;
    if (isInside && level === depth + 1 && byte === COMMA && found > most) {
      cuts.push(at);
      found = 0;
    }
    if (!isInside && level === depth && byte === OPEN_LIST) cuts.push(at);
    if (opens(byte)) level += 1;
    found += 1;
    return end === -1;
  });
  if (end === -1) return yield body;
  const [head, tail] = [body.subarray(0, cuts[0] + 1), body.subarray(end)];
  // Each part has head and tail once more: what is mostly these would become many times as long.
  if ((head.length + tail.length) * cuts.length > MOST_GROWTH * body.length) return yield body;
  for (const [i, cut] of cuts.entries())
    yield Buffer.concat([head, body.subarray(cut + 1, cuts[i + 1] ?? end), tail]);
}
