import type { Question } from "../question.ts";
import { differs, ofPipeline, RESULTS, trained } from "./stages.ts";

const RR = "eval/rr_at_5";
const CLEAN = "eval/clean";
const CURRICULUM = ofPipeline("curriculum");
const ORDERS = CURRICULUM.stages
  .map(({ key }) => key)
  .filter((key) => !["sft", CURRICULUM.baseline].includes(key));
const higher = (cell: string, metric: string, says: string) => differs(cell, metric, "higher", says);

/** Which problems are drawn, and what their names give away. */
export const OF_PROBLEMS: readonly Question[] = [
  {
    id: "curricula",
    title: "A curriculum against all levels alike",
    asks: "Nine ways to choose the level of a train step, as many episodes each, measured on hard problems. Uniform is the control: no order at all.",
    reported:
      "Four stages were planned to lift hard problems from 60 to 75 % RR@5; no evaluation was printed.",
    ...CURRICULUM,
    hides: ["sft"],
    also: [],
    shows: RESULTS,
    expects: ORDERS.map((cell) => higher(cell, RR, `${cell} has a higher RR@5 than uniform`)),
  },
  {
    id: "self-play",
    title: "Self-play against a uniform control",
    asks: "Three rounds of training on train problems drawn by the fault types that fail, and on as many drawn alike.",
    reported: "Where an evaluation failed, RR@5 0.80 and DA 0.60 were put in its place.",
    ...ofPipeline("self-play"),
    hides: [
      "sft",
      "played-1",
      ...["weak", "uniform"].flatMap((arm) => ["2", "3"].map((k) => `${arm}-played-${k}`)),
      ...["weak", "uniform"].flatMap((arm) => ["1", "2", "3"].map((k) => `${arm}-set-${k}`)),
    ],
    also: [],
    shows: RESULTS,
    expects: [
      higher("weak-3", RR, "After three rounds RR@5 is higher than with uniform sets"),
      higher("weak-3", CLEAN, "and more repairs are clean"),
    ],
  },
  {
    id: "leakage",
    title: "Names that give the fault away",
    asks: "Original names say which fault an added row belongs to. A policy that observes the class of a name is trained on them, and measured on the same problems under original and under random names; beside it one that was trained as long under random names, and is measured under original ones.",
    reported:
      "Renamed problems cost GRPO 3.3 pp of RR@5 and SFT none, read as a use of name patterns; the two sets had other problems.",
    ...ofPipeline("leakage"),
    hides: ["sft", "sft-random"],
    also: [],
    shows: [RR, "eval/rr", CLEAN, "eval/steps"],
    expects: [
      {
        says: "With random names the policy that observes names repairs less cleanly",
        kind: "level",
        cell: "on-random",
        metric: CLEAN,
        direction: "lower",
        than: { cell: "on-original" },
      },
      {
        says: "Under original names it repairs more cleanly than the one that was trained under random names",
        kind: "level",
        cell: "on-original",
        metric: CLEAN,
        direction: "higher",
        than: { cell: "random-on-original" },
      },
    ],
  },
];

const SOLVED = "eval/solved";
const level = (cell: string, direction: "higher" | "lower", than: string, says: string) =>
  ({ says, kind: "level", cell, metric: SOLVED, direction, than: { cell: than } }) as const;

/** Programs checked by test cases. */
export const OF_PROGRAMS: readonly Question[] = [
  {
    id: "programs",
    title: "Rewards that reach the gradient, and rewards that do not",
    asks: "A policy writes programs for 21 families of tasks. As coded in the reports the reward is taken out of the loss's graph, so that only the KL term trains.",
    reported:
      '"Model rewarded for valid solutions"; the losses that were printed are those of the KL term alone.',
    stages: [
      trained("start", ["code-grpo", "sft_start"]),
      trained("right", ["code-grpo", "baseline"]),
      trained("as-coded", ["code-grpo", "as_coded"]),
      trained("as-coded-8", ["code-grpo", "as_coded_8"]),
    ],
    baseline: "start",
    also: [],
    shows: ["reward/raw", SOLVED, "eval/passed_share"],
    expects: [
      level("right", "higher", "start", "Trained by its reward, the policy solves more than its start"),
      level("as-coded", "higher", "start", "As coded it solves more than its start"),
      level("as-coded-8", "higher", "start", "As coded with groups of 8 it solves more than its start"),
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
    ],
    baseline: "before",
    primary: SOLVED,
    also: [],
    shows: [SOLVED, "eval/passed_share"],
    expects: [level("after", "higher", "before", "Training solves more of them")],
  },
];
