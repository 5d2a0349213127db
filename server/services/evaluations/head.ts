import { countEpisodes } from "#db/queries/inputs.ts";
import { type EvaluationHeadRow, selectEvaluationHead } from "#db/queries/episodes.ts";
import { selectMeasuredParts, selectPolicies } from "#db/queries/evaluations.ts";
import type { EvaluationHead } from "../../contracts/evaluation.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { recipeOf } from "../recipes/book.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

/** What an evaluation is, from its stored rows. */
export function describeHead(
  row: EvaluationHeadRow,
  episodes: number,
  { part, stepOf, policies }: Pick<EvaluationHead, "part" | "stepOf" | "policies">,
): EvaluationHead {
  const { evaluation: e, population, run, experiment } = row;
  return {
    id: e.id,
    key: e.key,
    trainStep: e.trainStep,
    stepOf,
    final: e.final,
    at: e.at,
    n: e.n,
    run: {
      id: run.id,
      name: run.name,
      label: run.label,
      seed: run.seed,
      recipe: run.recipe,
      state: run.state,
    },
    experiment: { id: run.experimentId, title: experiment },
    population: {
      hash: population.hash,
      name: population.name,
      source: population.source,
      relaxed: population.relaxed,
      n: population.n,
    },
    part,
    protocol: e.protocol,
    protocolHash: e.protocolHash,
    policies,
    episodes,
  };
}

/** What the steps of a recipe count: imitation has epochs, and what only measures trains nothing. */
export function stepOf(manifest: RecipeManifest | undefined): EvaluationHead["stepOf"] {
  if (manifest === undefined || manifest.script !== undefined) return "train step";
  if (manifest.metrics.includes("reward/raw")) return "train step";
  return manifest.metrics.includes("sft/loss") ? "epoch" : null;
}

/** The head of an evaluation. Refuses an id that is not stored. */
export function requireHead(ctx: ServiceContext, id: string): EvaluationHead {
  const row = selectEvaluationHead(ctx.db, id);
  if (!row)
    throw new ServiceError(
      "not_found",
      `There is no evaluation ${id.slice(0, 80)}. It may belong to another data directory.`,
    );
  const part = selectMeasuredParts(ctx.db, [id]).get(id) ?? null;
  return describeHead(row, countEpisodes(ctx.db, [id]).get(id) ?? 0, {
    part,
    stepOf: stepOf(recipeOf(ctx.db, row.run)),
    policies: selectPolicies(ctx.db, [id]).get(id) ?? [],
  });
}
