import { describe, expect, test } from "vitest";
import { NO_REWARD } from "../../../workers/recipes/form/manifest.ts";
import { rewardNoise } from "../../stats/reward-noise.ts";
import { reachableSd } from "../../stats/uniform-sum-density.ts";
import { ablationTable } from "../experiments/table.ts";
import { type Play, playRuns } from "../compare/testing.ts";
import { addPoints, bandsOf, resume, worldWithRuns } from "../series/testing.ts";
import { codeOf, launch, makeWorld, problemHashes } from "../testing.ts";
import { describeVariance } from "./describe.ts";

const play: Play = {
  hashes: problemHashes(20, "spread"),
  solvedAt: (i) => (i < 9 ? 4 : null),
  more: {
    "group/std": 0.4,
    "group/zero_share": 0.5,
    "group/all_solved_share": 0.3,
    "group/all_failed_share": 0.1,
  },
};
const world = makeWorld();
const first = playRuns(
  world,
  {
    presets: ["baseline"],
    seeds: [1, 2, 3],
    edits: { group_size: 6 },
    factors: [{ name: "reward_noise", levels: [0, 2] }],
  },
  () => play,
);
const runs = [...first.runs.values()];

describe("what the rewards of some runs can show", () => {
  test("by experiment: a configuration with its seeds, noise floor and reachable spread", () => {
    const { cells } = describeVariance(world.ctx, { runIds: [], experimentId: first.experimentId });
    expect(cells.map((c) => [c.seeds, c.groupSize, c.baseline])).toEqual([
      [[1, 2, 3], 6, true],
      [[1, 2, 3], 6, false],
    ]);
    expect(cells[0].noise).toBeNull();
    expect(cells[1].noise?.withinGroupSd).toBeCloseTo(rewardNoise([2], 6).withinGroupSd, 9);
    expect(cells[1].noise?.pooledSd).toBeCloseTo(2 / Math.sqrt(3), 12);
    expect(cells[1].reachable).toBeCloseTo(reachableSd(cells[1].min ?? 0, cells[1].max ?? 0, 6), 12);
    expect(cells[0].dead.at(-1)?.solved).toBeCloseTo(0.3, 12);
    expect(cells[0].dead.at(-1)?.alive).toBeCloseTo(0.5, 12);
    expect(cells[0].dead[0].other).toBeCloseTo(0.1, 12);
  });

  test("of a recipe without a reward there is no range and no reachable spread", () => {
    const bare = makeWorld();
    const { runs: played, experimentId } = playRuns(bare, { presets: ["baseline"], seeds: [1] }, () => play);
    const none = JSON.stringify(NO_REWARD);
    bare.ctx.db.$client
      .prepare("update runs set reward_config = ? where id = ?")
      .run(none, [...played.values()][0]);
    const [cell] = describeVariance(bare.ctx, { runIds: [], experimentId }).cells;
    expect(cell).toMatchObject({ formula: "none", min: null, max: null, reachable: null, noise: null });
  });

  test("by runs: only the named ones, grouped by configuration", () => {
    const { cells } = describeVariance(world.ctx, {
      runIds: [runs[0], runs[1], runs[5]],
      experimentId: null,
    });
    expect(cells.reduce((n, c) => n + c.runIds.length, 0)).toBe(3);
  });

  test("a run that is not known is refused, nothing at all gives nothing", () => {
    const unknown = `run_${"0".repeat(16)}`;
    expect(codeOf(() => describeVariance(world.ctx, { runIds: [unknown], experimentId: null })).code).toBe(
      "not_found",
    );
    expect(describeVariance(world.ctx, { runIds: [], experimentId: null }).cells).toEqual([]);
  });
});

test("shares over another axis than the train step are known as sent, and their axis is told", () => {
  const { world: busy, runs: under } = worldWithRuns(1);
  const [{ runId, attemptId }] = under;
  const ask = () => describeVariance(busy.ctx, { runIds: [runId], experimentId: null }).cells[0];
  expect(ask()).toMatchObject({ metrics: [], deadOver: null });
  addPoints(busy, attemptId, "group/std", [[1000, 0.5]], "tokens");
  addPoints(busy, attemptId, "group/zero_share", [[1000, 0.5]], "tokens");
  expect(ask()).toMatchObject({ dead: [], deadOver: "tokens" });
  expect(ask().metrics.toSorted()).toEqual(["group/std", "group/zero_share"]);
  addPoints(busy, attemptId, "group/zero_share", [[1, 0.5]]);
  expect(ask().deadOver).toBeNull();
});

test("dead groups of a resumed run are those of its line: the first attempt up to where the second goes on", () => {
  const { world: busy, runs: under } = worldWithRuns(1);
  const [{ runId, attemptId }] = under;
  const send = (attempt: string, from: number, to: number, zero: number) => {
    const steps = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    for (const [metric, value] of [
      ["group/zero_share", zero],
      ["group/all_solved_share", zero],
      ["group/all_failed_share", 0],
    ] as const)
      addPoints(
        busy,
        attempt,
        metric,
        steps.map((step) => [step, value]),
      );
  };
  const solvedAt = () =>
    describeVariance(busy.ctx, { runIds: [runId], experimentId: null }).cells[0].dead.map(
      ({ from, to, n, runs: of, solved }) => [from, to, n, of, solved],
    );
  send(attemptId, 1, 8, 0.25);
  const stretches = Array.from({ length: 8 }, (_, i) => [i + 1, i + 1, 1, 1, 0.25]);
  expect(solvedAt()).toEqual(stretches);
  const second = resume(busy, attemptId);
  expect(solvedAt()).toEqual(stretches);
  send(second, 5, 8, 0.75);
  expect(solvedAt()).toEqual(stretches.map((at, i) => (i < 4 ? at : [...at.slice(0, 4), 0.75])));
});

describe("several runs of one configuration", () => {
  const edits = { group_size: 6 };
  const dead = (share: number): Play => ({ ...play, more: { ...play.more, "group/zero_share": share } });

  test("for a seed counts the finished run, not one that still waits, also where runs are named", () => {
    const busy = makeWorld();
    const done = playRuns(busy, { presets: ["baseline"], seeds: [1], edits }, () => play);
    const [finished] = done.runs.values();
    busy.clock.now += 1000;
    const again = launch(busy, { seeds: [1], edits }, { experimentId: done.experimentId }).runs[0];
    const [cell] = describeVariance(busy.ctx, { runIds: [finished, again.id], experimentId: null }).cells;
    expect(cell.runIds).toEqual([finished]);
  });

  test("of a rule is said how many runs have it and over which range, in the words of the ablation table", () => {
    const mixed = makeWorld();
    const shares: Record<string, number> = { 1: 0.9, 2: 0.85, 3: 0.6 };
    const { experimentId } = playRuns(mixed, { presets: ["baseline"], seeds: [1, 2, 3], edits }, (name) =>
      dead(shares[name.at(-1) ?? ""]),
    );
    const [cell] = describeVariance(mixed.ctx, { runIds: [], experimentId }).cells;
    const found = cell.findings.filter((o) => o.rule === "D01");
    // 30 % are solved: of 60 % dead groups less than half are left, which is a note and stands with its run.
    expect(found).toMatchObject([
      {
        severity: "warning",
        claim: `In 2 of 3 runs of ${cell.config}: 85.0 to 90.0\u202f% of groups carry no gradient.`,
      },
    ]);
    const [row] = ablationTable(mixed.ctx, experimentId).rows;
    expect(row.findings.filter((o) => o.rule === "D01").map(({ claim }) => claim)).toEqual(
      found.map(({ claim }) => claim),
    );
  });
});

describe("curves of the configurations behind runs", () => {
  const of = (whole: boolean) => ({ kind: "runs" as const, runIds: [runs[0]], whole });
  test("of the named runs alone there is a mean and no interval; of their whole configuration three seeds", async () => {
    const [alone] = await bandsOf(world, of(false), { metric: "group/std" });
    expect([alone.runs, alone.low[0]]).toEqual([1, null]);
    const [whole] = await bandsOf(world, of(true), { metric: "group/std" });
    expect([whole.runs, whole.mean[0]]).toEqual([3, 0.4]);
  });
});
