import type { ServiceContext } from "../context.ts";
import { artifactVerbs } from "./logged/artifacts.ts";
import { keepMediaOutside } from "./logged/keep-media.ts";
import { describeOutside } from "./describe.ts";
import { endOutside, hearOutside, isStopAsked, leaveOutside } from "./end.ts";
import { keepEvaluationOutside } from "./store-evaluation.ts";
import { keepFileOutside } from "./keep-file.ts";
import { maskedVerbs } from "./masked-verbs.ts";
import { logOutside } from "./log.ts";
import { calledOutside, listOutside } from "./list.ts";
import { findOutside, openOutside } from "./open.ts";
import { printOutside } from "./print.ts";
import {
  latestOfRuns,
  latestOutside,
  listFilesOutside,
  placesOutside,
  readFileOutside,
  readOutside,
} from "./read-back.ts";
import { rowsOutside } from "./rows/read-rows.ts";
import { pointsOutside } from "./points-back.ts";
import { keepRolloutsOutside, moveGroupsOutside } from "./keep-rollouts.ts";
import { sayOutside } from "./say.ts";
import type { OutsideVerbs } from "../../contracts/outside/verbs.ts";

/** The verbs of wires on the database, for the project whose token speaks: `ctx.actor` is an ingest token. */
export function outsideVerbs(ctx: ServiceContext): OutsideVerbs {
  return maskedVerbs({
    open: (wanted) => openOutside(ctx, wanted),
    find: (place) => findOutside(ctx, place),
    read: (runId) => readOutside(ctx, runId),
    list: (experiment, before) => listOutside(ctx, experiment, before ?? null),
    called: (experiment) => calledOutside(ctx, experiment),
    places: () => placesOutside(ctx),
    points: (runId, metric, part) => pointsOutside(ctx, runId, metric, part),
    rows: (runId, asked) => rowsOutside(ctx, runId, asked),
    latest: (runId, metrics) => latestOutside(ctx, runId, metrics ?? null),
    latestOf: (runIds, metrics) => latestOfRuns(ctx, runIds, metrics),
    listFiles: (runId) => listFilesOutside(ctx, runId),
    readFile: (runId, path) => readFileOutside(ctx, runId, path),
    describe: (runId, facts) => describeOutside(ctx, runId, facts),
    log: (runId, batch) => logOutside(ctx, runId, batch),
    print: (runId, printed) => printOutside(ctx, runId, printed),
    keepFile: (runId, file) => keepFileOutside(ctx, runId, file),
    artifacts: artifactVerbs(ctx),
    keepMedia: (runId, media, writer) => keepMediaOutside(ctx, runId, media, writer),
    keepRollouts: (runId, rollouts) => keepRolloutsOutside(ctx, runId, rollouts),
    moveGroups: (runId, groups, phase) => moveGroupsOutside(ctx, runId, groups, phase),
    keepEvaluation: (runId, evaluation) => keepEvaluationOutside(ctx, runId, evaluation),
    say: (runId, ...notes) => sayOutside(ctx, runId, notes),
    hear: (runId, writer) => hearOutside(ctx, runId, writer),
    leave: (runId, writer) => leaveOutside(ctx, runId, writer),
    end: (runId, told) => endOutside(ctx, runId, told),
    isStopAsked: (runId) => isStopAsked(ctx, runId),
  });
}
