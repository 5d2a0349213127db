import { STREAM_LIMITS } from "../../contracts/limits/wandb.ts";
import { STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import type { Note, OutsidePlace } from "../../contracts/outside/verbs.ts";
import {
  digestOf,
  isForeign,
  isTooDeep,
  jsonText,
  parseForeign,
  placeName,
  wholeOf,
  type Foreign,
} from "../foreign-values.ts";
import { logInParts } from "../log-in-parts.ts";
import { jsonAnswer, type WireAnswer } from "../wire.ts";
import { placeOf, writerOf } from "./place.ts";
import { readObject } from "./read-config.ts";
import { readRows, readSummary, type ReadRows } from "./read-rows.ts";
import { scanStream } from "./scan-stream.ts";
import type { Visit } from "./visit.ts";

const HISTORY = "wandb-history.jsonl";
const SYSTEM = "wandb-events.jsonl";
const SUMMARY = "wandb-summary.json";
const CONSOLE = "output.log";

/** How many different names of values that are no numbers are said of one message. */
const MOST_NAMED = 20;

interface Chunk {
  offset: number;
  content: unknown[];
}

/** A message, with the rows in it that were read from its bytes; their lists are empty in `sent`. */
interface Message {
  sent: Foreign;
  rows: ReadonlyMap<string, ReadRows>;
}

function chunkOf(files: Foreign, name: string): Chunk | null {
  const sent = files[name];
  if (!isForeign(sent) || !Array.isArray(sent.content)) return null;
  return { offset: Math.max(0, wholeOf(sent.offset) ?? 0), content: sent.content };
}

/** "ENTITY", "PROJECT" and "RUN" of an address; a run's id may hold slashes. */
export const streamPath = (path: string) => /^\/files\/([^/]+)\/([^/]+)\/(.+)\/file_stream$/s.exec(path);

/** The run of an address, made where the client never introduced it or it was deleted meanwhile: what it sends is kept. */
export function runAt({ verbs }: Visit, place: OutsidePlace, writer: string): string {
  const known = verbs.find(place);
  if (known) return known.runId;
  const { runId } = verbs.open({ ...place, client: "wandb", writer, resume: "allow" });
  const message =
    "This run was sent without its beginning: it was deleted here while it trained, or never introduced. What came before is not here.";
  verbs.say(runId, { level: "caution", message, id: "without a beginning" });
  return runId;
}

/** Keeps values that are no numbers as they came, one line each, and says once of each name where they are. */
function keepAsides(
  { verbs }: Visit,
  runId: string,
  writer: string,
  { offset }: Chunk,
  { asides }: ReadRows,
): void {
  if (asides.length === 0) return;
  const path = `logged/${writer}/${offset}.jsonl`;
  const lines = asides.map(
    ({ row, name, value }) =>
      `{"row":${offset + row},"name":${JSON.stringify(name)},"value":${isTooDeep(value) ? JSON.stringify(jsonText(value)) : JSON.stringify(value)}}\n`,
  );
  verbs.keepFile(runId, { path, type: "application/x-ndjson", bytes: Buffer.from(lines.join("")) });
  const names = [...new Set(asides.map((aside) => aside.name))].slice(0, MOST_NAMED);
  const notes = names.map((name): Note => {
    const what =
      name === ""
        ? "A line that cannot be read"
        : `${JSON.stringify(name.slice(0, 200))} holds no number, so it`;
    const message = `${what} is kept as it came, in the files below logged/.`;
    return { level: "note", message, id: `logged:${name}` };
  });
  verbs.say(runId, ...notes);
}

/** Stores rows, a large message part by part; what is a promise is not stored yet. */
function keepHistory(
  visit: Visit,
  runId: string,
  writer: string,
  chunk: Chunk,
  read: ReadRows,
): number | Promise<number> {
  const { table, tables } = read;
  const x = STEP_METRICS.find((name) => table.columns.some(({ metric }) => metric === name));
  const axes = x === undefined ? {} : (visit.verbs.read(runId)?.facts.axes ?? {});
  if (x !== undefined && Object.keys(axes).length === 0) visit.verbs.describe(runId, { axes: { "*": x } });
  const stored = logInParts(visit.verbs, runId, {
    writer,
    stream: "history",
    offset: chunk.offset,
    table,
  });
  const measured = visit.tables.log(runId, writer, table, tables);
  if (measured.length > 0) visit.verbs.moveGroups(runId, measured, "eval");
  keepAsides(visit, runId, writer, chunk, read);
  return stored;
}

const TIMED = /^(?:(?:ERROR )?\d{4}-\d\d-\d\dT[\d:.]+ )/;

/** Lines of the console without the time in front; one that is not text is written as JSON. */
const printed = ({ content }: Chunk): string =>
  content.map((line) => `${typeof line === "string" ? line.replace(TIMED, "") : jsonText(line)}\n`).join("");

/** The end by exit code: what was asked to stop was stopped, whatever code it left with. */
function tellEnd({ verbs }: Visit, runId: string, exitcode: unknown): void {
  const exitCode = wholeOf(exitcode);
  if (exitCode === 0 || exitCode === null)
    return verbs.end(runId, { state: "finished", exitCode, reason: null });
  const interrupted = exitCode === 255;
  const state = interrupted || verbs.isStopAsked(runId) ? "killed" : "failed";
  verbs.end(runId, { state, exitCode, reason: interrupted ? "interrupted" : null });
}

/** A message of the client's stream: rows, console, summary, files that are there, the end. Nothing in it is a heartbeat. */
export function answerStream(visit: Visit, path: string, body: Uint8Array): WireAnswer | Promise<WireAnswer> {
  const [, entity, project, run] = streamPath(path) ?? [];
  const { verbs, headers } = visit;
  if (body.length > STREAM_LIMITS.body.most) return sayOversizedStream(visit, path);
  const writer = writerOf(headers, entity);
  const runId = runAt(visit, placeOf(project, run), writer);
  const { sent, rows } = readBody(visit, runId, body);
  const files = isForeign(sent.files) ? sent.files : {};

  const rowsOf = (name: string, { content }: Chunk) => rows.get(name) ?? readRows(content);
  const history = chunkOf(files, HISTORY);
  const stored = [history ? keepHistory(visit, runId, writer, history, rowsOf(HISTORY, history)) : 0];
  const system = chunkOf(files, SYSTEM);
  if (system) {
    const { table } = rowsOf(SYSTEM, system);
    stored.push(logInParts(verbs, runId, { writer, stream: "system", offset: system.offset, table }));
  }
  const console = chunkOf(files, CONSOLE);
  if (console) verbs.print(runId, { writer, offset: console.offset, unit: "lines", text: printed(console) });
  const summary = chunkOf(files, SUMMARY)?.content.at(-1);
  if (summary !== undefined) verbs.describe(runId, { summary: readSummary(readObject(summary)) });
  keepOthers(visit, runId, files);

  const said = () => sayWhatIsLeft(visit, runId, sent);
  const parts = stored.filter((rows) => typeof rows !== "number");
  return parts.length === 0 ? said() : Promise.all(parts).then(said);
}

/** What is told of the run once its rows are stored: its end may be among it. */
function sayWhatIsLeft({ verbs, ...visit }: Visit, runId: string, sent: Foreign): WireAnswer {
  verbs.hear(runId);
  if (sent.preempting === true)
    verbs.say(runId, {
      level: "note",
      message: "The machine of this run is being taken away, says the client.",
    });
  if (sent.complete === true) tellEnd({ verbs, ...visit }, runId, sent.exitcode);
  return jsonAnswer(verbs.isStopAsked(runId) ? { stopped: true } : {});
}

/** A message above the limit, which is several times what the client makes: said, and answered so that the training goes on. */
export function sayOversizedStream(visit: Visit, path: string): WireAnswer {
  const [, entity, project, run] = streamPath(path) ?? [];
  const runId = runAt(visit, placeOf(project, run), writerOf(visit.headers, entity));
  const message = "A message of this run was larger than what is taken at once, and was dropped.";
  visit.verbs.say(runId, { level: "caution", message, id: "oversized stream" });
  return jsonAnswer({});
}

const NOTHING: Message = { sent: {}, rows: new Map() };

/** A body that is no object is kept as it came: it may be the only copy. */
function readBody({ verbs }: Visit, runId: string, body: Uint8Array): Message {
  if (body.length === 0) return NOTHING;
  try {
    const { rows, rest } = scanStream(body, [HISTORY, SYSTEM]) ?? { rows: NOTHING.rows, rest: body };
    const sent = parseForeign(rest);
    if (isForeign(sent)) return { sent, rows };
  } catch {
    // Kept below.
  }
  const path = `unread/${digestOf(Buffer.from(body).toString("latin1"))}`;
  verbs.keepFile(runId, { path, type: null, bytes: body });
  verbs.say(runId, {
    level: "caution",
    message: `A message could not be read. It is kept as ${path}.`,
    id: path,
  });
  return NOTHING;
}

/** Streams that a later version may add are kept as files, each part by its place. */
function keepOthers({ verbs }: Visit, runId: string, files: Foreign): void {
  for (const name of Object.keys(files)) {
    if ([HISTORY, SYSTEM, SUMMARY, CONSOLE].includes(name)) continue;
    const chunk = chunkOf(files, name);
    if (chunk === null) continue;
    const bytes = Buffer.from(chunk.content.map((line) => `${String(line)}\n`).join(""));
    verbs.keepFile(runId, { path: `stream/${placeName(name, "part")}/${chunk.offset}`, type: null, bytes });
  }
}
