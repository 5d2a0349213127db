import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { EvaluationEvent, TrainerEvent } from "../../../workers/protocol/events.ts";
import { parameterCount } from "../../../workers/protocol/network.ts";
import { launchPipeline } from "../../../server/services/runs/launch-pipeline.ts";
import { planPipeline } from "../../../server/services/runs/plan-pipeline.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
} from "../../../server/services/testing.ts";
import { diagnosisFrontier } from "./frontier.ts";

const hashes = problemHashes(20);
const NETWORK = { features: 4, hidden: 4, actions: 4 };
const bytes = Buffer.from(new Float32Array(parameterCount(NETWORK)).buffer);
const WEIGHTS: TrainerEvent = {
  t: "artifact",
  at: 3,
  kind: "weights",
  step: 12,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  bytes: bytes.length,
  network: NETWORK,
  data: bytes.toString("base64"),
};

/** The chain of diagnosis with two seeds, each run played with so many named of 4 elements; `elsewhere` is measured on other problems. */
function played(named: (stage: string) => number, elsewhere: string) {
  const world = makeWorld();
  const plan = planPipeline(world.ctx, { chain: "diagnosis", seeds: [0, 1], smoke: true });
  const { experimentId } = launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: plan.title },
    stages: plan.launch,
    baseline: plan.baseline,
  });
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const stage = run.assignment.runName.replace(/-s\d+$/, "");
    const problems = stage === elsewhere ? problemHashes(20, "elsewhere") : hashes;
    const event = evaluationEvent(problems, 5 + 5 * run.assignment.seed) as EvaluationEvent;
    const four = [0, named(stage), named(stage), named(stage)];
    run.send(populationEvent(problems), {
      ...event,
      rows: event.rows.map((row) => ({ ...row, diagnosis: [4, 1, ...four, ...four, ...four, ...four] })),
    });
    if (!run.assignment.recipe.startsWith("evaluate")) run.send(WEIGHTS);
    run.finish();
  }
  return diagnosisFrontier(world.ctx, { id: experimentId, da: "da.iis_set", counts: "diagnose" });
}

test("every configuration stands between the players, with a dot per seed, by the DA that is asked for", () => {
  const { rows, leftOut, title } = played((stage) => (/diagnos/.test(stage) ? 4 : 1), "krpo");
  expect(title).toBe("DA, da.iis_set (DIAGNOSE)");
  const players = rows.filter(({ player }) => player !== null);
  expect(players.map(({ player, knowing, seeds }) => [player, knowing, seeds.length])).toEqual([
    ["oracle", true, 1],
    ["diagnosing_oracle", true, 1],
    ["iis_member", false, 1],
  ]);
  const base = rows.find(({ baseline }) => baseline);
  expect(base?.seeds.map(({ seed, da, rrAt5 }) => [seed, da, rrAt5])).toEqual([
    [0, 0.25, 0.25],
    [1, 0.25, 0.5],
  ]);
  expect(base?.rrAt5).toEqual({ value: 0.375, n: 2 });
  expect(base?.steps.value).toBeCloseTo((0.25 * 3 + 0.75 * 20 + 0.5 * 3 + 0.5 * 20) / 2, 12);
  expect(leftOut).toHaveLength(1);
  expect(leftOut[0].why).toMatch(/^Not ranked \(C02\)/);
});
