import type { Note } from "../../contracts/external/verbs.ts";
import { countOf } from "../../wording/counts.ts";
import { isForeign, isTooDeep, jsonText, textOf } from "../../foreign/foreign-values.ts";
import { MOST_ASIDES, type Aside, type ReadRows } from "./read-rows.ts";
import type { Visit } from "./visit.ts";

/** How many different names of values that are no numbers are said of one message. */
const MOST_NAMED = 20;

/** Where a value is that is no number: what is a part of an artifact, as a joined table, is among the files of that. */
function whatIsKept({ name, value }: Aside): string {
  const said = JSON.stringify(name.slice(0, 200));
  const path = isForeign(value) ? textOf(value.artifact_path) : null;
  if (path !== null) {
    const file = JSON.stringify(path.slice(path.lastIndexOf("/") + 1).slice(0, 200));
    return `${said} is the file ${file} of an artifact of this run; the Artifacts tab lists it with what it is made of.`;
  }
  const what = name === "" ? "A line that cannot be read" : `${said} holds no number, so it`;
  return `${what} is kept as it came, in the files below logged/.`;
}

/** Keeps values that are no numbers as they came, one line each, and says once of each name where they are. */
export function keepAsides(
  { verbs }: Visit,
  runId: string,
  { writer, offset }: { writer: string; offset: number },
  { asides, leftOut = 0 }: ReadRows,
): void | Promise<void> {
  if (asides.length === 0) return;
  const path = `logged/${writer}/${offset}.jsonl`;
  const lines = asides.map(
    ({ row, name, value }) =>
      `{"row":${offset + row},"name":${JSON.stringify(name)},"value":${isTooDeep(value) ? JSON.stringify(jsonText(value)) : JSON.stringify(value)}}\n`,
  );
  const kept = verbs.keepFile(runId, {
    path,
    type: "application/x-ndjson",
    bytes: Buffer.from(lines.join("")),
  });
  const named = [...new Map(asides.map((aside) => [aside.name, aside])).values()].slice(0, MOST_NAMED);
  const notes = named.map((aside): Note => ({
    level: "info",
    message: whatIsKept(aside),
    id: `logged:${aside.name}`,
  }));
  if (leftOut > 0) {
    const message = `A message held more than ${countOf(MOST_ASIDES, "value")} that are no numbers; ${countOf(leftOut, "further one is", "further ones are")} not kept.`;
    notes.push({ level: "warning", message, id: "too many values beside the numbers" });
  }
  verbs.say(runId, ...notes);
  return kept;
}
