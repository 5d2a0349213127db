import { isEvaluationMetric } from "../../../../workers/protocol/metric-kinds.ts";
import { formatAblation } from "../../../cli/format-ablation.ts";
import { BandsInput, type BandsOf } from "../../../contracts/charts/bands.ts";
import { CurveRunsInput } from "../../../contracts/charts/curves.ts";
import type { Objection } from "../../../contracts/objection.ts";
import type { ComparisonAnswer, ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { RunTableInput } from "../../../contracts/run-table.ts";
import { treatmentWords, whyBandsNotRanked, whyNotRanked } from "../../../judgement/standings.ts";
import { compareEvaluations } from "../../compare/overview.ts";
import { ablationTable } from "../../experiments/table.ts";
import { startReading } from "../../reports/answers/reading.ts";
import { resolveQuery } from "../../reports/answers/resolve.ts";
import { runTable } from "../../run-table/table.ts";
import { seedBands } from "../../bands/bands.ts";
import { describeVariance } from "../../variance/describe.ts";
import { curveRuns } from "../../views/curve-runs.ts";
import type { playScenario } from "../testing.ts";

type World = ReturnType<typeof playScenario>;

/** Every rule that a text names. */
const named = (text: string): string[] => text.match(/\b[CDI]\d\d\b/g) ?? [];
const rulesOf = (objections: Objection[], ...metrics: (string | null)[]): string[] =>
  objections.filter((o) => metrics.includes(o.metric)).map(({ rule }) => rule);

function reported(world: World, query: Parameters<typeof resolveQuery>[1]): ReportAnswer {
  return resolveQuery(startReading(world.ctx), query).answer;
}

/** What is said at a chart of seeds. */
async function atBands({ ctx }: World, metric: string, of: BandsOf): Promise<string[]> {
  const answer = await seedBands(ctx, BandsInput.parse({ of, metric }));
  return whyBandsNotRanked(metric, answer, answer.bands)?.rules ?? [];
}

/** What each door says of one metric of a world, as ids of rules; null where it does not speak of the metric. */
export const DOORS: Record<
  string,
  (world: World, metric: string) => Promise<string[] | null> | string[] | null
> = {
  "ablation table": ({ ctx, experimentId }, metric) => {
    const { columns, rows } = ablationTable(ctx, experimentId);
    return columns.some((c) => c.metric === metric) ? rulesOf(rows[1].objections, null, metric) : null;
  },
  "comparison of two evaluations": ({ ctx, sides }, metric) => {
    const known = ["eval/rr", "eval/da", "reward/raw", "reward/shaped"].includes(metric);
    if (!known || sides.some((id) => ctx.db.$client.prepare(FINAL).get(id) === undefined)) return null;
    const found = compareEvaluations(ctx, { ids: sides, k: 5, common: false }).objections;
    // Without a metric it is said of every evaluation.
    return rulesOf(
      found,
      ...(isEvaluationMetric(metric) ? [null, metric === "eval/da" ? "da.root" : metric] : [metric]),
    );
  },
  "run table": async ({ ctx }, metric) => {
    const sort = [{ column: `metric:${metric}:last`, direction: "desc" }];
    const { notes } = await runTable(ctx, RunTableInput.parse({ sort }));
    return notes.filter((n) => /^Sorted by|^The order is one of values/.test(n)).flatMap(named);
  },
  "curves of runs": ({ ctx, runIds }, metric) => {
    const data = curveRuns(ctx, CurveRunsInput.parse({ runs: runIds }));
    const runs = data.runs.filter((run) => run.begun).map((run) => data.standings[run.standing]);
    return [...(whyNotRanked(metric, data, runs)?.rules ?? []), ...treatmentWords(data, runs).flatMap(named)];
  },
  "seeds of an experiment": (world, metric) =>
    atBands(world, metric, { kind: "experiment", id: world.experimentId }),
  "seeds behind two evaluations": (world, metric) =>
    atBands(world, metric, { kind: "runs", runIds: world.sides, whole: true }),
  "reward variance": ({ ctx, experimentId }, metric) =>
    metric === "group/std"
      ? describeVariance(ctx, { runIds: [], experimentId }).objections.map((o) => o.rule)
      : null,
  "chart of a report": (world, metric) => {
    const answer = reported(world, { kind: "metric-chart", experiment: world.experimentId, metric });
    if (answer.kind !== "chart") throw new Error(JSON.stringify(answer));
    return answer.notes
      .filter((note) => note.startsWith("Not ranked ("))
      .flatMap((n) => named(n.split(")")[0]));
  },
  "table of a report": (world, metric) => {
    const { experimentId } = world;
    const answer = reported(world, {
      kind: "findings",
      experiment: experimentId,
      metrics: [metric],
      say: "all",
    });
    return answer.kind === "findings" ? answer.objections.map(({ rule }) => rule) : null;
  },
  "comparison in a report": (world, metric) => {
    const [a, b] = world.sides.map((id) => world.ctx.db.$client.prepare(FINAL).get(id) as { id: string });
    if (metric !== "eval/rr" || !a || !b) return null;
    const { refusal, notes } = reported(world, {
      kind: "comparison",
      a: a.id,
      b: b.id,
    }) as ComparisonAnswer;
    return [refusal ?? "", ...notes].flatMap(named);
  },
  "command line": ({ ctx, experimentId }, metric) => {
    const table = ablationTable(ctx, experimentId);
    const columns = table.columns.filter((c) => c.metric === metric);
    if (columns.length === 0) return null;
    const rows = table.rows.map((row) => ({
      ...row,
      objections: row.objections.filter((o) => o.metric === null || o.metric === metric),
    }));
    const lines = formatAblation({ ...table, columns, rows }).split("\n");
    return named(lines.find((line) => line.startsWith(`${rows[1].config} `))?.slice(-30) ?? "");
  },
};

/** The final evaluation of a run. */
export const FINAL = "select id from evaluations where run_id = ? and final = 1";
