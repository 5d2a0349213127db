import {
  type AttemptRecord,
  insertArtifact,
  insertRunNote,
  insertRunStage,
  selectRunNotes,
  updateAttempt,
} from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import { insertGroupSample } from "#db/queries/group-samples.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { type ArtifactEvent, fromWire, type TrainerEvent } from "../../../workers/protocol/events.ts";
import type { EventsAnswer, EventsMessage } from "../../../workers/protocol/messages.ts";
import { isScriptVersion } from "../../../workers/protocol/recipes/script-version.ts";
import { metricNameIssue } from "../../../workers/protocol/names.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { bareKind } from "../../wording/artifact-kinds.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { storeFailureReport } from "../failures/store-report.ts";
import { storeEpisodes, storeEvaluation } from "./store-evaluation.ts";
import { storePopulation } from "./store-population.ts";
import { type ReadSets, readSets } from "../benchmarks/read-sets.ts";
import { storeMadeSet } from "../benchmarks/store-made-set.ts";
import { storeLabelReport, storeLabels, storePrmReport } from "../labels/store-labels.ts";
import { atOnce, inTurns } from "../in-turns.ts";
import { keepRollouts } from "../rollouts/keep.ts";
import { rolloutsOf } from "../rollouts/of-trainer.ts";
import { appendPoints, type PointToAppend } from "../series/append.ts";
import { commandFor, hearAttempt } from "./heartbeat.ts";
import { requireAttempt } from "./require-attempt.ts";
import { createHash } from "node:crypto";
import type { ArtifactKind } from "../../../workers/protocol/inputs.ts";
import { networkText, parameterCount } from "../../../workers/protocol/network.ts";
import { recipeOf } from "../recipes/book.ts";

const SAID = "A metric of this trainer is not stored, its other values are.";
/** Names that are told apart on a page: one that is made anew at every step would fill it. */
const MOST_NAMED = 10;

/**
 * Says on the run page, once for each name, which metrics are left out because no metric may be called so. Sending them again
 * cannot make them right, and a training must not end for a name. `refused` holds when each was first sent, ms.
 */
function explainRefused(
  { db }: WriteScope,
  attempt: AttemptRecord,
  refused: ReadonlyMap<string, number>,
): void {
  if (refused.size === 0) return;
  const notes = selectRunNotes(db, [attempt.id]).map(({ message }) => message);
  const said = new Set(notes.filter((message) => message.startsWith(SAID)));
  for (const [name, at] of refused) {
    if (said.size >= MOST_NAMED) return;
    const sentence = `${SAID} ${metricNameIssue(name)?.message} Give it another name in the trainer's code.`;
    if (said.has(sentence)) continue;
    const message = said.size === MOST_NAMED - 1 ? `${sentence} Further ones are not named.` : sentence;
    insertRunNote(db, { attemptId: attempt.id, at, level: "warning", message });
    said.add(message);
  }
}

/**
 * The bytes of weights that came with an event, or null where it only names them. Refused when they are not what the event
 * says: a later run would start from something else, and the fault would show up there.
 */
function checkedWeights(db: Db, run: RunRecord, event: ArtifactEvent): Buffer | null {
  const { data, network, sha256, kind } = event;
  if (data === undefined) return null;
  const wrong = (message: string) => new ServiceError("invalid", message);
  const made = recipeOf(db, run)?.outputs;
  const outputs: ArtifactKind[] = kind === "prm" ? ["prm"] : ["checkpoint", "program_policy"];
  if (made && !outputs.some((output) => made.includes(output)))
    throw wrong(`A ${run.recipe} run makes no ${bareKind(outputs[0])}.`);
  if (!network) throw wrong("Weights arrived without the shape of their network.");
  const bytes = Buffer.from(data, "base64");
  const expected = 4 * parameterCount(network);
  if (bytes.length !== expected || event.bytes !== expected)
    throw wrong(
      `Weights arrived with ${bytes.length} bytes (the event says ${event.bytes}); a network of ${networkText(network)} has ${expected}.`,
    );
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== sha256)
    throw wrong(`Weights arrived with the hash ${hash.slice(0, 12)}, the event says ${sha256.slice(0, 12)}.`);
  return bytes;
}

/** Everything but points, which are gathered and written together. */
function storeEvent(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: Exclude<TrainerEvent, { t: "points" }>,
  sets: ReadSets,
): void {
  switch (event.t) {
    case "progress":
      updateAttempt(scope.db, attempt.id, {
        phase: event.phase,
        phaseStep: event.step,
        phaseTotal: event.total,
      });
      return;
    case "note":
      insertRunNote(scope.db, {
        attemptId: attempt.id,
        at: event.at,
        level: event.level,
        message: event.message,
      });
      return;
    case "artifact":
      insertArtifact(scope.db, {
        attemptId: attempt.id,
        kind: event.kind,
        trainStep: event.step,
        sha256: event.sha256,
        bytes: event.bytes,
        at: event.at,
        network: event.network ?? null,
        data: checkedWeights(scope.db, run, event),
      });
      return;
    case "population":
      storePopulation(scope, attempt.id, event);
      return;
    case "evaluation":
      storeEvaluation(scope, run.id, attempt.id, event);
      scope.touch(topics.experiment(run.experimentId), topics.runs);
      return;
    case "episodes":
      storeEpisodes(scope, attempt.id, event);
      return;
    case "groups":
      insertGroupSample(scope.db, {
        attemptId: attempt.id,
        trainStep: event.step,
        drawn: event.drawn,
        groups: event.groups,
      });
      return;
    case "texts":
      keepRollouts(scope, { id: attempt.id, runId: run.id }, rolloutsOf(event), event.at);
      return;
    case "stage":
      insertRunStage(scope.db, {
        attemptId: attempt.id,
        at: event.at,
        trainStep: event.step,
        change: event.change,
        name: event.name,
        reason: event.reason,
        weights: event.weights,
      });
      return;
    case "labels":
      storeLabels(scope, run, attempt, event);
      scope.touch(topics.runs);
      return;
    case "label_report":
      storeLabelReport(scope, run, attempt, event);
      scope.touch(topics.runs);
      return;
    case "failures":
      storeFailureReport(scope, run, attempt, event);
      return;
    case "prm_report":
      storePrmReport(scope, run, attempt, event);
      scope.touch(topics.runs);
      return;
    case "problems":
      storeMadeSet(scope, run, attempt, event, sets.get(event));
      scope.touch(topics.runs);
  }
}

/**
 * An event that contradicts what is stored can never become right by resending, and must not block the events behind
 * it: it is kept as a sentence on the run page, and its sequence number is used up.
 */
function storeOrExplain(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: Exclude<TrainerEvent, { t: "points" }>,
  seq: number,
  sets: ReadSets,
): void {
  try {
    storeEvent(scope, run, attempt, event, sets);
  } catch (error) {
    if (!isServiceError(error) || error.code !== "invalid") throw error;
    const message = `Event ${seq} (${event.t}) could not be stored: ${error.message}`;
    insertRunNote(scope.db, { attemptId: attempt.id, at: event.at, level: "warning", message });
  }
}

/**
 * Stores a batch exactly once: what was stored before is skipped, a gap is refused with the place to resume, and the
 * answer is given only after the commit. Resending is always safe. Sets of problems were read before, outside the transaction.
 */
export function recordEvents(
  ctx: ServiceContext,
  attemptId: string,
  message: EventsMessage,
  sets: ReadSets = atOnce(readSets(ctx, attemptId, message)),
): EventsAnswer {
  return commit(ctx, (scope) => {
    const { attempt, run } = requireAttempt(ctx, attemptId, message.fence);
    hearAttempt(ctx, scope, attempt, run);
    if (message.firstSeq > attempt.lastSeq + 1) {
      throw new ServiceError(
        "gap",
        `Events are stored up to ${attempt.lastSeq}; send from ${attempt.lastSeq + 1}.`,
        {
          details: { ackSeq: attempt.lastSeq },
        },
      );
    }
    const fresh = message.events.slice(attempt.lastSeq + 1 - message.firstSeq);
    if (fresh.length === 0) return { ackSeq: attempt.lastSeq, command: commandFor(attempt) };
    // An end is accepted only after all events before it, so what comes later is not of this training.
    if (isEnded(attempt.state))
      throw new ServiceError(
        "fenced",
        `Attempt ${attemptId} has ended (${attempt.state}); nothing is added to it.`,
      );
    const batch: PointToAppend[] = [];
    const refused = new Map<string, number>();
    fresh.forEach((event, i) => {
      if (event.t === "points") {
        for (const [metric, value] of Object.entries(event.values)) {
          if (metricNameIssue(metric)) refused.set(metric, refused.get(metric) ?? event.at);
          else batch.push({ metric, x: event.step, wallMs: event.at, value: fromWire(value) });
        }
      } else storeOrExplain(scope, run, attempt, event, attempt.lastSeq + 1 + i, sets);
    });
    appendPoints(scope, attempt.id, batch);
    explainRefused(scope, attempt, refused);
    const lastSeq = attempt.lastSeq + fresh.length;
    updateAttempt(scope.db, attempt.id, { lastSeq });
    scope.touch(topics.run(run.id));
    if (batch.length > 0) {
      if (isScriptVersion(run.recipeVersion)) noteStep(scope, attempt, batch);
      scope.touch(topics.experimentPoints(run.experimentId), topics.progress);
      for (const { x } of batch) scope.advance(run.id, x);
    }
    return { ackSeq: lastSeq, command: commandFor(attempt) };
  });
}

/** A script that says no progress of its own is where its points are. */
function noteStep(
  scope: WriteScope,
  { id, phase, phaseStep }: AttemptRecord,
  batch: readonly PointToAppend[],
): void {
  if (phase !== null) return;
  const reached = Math.trunc(batch.reduce((most, { x }) => Math.max(most, x), phaseStep ?? 0));
  if (reached !== phaseStep) updateAttempt(scope.db, id, { phaseStep: reached });
}

/** The same, with sets of problems read while others are served. */
export async function recordEventsInTurns(
  ctx: ServiceContext,
  attemptId: string,
  message: EventsMessage,
): Promise<EventsAnswer> {
  return recordEvents(ctx, attemptId, message, await inTurns(readSets(ctx, attemptId, message)));
}
