import { PROBLEM_SET, type RecipeInput, TRAIN_SET } from "../../protocol/inputs.ts";
import type { GivenInputs, Lint, Params } from "../../protocol/manifest.ts";
import {
  block,
  bool,
  caution,
  choice,
  type Field,
  float,
  int,
  note,
  problems,
  SEEDS,
} from "../form/manifest.ts";

/** Which problems a run learns from and is measured on. The same names in every recipe, so that a set can be loaded again. */
export const PROBLEM_FIELDS: Field[] = [
  problems("problems", "Problems").mainlyBecause(
    "Generated problems are endless and of a known difficulty; a benchmark makes runs comparable with other work.",
  ),
  choice("level", "Level", { easy: "1 fault", medium: "2 faults", hard: "3 or 4 faults" }, "hard").because(
    "Faults injected into each generated problem; with one, most groups agree and carry no gradient.",
  ),
  int("train_problems", "Train problems", 600, [8, 4000], "problems").because(
    "Each is drawn about twice in a default run; of a benchmark's train part, at most this many are used.",
  ),
  int("eval_problems", "Held-out problems", 300, [8, 4000], "problems").because(
    "The 95 % interval of a share over 300 problems is at most 5.7 points wide to each side.",
  ),
  float("holdout_share", "Held-out share of a benchmark", 0.4, [0.05, 0.95]).rarelyBecause(
    "Only for a benchmark: this share of its distinct problems is never trained on.",
  ),
  choice(
    "only_level",
    "Level of a benchmark",
    { all: "all levels", easy: "easy", medium: "medium", hard: "hard" },
    "all",
  ).rarelyBecause("Only for a benchmark: keeps its problems of one level, by the word it has for it."),
  int("problem_seed", "Problem seed", 42, SEEDS).rarelyBecause(
    "Fixes the problems and a benchmark's split, so that runs with other seeds see the same ones.",
  ),
  choice(
    "names",
    "Names",
    {
      neutral: "c1, x1, ... in the model's order",
      original: "as the reports named them",
      random: "six random digits",
    },
    "neutral",
  ).rarelyBecause(
    "Original names say which fault an added row belongs to. A policy that observes none cannot tell.",
  ),
  bool("observe_names", "Observe names").rarelyBecause(
    "Adds the class of each name to what a policy sees, so it can read the fault off the names; its network is another shape.",
  ),
  float("sigma", "Observation noise", 0.7, [0, 5]).rarelyBecause(
    "Without noise the policy reads the fault off the coefficients and stops asking for an IIS.",
  ),
];

/** `what`: what a recipe does with problems, as offers say it. */
export const problemSetInput = (what: string): RecipeInput => ({
  slot: PROBLEM_SET,
  label: "Problem set",
  kind: "problems",
  required: false,
  reason: "Takes the place of Problems and is split like a benchmark; for sets that a run still has to make.",
  offer: `${what} its problems`,
});

/** What every recipe with the fields above takes that also trains. */
export const problemInputs = (what: string): RecipeInput[] => [
  problemSetInput(what),
  {
    slot: TRAIN_SET,
    label: "Train set",
    kind: "problems",
    required: false,
    reason:
      "Training draws from it and from nothing else; what is held out stays that of Problems, and the two may share no problem.",
    offer: `${what} these alone`,
  },
];

export const EVALUATION_STEP_LIMIT: Field = int(
  "eval_max_steps",
  "Step limit of an evaluation",
  20,
  [5, 60],
  "steps",
).rarelyBecause("More than in training, so that RR tells unsolved from slow.");

/** L05: an evaluation on few problems says little. */
export function smallSetLint(params: Params): Lint | null {
  const count = Number(params.eval_problems);
  const margin = (98 / Math.sqrt(count)).toFixed(1);
  return caution("L05", "eval_problems", count < 100, "The held-out set is small.").because(
    `A share over ${count} problems has a 95 % interval of up to ${margin} points to each side.`,
  );
}

/** L26 and L27: what names can and cannot change. */
function nameLints({ problems: of, names, observe_names: observed }: Params): (Lint | null)[] {
  return [
    note(
      "L26",
      "names",
      names !== "neutral" && (of !== "generated" || observed === false),
      "Names change nothing here.",
    ).because(
      of === "generated"
        ? "The policy sees no names, so renaming cannot move a number. Observe names to give it the chance."
        : "Only generated problems are renamed; a benchmark keeps its own names.",
    ),
    caution(
      "L27",
      "observe_names",
      observed === true && (names === "original" || of !== "generated"),
      "The names may tell the fault.",
    ).because(
      "Original names say which rows were added and by which fault. Measure the same problems under random names before you believe the result.",
    ),
  ];
}

/** L50: two answers to which problems a run has. */
function problemSetLint(params: Params, given: GivenInputs | undefined): Lint | null {
  const both = given?.[PROBLEM_SET] !== undefined && params.problems !== "generated";
  return block("L50", "problems", both, "Problems are named and a problem set is given.").because(
    "Set problems to generated, or leave the slot empty.",
  );
}

/** L51: a level that only a benchmark can have. */
function onlyLevelLint(params: Params, given: GivenInputs | undefined): Lint | null {
  const generated = params.problems === "generated" && given?.[PROBLEM_SET] === undefined;
  return caution(
    "L51",
    "only_level",
    generated && params.only_level !== "all" && params.only_level !== undefined,
    "Generated problems do not read it.",
  ).because("Their difficulty is the field Level.");
}

/** What every recipe says of its choice of problems. */
export const problemLints = (params: Params, given: GivenInputs | undefined): (Lint | null)[] => [
  problemSetLint(params, given),
  onlyLevelLint(params, given),
  ...nameLints(params),
];
