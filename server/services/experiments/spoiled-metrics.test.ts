import { describe, expect, test } from "vitest";
import { rewardNoise } from "../../stats/reward-noise.ts";
import { playRuns, type Play } from "../compare/testing.ts";
import { getRun } from "../runs/get.ts";
import { makeWorld, problemHashes } from "../testing.ts";
import { ablationTable } from "./table.ts";

const hashes = problemHashes(80, "spoiled");
const play = (more: Partial<Play>): Play => ({ hashes, solvedAt: (i) => (i < 40 ? 3 : null), ...more });
const curve = (seed: number) =>
  Array.from({ length: 14 }, (_, i) => -0.5 + 0.07 * i + 0.013 * ((i * (seed + 3)) % 5));
const seedOf = (name: string) => Number(/\d+$/.exec(name)?.[0]);
const SEEDS = [4, 5, 6];

describe("a reward that was only multiplied", () => {
  const world = makeWorld();
  const { experimentId, runs } = playRuns(
    world,
    { presets: ["baseline", "no_kl", "dynamic"], seeds: SEEDS },
    (name) => {
      const own = curve(seedOf(name));
      if (name.startsWith("no_kl")) return play({ rewards: { "reward/raw": own.map((r) => 1.4 * r) } });
      return play({ rewards: { "reward/raw": name.startsWith("dynamic") ? own.toReversed() : own } });
    },
  );
  const table = ablationTable(world.ctx, experimentId);
  const row = (config: string) => table.rows.find((r) => r.config === config);

  test("is objected to in the table and takes the training reward out of the ranking, evaluations stay", () => {
    expect(row("no_kl")?.findings.filter((o) => o.rule === "I01")).toMatchObject([
      {
        severity: "error",
        claim: expect.stringMatching(/^In 3 of 3 runs of no_kl: reward\/raw of no_kl is 1\.4 times/),
      },
    ]);
    expect(row("no_kl")?.comparable["eval/rr_at_5"]).toBe(true);
    expect(row("no_kl")?.comparable["reward/raw"]).toBe(false);
    expect(row("no_kl")?.difference["reward/raw"]).toMatchObject({
      value: null,
      method: "not ranked: I01, a reward only rescaled",
    });
    expect(row("dynamic")?.findings.map((o) => o.rule)).not.toContain("I01");
  });

  test("stands in the header of the run, with the steps it speaks about", () => {
    const found = getRun(world.ctx, runs.get("no_kl-s5") ?? "").row.findings;
    expect(found.find((o) => o.rule === "I01")).toMatchObject({
      severity: "error",
      metric: "reward/raw",
      b: "baseline",
    });
    expect(getRun(world.ctx, runs.get("dynamic-s5") ?? "").row.findings.map((o) => o.rule)).not.toContain(
      "I01",
    );
  });
});

describe("a spread that is the injected noise", () => {
  const noisy = (level: number, std: number) => {
    const world = makeWorld();
    const { experimentId } = playRuns(
      world,
      {
        presets: ["baseline"],
        seeds: SEEDS,
        edits: { group_size: 6 },
        factors: [{ name: "reward_noise", levels: [0, level] }],
      },
      (name) => play({ rewards: { "reward/raw": curve(seedOf(name)) }, more: { "group/std": std } }),
    );
    return ablationTable(world.ctx, experimentId);
  };
  const floor = rewardNoise([1.5], 6).withinGroupSd;

  test("is objected to in the row whose reward has the noise, and not in the one without", () => {
    const table = noisy(1.5, floor);
    const [baseline, other] = table.rows;
    expect(other.findings.filter((o) => o.rule === "D06")).toHaveLength(1);
    expect(baseline.findings.map((o) => o.rule)).not.toContain("D06");
    // The reward as earned holds no noise.
    expect(other.comparable["reward/raw"]).toBe(true);
  });

  test("is silent where the groups spread more than the noise does", () => {
    expect(noisy(1.5, floor * 1.4).rows.flatMap((r) => r.findings.map((o) => o.rule))).not.toContain("D06");
  });
});
