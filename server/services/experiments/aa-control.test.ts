import { expect, test } from "vitest";
import { formatAblation } from "../../cli/formats/format-ablation.ts";
import { planLaunch } from "../runs/plan.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNextIfAny,
} from "../testing.ts";
import { playScenario } from "../comparability/testing.ts";
import { ablationTable } from "./table.ts";

const SOLVED: Record<string, number[]> = {
  baseline: [100, 104, 96],
  no_kl: [110, 113, 107],
  "baseline, twin": [130, 70, 110],
};
const hashes = problemHashes(200);

function table(twin: boolean) {
  const world = makeWorld();
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2], twin });
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const solved = SOLVED[run.assignment.runName.replace(/-s\d+$/, "")][run.assignment.seed];
    run.send(populationEvent(hashes), evaluationEvent(hashes, solved, { step: 40 }));
    run.finish();
  }
  return ablationTable(world.ctx, experimentId);
}

test("a launch with a twin adds the first variant once more, from a start that moved by a millionth", () => {
  const { variants, runs } = planLaunch(makeWorld().ctx, {
    recipe: "grpo",
    matrix: {
      presets: ["calm", "no_kl"],
      edits: { level: "medium" },
      factors: [],
      seeds: [0, 1],
      twin: true,
    },
  });
  expect(variants.map(({ label, changed }) => [label, changed.map(({ name, to }) => [name, to])])).toEqual([
    ["calm", []],
    [
      "no_kl",
      [
        ["beta_kl", 0],
        ["epochs_per_batch", 4],
      ],
    ],
    ["calm, twin", [["start_shift", 1e-6]]],
  ]);
  expect(runs).toBe(6);
});

test("a recipe without a start to move refuses a twin by name", () => {
  const { issues } = planLaunch(makeWorld().ctx, {
    recipe: "prm-train",
    matrix: { presets: ["default"], edits: {}, factors: [], seeds: [0], twin: true },
  });
  expect(issues).toContainEqual(
    expect.objectContaining({ field: "twin", message: expect.stringMatching(/prm-train has no start/) }),
  );
});

test("the twin's scatter stands in the caption, and every door says where it is as large as the differences", () => {
  const found = table(true);
  expect(found.caption).toMatch(
    /^over RL seeds; SFT start and problems fixed; the A\/A control, whose start moved by 1e-6, scatters by 13\.7\u202fpp seed by seed in RR@5 \(root mean square, 3 seeds\)$/,
  );
  const [{ message }] = found.verdicts;
  expect(message).toMatch(/The A\/A control scatters as much: .* no_kl differs by no more\.$/);
  const printed = formatAblation(found);
  expect(printed).toContain("the A/A control, whose start moved by 1e-6");
  expect(printed).toContain("The A/A control scatters as much");
  expect(table(false).caption).toBe("over RL seeds; SFT start and problems fixed");
});

test("a twin is held to the start that it was moved from", () => {
  const rulesWith = (start: string) => {
    const matrix = { presets: ["baseline"], twin: true };
    const { ctx, experimentId } = playScenario({ matrix, told: () => ({ start }) });
    return ablationTable(ctx, experimentId).rows[1].findings.map(({ rule }) => rule);
  };
  expect(rulesWith("a")).not.toContain("C08");
  expect(rulesWith("b")).toContain("C08");
});
