import { describe, expect, test } from "vitest";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { formatAblation } from "../../cli/formats/format-ablation.ts";
import { BandsInput, type BandsOf } from "../../contracts/charts/bands.ts";
import { CurveRunsInput } from "../../contracts/charts/curves.ts";
import type { Finding } from "../../contracts/finding.ts";
import type { ComparisonAnswer, ReportAnswer } from "../../contracts/reports/report-answer.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { RULES } from "../../checks/registry.ts";
import { treatmentWords, whyBandsNotRanked, whyNotRanked } from "../../checks/standings.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { ablationTable } from "../experiments/table.ts";
import { startReading } from "../reports/answers/reading.ts";
import { resolveQuery } from "../reports/answers/resolve.ts";
import { runTable } from "../run-table/table.ts";
import { doAtOnce } from "../series/sliced.ts";
import { seedBands } from "../bands/bands.ts";
import { problemHashes } from "../testing.ts";
import { describeVariance } from "../variance/describe.ts";
import { curveRuns } from "../views/curve-runs.ts";
import { always, factor, inSeed, playScenario, PROBLEMS, type Scenario } from "./testing.ts";

type World = ReturnType<typeof playScenario>;

/** Every rule that a text names. */
const named = (text: string): string[] => text.match(/\b[CDI]\d\d\b/g) ?? [];
const rulesOf = (findings: Finding[], ...metrics: (string | null)[]): string[] =>
  findings.filter((o) => metrics.includes(o.metric)).map(({ rule }) => rule);

const reported = ({ ctx }: World, query: Parameters<typeof resolveQuery>[1]): ReportAnswer =>
  doAtOnce(resolveQuery(startReading(ctx), query)).answer;

/** What is said at a chart of seeds. */
async function atBands({ ctx }: World, metric: string, of: BandsOf): Promise<string[]> {
  const answer = await seedBands(ctx, BandsInput.parse({ of, metric }));
  return whyBandsNotRanked(metric, answer, answer.bands)?.rules ?? [];
}

/** What each door says of one metric of a world, as ids of rules; null where it does not speak of the metric. */
const DOORS: Record<string, (world: World, metric: string) => Promise<string[] | null> | string[] | null> = {
  "ablation table": ({ ctx, experimentId }, metric) => {
    const { columns, rows } = ablationTable(ctx, experimentId);
    return columns.some((c) => c.metric === metric) ? rulesOf(rows[1].findings, null, metric) : null;
  },
  "comparison of two evaluations": ({ ctx, sides }, metric) => {
    const known = ["eval/rr", "eval/da", "reward/raw", "reward/shaped"].includes(metric);
    if (!known || sides.some((id) => ctx.db.$client.prepare(FINAL).get(id) === undefined)) return null;
    const found = compareEvaluations(ctx, { ids: sides, k: 5, common: false }).findings;
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
      ? describeVariance(ctx, { runIds: [], experimentId }).findings.map((o) => o.rule)
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
    return answer.kind === "findings" ? answer.findings.map(({ rule }) => rule) : null;
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
      findings: row.findings.filter((o) => o.metric === null || o.metric === metric),
    }));
    const lines = formatAblation({ ...table, columns, rows }).split("\n");
    return named(lines.find((line) => line.startsWith(`${rows[1].config} `))?.slice(-30) ?? "");
  },
};
const FINAL = "select id from evaluations where run_id = ? and final = 1";

/** Doors that draw all that was ever measured, and not the end alone. */
const BANDS = ["seeds of an experiment", "seeds behind two evaluations", "chart of a report"];
const LINES = ["curves of runs", ...BANDS];
/** Lines over the train step are in no order by where they end. */
const SAYS_NO_TREATMENT = [...BANDS, "comparison in a report", "reward variance"];
/** Rules about two evaluations beside each other, which no table asks. */
const OF_TWO = ["C09", "C10"];
/** Rules about how much stands behind a configuration, and about single runs. */
const OF_SEEDS = ["C06", "C07", "C12", "C13", "C14", "C15"];
const ONE_OR_TWO = [...OF_SEEDS, ...OF_TWO];
const OTHERS = new Set([...ONE_OR_TWO, ...RULES.map((r) => r.id).filter((id) => !id.startsWith("C"))]);

interface Expected extends Scenario {
  metric: string;
  /** Rules that say that the values are of several quantities: the same from every door. */
  quantity?: string[];
  /** Rules that say that more was varied. */
  treatment?: string[];
  /** What whole lines are besides. */
  lines?: string[];
  /** What configurations are besides. */
  cells?: string[];
}

const SAMPLED = { decoding: "sampled", temperature: 1 } as const;
const [A, B] = [PROBLEMS, problemHashes(40, "b")];
const WORLDS: Record<string, Expected> = {
  "nothing differs": { metric: "eval/rr" },
  "nothing differs, for the reward": { metric: "reward/raw" },
  "other problems": { metric: "eval/rr", told: always({ problems: B }), quantity: ["C02"] },
  "other problems do not touch a reward": { metric: "reward/raw", told: always({ problems: B }) },
  "the first half of a set against its second half": {
    metric: "eval/rr",
    base: always({ rows: [0, 20] }),
    told: always({ rows: [20, 40] }),
    quantity: ["C02"],
  },
  "an evaluation that left half of its problems out": {
    metric: "eval/rr",
    told: always({ rows: [0, 20] }),
    quantity: ["C02"],
  },
  "a part of one set that is the whole of another": {
    metric: "eval/rr",
    base: always({ problems: A.slice(0, 20) }),
    told: always({ rows: [0, 20] }),
  },
  "the same problems in another order": { metric: "eval/rr", told: always({ problems: A.toReversed() }) },
  "one seed of three on other problems": {
    metric: "eval/rr",
    told: (seed) => (seed === 0 ? { problems: B } : {}),
    quantity: ["C02"],
  },
  "a seed of the baseline on other problems": {
    metric: "eval/rr",
    base: (seed) => (seed === 0 ? { rows: [0, 30] } : {}),
    quantity: ["C02"],
  },
  "another step limit": { metric: "eval/rr", told: always({ protocol: { maxSteps: 9 } }), quantity: ["C03"] },
  "sampled against greedy": { metric: "eval/da", told: always({ protocol: SAMPLED }), quantity: ["C03"] },
  "the best of several samples against sampled": {
    metric: "eval/rr",
    base: always({ protocol: SAMPLED }),
    told: always({ protocol: { ...SAMPLED, rerank: { samples: 8, use: "mean", prm: "aa" } } }),
    quantity: ["C03"],
  },
  "another evaluation seed": {
    metric: "eval/rr",
    told: always({ protocol: { evalSeed: 2 } }),
    quantity: ["C03"],
  },
  "another definition of DA": {
    metric: "eval/da",
    told: always({ protocol: { daDefinition: "da.iis_set" } }),
    quantity: ["C04"],
  },
  "another definition of DA does not touch RR": {
    metric: "eval/rr",
    told: always({ protocol: { daDefinition: "da.iis_set" } }),
  },
  "other problems by another protocol and definition": {
    metric: "eval/da",
    told: always({ problems: B, protocol: { maxSteps: 9, daDefinition: "da.iis_set" } }),
    quantity: ["C02", "C03", "C04"],
  },
  "fewer train steps": { metric: "eval/rr", told: always({ steps: 9 }), treatment: ["C05"], cells: ["C06"] },
  "a twin, moved on purpose": { metric: "eval/rr", matrix: { presets: ["baseline"], twin: true } },
  "another start": { metric: "eval/rr", told: always({ start: "b" }), treatment: ["C08"] },
  "the same problems under other names, in sight": {
    metric: "eval/rr",
    matrix: { ...factor("names", "original", "random").matrix, edits: { observe_names: true } },
    treatment: ["C11"],
  },
  "other names out of sight": { metric: "eval/rr", ...factor("names", "original", "random") },
  "fewer steps from another start on other problems": {
    metric: "eval/rr",
    told: always({ steps: 9, start: "b", problems: B }),
    quantity: ["C02"],
    treatment: ["C05", "C08"],
    cells: ["C06"],
  },
  "another reward": { metric: "reward/raw", ...factor("reward", "outcome", "rr5"), quantity: ["C01"] },
  "another reward does not touch an evaluation": { metric: "eval/rr", ...factor("reward", "outcome", "rr5") },
  "another shaping, as earned": { metric: "reward/raw", ...factor("reward_scale_positive", 1, 1.4) },
  "another shaping, as trained on": {
    metric: "reward/shaped",
    ...factor("reward_scale_positive", 1, 1.4),
    quantity: ["C01"],
  },
  "another shaping, for the spread of it": {
    metric: "group/std",
    ...factor("reward_scale_positive", 1, 1.4),
    quantity: ["C01"],
  },
  "noise on one of them, as earned": { metric: "reward/raw", ...factor("reward_noise", 0, 2) },
  "noise on one of them, as trained on": {
    metric: "reward/shaped",
    ...factor("reward_noise", 0, 2),
    quantity: ["C01"],
  },
  "three times the rollouts": { metric: "eval/rr", told: always({ effort: 3 }), cells: ["C06"] },
  "longer answers": { metric: "eval/rr", told: always({ tokens: 12 }), cells: ["C14"] },
  "one seed still queued or training": { metric: "eval/rr", told: inSeed(2, { stays: true }) },
  "one seed failed": { metric: "eval/rr", told: inSeed(2, { fails: true }), cells: ["C07"] },
  "two seeds planned": { metric: "eval/rr", seeds: [0, 1], cells: ["C07"] },
  "two policies answered": { metric: "eval/rr", told: inSeed(1, { policies: ["8", "9"] }), cells: ["C15"] },
  "a seed evaluated again": { metric: "eval/rr", told: inSeed(1, { again: [16, 30] }), cells: ["C13"] },
  "two seeds that are one run": {
    metric: "eval/rr",
    told: (seed) => ({ curve: seed === 0 ? 12 : 14 }),
    cells: ["C07", "C12"],
  },
  "nothing on record of any": {
    metric: "eval/rr",
    told: always({ unrecorded: true }),
    base: always({ unrecorded: true }),
  },
  "nothing on record of one": { metric: "eval/rr", told: always({ unrecorded: true }) },
  "measured on a part of the problems while it trained, and on all in the end": {
    metric: "eval/rr",
    told: always({ early: [0, 10] as const }),
    lines: ["C02"],
  },
};

const sorted = (rules: Iterable<string>) => [...new Set(rules)].toSorted();

describe.each(Object.entries(WORLDS))("%s", (_, expected) => {
  const { metric, quantity = [], treatment = [], lines = [], cells = [] } = expected;
  const world = playScenario(expected);
  test.each(Object.entries(DOORS))("says the same by the %s", async (door, ask) => {
    const said = await ask(world, metric);
    if (said === null) return;
    const asked = [
      ...quantity,
      ...(LINES.includes(door) ? lines : []),
      ...(SAYS_NO_TREATMENT.includes(door) && door !== "comparison in a report" ? [] : treatment),
    ];
    expect(sorted(said.filter((rule) => !OTHERS.has(rule)))).toEqual(sorted(asked));
    if (door === "ablation table")
      expect(sorted(said.filter((rule) => OF_SEEDS.includes(rule)))).toEqual(sorted(cells));
  });
  test("forbids a difference wherever one is claimed, or nowhere", () => {
    const { ctx, experimentId, sides } = world;
    const forbidden = quantity.length > 0 || treatment.includes("C05");
    const row = ablationTable(ctx, experimentId).rows[1];
    if (metric in row.comparable) expect(row.comparable[metric]).toBe(!forbidden);
    if (!isEvaluationMetric(metric) || sides.some((id) => !ctx.db.$client.prepare(FINAL).get(id))) return;
    const found = compareEvaluations(ctx, { ids: sides, k: 5, common: false }).rows;
    const one = found.find(({ id }) => id === (metric === "eval/da" ? "da.root" : "rr"));
    expect(one?.differences[1]?.value === null).toBe(forbidden);
  });
});

test("every rule that tells configurations apart has a world in which it fires", () => {
  const fired = Object.values(WORLDS).flatMap((w) => [
    ...(w.quantity ?? []),
    ...(w.treatment ?? []),
    ...(w.cells ?? []),
  ]);
  const asked = RULES.filter(({ family, id }) => family === "comparability" && !OF_TWO.includes(id));
  expect(asked.map(({ id }) => id).filter((id) => !fired.includes(id))).toEqual([]);
});
