import type { Lint, Params } from "../../protocol/manifest.ts";
import { caution, choice, type Field, float, int, problems, SEEDS } from "../form/manifest.ts";

/** Which problems a run learns from and is measured on. The same names in every recipe, so that a set can be loaded again. */
export const PROBLEM_FIELDS: Field[] = [
  problems("problems", "Problems").because(
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
  int("problem_seed", "Problem seed", 42, SEEDS).rarelyBecause(
    "Fixes the problems and a benchmark's split, so that runs with other seeds see the same ones.",
  ),
  float("sigma", "Observation noise", 0.7, [0, 5]).rarelyBecause(
    "Without noise the policy reads the fault off the coefficients and stops asking for an IIS.",
  ),
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
