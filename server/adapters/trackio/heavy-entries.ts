import { createHash } from "node:crypto";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import { divided, isTooHeavy } from "../../foreign/weigh-json.ts";
import type { Foreign } from "../../foreign/foreign-values.ts";
import { goOn } from "../in-steps.ts";
import { runOf } from "./runs.ts";

/** The names stand at the beginning or the end of an entry, around its values. */
const LOOKED_AT = 16_384;
const NAMES = ["project", "run", "run_id"] as const;

/** A text of an entry that is too much to be read, by its name; the first one found. */
function textNamed(text: string, name: string): string | undefined {
  const [, value] = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){0,1000}")`).exec(text) ?? [];
  if (value === undefined) return undefined;
  try {
    return String(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** The run that a heavy entry names; null where neither its beginning nor its end does. */
function namesIn(entry: Uint8Array): Foreign | null {
  const [head, tail] = [entry.subarray(0, LOOKED_AT), entry.subarray(-LOOKED_AT)].map((part) =>
    Buffer.from(part).toString(),
  );
  const found = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = textNamed(head, name) ?? textNamed(tail, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return found.project !== undefined && (found.run ?? found.run_id) !== undefined ? found : null;
}

const CLOSE = 0x7d;

/**
 * Keeps an entry that is too much to be read as a file of its run, and says so there. False where it is no whole JSON, or names no
 * run in sight. A client sends again whatever is refused, for ever, and what comes later waits behind it.
 */
export function keepHeavy(entry: Uint8Array, verbs: ExternalVerbs): boolean | Promise<boolean> {
  const names = entry.at(-1) === CLOSE ? namesIn(entry) : null;
  if (names === null) return false;
  const { runId } = runOf(names, verbs);
  const id = createHash("sha256").update(entry).digest("hex").slice(0, 12);
  const file = { path: `unread/${id}.json`, type: "application/json", bytes: Buffer.from(entry) };
  return goOn(verbs.keepFile(runId, file), () => {
    verbs.say(runId, {
      level: "warning",
      message:
        "A logged entry holds more values or keys than are read at once. It is no row; it is kept among the files.",
      id: `unread:${id}`,
    });
    return true;
  });
}

/** A call in parts that can be read, its entries one by one where one of them is too heavy. Undefined is a pause on the way. */
export function* partsOf(body: Uint8Array): Generator<{ bytes: Uint8Array; isHeavy: boolean } | undefined> {
  for (const part of divided(body, 2)) {
    const entries = part !== undefined && isTooHeavy(part) ? divided(part, 2, { most: 0, bytes: 0 }) : [part];
    for (const bytes of entries) yield bytes && { bytes, isHeavy: isTooHeavy(bytes) };
  }
}
