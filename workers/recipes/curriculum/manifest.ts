import type { Lint, Params } from "../../protocol/manifest.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import { caution, choice, type Field, float, held, int, note } from "../form/manifest.ts";

/** Names of `PACES` in the lab, and `fixed`, in words. */
export const SOURCE_TITLES = {
  fixed: "one level",
  uniform: "all levels alike (control)",
  four_stages: "four stages",
  linear: "linear",
  adaptive: "adaptive",
  self_paced: "self-paced",
  e2h_cosine: "E2H cosine",
  e2h_gauss: "E2H Gauss",
  rlve: "RLVE",
};

export const CURRICULUM_FIELDS: Field[] = [
  choice("problem_source", "Problem source", SOURCE_TITLES, "fixed").because(
    "Which level a train step draws from. All draw as many episodes, so a curriculum is compared with all levels alike; held-out problems stay those of the level above.",
  ),
  int("stage_steps", "Steps per stage", 0, [0, 5000], "steps")
    .when("problem_source", "four_stages", "linear")
    .rarelyBecause("0 divides the run evenly. The reports' linear schedule moves on every 20 steps."),
  float("promote_at", "Success that promotes", 0, [0, 1])
    .when("problem_source", "adaptive", "self_paced", "rlve")
    .rarelyBecause("0 is that of the source: 0.7 adaptive, 0.85 self-paced, 0.9 RLVE."),
  float("demote_below", "Success that demotes", 0.3, [0, 1])
    .when("problem_source", "adaptive", "self_paced")
    .rarelyBecause("Below it the level before is drawn again; 0 never goes back."),
  int("success_window", "Window of the mean", 10, [1, 1000], "steps")
    .when("problem_source", "adaptive")
    .rarelyBecause(
      "Steps over which success is averaged. As coded it is not cleared where the level changes.",
    ),
  float("e2h_exponent", "Exponent of progress", 0.5, [0.05, 10])
    .when("problem_source", "e2h_gauss")
    .rarelyBecause("Below 1 the mean moves to harder levels fast at first, as its authors run it."),
  float("e2h_sigma", "Spread", 0.5, [0.05, 10], "levels")
    .when("problem_source", "e2h_gauss")
    .rarelyBecause("Of the bell around the mean level."),
  choice("e2h_floor", "Least share of a level", { own: "2 / (K (K + 1))", none: "none" }, "own")
    .when("problem_source", "e2h_gauss")
    .rarelyBecause("As its authors run it no level is ever drawn less; none lets easy levels fade out."),
];

export const LEVEL_METRICS = ["curriculum/level", "curriculum/success"] as const satisfies MetricName[];

const isFixed = ({ problem_source }: Params) => problem_source === undefined || problem_source === "fixed";

/** What one level alone does not measure. */
export function curriculumOff(params: Params): Partial<Record<MetricName, string>> {
  if (!isFixed(params)) return {};
  const reason = "the problem source draws one level";
  return Object.fromEntries(LEVEL_METRICS.map((name) => [name, reason]));
}

export function curriculumLints(params: Params): Lint[] {
  if (isFixed(params)) return [];
  const p = params as Record<string, number>;
  const source = String(params.problem_source);
  const stages = source === "four_stages" ? 4 : source === "linear" ? 3 : 0;
  const trains = p.iterations > 0;
  return held([
    caution(
      "L60",
      "stage_steps",
      trains && stages > 0 && p.stage_steps * (stages - 1) >= p.iterations,
      "The run ends before its last stage.",
    ).because(`${stages} stages of ${p.stage_steps} steps do not fit into ${p.iterations} train steps.`),
    caution(
      "L61",
      "success_window",
      trains && source === "adaptive" && p.success_window >= p.iterations,
      "The level never changes.",
    ).because("Nothing is decided before the window is full, and the run is no longer than it."),
    caution(
      "L62",
      "demote_below",
      (source === "adaptive" || source === "self_paced") &&
        p.promote_at > 0 &&
        p.demote_below >= p.promote_at,
      "It demotes where it promotes.",
    ).because("Success between the two should keep the level; here there is nothing between."),
    note(
      "L63",
      "level",
      params.problems === "generated" && params.level !== "hard",
      "The curriculum ends on harder problems than are measured.",
    ).because(
      `It draws from easy to hard; held-out problems are ${String(params.level)}. Choose hard to measure where it ends.`,
    ),
  ]);
}
