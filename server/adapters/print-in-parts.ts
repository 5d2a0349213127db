import { setImmediate } from "node:timers/promises";
import type { ExternalVerbs } from "../contracts/external/verbs.ts";

/** Bytes of a console that are stored at once: each is looked at for secrets, and nobody else is served meanwhile. */
const AT_ONCE = 64 * 1024;

/** Where a part ends that begins at `from`: not within a character, which has three further bytes at most, 10xxxxxx. */
function endOf(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length, from + AT_ONCE);
  for (let back = 0; back < 4 && end < bytes.length; back++)
    if ((bytes[end - back] & 0xc0) !== 0x80) return end - back;
  return end;
}

/** Stores text of a console part by part, each with the number of its first byte, others in between. */
export async function printInParts(
  verbs: Pick<ExternalVerbs, "print">,
  runId: string,
  { writer, offset, bytes }: { writer: string; offset: number; bytes: Uint8Array },
): Promise<void> {
  for (let from = 0; from === 0 || from < bytes.length;) {
    const to = endOf(bytes, from);
    if (from > 0) await setImmediate();
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
    verbs.print(runId, { writer, offset: offset + from, text });
    from = Math.max(to, 1);
  }
}

/** The same of lines, numbered by line; few are stored before this returns. */
export function printLinesInParts(
  verbs: Pick<ExternalVerbs, "print">,
  runId: string,
  { writer, offset, lines }: { writer: string; offset: number; lines: Iterable<string> },
): void | Promise<void> {
  const parts = partsOf(lines);
  let at = offset;
  const store = (part: readonly string[]): void => {
    verbs.print(runId, { writer, offset: at, unit: "lines", text: part.join("") });
    at += part.length;
  };
  const first = parts.next();
  store(first.done === true ? [] : first.value);
  const second = parts.next();
  if (second.done === true) return;
  return (async () => {
    await setImmediate();
    store(second.value);
    for (const part of parts) {
      await setImmediate();
      store(part);
    }
  })();
}

/** Lines in parts of about so many characters; one line may hold line breaks of its own and stays whole. */
function* partsOf(lines: Iterable<string>): Generator<string[]> {
  let [part, size] = [[] as string[], 0];
  for (const line of lines) {
    part.push(line);
    size += line.length;
    if (size < AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}
