import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectDependents, selectRunInputs } from "#db/queries/inputs.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import type { Db } from "#db/client.ts";
import type { Decoded, Decodings, EvaluationDiagnosisInput } from "../contracts/diagnosis.ts";
import { longerEpisodes } from "../checks/longer-episodes.ts";
import { diagnosisDefinition, diagnosisTitle } from "../wording/diagnosis.ts";
import { writeDecoding } from "../../../server/wording/decoding.ts";
import { writeTyped } from "../../../server/wording/typed.ts";
import type { ServiceContext } from "../../../server/services/context.ts";
import { madeEvaluation, wayReader } from "../../../server/services/comparability/ways.ts";
import { isInFamilies } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { recipeOf } from "../../../server/services/recipes/book.ts";
import { shareOfProblems } from "../../../server/services/runs/lead-share.ts";
import { kindOfTotals } from "#db/queries/evaluation-metrics.ts";
import { diagnosisValueOf, partsOf, talliesOf } from "./diagnosis.ts";
import { finalOf } from "../../../server/services/evaluations/get.ts";
import { requireHead } from "../../../server/services/evaluations/head.ts";

/** A recipe that takes a checkpoint and leaves none measures it as it is. */
const onlyMeasures = (db: Db, run: Pick<RunRecord, "recipe" | "recipeVersion">): boolean => {
  const manifest = recipeOf(db, run);
  return manifest !== undefined && !manifest.outputs.includes("checkpoint");
};

/** The run whose weights an evaluation of this run is of: its own, or those it was given to measure. */
function homeOf(ctx: ServiceContext, runId: string): string {
  const run = selectRun(ctx.db, runId);
  if (!run || !onlyMeasures(ctx.db, run)) return runId;
  const policy = selectRunInputs(ctx.db, [runId]).find(({ input }) => input.kind === "checkpoint");
  return policy?.source?.id ?? runId;
}

/** Evaluations of the weights that a run left, by itself and by those that were given them to measure. */
function ofSameWeights(ctx: ServiceContext, home: string): EvaluationTotals[] {
  const measuring = selectDependents(ctx.db, home)
    .filter(({ input, run }) => input.kind === "checkpoint" && onlyMeasures(ctx.db, run))
    .map(({ run }) => run.id);
  const totals = selectEvaluationTotals(ctx.db, { runIds: [home, ...measuring], finalOnly: false });
  const last = finalOf(totals.filter(({ evaluation }) => evaluation.runId === home))?.evaluation.trainStep;
  return totals.filter(({ evaluation }) => evaluation.runId !== home || evaluation.trainStep === last);
}

/**
 * The policy of an evaluation on the same problems with the same step limit, decoded in each way that was measured, with DA as it
 * is asked for. What differs between two of them was not learnt. Nothing for an evaluation during a training.
 */
export function evaluationDecodings(
  ctx: ServiceContext,
  { id, ...choice }: EvaluationDiagnosisInput,
): Decodings {
  const { run, protocol } = requireHead(ctx, id);
  const same = ofSameWeights(ctx, homeOf(ctx, run.id));
  const way = wayReader(ctx.db);
  const problemsOf = (totals: EvaluationTotals) => way(madeEvaluation(totals)).problems.key;
  const own = same.find(({ evaluation }) => evaluation.id === id);
  const alike = same.filter(
    (one) =>
      own !== undefined &&
      // What is written at once has no steps; what samples of it say stands in its metrics.
      !isInFamilies(kindOfTotals(own)) &&
      problemsOf(one) === problemsOf(own) &&
      one.evaluation.protocol.maxSteps === protocol.maxSteps &&
      one.evaluation.protocol.observation === protocol.observation,
  );
  const tallies = talliesOf(
    ctx,
    alike.map(({ evaluation }) => evaluation.id),
  );
  const rows = alike
    .toSorted((a, b) => a.evaluation.protocol.temperature - b.evaluation.protocol.temperature)
    .flatMap(({ evaluation: e, n, metrics }): Decoded[] => {
      const { value: steps } = metrics["eval/steps"];
      if (steps === null) return [];
      const { decoding, temperature } = e.protocol;
      const counted = tallies.get(e.id)?.rows ?? [];
      return [
        {
          id: e.id,
          decoding:
            decoding === "greedy"
              ? writeDecoding(e.protocol)
              : `${writeDecoding(e.protocol)}, temperature ${writeTyped(temperature)}`,
          greedy: decoding === "greedy",
          run: { id: e.runId, name: selectRun(ctx.db, e.runId)?.name ?? "" },
          n,
          rrAt5: shareOfProblems(metrics["eval/rr_at_5"].sum, n),
          steps,
          da: diagnosisValueOf(
            counted.flatMap(({ tally }) => partsOf(tally, choice) ?? []),
            choice,
          ),
        },
      ];
    });
  const [greedy] = rows;
  const named = (row: Decoded) => ({
    name: row.decoding,
    da: row.da,
    steps: row.steps,
    rrAt5: row.n === 0 ? null : row.rrAt5.hits / row.n,
  });
  return {
    rows,
    choice,
    title: diagnosisTitle(choice),
    definition: diagnosisDefinition(choice),
    sentences: rows
      .filter((row) => greedy?.greedy && !row.greedy)
      .flatMap((row) => longerEpisodes.check(named(greedy), named(row), choice))
      .map(({ evidence }) => `The same weights, ${evidence}`),
  };
}
