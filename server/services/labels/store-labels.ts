import type { Db } from "#db/client.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectEpisodeIds } from "#db/queries/episodes.ts";
import { type EvaluationRecord, selectNamedPopulation } from "#db/queries/evaluations.ts";
import {
  insertLabelSet,
  insertStepLabels,
  selectLabelSetOfAttempt,
  type StepLabelRecord,
  updateLabelReport,
  upsertPrmReport,
} from "#db/queries/labels.ts";
import { selectEvaluation } from "#db/queries/inputs.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import type { WriteScope } from "../context.ts";
import { inputEvaluation } from "../inputs/resolve.ts";
import { newId } from "../hashing.ts";
import { countOf, writeOf } from "../../wording/counts.ts";

type LabelsEvent = Extract<TrainerEvent, { t: "labels" }>;
type LabelReportEvent = Extract<TrainerEvent, { t: "label_report" }>;
type PrmReportEvent = Extract<TrainerEvent, { t: "prm_report" }>;

/** The input slot of a labelling run that names the evaluation whose episodes it labels. */
const EPISODES_SLOT = "episodes";

/** Content hashes of the problems in the order the labels index them. */
const problemOrder = (db: Db, evaluation: EvaluationRecord): string[] =>
  selectNamedPopulation(db, evaluation)?.problemHashes ?? [];

function toRecords(scope: WriteScope, evaluation: EvaluationRecord, event: LabelsEvent): StepLabelRecord[] {
  const hashes = problemOrder(scope.db, evaluation);
  const episodes = selectEpisodeIds(scope.db, evaluation.id);
  return event.rows.map(({ i, step, label, reason }) => {
    const hash = hashes[i];
    const episode = hash === undefined ? undefined : episodes.get(hash);
    if (!episode)
      throw new ServiceError(
        "invalid",
        `A label names problem ${i}, of which evaluation ${evaluation.id} has no episode (${countOf(episodes.size, "episode")}).`,
      );
    if (step > episode.steps)
      throw new ServiceError(
        "invalid",
        `A label names step ${step} of problem ${i}, whose episode ended at step ${episode.steps}.`,
      );
    return { episodeId: episode.id, episodeStep: step, label, reason };
  });
}

/**
 * Stores labels that an attempt gave to the episodes of the evaluation in its slot "episodes"; the first ones open its
 * label set. Nothing of an event is stored when one of its labels names a step that is not there; a step labelled twice
 * keeps its first label, and that is refused after the others are stored.
 */
export function storeLabels(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: LabelsEvent,
): void {
  const { db } = scope;
  const known = selectLabelSetOfAttempt(db, attempt.id);
  const evaluation = known
    ? selectEvaluation(db, known.evaluationId)
    : inputEvaluation(db, run.id, EPISODES_SLOT);
  if (!evaluation)
    throw new ServiceError(
      "invalid",
      `Labels arrived, but the slot "${EPISODES_SLOT}" of run ${run.name} names no stored evaluation.`,
    );
  const records = toRecords(scope, evaluation, event);
  const set = known ?? {
    id: newId("labelSet"),
    runId: run.id,
    attemptId: attempt.id,
    evaluationId: evaluation.id,
    at: event.at,
    report: null,
  };
  if (!known) insertLabelSet(db, set);
  const added = insertStepLabels(db, set.id, records);
  scope.touch(topics.experiment(run.experimentId), topics.runs);
  if (added < records.length)
    throw new ServiceError(
      "invalid",
      `${writeOf(records.length - added, records.length, "label names", "labels name")} steps that have one; those keep their first label.`,
    );
}

/** Stores by which rules an attempt labelled, and how they agree with the injected roots, beside the set that it made. */
export function storeLabelReport(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: LabelReportEvent,
): void {
  if (!updateLabelReport(scope.db, attempt.id, event.report))
    throw new ServiceError(
      "invalid",
      `A report on labels arrived, but run ${run.name} has sent no label yet.`,
    );
  scope.touch(topics.experiment(run.experimentId), topics.runs);
}

/** Stores how well the process reward model of an attempt does; the last report of an attempt counts. */
export function storePrmReport(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  event: PrmReportEvent,
): void {
  upsertPrmReport(scope.db, { attemptId: attempt.id, runId: run.id, report: event.report, at: event.at });
  scope.touch(topics.experiment(run.experimentId), topics.runs);
}
