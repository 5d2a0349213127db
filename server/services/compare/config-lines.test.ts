import { expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
import { comparisonWorld } from "./testing.ts";

const hashes = problemHashes(20, "shared");
const play = { hashes, solvedAt: () => 3 };

/** Runs that are the same but for what they were given; `baseline` and `no_kl` are sources. */
function given(fills: Record<string, { slot?: string; from: string; evaluationId?: string }>) {
  const { ctx, idOf } = comparisonWorld({
    baseline: play,
    no_kl: play,
    asym_clip: play,
    dynamic: play,
  });
  const { $client } = ctx.db;
  $client
    .prepare(
      "update runs set params = (select params from runs where id = ?), seed = 0, recipe = 'evaluate', reward_hash = 'x'",
    )
    .run(idOf("baseline"));
  insertRunInputs(
    ctx.db,
    Object.entries(fills).map(([name, { slot = "policy", from, evaluationId = null }]) => ({
      runId: idOf(name),
      slot,
      kind: "checkpoint",
      fromRunId: idOf(from),
      fromName: from,
      evaluationId,
    })),
  );
  const config = () =>
    compareEvaluations(ctx, { ids: [idOf("asym_clip"), idOf("dynamic")], k: 5, common: false }).config;
  return {
    config,
    rename: (name: string, to: string) =>
      $client.prepare("update runs set name = ? where id = ?").run(to, idOf(name)),
  };
}

const differing = (lines: ReturnType<ReturnType<typeof given>["config"]>) =>
  lines.filter(({ differs }) => differs).map(({ name, values }) => [name, ...values]);

test("evaluations of two policies differ in the policy, whatever else they share", () => {
  const { config } = given({ asym_clip: { from: "baseline" }, dynamic: { from: "no_kl" } });
  expect(differing(config())).toEqual([["policy", "baseline-s0", "no_kl-s0"]]);
});

test("of one policy they do not differ, and say which it was", () => {
  const { config } = given({ asym_clip: { from: "baseline" }, dynamic: { from: "baseline" } });
  expect(differing(config())).toEqual([]);
  expect(config().find(({ name }) => name === "policy")).toMatchObject({
    label: "Policy: what it was taken from",
    values: ["baseline-s0", "baseline-s0"],
  });
});

test("two sources of one name are told apart by their ids, and what one run was not given is a gap", () => {
  const two = given({ asym_clip: { from: "baseline" }, dynamic: { from: "no_kl" } });
  two.rename("no_kl", "baseline-s0");
  const [[, first, second]] = differing(two.config());
  expect(first).toMatch(/^baseline-s0 [0-9a-z]{8}$/);
  expect(second).toMatch(/^baseline-s0 [0-9a-z]{8}$/);
  expect(first).not.toBe(second);
  const one = given({ asym_clip: { slot: "prm", from: "baseline" } });
  expect(differing(one.config())).toEqual([["prm", "baseline-s0", null]]);
});

test("two evaluations of one run are two sources", () => {
  const { config } = given({
    asym_clip: { slot: "episodes", from: "baseline", evaluationId: "evl_0000000000000001" },
    dynamic: { slot: "episodes", from: "baseline", evaluationId: "evl_1000000000000001" },
  });
  expect(differing(config())).toEqual([["episodes", "baseline-s0 00000000", "baseline-s0 10000000"]]);
});
