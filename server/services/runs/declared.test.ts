import { describe, expect, test } from "vitest";
import { selectExperiment } from "#db/queries/experiments.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import { ablationTable } from "../experiments/table.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
} from "../testing.ts";
import { launchRuns } from "./launch.ts";

const MATRIX = { presets: ["baseline", "no_kl"], edits: {}, factors: [], seeds: [0, 1, 2] };

function launch(more: Partial<Parameters<typeof launchRuns>[1]> = {}, world = makeWorld()) {
  const launched = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "grpo",
    matrix: MATRIX,
    experiment: { title: "A question" },
    ...more,
  });
  return { world, ...launched, plan: selectExperiment(world.ctx.db, launched.experimentId)?.plan };
}

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing was refused";
};

describe("what the claims are for is declared before the first run", () => {
  test("as the recipe says, unless the launch names another headline metric", () => {
    expect(launch().plan).toMatchObject({ primaryMetric: "eval/rr_at_5" });
    expect(launch({ primary: "eval/clean" }).plan).toMatchObject({ primaryMetric: "eval/clean" });
    expect(launch().plan).not.toHaveProperty("sharedStarts");
    expect(launch({ sharedStarts: true }).plan).toMatchObject({ sharedStarts: true });
  });

  test("a metric that is no headline of the recipe is refused with those there are", () => {
    expect(refusal(() => launch({ primary: "policy/kl" }))).toMatch(
      /^"policy\/kl" is no headline metric of grpo\. It has reward\/raw, .* and eval\/steps\.$/,
    );
  });

  test("a later launch into the experiment cannot change it", () => {
    const { world, experimentId } = launch({ primary: "eval/rr" });
    const again = (more: object) =>
      launch({ experiment: { id: experimentId }, matrix: { ...MATRIX, seeds: [3] }, ...more }, world);
    expect(refusal(() => again({ primary: "eval/da" }))).toBe(
      "The primary metric of an experiment is fixed before its first run: here it is eval/rr.",
    );
    expect(refusal(() => again({ sharedStarts: true }))).toMatch(/has to be declared before the first run/);
    expect(again({ primary: "eval/rr" }).plan).toMatchObject({ primaryMetric: "eval/rr" });
    expect(again({}).runs).toHaveLength(2);
  });

  test("an experiment that declared nothing before its first run refuses a late declaration", () => {
    const late = (plan: object, more: object) => {
      const { world, experimentId } = launch();
      world.ctx.db.$client
        .prepare("update experiments set plan = ? where id = ?")
        .run(JSON.stringify(plan), experimentId);
      const matrix = { ...MATRIX, seeds: [3] };
      return refusal(() => launch({ experiment: { id: experimentId }, matrix, ...more }, world));
    };
    const { primaryMetric: _, ...undeclared } = launch().plan as ExperimentPlan;
    expect(late(undeclared, { primary: "eval/rr" })).toBe(
      "A primary metric has to be declared before the first run of an experiment, and here none was.",
    );
    expect(late(undeclared, { sharedStarts: true })).toMatch(/has to be declared before the first run/);
    expect(late(undeclared, {})).toBe("nothing was refused");
  });

  test("the table claims for it alone; other columns are exploratory, and share the level", () => {
    const { world, experimentId } = launch({ primary: "eval/rr" });
    const worker = joinWorker(world, { slots: 6 });
    const hashes = problemHashes(100);
    for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
      const { seed, runName } = run.assignment;
      const solved = (runName.startsWith("no_kl") ? 70 : 30) + 2 * seed;
      run.send(populationEvent(hashes), evaluationEvent(hashes, solved));
      run.finish();
    }
    const { columns, rows, verdicts } = ablationTable(world.ctx, experimentId);
    const column = (metric: string) => columns.find((c) => c.metric === metric);
    expect(columns.filter((c) => c.primary).map((c) => c.metric)).toEqual(["eval/rr"]);
    expect(column("eval/rr")?.family).toBe(
      "Primary metric, declared before the first run: 1 comparison with the baseline, together at 95 %.",
    );
    expect(column("eval/rr_at_5")?.family).toMatch(
      /^Exploratory: 1 comparison in each of 5 exploratory columns .* With 3\sseeds such claims are seldom found: they need 5\.$/,
    );
    // The same values in both columns: the exploratory one pays for being one of five.
    const [first, second] = ["eval/rr", "eval/rr_at_5"].map((metric) => rows[1].difference[metric]);
    expect(second.p).toBeCloseTo(5 * (first.p ?? 0), 12);
    expect((second.high ?? 0) - (second.low ?? 0)).toBeGreaterThan((first.high ?? 0) - (first.low ?? 0));
    expect(verdicts.find((v) => v.metric === "eval/rr_at_5")?.message).toMatch(/^RR@5, exploratory: /);
  });
});
