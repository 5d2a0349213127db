import type { ServiceContext } from "../context.ts";
import { artifactVerbs } from "./logged/artifacts.ts";
import { storeExternalMedia } from "./logged/keep-media.ts";
import { describeExternalRun } from "./describe.ts";
import { endExternalRun, recordHeartbeat, isStopAsked, leaveExternalRun } from "./end.ts";
import { storeExternalEvaluation } from "./store-evaluation.ts";
import { storeExternalFile } from "./keep-file.ts";
import { maskedVerbs } from "./masked-verbs.ts";
import { logInTurns, logToExternalRun } from "./log.ts";
import { calledExternal, listExternal } from "./list.ts";
import { findExternal, openExternalRun } from "./open.ts";
import { printToExternalRun } from "./print.ts";
import {
  latestOfRuns,
  latestOfExternal,
  listExternalFiles,
  externalPlaceNames,
  readExternalFile,
  readExternal,
} from "./read-back.ts";
import { rowsOfExternal } from "./rows/read-rows.ts";
import { pointsOfExternal } from "./points-back.ts";
import { storeExternalRollouts, moveExternalGroups } from "./keep-rollouts.ts";
import { sayExternal } from "./say.ts";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";

/** The verbs of wires on the database, for the project whose token speaks: `ctx.actor` is an ingest token. */
export function externalVerbs(ctx: ServiceContext): ExternalVerbs {
  return maskedVerbs({
    open: (wanted) => openExternalRun(ctx, wanted),
    find: (place) => findExternal(ctx, place),
    read: (runId) => readExternal(ctx, runId),
    list: (experiment, before) => listExternal(ctx, experiment, before ?? null),
    called: (experiment) => calledExternal(ctx, experiment),
    places: () => externalPlaceNames(ctx),
    points: (runId, metric, part) => pointsOfExternal(ctx, runId, metric, part),
    rows: (runId, asked) => rowsOfExternal(ctx, runId, asked),
    latest: (runId, metrics) => latestOfExternal(ctx, runId, metrics ?? null),
    latestOf: (runIds, metrics) => latestOfRuns(ctx, runIds, metrics),
    listFiles: (runId) => listExternalFiles(ctx, runId),
    readFile: (runId, path) => readExternalFile(ctx, runId, path),
    describe: (runId, facts) => describeExternalRun(ctx, runId, facts),
    log: (runId, batch) => logToExternalRun(ctx, runId, batch),
    logInTurns: (runId, batch) => logInTurns(ctx, runId, batch),
    print: (runId, printed) => printToExternalRun(ctx, runId, printed),
    keepFile: (runId, file) => storeExternalFile(ctx, runId, file),
    artifacts: artifactVerbs(ctx),
    keepMedia: (runId, media, writer) => storeExternalMedia(ctx, runId, media, writer),
    keepRollouts: (runId, rollouts) => storeExternalRollouts(ctx, runId, rollouts),
    moveGroups: (runId, groups, phase) => moveExternalGroups(ctx, runId, groups, phase),
    keepEvaluation: (runId, evaluation) => storeExternalEvaluation(ctx, runId, evaluation),
    say: (runId, ...notes) => sayExternal(ctx, runId, notes),
    hear: (runId, writer) => recordHeartbeat(ctx, runId, writer),
    leave: (runId, writer) => leaveExternalRun(ctx, runId, writer),
    end: (runId, told) => endExternalRun(ctx, runId, told),
    isStopAsked: (runId) => isStopAsked(ctx, runId),
  });
}
