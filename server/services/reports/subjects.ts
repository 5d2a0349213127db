import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectLabelSetsOfExperiment } from "#db/queries/labels.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { selectMetricNames } from "#db/queries/views.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { ReportSubjects, SubjectChoice } from "../../contracts/reports/report-chips.ts";
import { countOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { nameSeed, writeSeeds } from "../../wording/seeds.ts";
import type { ServiceContext } from "../context.ts";
import { ablationTable } from "../experiments/table.ts";
import { nameOf } from "./templates/ablation.ts";

/** Runs and evaluations that a menu offers; who has more names the run by its id. */
const OFFERED = 200;

const ofMetric = (metric: string): SubjectChoice => ({
  value: metric,
  words: metricInfo(metric).title,
  aside: metric,
});

/** What the queries of a report can be of in an experiment, by the names that queries take. Throws where there is none such. */
export function reportSubjects(ctx: ServiceContext, experimentId: string): ReportSubjects {
  const table = ablationTable(ctx, experimentId);
  const runs = selectRunsByExperiment(ctx.db, experimentId).slice(0, OFFERED);
  const names = new Map(runs.map(({ id, name }) => [id, name]));
  const totals = selectEvaluationTotals(ctx.db, { runIds: [...names.keys()], finalOnly: false });
  return {
    configs: table.rows.map((row) => ({
      value: nameOf(table, row),
      words: row.config,
      aside: row.baseline ? "baseline" : writeSeeds(row.n),
    })),
    columns: table.columns.map(({ metric }) => ofMetric(metric)),
    series: selectMetricNames(ctx.db, [...names.keys()]).map(ofMetric),
    runs: runs.map(({ id, name, state }) => ({ value: id, words: name, aside: state })),
    evaluations: totals
      .toSorted((a, b) => b.evaluation.trainStep - a.evaluation.trainStep)
      .slice(0, OFFERED)
      .map(({ evaluation, n }) => ({
        value: evaluation.id,
        words: `${names.get(evaluation.runId)}, step ${writeWhole(evaluation.trainStep)}`,
        aside: `${evaluation.final ? "final, " : ""}${countOf(n, "problem")}`,
      })),
    labelSets: selectLabelSetsOfExperiment(ctx.db, experimentId).map(({ id, label, seed }) => ({
      value: id,
      words: `${label}, ${nameSeed(seed)}`,
    })),
  };
}
