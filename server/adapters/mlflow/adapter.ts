import { randomUUID } from "node:crypto";
import { maskNamed } from "../../../workers/protocol/secrets/mask.ts";
import { MLFLOW_LIMITS, NOTE_LIMITS } from "../../contracts/limits/adapters.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import type { Note, ExternalVerbs } from "../../contracts/external/verbs.ts";
import {
  digestOf,
  jsonText,
  objectOf,
  placeName,
  textOf,
  wholeOf,
  wordOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";
import { inSteps } from "../in-steps.ts";
import { jsonAnswer, type Adapter, type AdapterAnswer, type AdapterRequest } from "../adapter.ts";
import { answerArtifacts, ARTIFACTS, sayOversized } from "./artifacts.ts";
import { experimentOf, idOfName, nameOfId } from "./experiments.ts";
import { keepInputs } from "./inputs.ts";
import { answerModels } from "./models.ts";
import {
  factsOfTags,
  foreignList,
  PARENT,
  readMetrics,
  tagsOf,
  textOfParam,
  type IdentifiedRows,
} from "./read-batch.ts";
import { paramOf } from "../../../workers/protocol/loggers/mlflow-param.ts";
import { metricBack, readRun, runInfo } from "./read-run.ts";
import { refuse } from "./refuse.ts";
import { pageSize, pageStart, searchExperiments } from "./search.ts";
import { searchRuns } from "./search-runs.ts";
import { tokenOf } from "./token-of.ts";

const BASE = /^\/api\/[23]\.0\/mlflow\/(.+)$/;
const WRITER = "mlflow";
const CLAIM = { exitCode: null, reason: null, writer: WRITER } as const;
type End = "finished" | "failed" | "killed";
const ENDS: Record<string, End> = { FINISHED: "finished", FAILED: "failed", KILLED: "killed" };
const MOST_POINTS = 25_000;
/** Metrics that are stored at once; the client sends as many. */
const METRICS_AT_ONCE = 1000;
/** Runs of one request to create them that are told apart by a number. */
const MOST_COPIES = 200;

/** Characters of a parameter that are looked at: twice what is kept, so that no secret is cut where it is kept. */
const MOST_TEXT = MLFLOW_LIMITS.text.most;

const done = jsonAnswer({});

interface Asked {
  /** Body of a POST, query of a GET. */
  given: Foreign;
  /** "mlflow 3.17.2" */
  client: string;
  verbs: ExternalVerbs;
}

const runOf = ({ given }: Asked): string => textOf(given.run_id) ?? textOf(given.run_uuid) ?? "";

/**
 * Makes a run. The client sends this again where it heard no answer, without a mark of it being the same: then it is the
 * same to the last letter, its start in milliseconds included, and nothing was logged to the first.
 */
function createRun({ given, client, verbs }: Asked): AdapterAnswer {
  const experiment = nameOfId(wordOf(given.experiment_id) ?? "0");
  const asked = digestOf(jsonText(given));
  for (let copy = 0; ; copy++) {
    const key = copy === 0 ? asked : `${asked}.${copy < MOST_COPIES ? copy : randomUUID()}`;
    const known = verbs.find({ experiment, key });
    const isUsed = known !== null && (known.lastStep !== null || Object.keys(known.facts.config).length > 0);
    if (isUsed) continue;
    const tags = tagsOf(given.tags);
    const parent = tags.find(([name]) => name === PARENT)?.[1];
    const opened =
      known ??
      verbs.open({
        experiment,
        key,
        client,
        writer: WRITER,
        resume: "allow",
        startedAt: wholeOf(given.start_time),
        ...factsOfTags(tags, []),
        ...(textOf(given.run_name) !== null && { name: textOf(given.run_name) }),
        ...(parent !== undefined && { group: verbs.read(parent)?.name ?? parent }),
      });
    return jsonAnswer({ run: readRun(verbs, opened.runId) });
  }
}

/** A new state or name. The client says FINISHED also after an uncaught exception: the word is a claim and no more. */
function updateRun(asked: Asked): AdapterAnswer {
  const { given, client, verbs } = asked;
  const run = verbs.read(runOf(asked));
  if (run === null) return jsonAnswer({ run_info: runInfo(verbs, runOf(asked)) });
  const name = textOf(given.run_name);
  if (name !== null && name !== run.name) verbs.describe(run.runId, { name });
  const status = textOf(given.status) ?? "";
  if (Object.hasOwn(ENDS, status))
    verbs.end(run.runId, { ...CLAIM, state: ENDS[status], endedAt: wholeOf(given.end_time) });
  else if (status === "RUNNING") {
    const { experiment, key } = run;
    verbs.open({ experiment, key, client, writer: WRITER, resume: "must", goesOn: true });
  }
  return jsonAnswer({ run_info: runInfo(verbs, run.runId) });
}

interface Batch {
  metrics?: unknown;
  params?: unknown;
  tags?: unknown;
}

const log = (asked: Asked, what: Batch) => inSteps(logging(asked, what));

function* logging(asked: Asked, what: Batch): Generator<undefined, AdapterAnswer> {
  const { verbs } = asked;
  const run = verbs.read(runOf(asked));
  // Deleted while it trains: the training goes on, and what it says has no place any more.
  if (run === null) return done;
  const { runId, facts } = run;
  const metrics = foreignList(what.metrics);
  const parked: string[] = [];
  for (let from = 0; from < metrics.length; from += METRICS_AT_ONCE) {
    if (from > 0) yield;
    const read = readMetrics(metrics.slice(from, from + METRICS_AT_ONCE));
    logRows(verbs, runId, "history", read.history);
    logRows(verbs, runId, "system", read.system);
    if (parked.length < NOTE_LIMITS.notes.most) parked.push(...read.parked);
  }
  const notes = parked.map((name): Note => {
    const message = `"${name.slice(0, 200)}" came with something that is no number; it is not drawn.`;
    return { level: "info", message, id: `parked:${name}` };
  });
  const sent = foreignList(what.params);
  if (sent.length > MLFLOW_LIMITS.params.most)
    notes.unshift({
      level: "warning",
      message: overLimit(MLFLOW_LIMITS.params, sent.length),
      id: "many params",
    });
  const params = sent.slice(0, MLFLOW_LIMITS.params.most).flatMap(({ key, value }) => {
    const name = textOf(key);
    return name === null
      ? []
      : [
          [
            name,
            paramOf((typeof value === "string" ? value : jsonText(value ?? "")).slice(0, MOST_TEXT)),
          ] as const,
        ];
  });
  if (params.length > 0) {
    for (const [name, value] of params) {
      if (notes.length >= NOTE_LIMITS.notes.most) break;
      const before = facts.config[name];
      if (before !== undefined && before !== value)
        notes.push(...changed(name, before, maskNamed(name, value)));
    }
    yield;
    verbs.describe(runId, { config: Object.fromEntries(params) });
  }
  const tags = tagsOf(what.tags);
  if (tags.length > 0) verbs.describe(runId, factsOfTags(tags, facts.tags));
  if (notes.length > 0) verbs.say(runId, ...notes.slice(0, NOTE_LIMITS.notes.most));
  verbs.hear(runId, WRITER);
  return done;
}

const logRows = (
  verbs: ExternalVerbs,
  runId: string,
  stream: "history" | "system",
  { rows, ids }: IdentifiedRows,
) =>
  rows.length > 0 &&
  verbs.log(runId, {
    writer: WRITER,
    stream,
    offset: null,
    ids,
    table: tableOfRows(rows),
    // A call returns when it was answered, so that nothing of a process is under way after its end.
    isInOrder: true,
  });

type Known = ReturnType<typeof paramOf>;

/** MLflow itself refuses another value of a parameter, which ends a training; here the later one is on record, and said. */
function changed(name: string, before: Known, value: Known): Note[] {
  if (before === value) return [];
  const [was, is] = [textOfParam(before), textOfParam(value)].map((text) => text.slice(0, 200));
  const message = `The parameter "${name.slice(0, 200)}" was ${was} and was sent again as ${is}; the later one is on record.`;
  return [{ level: "warning", message, id: `param:${name}:${is}` }];
}

function deleteTag(asked: Asked): AdapterAnswer {
  const run = asked.verbs.read(runOf(asked));
  const key = textOf(asked.given.key);
  if (run !== null && key !== null)
    asked.verbs.describe(run.runId, { tags: run.facts.tags.filter((tag) => !tag.startsWith(`${key}: `)) });
  return done;
}

function logInputs(asked: Asked): AdapterAnswer {
  const run = asked.verbs.read(runOf(asked));
  if (run !== null) keepInputs(asked.verbs, run.runId, asked.given.datasets);
  return done;
}

function history(asked: Asked): AdapterAnswer {
  const { given, verbs } = asked;
  const metric = textOf(given.metric_key) ?? "";
  if (verbs.read(runOf(asked)) === null) return jsonAnswer({ metrics: [] });
  const from = pageStart(given);
  const most = pageSize(given, MOST_POINTS);
  const points = verbs.points(runOf(asked), metric, { from, most });
  return jsonAnswer({
    metrics: points.map((point) => metricBack(metric, point)),
    ...(points.length === most && { next_page_token: String(from + most) }),
  });
}

const createExperiment = ({ given }: Asked) =>
  jsonAnswer({ experiment_id: idOfName(placeName(given.name, "Default")) });

const CALLS: Readonly<Record<string, (asked: Asked) => AdapterAnswer | Promise<AdapterAnswer>>> = {
  "GET experiments/get-by-name": ({ given }) =>
    jsonAnswer({ experiment: experimentOf(placeName(given.experiment_name, "Default")) }),
  "GET experiments/get": ({ given }) =>
    jsonAnswer({ experiment: experimentOf(nameOfId(wordOf(given.experiment_id) ?? "0")) }),
  "POST experiments/create": createExperiment,
  "POST experiments/search": ({ given, verbs }) => searchExperiments(given, verbs),
  "POST runs/create": createRun,
  "GET runs/get": (asked) => jsonAnswer({ run: readRun(asked.verbs, runOf(asked)) }),
  "POST runs/update": updateRun,
  "POST runs/search": ({ given, verbs }) => searchRuns(given, verbs),
  "POST runs/log-metric": (asked) => log(asked, { metrics: [asked.given] }),
  "POST runs/log-parameter": (asked) => log(asked, { params: [asked.given] }),
  "POST runs/set-tag": (asked) => log(asked, { tags: [asked.given] }),
  "POST runs/log-batch": (asked) => log(asked, asked.given),
  "POST runs/delete-tag": deleteTag,
  "POST runs/log-inputs": logInputs,
  "GET metrics/get-history": history,
};
/** What trainings say all the time. */
const STORES: ReadonlySet<string> = new Set(
  ["log-metric", "log-parameter", "set-tag", "log-batch", "delete-tag"].map((name) => `POST runs/${name}`),
);
/** Changes of an experiment or a run that belong to its page here. The client is content, and nothing happens. */
const LEFT_TO_THE_PAGE =
  /^POST (?:experiments\/(?:update|delete|restore|set-experiment-tag)|runs\/(?:delete|restore|log-model|outputs))$/;

/**
 * MLflow 3.17: a client of `MLFLOW_TRACKING_URI` with `MLFLOW_TRACKING_TOKEN`. Most of its calls hold up the training until
 * they are answered, and any 4xx ends it: what can be stored is never refused.
 */
export function mlflowAdapter(): Adapter {
  return {
    name: "mlflow",
    claims: (_method, path) => BASE.test(path) || path === ARTIFACTS || path.startsWith(`${ARTIFACTS}/`),
    tokenOf: ({ headers }) => tokenOf(headers.authorization),
    mostBytes: (_method, path) => (BASE.test(path) ? MLFLOW_LIMITS.body : MLFLOW_LIMITS.artifact).most,
    mayRead: (method, path) => method === "GET" || /\/(?:experiments|runs)\/search$/.test(path),
    onlyStores: (method, path) => STORES.has(`${method} ${BASE.exec(path)?.[1]}`),
    take(request, verbs) {
      const call = BASE.exec(request.path)?.[1];
      if (call === undefined) return answerArtifacts(request, verbs);
      const name = `${request.method} ${call}`;
      const given = readGiven(request);
      if (!Object.hasOwn(CALLS, name)) {
        if (LEFT_TO_THE_PAGE.test(name)) return done;
        const model = answerModels(name, given ?? {}, verbs);
        return model ?? refuse(404, "ENDPOINT_NOT_FOUND", `Ablab has no ${name}.`);
      }
      if (given === null)
        return refuse(400, "BAD_REQUEST", "The body is not JSON, or too much of it to be read at once.");
      const version = request.headers["x-mlflow-client-version"];
      return CALLS[name]({ given, verbs, client: `mlflow ${textOf(version) ?? ""}`.trim() });
    },
    // The client tries again at 503 but not at 507, and what it does not try again ends a training.
    failed: ({ status, message }) =>
      refuse(status === 507 ? 503 : status, "TEMPORARILY_UNAVAILABLE", message),
    takeOversized: (request, verbs) =>
      BASE.test(request.path)
        ? refuse(413, "INVALID_PARAMETER_VALUE", overLimit(MLFLOW_LIMITS.body, null))
        : sayOversized(request, verbs, MLFLOW_LIMITS.artifact.most),
  };
}

function readGiven({ method, query, body }: AdapterRequest): Foreign | null {
  if (method === "GET" || body.length === 0) return Object.fromEntries(query);
  return objectOf(body);
}
