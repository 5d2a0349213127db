import { JSON_LIMITS } from "../contracts/limits/adapters.ts";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, OPEN, CLOSE_LIST, CLOSE] = Buffer.from('"\\,:[{]}');

/** As text a value may be two bytes; with all that is made of it it takes some hundred, and the server has 256 MiB in all. */
const MOST_VALUES: number = JSON_LIMITS.values.most;
const MOST_KEYS: number = JSON_LIMITS.keys.most;
const MOST_BYTES: number = JSON_LIMITS.bytes.most;
/** Bytes of one part of a divided body, about, and of what is looked through before others get their turn. */
const PART_BYTES = 4 * 1024 * 1024;
const LOOK_BYTES = 1024 * 1024;

/** How many times as long as a body its parts may be together. */
const MOST_GROWTH = 4;

/** Characters of a text that are looked at one by one: it takes longer to ask for the end of a short one. */
const SHORT = 32;

/** The place of the quote that ends a text whose first character is at `from`; the end of everything where none does. */
function endOfText(body: Uint8Array, from: number): number {
  let at = from;
  for (const short = Math.min(body.length, from + SHORT); at < short; at++) {
    if (body[at] === BACKSLASH) at += 1;
    else if (body[at] === QUOTE) return at;
  }
  for (;;) {
    const quote = body.indexOf(QUOTE, at);
    if (quote === -1) return body.length;
    let before = quote;
    while (before > at && body[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    at = quote + 1;
  }
}

/**
 * Calls with every byte that stands between values, in their order, until it answers false, and pauses on the way. Long texts are
 * passed over as fast as memory is read.
 */
function* between(
  body: Uint8Array,
  visit: (byte: number, at: number) => boolean,
): Generator<undefined, void> {
  let pauseAt = LOOK_BYTES;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at + 1);
    else if (byte === COMMA || byte === COLON || (byte | 0x20) === OPEN || (byte | 0x20) === CLOSE)
      if (!visit(byte, at)) return;
    if (at < pauseAt) continue;
    pauseAt = at + LOOK_BYTES;
    yield;
  }
}

const opens = (byte: number): boolean => byte === OPEN || byte === OPEN_LIST;
const closes = (byte: number): boolean => byte === CLOSE || byte === CLOSE_LIST;

/** Whether JSON text is longer, or holds more values and keys, than is read at once; seen without reading it. */
export function isTooHeavy(text: Uint8Array | string, most = MOST_VALUES): boolean {
  if (text.length <= Math.min(most, MOST_KEYS)) return false;
  if (text.length > MOST_BYTES) return true;
  let [found, keys] = [0, 0];
  const look = between(typeof text === "string" ? Buffer.from(text) : text, (byte) => {
    if (closes(byte)) return true;
    if (byte === COLON) keys += 1;
    found += 1;
    return found <= most && keys <= MOST_KEYS;
  });
  while (look.next().done !== true);
  return found > most || keys > MOST_KEYS;
}

/**
 * A body that is too heavy or too long in parts that are not: each is the whole with a part of the entries of the first list that
 * lies `depth` objects deep, as of `{"kwargs": {"logs": [...]}}` at 2. Whatever cannot be divided stays as it is. What is undefined
 * is a pause on the way.
 */
export function* divided(
  body: Uint8Array,
  depth: number,
  { most = MOST_KEYS, bytes = PART_BYTES } = {},
): Generator<Uint8Array | undefined> {
  if (body.length <= Math.min(most, bytes)) return yield body;
  /** Ends of parts: the place behind an entry. The first is where the list begins. */
  const cuts: number[] = [];
  let [level, found, end] = [0, 0, -1];
  yield* between(body, (byte, at) => {
    const isInside = cuts.length > 0;
    if (closes(byte)) level -= 1;
    if (isInside && level === depth && byte === CLOSE_LIST) end = at;
    const isFull = found > most || at - (cuts.at(-1) ?? 0) > bytes;
    if (isInside && level === depth + 1 && byte === COMMA && isFull) {
      cuts.push(at);
      found = 0;
    }
    if (!isInside && level === depth && byte === OPEN_LIST) cuts.push(at);
    if (opens(byte)) level += 1;
    found += 1;
    return end === -1;
  });
  if (end === -1 || cuts.length === 1) return yield body;
  const [head, tail] = [body.subarray(0, cuts[0] + 1), body.subarray(end)];
  // Each part has head and tail once more: what is mostly these would become many times as long.
  if ((head.length + tail.length) * cuts.length > MOST_GROWTH * body.length) return yield body;
  for (const [i, cut] of cuts.entries())
    yield Buffer.concat([head, body.subarray(cut + 1, cuts[i + 1] ?? end), tail]);
}
