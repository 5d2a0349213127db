import type { RecipeManifest } from "../../protocol/manifest.ts";
import { MADE_METRICS } from "../../protocol/metrics/made-metrics.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import {
  caution,
  choice,
  defaultsOf,
  float,
  formOf,
  held,
  int,
  NO_REWARD,
  problems,
  SEEDS,
} from "../form/manifest.ts";

const TYPE_CHOICES = {
  ABCDEFGHI: "A to I",
  ABCD: "A to D",
  EFGHI: "E to I",
  A: "A, flipped sense",
  B: "B, variable type",
  C: "C, wrong term",
  D: "D, contradiction",
  E: "E, several rows",
  F: "F, hidden dependency",
  G: "G, cascade",
  H: "H, bound and symptom",
  I: "I, box without room",
};

const { groups, fields } = formOf({
  Problems: [
    choice("types", "Error types", TYPE_CHOICES, "ABCD").because(
      "A to D get harder by the number of faults, E to I by the number of elements in their IIS.",
    ),
    choice(
      "levels",
      "Levels",
      { all: "easy, medium, hard", easy: "easy", medium: "medium", hard: "hard" },
      "all",
    ).because("Policies are compared on a gradient of levels; a set of one level has none."),
    int("per_cell", "Problems per type and level", 200, [1, 1000], "problems").because(
      "A share over 200 problems has a 95 % interval of at most 7 points to each side.",
    ),
    choice("models", "Models", { both: "linear and integer", lp: "linear", mip: "integer" }, "both").because(
      "Integer models take longer: both their optima are searched for by branch and bound, and HiGHS confirms a sample.",
    ),
    float("mip_share", "Share of integer models", 0.25, [0.05, 0.95])
      .when("models", "both")
      .rarelyBecause("Of every type and level; in the public sets it is about a third."),
    choice(
      "names",
      "Names",
      {
        neutral: "c1, x1, ...",
        original: "as the reports' generator names them",
        random: "six hex digits",
      },
      "neutral",
    ).because("Original names tell what was added; the others tell nothing."),
    problems("apart_from", "Keep apart from").rarelyBecause(
      "A problem that shares four fifths of its rows with one of this benchmark is thrown away; generated keeps apart from none.",
    ),
    int("problem_seed", "Problem seed", 0, SEEDS).because(
      "Fixes the problems; another one gives a set that shares none with it.",
    ),
  ],
});

const METRICS = [
  ...(Object.keys(MADE_METRICS).filter((name) => name.startsWith("bench/")) as MetricName[]),
  "perf/cpu_s",
] satisfies MetricName[];

export const benchmark: RecipeManifest = {
  slug: "benchmark",
  title: "Benchmark",
  version: "1.1",
  summary:
    "Makes infeasible models of the error types A to I in three levels, proves each of them in four phases, and registers them as a benchmark that every other recipe takes. The run's seed changes nothing here; problem seed does.",
  device: "any",
  groups,
  fields,
  inputs: [],
  outputs: ["problems"],
  presets: [
    {
      id: "per_type",
      title: "A to D in three levels",
      params: {},
      reason: "12 cells of 200 problems, as the reports planned them.",
    },
    {
      id: "all_types",
      title: "A to I in three levels",
      params: { types: "ABCDEFGHI", per_cell: 100 },
      reason: "27 cells of 100 problems.",
    },
    {
      id: "linear",
      title: "A to I, linear",
      params: { types: "ABCDEFGHI", models: "lp", per_cell: 100 },
      reason: "The same without integer columns: what episodes repair is what is judged.",
    },
  ],
  baselinePreset: "per_type",
  seedReason: "Changes nothing in this recipe; problem seed is the one that matters.",
  smoke: { ...defaultsOf(fields), types: "ABCDEFGHI", per_cell: 8 },
  metrics: METRICS,
  primary: "bench/taken",
  headline: ["bench/taken", "bench/rejected"],
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: (params) =>
    held([
      caution("L52", "per_cell", Number(params.per_cell) < 30, "Each cell is small.").because(
        "A share over fewer than 30 problems does not differ from its neighbor's beyond chance.",
      ),
      caution("L53", "names", params.names === "original", "The names tell the fault.").because(
        "Whoever reads names can solve such problems without understanding them.",
      ),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
