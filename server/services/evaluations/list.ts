import { LEAD_METRICS } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { recipeOf } from "../recipes/book.ts";
import { countEvaluations, selectEvaluationPage } from "#db/queries/episodes.ts";
import { selectEvaluationTotals, selectMeasuredParts, selectPolicies } from "#db/queries/evaluations.ts";
import { countEpisodes } from "#db/queries/inputs.ts";
import type { EvaluationList, ListEvaluationsInput } from "../../contracts/evaluation.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { describeHead, stepOf } from "./head.ts";
import { leadShares, oneByOne } from "../runs/lead-share.ts";

/** A page of evaluations, newest first, with what tells most of each. */
export function listEvaluations(ctx: ServiceContext, input: ListEvaluationsInput): EvaluationList {
  const filter = {
    projectId: scopeId(ctx, input.project),
    runId: input.runId,
    finalOnly: input.finalOnly,
    search: input.search.trim(),
  };
  const page = selectEvaluationPage(ctx.db, filter, input.limit, input.offset);
  const ids = page.map((row) => row.evaluation.id);
  const episodes = countEpisodes(ctx.db, ids);
  const parts = selectMeasuredParts(ctx.db, ids);
  const policies = selectPolicies(ctx.db, ids);
  const runIds = [...new Set(page.map((row) => row.run.id))];
  const shown = new Set(ids);
  const leads = leadShares(
    ctx.db,
    selectEvaluationTotals(ctx.db, { runIds, finalOnly: input.finalOnly }).flatMap((totals) =>
      shown.has(totals.evaluation.id) ? [{ ...totals, id: totals.evaluation.id }] : [],
    ),
  );
  return {
    rows: page.map((row) => {
      const { id, n } = row.evaluation;
      return {
        ...describeHead(row, episodes.get(id) ?? 0, {
          part: parts.get(id) ?? null,
          stepOf: stepOf(recipeOf(ctx.db, row.run)),
          policies: policies.get(id) ?? [],
        }),
        lead: leads.get(id) ?? { metric: LEAD_METRICS[0], ...oneByOne(0, n) },
      };
    }),
    total: countEvaluations(ctx.db, filter),
  };
}
