import {
  selectOutsideRun,
  selectOutsideRunBegunAs,
  selectOutsideRunByKey,
  selectPlace,
  selectSession,
  selectStreams,
  insertOutsideRun,
  type FoundOutside,
} from "#db/queries/outside.ts";
import { insertRuns } from "#db/queries/runs.ts";
import { updateIngestToken } from "#db/queries/ingest-tokens.ts";
import { BEGUN_AS, OUTSIDE_RECIPE } from "../../contracts/outside/basis.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { newId } from "../hashing.ts";
import { boundedConfig } from "./config.ts";
import { describeWithin, factsOf, placeInCells } from "./describe.ts";
import { relabel } from "./labels.ts";
import { moveRun } from "./move.ts";
import { openPlace, OUTSIDE_VERSION, placeName, word } from "./place.ts";
import { NO_REWARD, NO_REWARD_HASH } from "../judgement/reward-on-record.ts";
import { ingestActor, openSession, resumeSession } from "./session.ts";
import type { OpenedRun, OutsidePlace, OutsideRun } from "../../contracts/outside/verbs.ts";

const KEY_LENGTH = 200;

/** A run as `open` answers it. */
export function opened(
  ctx: ServiceContext,
  runId: string,
  writer: string | null,
  created: boolean,
): OpenedRun {
  const { run } = selectOutsideRun(ctx.db, runId) as FoundOutside;
  const streams = selectStreams(ctx.db, runId).filter(({ stream }) => stream === "history");
  const steps = streams.flatMap(({ lastStep }) => lastStep ?? []);
  const own = streams.filter((stream) => writer === null || stream.writer === writer);
  return {
    runId,
    created,
    name: run.name,
    facts: factsOf(ctx, runId),
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
    lastStep: steps.length > 0 ? Math.max(...steps) : null,
    ended: isEnded(run.state),
  };
}

function make(ctx: ServiceContext, scope: WriteScope, wanted: OutsideRun): string {
  const actor = ingestActor(ctx);
  const at = ctx.now();
  const place = openPlace(scope, { projectId: actor.projectId, now: at, by: actor.name }, wanted.experiment);
  const { config } = boundedConfig(wanted.config ?? {});
  const id = newId("run");
  insertRuns(scope.db, [
    {
      id,
      projectId: actor.projectId,
      experimentId: place.experimentId,
      sweepId: place.sweepId,
      name: word(wanted.name ?? wanted.key, KEY_LENGTH, id),
      label: "one configuration",
      recipe: OUTSIDE_RECIPE,
      recipeVersion: OUTSIDE_VERSION,
      params: config,
      ...placeInCells(scope, config, place, null),
      rewardConfig: NO_REWARD,
      rewardHash: NO_REWARD_HASH,
      benchmarkHash: null,
      plannedEpisodes: 0,
      state: "running",
      stateAt: at,
      queuedAt: at,
      startedAt: at,
      endedAt: null,
      archived: false,
      origin: "outside",
      basis: "claimed",
      next: null,
      limits: null,
    },
  ]);
  insertOutsideRun(scope.db, {
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
  const found = selectOutsideRun(scope.db, id) as FoundOutside;
  openSession(ctx, scope, found, wanted.writer);
  describeWithin(ctx, scope, found, wanted);
  relabel(scope, place);
  return id;
}

/** A run by its key where its client looks for it: also where a witness began it, once its program has put it elsewhere. */
function known(ctx: ServiceContext, wanted: OutsidePlace): FoundOutside | undefined {
  const { projectId } = ingestActor(ctx);
  const name = placeName(wanted.experiment);
  const key = wanted.key.slice(0, KEY_LENGTH);
  const place = selectPlace(ctx.db, projectId, name);
  const here = place && selectOutsideRunByKey(ctx.db, place.id, key);
  return here ?? selectOutsideRunBegunAs(ctx.db, projectId, name, key);
}

/** What a client wants, with the place that a witness goes on to look for the run in, where its program names another. */
function withBeginning(wanted: OutsideRun): OutsideRun {
  const { witnessedAs, experiment, environment } = wanted;
  if (witnessedAs === undefined || placeName(witnessedAs) === placeName(experiment)) return wanted;
  return { ...wanted, environment: { ...environment, [BEGUN_AS]: placeName(witnessedAs) } };
}

/** The run that a client opens; one that a witness began goes where its program says that it belongs. */
function find(ctx: ServiceContext, scope: WriteScope, wanted: OutsideRun): FoundOutside | undefined {
  const { witnessedAs = wanted.experiment } = wanted;
  const found = known(ctx, { experiment: witnessedAs, key: wanted.key }) ?? known(ctx, wanted);
  if (!found || wanted.witnessedAs === undefined) return found;
  moveRun(ctx, scope, found, wanted.experiment);
  return selectOutsideRun(scope.db, found.run.id);
}

/**
 * Finds the run this token's project knows by the client's own key, or makes it. The same request again, of the same writer,
 * finds what the first one made. Another process that goes on with a run that has ended begins another attempt of it.
 */
export function openOutside(ctx: ServiceContext, asked: OutsideRun): OpenedRun {
  const wanted = withBeginning(asked);
  return commit(ctx, (scope) => {
    const actor = ingestActor(ctx);
    updateIngestToken(scope.db, actor.tokenId, {
      usedAt: ctx.now(),
      usedBy: word(wanted.client, KEY_LENGTH, ""),
    });
    scope.touch(topics.tokens);
    const before = find(ctx, scope, wanted);
    const session = before && selectSession(scope.db, before.run.id);
    const goesOn = before && (wanted.resume !== "never" || session?.writer === wanted.writer);
    if (!before || !goesOn) return opened(ctx, make(ctx, scope, wanted), wanted.writer, true);
    if (!resumeSession(ctx, scope, before, wanted.writer) && session)
      hearAttempt(ctx, scope, session.attempt, before.run);
    describeWithin(ctx, scope, selectOutsideRun(scope.db, before.run.id) as FoundOutside, wanted);
    return opened(ctx, before.run.id, wanted.writer, false);
  });
}

/** A run by the client's key, made by this token's project; null where there is none, or it was deleted. */
export function findOutside(ctx: ServiceContext, place: OutsidePlace): OpenedRun | null {
  const found = known(ctx, place);
  return found ? opened(ctx, found.run.id, null, false) : null;
}
