import { describe, expect, test } from "vitest";
import type { Params } from "../../../../workers/protocol/manifest.ts";
import { selectRun } from "#db/queries/runs.ts";
import { externalPlace, setCellRule } from "../cell-rule.ts";
import { USUAL_RULE } from "../config.ts";
import { externalWorld } from "../testing.ts";
import { leaveOutOffer } from "./leave-out-offer.ts";

const runsOf = (config: (seed: number, arm: number) => Params, arms = 1, seeds = [0, 1, 2]) =>
  Array.from({ length: arms }, (_, arm) =>
    seeds.map((seed) => ({
      name: `arm${arm}-seed${seed}`,
      seed,
      params: { seed, ...config(seed, arm) },
    })),
  ).flat();
const offered = (...given: Parameters<typeof runsOf>) => leaveOutOffer(runsOf(...given), USUAL_RULE);

describe("seeds of one configuration are offered as such where they differ in", () => {
  test.each<[string, (seed: number) => Params, string[]]>([
    ["a name with the seed in it", (s) => ({ variant: `grpo_s${s}_final` }), ["variant"]],
    ["the run's own name", (s) => ({ alias: `x/arm0-seed${s}` }), ["alias"]],
    ["a moment", (s) => ({ begun: `2026-11-2${s}T10:00:0${s}` }), ["begun"]],
    ["seconds since 1970", (s) => ({ begun: 1_795_857_700 + 7 * s }), ["begun"]],
    ["a uuid", (s) => ({ ticket: `123e4567-e89b-12d3-a456-42661417400${s}` }), ["ticket"]],
    ["a hash", (s) => ({ ticket: `a1b2c3${s}` }), ["ticket"]],
    ["a commit", (s) => ({ "git.commit": ["a", "b", "c"][s] }), ["git.commit"]],
    ["numbers that go up with the seed", (s) => ({ slot: 9000 + s }), ["slot"]],
    ["a folder of no known kind", (s) => ({ shared_root: ["/a", "/b", "/q"][s] }), ["shared_root"]],
    ["several at once", (s) => ({ label: `l${s}`, base_dir: `/${"xyz"[s]}` }), ["base_dir", "label"]],
  ])("%s", (_, config, keys) => {
    expect(offered(config)).toEqual({ keys, configurations: 1 });
  });
});

describe("nothing is offered where runs differ in", () => {
  test.each<[string, (seed: number) => Params]>([
    ["nothing", () => ({ lr: 1 })],
    ["an optimizer", (s) => ({ "optim.name": ["adam", "sgd", "lion"][s] })],
    ["a model", (s) => ({ model_path: `/m/qwen-${["a", "b", "c"][s]}` })],
    ["sizes of a model", (s) => ({ backbone: `qwen-${[1.5, 3, 7][s]}b` })],
    ["a rate", (s) => ({ lr: [0.1, 0.01, 0.001][s] })],
    ["a time limit", (s) => ({ max_time: [10, 20, 40][s] })],
    ["a dropout", (s) => ({ path_dropout: [0, 0.1, 0.2][s] })],
    ["a size", (s) => ({ group_size: [4, 8, 16][s] })],
  ])("%s", (_, config) => {
    expect(offered(config)).toBeNull();
  });

  test("what tells arms apart that have the same seeds", () => {
    expect(offered((_, arm) => ({ shared_root: `/${arm}` }), 2)).toBeNull();
    expect(offered((s, arm) => ({ variant: `${["low", "high"][arm]}-s${s}` }), 2)).toBeNull();
  });

  test("a run without a known seed", () => {
    const runs = runsOf((s) => ({ variant: `s${s}` })).map((run) => ({ ...run, seed: -1 - run.seed }));
    expect(leaveOutOffer(runs, USUAL_RULE)).toBeNull();
  });
});

test("arms stay apart by their settings while their seeds come together", () => {
  const config = (s: number, arm: number) => ({
    lr: arm,
    variant: `a${arm}-s${s}`,
    shared_root: `/${"xyz"[s]}${arm}`,
  });
  expect(offered(config, 3)).toEqual({ keys: ["shared_root", "variant"], configurations: 3 });
});

test("one press puts the seeds together, and another one apart again", () => {
  const { world, open } = externalWorld();
  const [first] = [0, 1, 2].map(
    (seed) => open({ key: `r${seed}`, config: { seed, variant: `v-${seed}` } }).runId,
  );
  const experimentId = selectRun(world.ctx.db, first)?.experimentId ?? "";
  const place = externalPlace(world.ctx, experimentId);
  expect([place?.cells.length, place?.offer]).toEqual([3, { keys: ["variant"], configurations: 1 }]);
  const rule = { experimentId, seedKey: null, metrics: [], baselineRun: null };
  const left = setCellRule(world.ctx, { ...rule, ignoredKeys: place?.offer?.keys ?? [] });
  expect([left.cells.length, left.offer]).toEqual([1, null]);
  expect(setCellRule(world.ctx, { ...rule, ignoredKeys: [] }).cells).toHaveLength(3);
});
