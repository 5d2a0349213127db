import type { RecipeManifest } from "../../protocol/manifest.ts";
import { defaultsOf, formOf, int, NO_REWARD, SEEDS } from "../form/manifest.ts";

const { groups, fields } = formOf({
  Problems: [
    int("per_cell", "Problems per level", 200, [1, 2000], "problems").because(
      "A share over 200 problems has a 95 % interval of at most 7 points to each side.",
    ),
    int("problem_seed", "Problem seed", 0, SEEDS).because(
      "Fixes the problems; another one gives a set that shares none with it.",
    ),
  ],
});

export const benchmark: RecipeManifest = {
  slug: "benchmark",
  title: "Benchmark",
  version: "1.0",
  summary:
    "Makes infeasible linear programs of three levels and registers them as a benchmark that every other recipe takes. The run's seed changes nothing here; problem seed does.",
  device: "any",
  groups,
  fields,
  inputs: [],
  outputs: ["problems"],
  presets: [
    { id: "levels", title: "Three levels", params: {}, reason: "One, two, and three or four faults." },
  ],
  baselinePreset: "levels",
  seedReason: "Changes nothing in this recipe; problem seed is the one that matters.",
  smoke: { ...defaultsOf(fields), per_cell: 40 },
  metrics: ["bench/taken", "perf/cpu_s"],
  primary: "bench/taken",
  headline: ["bench/taken"],
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: () => [],
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
