import { describe, expect, test } from "vitest";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { AblationTable, type AblationRow } from "../../contracts/experiment.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNextIfAny,
  type World,
} from "../testing.ts";
import { ablationTable } from "./table.ts";

const N = 200;
const hashes = problemHashes(N);

/** Solved within 5 steps of 200 problems, by configuration and seed. */
const SOLVED: Record<string, number[]> = {
  baseline: [100, 104, 96],
  no_kl: [110, 113, 107],
  asym_clip: [101, 103, 99],
  dynamic: [140, 147, 136],
};

interface Fake {
  hashes?: string[];
  steps?: number;
  episodesFactor?: number;
  maxSteps?: number;
  start?: string;
}

function play(
  world: World,
  solved: (label: string, seed: number) => number | null,
  fake: (label: string, seed: number) => Fake = () => ({}),
) {
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const label = run.assignment.runName.replace(/-s\d+$/, "");
    const hits = solved(label, run.assignment.seed);
    const told = fake(label, run.assignment.seed);
    const problems = told.hashes ?? hashes;
    const steps = told.steps ?? 40;
    const start: TrainerEvent = {
      t: "artifact",
      at: 1,
      kind: "start_weights",
      step: 0,
      sha256: told.start ?? "a".repeat(64),
      bytes: 4,
    };
    run.send(populationEvent(problems), start);
    for (const event of pointsEvents({ "reward/raw": 0.25, "reward/shaped": 0.25 }, steps)) {
      if (event.t === "points" && told.episodesFactor)
        event.values["progress/episodes"] = event.step * 256 * told.episodesFactor;
      run.send(event);
    }
    if (hits === null) run.finish({ code: 1, reason: "error" });
    else {
      run.send(evaluationEvent(problems, hits, { step: steps, maxSteps: told.maxSteps }));
      run.finish();
    }
  }
}

function rowOf(rows: AblationRow[], config: string): AblationRow {
  const row = rows.find((r) => r.config === config);
  if (!row) throw new Error(`no row ${config}`);
  return row;
}

function ablation(
  fake?: Parameters<typeof play>[2],
  seeds = [0, 1, 2],
  solved: (label: string, seed: number) => number | null = (label, seed) => SOLVED[label][seed],
) {
  const world = makeWorld();
  const { experimentId } = launch(world, { presets: Object.keys(SOLVED), seeds });
  play(world, solved, fake);
  return ablationTable(world.ctx, experimentId);
}

describe("the ablation table", () => {
  const table = ablation();

  test("fits its schema, has the baseline first, and says what its intervals are over", () => {
    expect(AblationTable.parse(table)).toEqual(table);
    expect(table.rows.map((r) => [r.config, r.baseline])).toEqual([
      ["baseline", true],
      ["no_kl", false],
      ["asym_clip", false],
      ["dynamic", false],
    ]);
    expect(table.caption).toBe("over RL seeds; SFT start and problems fixed");
  });

  test("values, t intervals, the intervals for unequal spreads and the pooled ones agree with an independent computation", () => {
    // numpy 2.4.6, scipy 1.17.1: t.ppf for the means; for the differences variances by cell, Satterthwaite's degrees of freedom
    // and the many-to-one tail by scipy.integrate.quad; for the pooled ones the residual of the two-way layout.
    const rr = rowOf(table.rows, "no_kl").metrics["eval/rr_at_5"];
    expect(rr.value).toBeCloseTo(0.55, 12);
    expect(rr.low).toBeCloseTo(0.51273793, 7);
    expect(rr.high).toBeCloseTo(0.58726207, 7);
    const d = (config: string) => rowOf(table.rows, config).difference["eval/rr_at_5"];
    expect(d("no_kl").value).toBeCloseTo(0.05, 12);
    expect(d("dynamic").value).toBeCloseTo(0.205, 12);
    expect(d("no_kl").low).toBeCloseTo(-0.003409803155, 8);
    expect(d("no_kl").high).toBeCloseTo(0.103409803155, 8);
    expect(d("dynamic").low).toBeCloseTo(0.130937613434, 8);
    expect(d("dynamic").high).toBeCloseTo(0.279062386566, 8);
    expect(d("asym_clip").low).toBeCloseTo(-0.049861319961, 8);
    expect(d("no_kl").p).toBeCloseTo(0.06071349608, 8);
    expect(d("asym_clip").p).toBeCloseTo(0.952105295418, 8);
    expect(d("dynamic").p).toBeCloseTo(0.001721831425, 8);
    expect(d("dynamic").method).toMatch(
      /^t for unequal spreads, .*3 comparisons with the baseline, together/,
    );
    expect(d("no_kl").pooled?.low).toBeCloseTo(0.030330403597, 8);
    expect(d("no_kl").pooled?.high).toBeCloseTo(0.069669596403, 8);
    expect(d("no_kl").pooled?.p).toBeCloseTo(0.000556721325, 8);
    expect(d("asym_clip").pooled?.p).toBeCloseTo(0.777048191744, 8);
    expect(d("dynamic").pooled?.method).toMatch(/^Dunnett with seeds as blocks/);
  });

  test("a claim is what holds whatever the spreads; what only the pooled answer says is told apart", () => {
    const verdicts = table.rows.map((row) => row.difference["eval/rr_at_5"].verdict);
    expect(verdicts).toEqual([
      "baseline",
      "significant_if_equal_variances",
      "not_significant",
      "significant",
    ]);
  });

  test("columns that a reader adds are exploratory and change no claim of the table's own columns", () => {
    const world = makeWorld();
    const { experimentId } = launch(world, { presets: Object.keys(SOLVED), seeds: [0, 1, 2] });
    play(world, (label, seed) => SOLVED[label][seed]);
    const plain = ablationTable(world.ctx, experimentId);
    const own = plain.columns.map(({ metric }) => metric);
    const looks = [
      ["group/zero_share"],
      ["eval/rr_at_5"],
      ["group/zero_share", "policy/kl", "reward/shaped"],
    ];
    for (const also of looks) {
      const more = ablationTable(world.ctx, experimentId, also);
      const added = also.filter((metric) => !own.includes(metric));
      expect(more.columns.slice(0, own.length)).toEqual(plain.columns);
      for (const metric of own)
        expect(more.rows.map(({ difference }) => difference[metric])).toEqual(
          plain.rows.map(({ difference }) => difference[metric]),
        );
      expect(more.verdicts.filter(({ metric }) => own.includes(metric)).map((v) => v.message)).toEqual(
        plain.verdicts.map((v) => v.message),
      );
      const asked = more.columns.slice(own.length);
      expect(asked.map(({ metric, primary }) => [metric, primary])).toEqual(added.map((m) => [m, false]));
      for (const { level, family } of asked) {
        expect(level).toBeCloseTo(1 - 0.05 / (own.length - 1 + added.length), 12);
        if (family) expect(family).toMatch(/^Exploratory, asked for beside the table's own columns: /);
      }
    }
  });

  test("keeps the seeds behind each value, with n, planned, episodes and problems", () => {
    const row = rowOf(table.rows, "dynamic");
    expect(row.bySeed["eval/rr_at_5"].map((s) => [s.seed, s.value])).toEqual([
      [0, 0.7],
      [1, 0.735],
      [2, 0.68],
    ]);
    expect([row.n, row.planned, row.episodes, row.trainStep]).toEqual([3, 3, 40 * 256, 40]);
    expect(table.columns.find((c) => c.metric === "eval/rr_at_5")?.problems).toBe(N);
  });

  test("says in words what separates and what does not", () => {
    const said = table.verdicts.find((v) => v.metric === "eval/rr_at_5")?.message ?? "";
    expect(said).toMatch(
      /^RR@5: dynamic \(\+20\.5\u202fpp\) differs from baseline\. no_kl \(\+5\.0\u202fpp\) is significant only if/,
    );
    expect(said).toMatch(/1 other does not differ significantly/);
  });

  test("says which part of the problems was measured, where that is known", () => {
    expect(table.rows.map((r) => r.part)).toEqual(["held_out", "held_out", "held_out", "held_out"]);
    const definition = /^share of the measured problems solved .*, on held-out problems$/;
    expect(rowOf(table.rows, "dynamic").metrics["eval/rr_at_5"].definition).toMatch(definition);
    expect(table.columns.find((c) => c.metric === "eval/rr_at_5")?.definition).toMatch(definition);
    expect(table.columns.find((c) => c.metric === "reward/raw")?.definition).not.toMatch(/problems$/);
  });

  test("claims nothing where every seed gave the same value", () => {
    expect(rowOf(table.rows, "no_kl").difference["reward/raw"]).toMatchObject({
      value: 0,
      low: null,
      p: null,
    });
  });
});

describe("what may not be ranked", () => {
  const rulesOf = (row: AblationRow) => row.findings.map((o) => `${o.rule} ${o.severity}`);

  test("other problems: the evaluation is shown without a difference, and is not part of the family", () => {
    const table = ablation((label) => (label === "no_kl" ? { hashes: problemHashes(N, "other") } : {}));
    const row = rowOf(table.rows, "no_kl");
    expect(row.comparable).toMatchObject({ "eval/rr_at_5": false, "reward/raw": true });
    expect(row.difference["eval/rr_at_5"]).toMatchObject({
      value: null,
      method: "not ranked: C02, other problems",
    });
    expect(row.metrics["eval/rr_at_5"].value).toBeCloseTo(0.55, 12);
    expect(rowOf(table.rows, "dynamic").difference["eval/rr_at_5"].method).toMatch(/2 comparisons with/);
  });

  test("a row with more problems leaves the n of the comparable ones in the head", () => {
    const table = ablation((label) => (label === "no_kl" ? { hashes: problemHashes(N + 50, "more") } : {}));
    expect(table.columns.find((c) => c.metric === "eval/rr_at_5")?.problems).toBe(N);
  });

  test("another protocol, an earlier step, another start, more rollouts: each says its own rule", () => {
    const table = ablation((label) => ({
      maxSteps: label === "no_kl" ? 8 : undefined,
      steps: label === "asym_clip" ? 30 : undefined,
      start: label === "dynamic" ? "b".repeat(64) : undefined,
      episodesFactor: label === "dynamic" ? 3 : undefined,
    }));
    expect(rulesOf(rowOf(table.rows, "no_kl"))).toContain("C03 error");
    expect(rulesOf(rowOf(table.rows, "asym_clip"))).toContain("C05 error");
    expect(rulesOf(rowOf(table.rows, "dynamic"))).toEqual(["C08 warning", "C06 info"]);
  });

  const withFactor = (name: string, levels: (number | string)[]) => {
    const world = makeWorld();
    const { experimentId } = launch(world, { factors: [{ name, levels }], seeds: [0, 1, 2] });
    play(world, (_label, seed) => 100 + seed);
    return ablationTable(world.ctx, experimentId).rows[1];
  };
  test("another reward forbids ranking training rewards, not evaluations", () => {
    const row = withFactor("reward", ["outcome", "rr5"]);
    expect(row.comparable).toMatchObject({ "reward/raw": false, "eval/rr_at_5": true });
    expect(row.findings[0]).toMatchObject({ rule: "C01", severity: "error", metric: "reward/raw" });
  });
  test("where only the shaping differs the reward as earned is one quantity, and is ranked", () => {
    const row = withFactor("reward_scale_positive", [1, 1.4]);
    expect(row.comparable).toMatchObject({ "reward/raw": true, "eval/rr_at_5": true });
    expect(row.findings.map((o) => o.rule)).not.toContain("C01");
  });
});

describe("seeds", () => {
  test("below three there is a value and no interval, and it says so", () => {
    const table = ablation(undefined, [0, 1]);
    const row = rowOf(table.rows, "no_kl");
    expect(row.metrics["eval/rr_at_5"]).toMatchObject({ n: 2, low: null, high: null });
    expect(row.difference["eval/rr_at_5"]).toMatchObject({ low: null, p: null });
    expect(row.findings.map((o) => o.rule)).toContain("C07");
  });

  test("a failed run is missing, not zero: n says so, and no other row is tested otherwise for it", () => {
    const table = ablation(undefined, [0, 1, 2, 3], (label, seed) =>
      label === "dynamic" && seed === 3 ? null : (SOLVED[label][seed] ?? SOLVED[label][0] + 1),
    );
    const row = rowOf(table.rows, "dynamic");
    expect([row.n, row.planned, row.states]).toEqual([3, 4, { finished: 3, failed: 1 }]);
    const methods = new Set(
      table.rows
        .slice(1)
        .map(
          (r) => r.difference["eval/rr_at_5"].method.replace(/[\d.]+ degrees/, "degrees").split("; about")[0],
        ),
    );
    expect([...methods]).toEqual([expect.stringMatching(/^t for unequal spreads/)]);
    expect(row.difference["eval/rr_at_5"].pooled?.method).toMatch(/^least squares/);
  });

  test("of several runs of one seed the first that finished counts, and the others are listed", () => {
    const world = makeWorld();
    const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] });
    play(world, () => 100);
    world.clock.now += 1000;
    launch(world, { presets: ["baseline"], seeds: [1] }, { experimentId });
    play(world, () => 150);
    const table = ablationTable(world.ctx, experimentId);
    expect(table.rows[0].bySeed["eval/rr_at_5"].map((s) => s.value)).toEqual([0.5, 0.5, 0.5]);
    expect(table.leftOut).toHaveLength(1);
  });
});
