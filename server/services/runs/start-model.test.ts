import { expect, test } from "vitest";
import { startWords } from "../../wording/start-model.ts";
import { keepStatement } from "../external/statement.ts";
import { externalWorld } from "../external/testing.ts";
import { getRun } from "./get.ts";

/** A run from outside whose evaluations solve so many of 50 problems, by train step. */
async function evaluatedAt(solved: Record<number, number>) {
  const { world, verbs, open } = externalWorld();
  const { runId } = open({ config: { seed: 0 } });
  for (const [step, right] of Object.entries(solved)) {
    const rows = Array.from({ length: 50 }, (_, i) => ({
      problem: `p${i}`,
      solved: i < right,
      score: null,
      steps: null,
    }));
    await verbs.keepEvaluation(runId, {
      benchmark: "math",
      key: `at ${step}`,
      step: Number(step),
      final: false,
      rows,
    });
  }
  const state = (text: string | null) => keepStatement(world.ctx, { runIds: [runId], what: "start", text });
  return { state, start: () => getRun(world.ctx, runId).start };
}

test("what the start was measured at stands beside what was published of it, with whether they agree", async () => {
  const { state, start } = await evaluatedAt({ 0: 30, 20: 40 });
  expect(start()).toMatchObject({ lead: { hits: 30, n: 50 }, published: null });
  state("75.9 %, pass@1, technical report");
  expect(start()?.published).toMatchObject({ share: 0.759, by: expect.any(String) });
  expect(startWords(start()!)).toContain("outside");
  state("61.5% by its authors");
  expect(startWords(start()!)).toContain("within");
  state(null);
  expect(start()?.published).toBeNull();
});

test("a published value begins with a share; a run that was not measured before training has no start", async () => {
  const { state, start } = await evaluatedAt({ 20: 40 });
  for (const text of ["quite good", "140 %", "0.759"])
    expect(() => state(text)).toThrow(/Begin with the published share/);
  expect(start()).toBeNull();
});
