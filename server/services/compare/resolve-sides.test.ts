import { expect, test } from "vitest";
import type { EvaluationEvent } from "../../../workers/protocol/events.ts";
import { getRun } from "../runs/get.ts";
import { evaluationEvent, populationEvent, problemHashes, started } from "../testing.ts";
import { resolveSides } from "./resolve-sides.ts";

test("one policy that stands here greedy and sampled is told apart by its decoding, earlier ones by their step", () => {
  const { world, attempt } = started();
  const hashes = problemHashes(12);
  const at = (step: number, final: boolean) =>
    evaluationEvent(hashes, 5, { step, final, key: `step-${step}` }) as EvaluationEvent;
  const sampled = at(40, false);
  attempt.send(populationEvent(hashes), at(0, false), {
    ...sampled,
    key: "step-40-sampled",
    protocol: { ...sampled.protocol, decoding: "sampled", temperature: 1 },
  });
  attempt.send(at(40, true));
  const ids = getRun(world.ctx, attempt.runId).evaluations.map(({ id }) => id);
  const names = resolveSides(world.ctx, ids).map(({ name }) => name.replace(/^[^,]*/, ""));
  expect(names.toSorted()).toEqual([", step 0", ", step 40, greedy", ", step 40, sampled"]);
});
