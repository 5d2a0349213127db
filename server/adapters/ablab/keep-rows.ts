import { NOTE_LIMITS } from "../../contracts/limits/adapters.ts";
import type { Note, OpenedRun, ExternalVerbs } from "../../contracts/external/verbs.ts";
import { goOn } from "../in-steps.ts";
import { logInParts } from "../log-in-parts.ts";
import type { ReadRows } from "./read-rows.ts";

/** How far a stream is stored, and how many lines of the body could not be read. */
export interface Took {
  acked: number;
  parked?: number;
}

/** Where rows go: those of one process. */
interface To {
  verbs: ExternalVerbs;
  run: OpenedRun;
  writer: string;
  /** The process, which numbers its columns apart from its rows. */
  process: string;
}

/** Stores rows, a large body part by part. */
export function* keepRows(
  { verbs, run, writer, process }: To,
  stream: "history" | "system",
  first: number,
  { parts, texts, parked, unreadable }: ReadRows,
): Generator<unknown, Took> {
  let acked = first;
  for (const { first: offset, table } of parts)
    yield goOn(
      logInParts(verbs, run.runId, { writer, process, stream, offset, table }),
      (next) => (acked = next),
    );
  if (Object.keys(texts).length > 0) verbs.describe(run.runId, { summary: texts });
  const notes = [...parked].slice(0, NOTE_LIMITS.notes.most).map((name): Note => {
    const message = `"${name.slice(0, 200)}" came with a list or an object where a curve takes a number; it is not drawn.`;
    return { level: "info", message, id: `parked:${name}` };
  });
  if (notes.length > 0) verbs.say(run.runId, ...notes);
  sayUnreadable({ verbs, run }, unreadable, "row", `${writer}:${stream}:${acked}`);
  return { acked, parked: unreadable };
}

export function sayUnreadable(
  { verbs, run }: Pick<To, "verbs" | "run">,
  count: number,
  what: string,
  id: string,
): void {
  if (count === 0) return;
  const message = `Lines that cannot be read as ${what}s were left out: ${count}.`;
  verbs.say(run.runId, { level: "warning", message, id: `unreadable:${what}:${id}` });
}
