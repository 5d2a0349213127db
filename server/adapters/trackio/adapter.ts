import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { goOn, inSteps } from "../in-steps.ts";
import { createPauses } from "../pauses.ts";
import { NOTE_LIMITS, TRACKIO_LIMITS } from "../../contracts/limits/adapters.ts";
import { overLimit, writeMost } from "../../contracts/limits/limit.ts";
import type { Note, ExternalVerbs } from "../../contracts/external/verbs.ts";
import {
  isForeign,
  jsonText,
  numberOf,
  parseForeign,
  textOf,
  stepOf,
  wholeOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";
import { alertNote } from "../alert-note.ts";
import { keepGroupsInParts } from "../group-in-parts.ts";
import { sayInParts } from "../say-in-parts.ts";
import { jsonAnswer, type Adapter, type AdapterAnswer, type AdapterRequest } from "../adapter.ts";
import { keepHeavy, partsOf } from "./heavy-entries.ts";
import { readLog } from "./read-log.ts";
import { data, noteProcess, projectOf, runOf, runsOf, runSummary, WRITER } from "./runs.ts";
import { SeenByRun } from "./seen.ts";
import { readMultipart } from "./read-multipart.ts";
import { Uploads } from "./uploads.ts";

/** What is in memory between requests. */
interface Held {
  uploads: Uploads;
  seen: SeenByRun;
  /** The token that asks. */
  owner: string;
}

const list = (value: unknown): Foreign[] => (Array.isArray(value) ? value.filter(isForeign) : []);

/** An answer that is worked out step by step; what a step yields is waited for. */
type Steps = Generator<unknown, AdapterAnswer>;

/** Entries by the run they name, in their order. */
function* byRun(entries: readonly Foreign[], verbs: ExternalVerbs): Generator<[string, Foreign[]]> {
  const groups = Map.groupBy(entries, ({ project, run_id, run }) => jsonText([project, run_id ?? run]));
  for (const group of groups.values()) {
    const { runId } = runOf(group[0], verbs);
    yield [runId, group];
    verbs.hear(runId, WRITER);
  }
}

function* bulkLog(kwargs: Foreign, verbs: ExternalVerbs, { seen }: Held): Steps {
  for (const [runId, entries] of byRun(list(kwargs.logs), verbs)) {
    yield;
    const { rows, ids, rollouts, facts, files, parked } = readLog(entries, seen.of(runId));
    noteProcess(entries[0], verbs, facts.environment?.created);
    if (Object.keys(facts).length > 0) verbs.describe(runId, facts);
    if (rows.length > 0)
      yield verbs.logInTurns(runId, {
        writer: WRITER,
        stream: "history",
        offset: null,
        ids,
        table: tableOfRows(rows),
      });
    yield keepGroupsInParts(verbs, runId, rollouts);
    for (const { path, type, text } of files) {
      yield verbs.keepFile(runId, { path, type, bytes: Buffer.from(text) });
    }
    const notes = [...parked].slice(0, NOTE_LIMITS.notes.most).map(([cause, message]): Note => {
      return { level: "info", message, id: `parked:${cause}` };
    });
    if (notes.length > 0) verbs.say(runId, ...notes);
  }
  return data(null);
}

function* bulkLogSystem(kwargs: Foreign, verbs: ExternalVerbs, { seen }: Held): Steps {
  for (const [runId, entries] of byRun(list(kwargs.logs), verbs)) {
    yield;
    const { rows, ids } = readLog(
      entries.map((entry) => ({ ...entry, config: null, step: null })),
      seen.of(runId),
    );
    if (rows.length > 0)
      yield verbs.logInTurns(runId, {
        writer: WRITER,
        stream: "system",
        offset: null,
        ids,
        table: tableOfRows(rows),
      });
  }
  return data(null);
}

function* bulkAlert(kwargs: Foreign, verbs: ExternalVerbs): Steps {
  for (const [runId, alerts] of byRun(list(kwargs.alerts), verbs)) {
    yield;
    const notes = alerts.map(({ title, text, level, step, alert_id }): Note => {
      const at = wholeOf(step);
      const note = alertNote(textOf(title), textOf(text), level, at === null ? "" : ` (step ${at})`);
      const id = textOf(alert_id);
      return {
        ...note,
        message: note.message.slice(0, 20_000),
        ...(id !== null && { id: `alert:${id}` }),
      };
    });
    yield sayInParts(verbs, runId, notes);
  }
  return data(null);
}

/** Names under which an uploaded file may be told: as the client wrote them, never as a path of ours. */
const uploadOf = (entry: Foreign) => (isForeign(entry.uploaded_file) ? entry.uploaded_file : {});
const TOO_LARGE = "too large";

async function uploadMedia(
  kwargs: Foreign,
  verbs: ExternalVerbs,
  { uploads, owner }: Held,
): Promise<AdapterAnswer> {
  const pause = createPauses();
  for (const entry of list(kwargs.uploads)) {
    const { path, orig_name } = uploadOf(entry);
    const name = textOf(orig_name) ?? "file";
    // Files of `trackio.save` belong to a project and no run; there is no page that could show them.
    if (textOf(entry.run_id) === null && textOf(entry.run) === null) continue;
    await pause();
    const { runId } = runOf(entry, verbs);
    const upload = uploads.find(owner, path);
    if (upload === null) {
      sayDropped(verbs, runId, name, path);
      continue;
    }
    const step = stepOf(entry.step);
    const folder = textOf(entry.relative_path) ?? "";
    const parts = [
      "media",
      ...(step === null ? [] : [`step ${step}`]),
      folder,
      folder.endsWith(name) ? "" : name,
    ];
    await verbs.keepFile(runId, {
      path: parts.filter((part) => part !== "").join("/"),
      type: null,
      bytes: upload.bytes,
    });
    uploads.drop(owner, String(path));
  }
  return data(null);
}

const sayDropped = (verbs: ExternalVerbs, runId: string, name: string, path: unknown) =>
  verbs.say(runId, {
    level: "warning",
    message:
      path === TOO_LARGE
        ? `The file "${name}" is larger than ${writeMost(TRACKIO_LIMITS.body)} and was not kept.`
        : `The file "${name}" did not come with its upload and was not kept.`,
    id: `dropped:${name}`,
  });

function uploadBlobs(kwargs: Foreign, { uploads, owner }: Held): AdapterAnswer {
  for (const entry of list(kwargs.uploads)) {
    const path = textOf(uploadOf(entry).path);
    const place = { project: projectOf(kwargs.project), digest: String(entry.digest) };
    if (path !== null) uploads.nameBlob(owner, place, path);
  }
  return data(null);
}

async function logArtifact(
  kwargs: Foreign,
  verbs: ExternalVerbs,
  { uploads, owner }: Held,
): Promise<AdapterAnswer> {
  const pause = createPauses();
  const manifest = list(kwargs.manifest);
  const name = textOf(kwargs.name) ?? "artifact";
  const { runId } = runOf({ project: kwargs.project, run_id: kwargs.run_id, run: kwargs.run_name }, verbs);
  let dropped = 0;
  for (const { path, digest } of manifest) {
    const file = `artifacts/${name}/${textOf(path) ?? "file"}`;
    const blob = uploads.takeBlob(owner, { project: projectOf(kwargs.project), digest: String(digest) });
    if (blob !== null) await verbs.keepFile(runId, { path: file, type: null, bytes: blob.bytes });
    else if (++dropped <= NOTE_LIMITS.notes.most) sayDropped(verbs, runId, file, TOO_LARGE);
    await pause();
  }
  const about = { type: kwargs.type, description: kwargs.description, metadata: kwargs.metadata, manifest };
  const bytes = Buffer.from(jsonText(about));
  await verbs.keepFile(runId, { path: `artifacts/${name}.json`, type: "application/json", bytes });
  return data({
    name,
    ...about,
    artifact_id: 1,
    version_id: 1,
    version: 0,
    manifest_digest: "0".repeat(64),
    size_bytes: manifest.reduce((sum, { size }) => sum + (numberOf(size) ?? 0), 0),
    aliases: ["latest"],
  });
}

type Answer = (kwargs: Foreign, verbs: ExternalVerbs, held: Held) => AdapterAnswer | Promise<AdapterAnswer>;

const CALLS: Readonly<Record<string, Answer>> = {
  get_runs_for_project: runsOf,
  get_run_summary: runSummary,
  bulk_log: (kwargs, verbs, held) => inSteps(bulkLog(kwargs, verbs, held)),
  bulk_log_system: (kwargs, verbs, held) => inSteps(bulkLogSystem(kwargs, verbs, held)),
  bulk_alert: (kwargs, verbs) => inSteps(bulkAlert(kwargs, verbs)),
  bulk_upload_media: uploadMedia,
  // Which blobs are here is not remembered, so each comes.
  check_artifact_blobs: () => data({ present: [] }),
  bulk_upload_artifact_blob: (kwargs, _verbs, held) => uploadBlobs(kwargs, held),
  artifact_log: logArtifact,
  get_artifact_manifest: () => data(null),
  log_artifact_use: () => data(null),
};

const callOf = (path: string): string | null => /^\/api\/([a-z_]+)$/.exec(path)?.[1] ?? null;

/**
 * Trackio 0.43: a client of `TRACKIO_SERVER_URL` with `TRACKIO_WRITE_TOKEN`. It tells no end and has no heartbeat; what it
 * sends again has the same log ids. Any status but 200 it takes for a failure, keeps the batch and sends it again.
 */
export function trackioAdapter(): Adapter {
  const kept = { uploads: new Uploads(), seen: new SeenByRun() };
  return {
    name: "trackio",
    claims(method, path) {
      const call = callOf(path);
      if (method === "GET") return path === "/version";
      return method === "POST" && call !== null && (call === "upload" || Object.hasOwn(CALLS, call));
    },
    tokenOf: ({ headers, query }) => {
      const given = headers["x-trackio-write-token"];
      return (Array.isArray(given) ? given[0] : given) ?? query.get("write_token");
    },
    onlyStores: (_method, path) => callOf(path)?.startsWith("bulk_log") ?? false,
    sendsBeside: true,
    // A client has no bound on a batch: hours without us come in one body.
    mostBytes: () => TRACKIO_LIMITS.body.most,
    take(request, verbs) {
      if (request.path === "/version")
        return jsonAnswer({ version: "0.43.0", api_version: 1, writes_paused: false, api_transport: "http" });
      const call = callOf(request.path) ?? "";
      const held: Held = { ...kept, owner: request.owner.tokenId };
      if (call === "upload") return takeUpload(request, held);
      return inSteps(takeCall(call, request.body, verbs, (kwargs) => CALLS[call](kwargs, verbs, held)));
    },
    takeOversized: ({ path }) =>
      callOf(path) === "upload"
        ? jsonAnswer({ paths: [TOO_LARGE] })
        : jsonAnswer({ error: overLimit(TRACKIO_LIMITS.body, null) }, TRACKIO_LIMITS.body.status),
  };
}

/** Calls of which a client sends lists that have no bound. */
const DIVIDED = new Set(["bulk_log", "bulk_log_system", "bulk_alert"]);

/** What a client held back for hours comes as one body, far more than is read at once: its parts, with room between for others. */
function* takeCall(
  call: string,
  body: Uint8Array,
  verbs: ExternalVerbs,
  take: (kwargs: Foreign) => AdapterAnswer | Promise<AdapterAnswer>,
): Steps {
  let answer = data(null);
  for (const part of DIVIDED.has(call) ? partsOf(body) : [{ bytes: body, isHeavy: false }]) {
    yield;
    if (part === undefined) continue;
    if (part.isHeavy) {
      let isKept = false;
      yield goOn(keepHeavy(part.bytes, verbs), (kept) => (isKept = kept));
      if (isKept) continue;
    }
    let sent: unknown;
    try {
      sent = parseForeign(part.bytes);
    } catch {
      return jsonAnswer(
        { error: "The body is not JSON, or an entry of it is too much to be read at once." },
        400,
      );
    }
    const taken = take(isForeign(sent) && isForeign(sent.kwargs) ? sent.kwargs : {});
    yield goOn(taken, (said) => (answer = said));
  }
  return answer;
}

function takeUpload(request: AdapterRequest, { uploads, owner }: Held): AdapterAnswer {
  const files = readMultipart(request.body, request.headers["content-type"] ?? "");
  if (files === null)
    return jsonAnswer({ error: overLimit(TRACKIO_LIMITS.files, null) }, TRACKIO_LIMITS.files.status);
  return jsonAnswer({ paths: files.map((file) => uploads.hold(owner, file)) });
}
