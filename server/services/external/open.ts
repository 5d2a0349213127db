import {
  selectExternalRun,
  selectExternalRunByKey,
  selectPlace,
  selectSession,
  insertExternalRun,
  type FoundExternal,
} from "#db/queries/external.ts";
import { selectStreams, type ExternalStreamRecord } from "#db/queries/external/streams.ts";
import { selectExternalRunByName, upsertExternalName } from "#db/queries/external/names.ts";
import { insertRuns } from "#db/queries/runs.ts";
import { updateIngestToken } from "#db/queries/ingest-tokens.ts";
import { EXTERNAL_RECIPE } from "../../contracts/external/status-source.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { newId } from "../hashing.ts";
import { boundedConfig } from "./config.ts";
import { describeWithin, factsIn, placeInCells } from "./describe.ts";
import { homesOf, openHome } from "./loggers/home.ts";
import { moveRun } from "./places/move.ts";
import { noteOnce } from "./say.ts";
import { openPlace, EXTERNAL_VERSION, placeName, word } from "./places/place.ts";
import { sentTime } from "./attempts/own-times.ts";
import { NO_REWARD, NO_REWARD_HASH } from "../comparability/reward-on-record.ts";
import { noteBegun, noteOpened } from "./attempts/writers.ts";
import { ingestActor, isReached, openSession } from "./session.ts";
import type { OpenedRun, ExternalPlace, ExternalRun } from "../../contracts/external/verbs.ts";

const KEY_LENGTH = 200;

/** A run as `open` answers it, of what is on record of it. */
export function openedAs(
  found: FoundExternal,
  heard: readonly ExternalStreamRecord[],
  writer: string | null,
  created: boolean,
): OpenedRun {
  const { run } = found;
  const streams = heard.filter(({ stream }) => stream === "history");
  const steps = streams.flatMap(({ lastStep }) => lastStep ?? []);
  const own = streams.filter((stream) => writer === null || stream.writer === writer);
  return {
    runId: run.id,
    created,
    name: run.name,
    facts: factsIn(found),
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
    lastStep: steps.length > 0 ? Math.max(...steps) : null,
    ended: isEnded(run.state),
  };
}

/** A run as `open` answers it. */
function opened(ctx: ServiceContext, runId: string, writer: string | null, created: boolean): OpenedRun {
  const found = selectExternalRun(ctx.db, runId) as FoundExternal;
  return openedAs(found, selectStreams(ctx.db, runId), writer, created);
}

function make(ctx: ServiceContext, scope: WriteScope, wanted: ExternalRun): string {
  const actor = ingestActor(ctx);
  const at = ctx.now();
  const { projectId, note } = openHome(ctx, scope, wanted);
  const place = openPlace(scope, { projectId, now: at, by: actor.name }, wanted.experiment);
  const { config } = boundedConfig(wanted.config ?? {});
  const id = newId("run");
  insertRuns(scope.db, [
    {
      id,
      projectId,
      experimentId: place.experimentId,
      sweepId: place.sweepId,
      name: word(wanted.name ?? wanted.key, KEY_LENGTH, id),
      label: "one configuration",
      recipe: EXTERNAL_RECIPE,
      recipeVersion: EXTERNAL_VERSION,
      params: config,
      ...placeInCells(scope, config, place, null),
      rewardConfig: NO_REWARD,
      rewardHash: NO_REWARD_HASH,
      benchmarkHash: null,
      plannedEpisodes: 0,
      state: "running",
      stateAt: at,
      queuedAt: at,
      startedAt: sentTime(wanted.startedAt) ?? at,
      endedAt: null,
      archived: false,
      origin: "external",
      statusSource: "client",
      next: null,
      limits: null,
    },
  ]);
  insertExternalRun(scope.db, {
    runId: id,
    placeId: place.id,
    tokenId: actor.tokenId,
    clientKey: wanted.key.slice(0, KEY_LENGTH),
    client: word(wanted.client, KEY_LENGTH, "a client that does not say its name"),
    tags: [],
    environment: {},
    summary: {},
    axes: {},
  });
  const found = selectExternalRun(scope.db, id) as FoundExternal;
  openSession(ctx, scope, found, wanted.writer, at, found.run.startedAt ?? at);
  noteBegun(ctx, scope, found, wanted.writer);
  describeWithin(ctx, scope, found, wanted, true);
  if (note) noteOnce(scope, id, at, note);
  return id;
}

/** A run by its key where its client looks for it: also by another name that it goes by, as where a witness began it. */
function known(ctx: ServiceContext, wanted: ExternalPlace): FoundExternal | undefined {
  const { projectId } = ingestActor(ctx);
  const name = placeName(wanted.experiment);
  const key = wanted.key.slice(0, KEY_LENGTH);
  for (const home of homesOf(ctx, wanted.experiment)) {
    const place = selectPlace(ctx.db, home, name);
    const here = place && selectExternalRunByKey(ctx.db, place.id, key);
    if (here) return here;
  }
  return selectExternalRunByName(ctx.db, projectId, name, key);
}

/** Lets a run be found by one more name than its place and key. */
export function nameToo(
  ctx: ServiceContext,
  scope: WriteScope,
  { runId, experiment, key, logger }: ExternalPlace & { runId: string; logger: string | null },
): void {
  const { projectId } = ingestActor(ctx);
  const place = placeName(experiment);
  upsertExternalName(scope.db, { projectId, place, key: key.slice(0, KEY_LENGTH), runId, logger });
}

/** The run that a client opens; one that a witness began goes where its program says that it belongs. */
function find(ctx: ServiceContext, scope: WriteScope, wanted: ExternalRun): FoundExternal | undefined {
  const { begunAs = wanted } = wanted;
  const found = known(ctx, begunAs) ?? known(ctx, wanted);
  if (!found || wanted.begunAs === undefined) return found;
  moveRun(ctx, scope, found, wanted.experiment);
  return selectExternalRun(scope.db, found.run.id);
}

/** What is said of a run that is there: a made-up name counts only where it is called by its key so far. */
function saidOf({ run, told }: FoundExternal, { name, ...wanted }: ExternalRun): ExternalRun {
  const isNamed = run.name !== word(told.clientKey, KEY_LENGTH, run.id);
  return wanted.nameIsMade && isNamed ? wanted : { ...wanted, name };
}

/** The run as its client asks for it: found and gone on with, or made. */
function findOrMake(ctx: ServiceContext, scope: WriteScope, wanted: ExternalRun): OpenedRun {
  const before = find(ctx, scope, wanted);
  const session = before && selectSession(scope.db, before.run.id);
  const goesOn = before && (wanted.resume !== "never" || session?.writer === wanted.writer);
  if (!before || !goesOn) return opened(ctx, make(ctx, scope, wanted), wanted.writer, true);
  const { writer, goesOn: says = false } = wanted;
  if (!noteOpened(ctx, scope, before, { writer, goesOn: says }) && session)
    hearAttempt(ctx, scope, session.attempt, before.run);
  const found = selectExternalRun(scope.db, before.run.id) as FoundExternal;
  describeWithin(ctx, scope, found, saidOf(found, wanted));
  return opened(ctx, before.run.id, wanted.writer, false);
}

/**
 * Finds the run this token's project knows by the client's own key, or makes it. The same request again, of the same writer,
 * finds what the first one made. Another process that goes on with a run that has ended begins another attempt of it.
 */
export function openExternalRun(ctx: ServiceContext, wanted: ExternalRun): OpenedRun {
  const { client, begunAs } = wanted;
  return commit(ctx, (scope) => {
    updateIngestToken(scope.db, ingestActor(ctx).tokenId, {
      usedAt: ctx.now(),
      usedBy: word(client, KEY_LENGTH, ""),
    });
    scope.touch(topics.tokens);
    const run = findOrMake(ctx, scope, wanted);
    // Its witness goes on to look for it where it began it.
    if (begunAs && known(ctx, begunAs)?.run.id !== run.runId)
      nameToo(ctx, scope, { ...begunAs, runId: run.runId, logger: null });
    return run;
  });
}

/** A run by the client's key, made by this token's project; null where there is none, or it was deleted. */
export function findExternal(ctx: ServiceContext, place: ExternalPlace): OpenedRun | null {
  const found = known(ctx, place);
  if (!found || (ingestActor(ctx).access === "read" && !isReached(ctx, found.run))) return null;
  return opened(ctx, found.run.id, null, false);
}
