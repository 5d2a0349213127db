import { JSON_LIMITS } from "../../contracts/limits/adapters.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import type { OpenedRun, ExternalFacts, ExternalPlace } from "../../contracts/external/verbs.ts";
import { isForeign, numberOf, textOf, wholeOf, type Foreign } from "../../foreign/foreign-values.ts";
import { isTooHeavy } from "../../foreign/weigh-json.ts";
import { alertNote } from "../alert-note.ts";
import type { Resolvers } from "./ask.ts";
import {
  ENTITY,
  entityOf,
  folderSession,
  idOf,
  isOfFolder,
  newSession,
  partsOf,
  placeOf,
  sharedWriter,
  writerOf,
} from "./place.ts";
import { readConfig, readObject, writeConfig, type ReadConfig } from "./read-config.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { readSummary } from "../../foreign/wandb-rows.ts";
import { entityAnswer, projectAnswer, type Visit } from "./visit.ts";
import { OF_MUTATION, OF_PROJECT, OF_QUERY } from "./not-answered.ts";
import { readingOfRun } from "./reading/of-run.ts";
import { runSearch } from "./reading/find-runs.ts";
import { MOST_RUNS } from "./reading-types.ts";
import { artifactNamed, collectionNamed, membershipNamed } from "./artifacts.ts";

/** The clients that are run against this wire by `npm run test:clients`. */
const TESTED = { from: [0, 19], to: [0, 31] } as const;

/** What clients before 0.29 ask for and compare themselves to: none is too old or too new to be heard. */
const CLIENTS = { min_cli_version: "0.10.0", max_cli_version: "99.0.0" };

/** Other runs of one id that are looked at before a new one gets a name of its own. */
const MOST_NAMESAKES = 1000;

/** The command line of the client, by which `wandb sync` sends folders. */
const OWN_PROGRAM = /(^|[\\/])wandb(\.exe)?$|[\\/]wandb[\\/]__main__\.py$/;

const isUsed = (run: OpenedRun): boolean => run.rows > 0 || run.lastStep !== null || run.ended;

/** The id for a process that begins a run, under an id at which another trains or trained already. */
function freeKey(visit: Visit, { experiment, key }: ExternalPlace): string {
  for (let n = 2; n < MOST_NAMESAKES; n++) {
    const other = `${key}-${n}`;
    const known = visit.verbs.find({ experiment, key: other });
    if (known === null || !isUsed(known)) return other;
  }
  return `${key}-${newSession().slice(-6)}`;
}

function factsOf(input: Foreign, read: ReadConfig): Partial<ExternalFacts> {
  const { host, jobProgram, jobRepo, commit } = input;
  const said = Object.entries({ host, program: jobProgram, repo: jobRepo, commit });
  const words = said.flatMap(([name, value]) =>
    textOf(value) === null ? [] : [[name, String(value)] as const],
  );
  const tags = Array.isArray(input.tags) ? input.tags.map(String) : [];
  return {
    ...(textOf(input.displayName) !== null && { name: textOf(input.displayName) }),
    ...(textOf(input.groupName) !== null && { group: textOf(input.groupName) }),
    ...(textOf(input.jobType) !== null && { jobType: textOf(input.jobType) }),
    ...(textOf(input.notes) !== null && { notes: textOf(input.notes) }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(read.config).length > 0 && { config: read.config }),
    environment: { ...Object.fromEntries(words), ...read.environment },
    ...(Object.keys(read.axes).length > 0 && { axes: read.axes }),
    ...(textOf(input.summaryMetrics) !== null && { summary: readSummary(readObject(input.summaryMetrics)) }),
  };
}

/** A fork holds what it logged itself; what it goes on from is its parent's. */
function sayParent(
  { verbs }: Visit,
  runId: string,
  experiment: string,
  { run, step }: NonNullable<ReadConfig["parent"]>,
): void {
  const parent = verbs.find(placeOf(experiment, run));
  const name = (parent?.name ?? run).slice(0, 200);
  const at = step === null ? "" : ` at step ${writeWhole(step)}`;
  const where = parent ? "" : ", which is not here";
  verbs.say(runId, { level: "info", message: `Forked from the run ${name}${at}${where}.`, id: "fork" });
}

/** A client that nobody ran against this wire is served like the others, and said. */
function sayVersion({ verbs }: Visit, runId: string, version: string | null): void {
  const [major, minor] = (version ?? "").split(".").map(Number);
  const isTested = major === TESTED.from[0] && minor >= TESTED.from[1] && minor <= TESTED.to[1];
  if (isTested) return;
  const range = `wandb ${TESTED.from.join(".")} to ${TESTED.to.join(".")}`;
  const which = version === null ? "a wandb client that does not say its version" : `wandb ${version}`;
  const message = `This run comes from ${which}. Tested are ${range}; what another version sends may be shown in part.`;
  verbs.say(runId, { level: "info", message, id: `version:${version ?? ""}` });
}

/** How a run stands, with how it ended where that is read: clients that train ask only whether it goes on. */
const stateOf =
  ({ verbs }: Visit, { runId, ended }: OpenedRun) =>
  (): string =>
    ended ? (verbs.read(runId)?.state ?? "finished") : "running";

function runAnswer(
  visit: Visit,
  run: OpenedRun,
  { experiment, key }: ExternalPlace,
  { entity, rows }: { entity: string; rows: number },
) {
  const tail = run.lastStep === null ? [] : [JSON.stringify({ _step: run.lastStep, _runtime: 0 })];
  return {
    id: idOf(experiment, key),
    name: key,
    displayName: run.name,
    description: "",
    notes: run.facts.notes,
    state: stateOf(visit, run),
    sweepName: null,
    config: () => writeConfig(run.facts.config),
    wandbConfig: JSON.stringify({ t: {} }),
    summaryMetrics: () => JSON.stringify(run.facts.summary),
    tags: [...run.facts.tags],
    historyLineCount: rows,
    eventsLineCount: 0,
    logLineCount: 0,
    projectId: "0",
    user: VIEWER,
    // Without a last step its history is taken for empty and not asked for.
    historyKeys: { lastStep: run.lastStep ?? -1, keys: {}, sets: [] },
    ...readingOfRun(visit, run, { experiment, key }),
    historyTail: JSON.stringify(tail),
    eventsTail: "[]",
    project: projectAnswer(experiment, entity),
  };
}

/** A moment as the client writes it, ms since the epoch; null where it is none. */
function timeOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? null : at;
}

/**
 * Opens a run, or adds to what is said of it: the client has one operation for both. A process that begins anew under the id
 * of a run with rows becomes a run of its own with another id, which the client takes over; so nothing is mixed or lost. An
 * offline folder is the same run however often it is sent.
 */
function upsertBucket(visit: Visit, input: Foreign) {
  const { verbs, headers } = visit;
  const [experiment, key] = partsOf(input.id) ?? [];
  const asked = placeOf(input.modelName ?? experiment, input.name ?? key);
  const read = readConfig(input.config);
  const isResumed = textOf(input.id) !== null;
  const isShared = sharedWriter(headers) !== null;
  const begins = textOf(input.host) !== null || textOf(input.jobProgram) !== null;
  const before = verbs.find(asked);
  // Of a folder its client says that it was written offline, or that what sends it is its own command line.
  const isFolder =
    isOfFolder(input.entityName) || read.isOffline || OWN_PROGRAM.test(textOf(input.jobProgram) ?? "");
  const isNew = begins && !isResumed && !isShared && !isFolder;
  const place = isNew && before && isUsed(before) ? { ...asked, key: freeKey(visit, asked) } : asked;
  const isAnother = place !== asked;
  // An answer may have been lost, or two processes begin at once: the second one writes beside the first.
  const joins = before !== null && !isAnother && begins && !isShared;
  const entity = begins && isFolder ? folderSession() : joins ? newSession() : entityOf(input.entityName);
  const facts = factsOf(input, read);
  const startedAt = timeOf(read.environment.startedAt);
  const client = read.version === null ? "wandb" : `wandb ${read.version}`;
  const writer = writerOf(headers, entity);
  const opened =
    begins || before === null
      ? verbs.open({ ...place, client, writer, resume: "allow", startedAt, ...facts })
      : (verbs.describe(before.runId, facts), before);
  if (begins && read.parent) sayParent(visit, opened.runId, experiment ?? asked.experiment, read.parent);
  if (begins) sayVersion(visit, opened.runId, read.version);
  if (typeof input.config === "string" && isTooHeavy(input.config))
    verbs.say(opened.runId, {
      level: "warning",
      message: `The configuration was not read. ${overLimit(JSON_LIMITS.keys, null)}`,
      id: "configuration too large",
    });
  if (isAnother)
    verbs.say(opened.runId, {
      level: "info",
      message: `A run with the id ${asked.key} was there already, and this one does not resume it: it is kept as ${place.key}.`,
      id: "namesake",
    });
  // In shared mode all but one process tell no other end.
  if (isShared && read.isFinishing && !begins) verbs.leave(opened.runId, writer);
  tellEnd(visit, opened.runId, input.state);
  return {
    bucket: runAnswer(visit, opened, place, { entity, rows: isResumed && !isFolder ? opened.rows : 0 }),
    inserted: opened.created,
    // 0.19 reads it without asking whether it is there.
    serverSettings: { serverMessages: [] },
  };
}

/** The upload of an old folder tells the end as a state. */
function tellEnd({ verbs }: Visit, runId: string, state: unknown): void {
  if (state === "finished" || state === "failed" || state === "killed")
    verbs.end(runId, { state, exitCode: null, reason: null });
  if (state === "crashed") verbs.end(runId, { state: "failed", exitCode: null, reason: "crashed" });
}

/** A run that the client goes on with; null where there is none or it was deleted, and the client begins it or says so. */
function bucketOf(visit: Visit, project: unknown, name: unknown) {
  const place = placeOf(project, name);
  const run = visit.verbs.find(place);
  return run && runAnswer(visit, run, place, { entity: ENTITY, rows: run.rows });
}

function projectOf(visit: Visit, { name, entityName }: Foreign) {
  const { verbs } = visit;
  const { experiment } = placeOf(name, "");
  const search = runSearch(visit, experiment);
  const run = (asked: Foreign) => {
    const known = verbs.find(placeOf(name, asked.name));
    return known && { ...bucketOf(visit, name, asked.name), stopped: verbs.isStopAsked(known.runId) };
  };
  return {
    ...projectAnswer(experiment, entityOf(entityName)),
    isReadOnly: false,
    readOnly: false,
    ...OF_PROJECT,
    runCount: async ({ filters }: Foreign) => (await search(filters, "")).length,
    runs: async (asked: Foreign) => {
      const found = await search(asked.filters, asked.order);
      const from = Math.max(0, wholeOf(asked.after) ?? 0);
      const to = from + Math.min(MOST_RUNS, Math.max(1, wholeOf(asked.first) ?? MOST_RUNS));
      const edges = found.slice(from, to).flatMap((runId, i) => {
        const listed = verbs.read(runId);
        const place = listed && { experiment: listed.experiment, key: listed.key };
        const node = place && runAnswer(visit, listed, place, { entity: ENTITY, rows: listed.rows });
        return node ? [{ cursor: String(from + i + 1), node }] : [];
      });
      const pageInfo = { endCursor: String(Math.min(to, found.length)), hasNextPage: to < found.length };
      return { totalCount: found.length, pageInfo, edges };
    },
    run,
    bucket: run,
    artifact: (asked: Foreign) => artifactNamed(visit, experiment, asked.name),
    artifactCollection: (asked: Foreign) => collectionNamed(visit, experiment, asked.name),
    artifactCollectionMembership: (asked: Foreign) => membershipNamed(visit, experiment, asked.name),
  };
}

function alert({ verbs }: Visit, input: Foreign) {
  const run = verbs.find(placeOf(input.projectName, input.runName));
  if (run) verbs.say(run.runId, alertNote(textOf(input.title), textOf(input.text), input.severity));
  return { success: true };
}

const VIEWER = {
  id: idOf("user", ENTITY),
  name: ENTITY,
  username: ENTITY,
  email: "",
  entity: ENTITY,
  admin: false,
  flags: "{}",
  teams: { edges: [{ node: entityAnswer(ENTITY) }] },
  apiKeys: { edges: [] },
};

/** What a client asks of itself, of runs and of their end. */
export function runResolvers(visit: Visit): Resolvers {
  const inputOf = (given: Foreign): Foreign => (isForeign(given.input) ? given.input : {});
  return {
    ...OF_MUTATION,
    ...OF_QUERY,
    viewer: () => VIEWER,
    serverInfo: () => ({ features: [], cliVersionInfo: CLIENTS }),
    entity: ({ name }) => entityAnswer(entityOf(name)),
    project: (given) => projectOf(visit, given),
    model: (given) => projectOf(visit, given),
    upsertModel: (given) => {
      const project = projectOf(visit, { name: inputOf(given).name });
      return { model: project, project, inserted: false };
    },
    upsertBucket: (given) => upsertBucket(visit, inputOf(given)),
    rewindRun(given) {
      const { projectName, runName, metricValue } = inputOf(given);
      const run = visit.verbs.find(placeOf(projectName, runName));
      if (run === null) return null;
      const at = numberOf(metricValue);
      const message = `The client goes back to step ${at ?? 0} of this run: what it logs from there on is kept as another attempt, beside what was there.`;
      visit.verbs.say(run.runId, { level: "info", message });
      return { rewoundRun: bucketOf(visit, projectName, runName) };
    },
    notifyScriptableRunAlert: (given) => alert(visit, inputOf(given)),
  };
}
