import { createHash } from "node:crypto";
import {
  FinishWord,
  INGEST_BASE,
  INGEST_LIMITS,
  INGEST_TYPES,
  RunFacts,
  WantedRun,
  type IngestAnswer,
  type OpenedAnswer,
} from "../../../workers/protocol/ingest.ts";
import type { LoggedMedium } from "../../contracts/external/media.ts";
import type { Note, OpenedRun, ExternalVerbs, Rollout } from "../../contracts/external/verbs.ts";
import { GROUP_LIMITS } from "../../contracts/limits/outcomes.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { jsonAnswer, type Adapter, type AdapterAnswer, type AdapterRequest } from "../adapter.ts";
import { factsIn, factsOf, jsonBody, placeOf, shortWord, Unreadable, writerOf } from "./read-facts.ts";
import { evaluationOf, rolloutsOf } from "./read-groups.ts";
import type { Foreign } from "../../foreign/foreign-values.ts";
import { readLines, textOf, wholeOf } from "./read-lines.ts";
import { alertNote } from "../alert-note.ts";
import { goOn, inSteps } from "../in-steps.ts";
import { createPauses } from "../pauses.ts";
import { keepGroupsInParts } from "../group-in-parts.ts";
import { keepMediaInParts } from "../media-in-parts.ts";
import { printInParts } from "../print-in-parts.ts";
import { keepRows, sayUnreadable, type Took } from "./keep-rows.ts";
import { mediumOf } from "./read-media.ts";
import { sayInParts } from "../say-in-parts.ts";
import { readRowColumns, readRowLines } from "./read-rows.ts";

/** The wire of our own clients; `workers/protocol/ingest.ts` says what it takes. */
export const ablabAdapter: Adapter = {
  name: "ablab",
  claims: (_method, path) => path.startsWith(`${INGEST_BASE}/`),
  tokenOf: ({ headers }) => /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1] ?? null,
  mostBytes: () => INGEST_LIMITS.bodyBytes,
  onlyStores: (_method, path) => STORES.has(path.slice(INGEST_BASE.length + 1)),
  sendsBeside: true,
  take(request, verbs) {
    try {
      const answered = answer(request, verbs);
      return answered instanceof Promise ? answered.catch(refused) : answered;
    } catch (error) {
      return refused(error);
    }
  },
};

/** What trainings say all the time. */
const STORES = new Set(["rows", "heartbeat", "facts", "alerts", "output"]);

/** What is answered to a body that is not as it has to be; whatever else went wrong is thrown on. */
function refused(error: unknown): AdapterAnswer {
  if (error instanceof Unreadable || (error instanceof Error && REFUSALS.has(error.name)))
    return refuse(400, error.message);
  if (error instanceof RangeError) return refuse(400, "Something in the body is nested too deeply.");
  throw error;
}

/** What readers of bodies throw where one is not as it has to be. */
const REFUSALS = new Set(["BrokenRule", "TooMuch"]);

const refuse = (status: number, message: string): AdapterAnswer => jsonAnswer({ error: message }, status);

function answer(request: AdapterRequest, verbs: ExternalVerbs): AdapterAnswer | Promise<AdapterAnswer> {
  if (request.method !== "POST") return refuse(405, "Everything below this address is sent by POST.");
  const verb = request.path.slice(INGEST_BASE.length + 1);
  if (verb === "runs") return goOn(inSteps(open(request, verbs)), (opened) => jsonAnswer(opened));
  const take: Taker | null = Object.hasOwn(TAKERS, verb) ? TAKERS[verb as keyof typeof TAKERS] : null;
  if (!take) return refuse(404, `There is nothing at ${request.path}.`);
  const run = verbs.find(placeOf(request.query.get("experiment"), request.query.get("key")));
  if (!run) return refuse(404, "This project has no such run. Open it with POST /runs first.");
  const writer = writerOf(request.query.get("writer"));
  const process = writer.replace(/\.columns$/, "");
  return goOn(take({ request, verbs, run, writer, process }), ({ acked, parked = 0 }) => {
    const said: IngestAnswer = { acked, parked, stop: verbs.isStopAsked(run.runId) };
    return jsonAnswer(said);
  });
}

/** Opens a run, one of thousands of parameters with others in between. */
function* open(request: AdapterRequest, verbs: ExternalVerbs): Generator<undefined, OpenedAnswer> {
  const read = WantedRun.safeParse(factsIn(request));
  if (!read.success) throw new Unreadable("A run is opened with experiment, key and writer, three texts.");
  const wanted = read.data;
  const place = placeOf(wanted.experiment, wanted.key);
  yield;
  const facts = factsOf(wanted);
  yield;
  const opened = verbs.open({
    ...place,
    ...facts,
    client: wanted.client,
    writer: writerOf(wanted.writer),
    resume: wanted.resume,
    nameIsMade: wanted.nameIsMade,
    ...(wanted.witnessedAs && { begunAs: { ...place, experiment: shortWord(wanted.witnessedAs) } }),
  });
  yield;
  const { runId, name, created, rows, lastStep, ended } = opened;
  const url = `${request.origin}/runs/${encodeURIComponent(runId)}`;
  return { run: runId, url, name, created, rows, lastStep, ended, stop: verbs.isStopAsked(runId) };
}

/** Completions that are held until they are stored; a body may hold hundreds of thousands of short ones. */
const KEPT_AT_ONCE = 500;

interface Taken {
  request: AdapterRequest;
  verbs: ExternalVerbs;
  run: OpenedRun;
  writer: string;
  /** The process, which numbers its columns apart from its rows. */
  process: string;
}

type Taker = (taken: Taken) => Took | Promise<Took>;

const TAKERS = {
  facts: (taken: Taken) => inSteps(describing(taken)),

  rows(taken: Taken): Took | Promise<Took> {
    const { request } = taken;
    const stream = request.query.get("stream") === "system" ? "system" : "history";
    const first = wholeOf(Number(request.query.get("first") ?? Number.NaN));
    const isBinary = request.headers["content-type"]?.startsWith(INGEST_TYPES.binary);
    if (isBinary && first === null)
      throw new Unreadable("The binary form needs the number of its first row, ?first=.");
    const read = isBinary ? readRowColumns(request.body, first ?? 0) : readRowLines(request.body, first);
    return goOn(read, (rows) => inSteps(keepRows(taken, stream, first ?? 0, rows)));
  },

  evaluations: (taken: Taken) =>
    takeLines(taken, "evaluation", async (line) => {
      const evaluation = evaluationOf(line);
      if (evaluation) await taken.verbs.keepEvaluation(taken.run.runId, evaluation);
      return evaluation !== null;
    }),

  async rollouts(taken: Taken) {
    const { verbs, run } = taken;
    let kept: Rollout[] = [];
    const keep = async () => {
      await keepGroupsInParts(verbs, run.runId, kept);
      kept = [];
    };
    const said = await takeLines(taken, "group", async (line) => {
      if (isTooLarge(line)) sayTooLarge(taken, line);
      const rollouts = rolloutsOf(line);
      for (const rollout of rollouts ?? []) kept.push(rollout);
      if (kept.length >= KEPT_AT_ONCE) await keep();
      return rollouts !== null;
    });
    await keep();
    return said;
  },

  async media(taken: Taken) {
    const media: LoggedMedium[] = [];
    const said = await takeLines(taken, "medium", (line) => {
      const medium = mediumOf(line);
      if (medium) media.push(medium);
      return medium !== null;
    });
    await keepMediaInParts(taken.verbs, taken.run.runId, media, taken.writer);
    return said;
  },

  async alerts(taken: Taken) {
    const notes: Note[] = [];
    const said = await takeLines(taken, "alert", (line) => {
      const [id, title, text] = [textOf(line.id), textOf(line.title), textOf(line.text)];
      if (id === null || (!title && !text)) return false;
      const note = alertNote(title, text, line.level);
      notes.push({ ...note, message: note.message.slice(0, INGEST_LIMITS.text), id });
      return true;
    });
    await sayInParts(taken.verbs, taken.run.runId, notes);
    return said;
  },

  async files({ request, verbs, run }: Taken) {
    const path = request.query.get("path");
    if (!path) throw new Unreadable("A file is sent with its path, ?path=.");
    const type = request.headers["content-type"] ?? null;
    const kept = type === INGEST_TYPES.bytes ? null : type;
    await verbs.keepFile(run.runId, { path, type: kept, bytes: request.body });
    return { acked: 1 };
  },

  async output({ request, verbs, run, writer }: Taken) {
    const offset = wholeOf(Number(request.query.get("offset") ?? Number.NaN));
    if (offset === null) throw new Unreadable("Text is sent with the number of its first byte, ?offset=.");
    await printInParts(verbs, run.runId, { writer, offset, bytes: request.body });
    return { acked: offset + request.body.length };
  },

  heartbeat({ verbs, run, process }: Taken) {
    verbs.hear(run.runId, process);
    return { acked: 0 };
  },

  finish({ request, verbs, run, process }: Taken) {
    const read = FinishWord.safeParse(jsonBody(request));
    if (!read.success) throw new Unreadable("An end is a JSON object.");
    const isSaid = request.query.get("writer") !== null;
    verbs.end(run.runId, { ...read.data, ...(isSaid && { writer: process }) });
    return { acked: 1 };
  },
} satisfies Record<string, Taker>;

function* describing({ request, verbs, run }: Taken): Generator<undefined, Took> {
  const read = RunFacts.safeParse(factsIn(request));
  if (!read.success) throw new Unreadable("Facts of a run are a JSON object.");
  yield;
  const facts = factsOf(read.data);
  yield;
  verbs.describe(run.runId, facts);
  yield;
  return { acked: 1 };
}

async function takeLines(
  taken: Taken,
  what: string,
  take: (line: Foreign) => boolean | Promise<boolean>,
): Promise<{ acked: number; parked: number }> {
  const pause = createPauses();
  let [acked, parked] = [0, 0];
  for (const line of readLines(taken.request.body)) {
    const waited = pause();
    if (waited) await waited;
    acked += 1;
    if (line === null || !(await take(line))) parked += 1;
  }
  const seen = createHash("sha256").update(taken.request.body).digest("hex").slice(0, 16);
  sayUnreadable(taken, parked, what, seen);
  return { acked, parked };
}

const isTooLarge = (line: Foreign): line is Foreign & { completions: unknown[] } =>
  Array.isArray(line.completions) && line.completions.length > GROUP_LIMITS.completions.most;

function sayTooLarge({ verbs, run }: Taken, { completions }: { completions: unknown[] }): void {
  const message = overLimit(GROUP_LIMITS.completions, completions.length);
  verbs.say(run.runId, { level: "warning", message, id: "too large a group" });
}
