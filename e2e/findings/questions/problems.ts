import type { Question } from "../question.ts";
import { CALM, once, RESULTS, trained } from "./stages.ts";

const RR = "eval/rr_at_5";
const SOURCES = [
  "fixed",
  "four_stages",
  "linear",
  "adaptive",
  "self_paced",
  "e2h_cosine",
  "e2h_gauss",
  "rlve",
];
const called = (source: string) => source.replaceAll("_", "-");

/** Which problems are drawn, and what their names give away. */
export const OF_PROBLEMS: readonly Question[] = [
  {
    id: "curricula",
    title: "A curriculum against all levels alike",
    asks: "Nine ways to choose the level of a train step, as many episodes each, measured on hard problems. Uniform is the control: no order at all.",
    reported:
      "Four stages were planned to lift hard problems from 60 to 75 % RR@5; no evaluation was printed.",
    stages: [
      trained("uniform", ["grpo", "baseline"], { ...CALM, problem_source: "uniform" }),
      ...SOURCES.map((source) =>
        trained(called(source), ["grpo", "baseline"], { ...CALM, problem_source: source }),
      ),
    ],
    baseline: "uniform",
    also: [],
    shows: [...RESULTS],
    expects: SOURCES.map((source) => ({
      says: `${called(source)} has a higher RR@5 than uniform`,
      kind: "difference",
      cell: called(source),
      metric: RR,
      direction: "higher",
    })),
  },
  {
    id: "leakage",
    title: "Names that give the fault away",
    asks: "Original names say which fault an added row belongs to. A policy that observes the class of a name, and one that does not, are trained on original names and measured on original and on random ones.",
    reported:
      "Renamed problems cost GRPO 3.3 pp of RR@5 and SFT none, read as a use of name patterns; the two sets had other problems.",
    stages: [
      trained("observes", ["grpo", "baseline"], { ...CALM, names: "original", observe_names: true }),
      trained("blind", ["grpo", "baseline"], { ...CALM, names: "original" }),
      ...(["observes", "blind"] as const).map((policy) =>
        trained(
          `${policy}-random`,
          ["evaluate", "greedy"],
          { names: "random", observe_names: policy === "observes" },
          { policy: { stage: policy } },
        ),
      ),
    ],
    baseline: "observes",
    also: [],
    shows: [RR, "eval/rr", "eval/clean"],
    expects: [
      {
        says: "With random names, the policy that observes names has a lower RR@5",
        kind: "level",
        cell: "observes-random",
        metric: RR,
        direction: "lower",
        than: { cell: "observes" },
      },
      {
        says: "The blind policy has a lower RR@5 with random names",
        kind: "level",
        cell: "blind-random",
        metric: RR,
        direction: "lower",
        than: { cell: "blind" },
      },
    ],
  },
];

const SOLVED = "eval/solved";
const coded = (key: string, preset: string) => trained(key, ["code-grpo", preset]);

/** Programs checked by test cases. */
export const OF_PROGRAMS: readonly Question[] = [
  {
    id: "programs",
    title: "Rewards that reach the gradient, and rewards that do not",
    asks: "A policy writes programs for 21 families of tasks. As coded in the reports the reward is taken out of the loss's graph, so that only the KL term trains.",
    reported:
      '"Model rewarded for valid solutions"; the losses that were printed are those of the KL term alone.',
    stages: [
      coded("start", "sft_start"),
      coded("right", "baseline"),
      coded("as-coded", "as_coded"),
      coded("as-coded-8", "as_coded_8"),
    ],
    baseline: "start",
    also: [],
    shows: ["reward/raw", SOLVED, "eval/passed_share"],
    expects: [
      ...(["right", "as-coded", "as-coded-8"] as const).map(
        (cell) =>
          ({
            says: `${cell} solves more than its start`,
            kind: "difference",
            cell,
            metric: SOLVED,
            direction: "higher",
          }) as const,
      ),
    ],
  },
  {
    id: "hard-programs",
    title: "Hard families before and after",
    asks: "The ten hard families, the same held-out instances before and after training.",
    reported:
      "Edit distance and coin change were compared on one instance of five test cases each, at temperature 0.2.",
    stages: [
      trained("before", ["code-grpo", "hard"], { iterations: 0 }),
      trained("after", ["code-grpo", "hard"]),
      once("references", ["code-sft", "references"], { families: "hard" }),
    ],
    baseline: "before",
    primary: SOLVED,
    also: [],
    shows: [SOLVED, "eval/passed_share"],
    expects: [
      {
        says: "Training solves more of them",
        kind: "difference",
        cell: "after",
        metric: SOLVED,
        direction: "higher",
      },
    ],
  },
];
