import { STREAM_LIMITS } from "../../contracts/limits/wandb.ts";
import { trainStepOf } from "../../../workers/protocol/default-axis.ts";
import type { ExternalPlace } from "../../contracts/external/verbs.ts";
import {
  digestOf,
  isForeign,
  jsonText,
  parseForeign,
  placeName,
  wholeOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";
import { countOf } from "../../wording/counts.ts";
import { logInParts } from "../log-in-parts.ts";
import { goOn } from "../in-steps.ts";
import { keepMediaInParts } from "../media-in-parts.ts";
import { createPauses } from "../pauses.ts";
import { printLinesInParts } from "../print-in-parts.ts";
import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";
import { keepAsides } from "./asides.ts";
import { isOfFolder, placeOf, sharedWriter, writerOf } from "./place.ts";
import { readObject } from "./read-config.ts";
import { placedMedia } from "./read-media.ts";
import { readSummary } from "../../foreign/wandb-rows.ts";
import { readRows, type ReadRows } from "./read-rows.ts";
import { scanStream, type ScannedStream } from "./scan-stream.ts";
import type { Visit } from "./visit.ts";

const HISTORY = "wandb-history.jsonl";
const SYSTEM = "wandb-events.jsonl";
const SUMMARY = "wandb-summary.json";
const CONSOLE = "output.log";
const KNOWN: ReadonlySet<string> = new Set([HISTORY, SYSTEM, SUMMARY, CONSOLE]);

interface Chunk {
  offset: number;
  content: unknown[];
}

/** A message, with the rows in it that were read from its bytes; their lists are empty in `sent`. */
interface Message {
  sent: Foreign;
  rows: ReadonlyMap<string, ReadRows>;
  /** Of a body that was kept as it came. */
  kept?: void | Promise<void>;
}

function chunkOf(files: Foreign, name: string): Chunk | null {
  const sent = files[name];
  if (!isForeign(sent) || !Array.isArray(sent.content)) return null;
  return { offset: Math.max(0, wholeOf(sent.offset) ?? 0), content: sent.content };
}

/** "ENTITY", "PROJECT" and "RUN" of an address; a run's id may hold slashes. */
export const streamPath = (path: string) => /^\/files\/([^/]+)\/([^/]+)\/(.+)\/file_stream$/s.exec(path);

/** The run of an address, made where the client never introduced it or it was deleted meanwhile: what it sends is kept. */
export function runAt({ verbs }: Visit, place: ExternalPlace, writer: string): string {
  const known = verbs.find(place);
  if (known) return known.runId;
  const { runId } = verbs.open({ ...place, client: "wandb", writer, resume: "allow" });
  const message =
    "This run was sent without its beginning: it was deleted here while it trained, or never introduced. What came before is not here.";
  verbs.say(runId, { level: "warning", message, id: "without a beginning" });
  return runId;
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
  const x = trainStepOf((name) => table.columns.some(({ metric }) => metric === name));
  const axes = x === undefined ? {} : (visit.verbs.read(runId)?.facts.axes ?? {});
  if (x !== undefined && Object.keys(axes).length === 0) visit.verbs.describe(runId, { axes: { "*": x } });
  const media = keepMediaInParts(visit.verbs, runId, placedMedia(read.media, table), writer);
  return goOn(media, () => {
    const stored = logInParts(visit.verbs, runId, {
      writer,
      stream: "history",
      offset: chunk.offset,
      table,
      isResent: isOfFolder(writer),
      isShared: sharedWriter(visit.headers) !== null,
    });
    const measured = visit.tables.log(runId, writer, table, tables);
    if (measured.length > 0) visit.verbs.moveGroups(runId, measured, "eval");
    const kept = keepAsides(visit, runId, { writer, offset: chunk.offset }, read);
    return kept === undefined ? stored : Promise.all([stored, kept]).then(([rows]) => rows);
  });
}

const TIMED = /^(?:(?:ERROR )?\d{4}-\d\d-\d\dT[\d:.]+ )/;

/** Lines of the console without the time in front; one that is not text is written as JSON. */
function* printed({ content }: Chunk): Generator<string> {
  const { most } = STREAM_LIMITS.line;
  for (const line of content) {
    const text = typeof line === "string" ? line : jsonText(line);
    const kept =
      text.length > most ? `${text.slice(0, most).toWellFormed()}… (${text.length} characters)` : text;
    yield `${kept.replace(TIMED, "")}\n`;
  }
}

/** The end by exit code: what was asked to stop was stopped, whatever code it left with. */
function tellEnd({ verbs }: Visit, runId: string, writer: string, exitcode: unknown): void {
  const exitCode = wholeOf(exitcode);
  if (exitCode === 0 || exitCode === null)
    return verbs.end(runId, { state: "finished", exitCode, reason: null, writer });
  const interrupted = exitCode === 255;
  const state = interrupted || verbs.isStopAsked(runId) ? "killed" : "failed";
  verbs.end(runId, { state, exitCode, reason: interrupted ? "interrupted" : null, writer });
}

/** A message of the client's stream: rows, console, summary, files that are there, the end. Nothing in it is a heartbeat. */
export function answerStream(
  visit: Visit,
  path: string,
  body: Uint8Array,
): AdapterAnswer | Promise<AdapterAnswer> {
  const [, entity, project, run] = streamPath(path) ?? [];
  const { headers } = visit;
  if (body.length > STREAM_LIMITS.body.most) return sayOversizedStream(visit, path);
  const writer = writerOf(headers, entity);
  const runId = runAt(visit, placeOf(project, run), writer);
  const read = readBody(visit, runId, body);
  const keep = (message: Message) => keepMessage(visit, runId, writer, message);
  return read instanceof Promise ? read.then(keep) : keep(read);
}

function keepMessage(
  visit: Visit,
  runId: string,
  writer: string,
  { sent, rows, kept }: Message,
): AdapterAnswer | Promise<AdapterAnswer> {
  const { verbs } = visit;
  const files = isForeign(sent.files) ? sent.files : {};

  const rowsOf = (name: string, { content }: Chunk) => rows.get(name) ?? readRows(content);
  const history = chunkOf(files, HISTORY);
  const stored: unknown[] = [
    history ? keepHistory(visit, runId, writer, history, rowsOf(HISTORY, history)) : 0,
  ];
  const system = chunkOf(files, SYSTEM);
  if (system) {
    const { table } = rowsOf(SYSTEM, system);
    const { offset } = system;
    const batch = { writer, stream: "system", offset, table, isResent: isOfFolder(writer) } as const;
    stored.push(logInParts(verbs, runId, batch));
  }
  const console = chunkOf(files, CONSOLE);
  if (console)
    stored.push(printLinesInParts(verbs, runId, { writer, offset: console.offset, lines: printed(console) }));
  const summary = chunkOf(files, SUMMARY)?.content.at(-1);
  if (summary !== undefined) verbs.describe(runId, { summary: readSummary(readObject(summary)) });
  const others = Object.keys(files).filter((name) => !KNOWN.has(name));
  if (others.length > 0) stored.push(keepOthers(visit, runId, files, others));
  stored.push(kept);

  const said = () => sayWhatIsLeft(visit, runId, writer, sent);
  const parts = stored.filter((part) => part instanceof Promise);
  return parts.length === 0 ? said() : Promise.all(parts).then(said);
}

/** What is told of the run once its rows are stored: its end may be among it. */
function sayWhatIsLeft(visit: Visit, runId: string, writer: string, sent: Foreign): AdapterAnswer {
  const { verbs } = visit;
  verbs.hear(runId, writer);
  if (sent.preempting === true)
    verbs.say(runId, {
      level: "info",
      message: "The machine of this run is being taken away, says the client.",
    });
  if (sent.complete === true) tellEnd(visit, runId, writer, sent.exitcode);
  return jsonAnswer(verbs.isStopAsked(runId) ? { stopped: true } : {});
}

/** A message above the limit, which is several times what the client makes: said, and answered so that the training goes on. */
export function sayOversizedStream(visit: Visit, path: string): AdapterAnswer {
  const [, entity, project, run] = streamPath(path) ?? [];
  const runId = runAt(visit, placeOf(project, run), writerOf(visit.headers, entity));
  const message = "A message of this run was larger than what is taken at once, and was dropped.";
  visit.verbs.say(runId, { level: "warning", message, id: "oversized stream" });
  return jsonAnswer({});
}

const NOTHING: Message = { sent: {}, rows: new Map() };

/** Reads a message, a large one with others served in between. */
function readBody(visit: Visit, runId: string, body: Uint8Array): Message | Promise<Message> {
  if (body.length === 0) return NOTHING;
  const steps = scanStream(body, [HISTORY, SYSTEM]);
  const first = steps.next();
  if (first.done) return messageOf(visit, runId, body, first.value);
  return (async () => {
    const pause = createPauses();
    for (;;) {
      const step = steps.next();
      if (step.done) return messageOf(visit, runId, body, step.value);
      await pause();
    }
  })();
}

/** A body that is no object is kept as it came: it may be the only copy. */
function messageOf(
  { verbs }: Visit,
  runId: string,
  body: Uint8Array,
  scanned: ScannedStream | null,
): Message {
  try {
    const { rows, rest } = scanned ?? { rows: NOTHING.rows, rest: body };
    const sent = parseForeign(rest);
    if (isForeign(sent)) return { sent, rows };
  } catch {
    // Kept below.
  }
  const path = `unread/${digestOf(body)}`;
  const kept = verbs.keepFile(runId, { path, type: null, bytes: body });
  verbs.say(runId, {
    level: "warning",
    message: `A message could not be read. It is kept as ${path}.`,
    id: path,
  });
  return { ...NOTHING, kept };
}

/** Streams that a later version may add are kept as files, each part by its place, others in between. */
function keepOthers({ verbs }: Visit, runId: string, files: Foreign, others: string[]): void | Promise<void> {
  const keep = (name: string): void | Promise<void> => {
    const chunk = chunkOf(files, name);
    if (chunk === null) return;
    const bytes = Buffer.from(chunk.content.map((line) => `${String(line)}\n`).join(""));
    const path = `stream/${placeName(name, "part")}/${chunk.offset}`;
    return verbs.keepFile(runId, { path, type: null, bytes });
  };
  if (others.length === 1) return keep(others[0]);
  const { most } = STREAM_LIMITS.others;
  return (async () => {
    const pause = createPauses();
    for (const name of others.slice(0, most)) {
      await keep(name);
      await pause();
    }
    if (others.length <= most) return;
    const message = `A message held ${countOf(others.length, "stream")} that no client is known to send; ${countOf(most, "stream is", "streams are")} kept.`;
    verbs.say(runId, { level: "warning", message, id: "many streams" });
  })();
}
