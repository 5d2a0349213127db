import { describe, expect, test } from "vitest";
import { isEvaluationMetric } from "../../../workers/protocol/metric-kinds.ts";
import { RULES } from "../../judgement/registry.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { ablationTable } from "../experiments/table.ts";
import { problemHashes } from "../testing.ts";
import { playScenario, PROBLEMS, type Scenario } from "./testing.ts";
import { DOORS, FINAL } from "./testing/doors.ts";

/** Doors that draw all that was ever measured, and not the end alone. */
const BANDS = ["seeds of an experiment", "seeds behind two evaluations", "chart of a report"];
const LINES = ["curves of runs", ...BANDS];
/** Lines over the train step are in no order by where they end. */
const SAYS_NO_TREATMENT = [...BANDS, "comparison in a report", "reward variance"];
/** Rules about two evaluations beside each other, which no table asks. */
const OF_TWO = ["C09", "C10"];
/** Rules about how much stands behind a configuration, and about single runs. */
const ONE_OR_TWO = ["C06", "C07", ...OF_TWO];
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
const always =
  <Told>(told: Told) =>
  () =>
    told;

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
  "fewer steps from another start on other problems": {
    metric: "eval/rr",
    told: always({ steps: 9, start: "b", problems: B }),
    quantity: ["C02"],
    treatment: ["C05", "C08"],
    cells: ["C06"],
  },
  "another reward": { metric: "reward/raw", ...factor("reward", "outcome", "rr5"), quantity: ["C01"] },
  "another reward does not touch an evaluation": {
    metric: "eval/rr",
    ...factor("reward", "outcome", "rr5"),
  },
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
  "one seed still queued or training": {
    metric: "eval/rr",
    told: (seed) => (seed === 2 ? { stays: true } : {}),
  },
  "one seed failed": {
    metric: "eval/rr",
    told: (seed) => (seed === 2 ? { fails: true } : {}),
    cells: ["C07"],
  },
  "two seeds planned": { metric: "eval/rr", seeds: [0, 1], cells: ["C07"] },
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

function factor(name: string, ...levels: (number | string)[]): Pick<Expected, "matrix"> {
  return { matrix: { presets: ["baseline"], factors: [{ name, levels }] } };
}

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
      expect(sorted(said.filter((rule) => ["C06", "C07"].includes(rule)))).toEqual(sorted(cells));
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
