import {
  selectEpisodeIds,
  selectEpisodeLabels,
  selectEpisodeProblems,
  selectProblemOutcomes,
} from "#db/queries/episodes.ts";
import { selectEpisodeSteps } from "#db/queries/evaluations.ts";
import type { EpisodeDetail, EpisodeInput, LabelSetRef } from "../../contracts/evaluation.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { requireHead } from "./head.ts";
import { selectLabelSetIdsOfEvaluation } from "#db/queries/labels.ts";
import { listLabelSets } from "../labels/overview.ts";

/** The label sets on an evaluation's episodes, newest first. */
export function labelSetsOf(ctx: ServiceContext, evaluationId: string): LabelSetRef[] {
  const ids = selectLabelSetIdsOfEvaluation(ctx.db, evaluationId);
  if (ids.length === 0) return [];
  return listLabelSets(ctx, ids).map(({ id, run, at, n }) => ({ id, run: run.name, at, n }));
}

/**
 * One episode of an evaluation: its outcome, its steps where they were kept, and the labels of a set where one is named.
 * Refuses an unknown evaluation or problem, and a label set that labels another evaluation.
 */
export function getEpisode(ctx: ServiceContext, input: EpisodeInput): EpisodeDetail {
  const evaluation = requireHead(ctx, input.evaluationId);
  const found = selectEpisodeProblems(ctx.db, evaluation.id, evaluation.population.hash, input.problem);
  if (found.length !== 1)
    throw new ServiceError(
      found.length > 1 ? "conflict" : "not_found",
      found.length > 1
        ? `"${input.problem}" fits several problems of this evaluation. Give more of the hash.`
        : `This evaluation has no problem "${input.problem.slice(0, 80)}".`,
    );
  const [{ problem, key }] = found;
  const labelSets = labelSetsOf(ctx, evaluation.id);
  const labelSet = labelSets.find((set) => set.id === input.labelSetId) ?? null;
  if (input.labelSetId !== null && !labelSet)
    throw new ServiceError("not_found", `Label set ${input.labelSetId} does not label this evaluation.`);
  const outcomes = selectProblemOutcomes(ctx.db, evaluation.id);
  const position = outcomes.findIndex((row) => row.hash === problem.hash);
  const { solved, steps, op, da, clean, confirmed } = outcomes[position];
  return {
    evaluation,
    problem: { key, ...problem },
    outcome: { solved, steps, op, da, clean, confirmed },
    steps: episodeSteps(ctx, evaluation.id, problem.hash, labelSet?.id ?? null),
    labelSet,
    labelSets,
    previous: outcomes[position - 1]?.hash ?? null,
    next: outcomes[position + 1]?.hash ?? null,
    position,
  };
}

function episodeSteps(ctx: ServiceContext, evaluationId: string, hash: string, labelSetId: string | null) {
  const episode = selectEpisodeIds(ctx.db, evaluationId).get(hash);
  if (!episode) return null;
  const labels = labelSetId === null ? new Map() : selectEpisodeLabels(ctx.db, labelSetId, episode.id);
  return selectEpisodeSteps(ctx.db, episode.id).map(
    ({ episodeStep, action, target, status, iisBefore, iisAfter }) => ({
      step: episodeStep,
      action,
      target,
      status,
      iisBefore,
      iisAfter,
      label: labels.get(episodeStep)?.label ?? null,
      reason: labels.get(episodeStep)?.reason ?? null,
    }),
  );
}
