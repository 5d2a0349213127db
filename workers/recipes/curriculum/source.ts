import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { e2hFloor } from "../../lab/curriculum/level-weights.ts";
import type { PaceName } from "../../lab/curriculum/stage.ts";
import { fixedSource, pacedSource, type ProblemSource } from "../../lab/curriculum/problem-source.ts";
import { Refusal } from "../refusal.ts";
import { SOURCE_TITLES } from "./manifest.ts";

/** The parameters of a problem source, under their manifest names; what they mean is said there. */
export interface CurriculumParams {
  problem_source: "fixed" | PaceName;
  stage_steps: number;
  promote_at: number;
  demote_below: number;
  success_window: number;
  e2h_exponent: number;
  e2h_sigma: number;
  e2h_floor: "own" | "none";
  iterations: number;
  group_size: number;
}

/** Prompts on the hardest level after which RLVE decides. */
const RLVE_PROMPTS = 8;

/**
 * Where the train steps of a run take their problems from. Throws `Refusal` where a level that the source draws from has no
 * problem in `train`, the train part of the set `name`.
 */
export function problemSource(
  p: CurriculumParams,
  train: readonly Problem[],
  name: string,
  seed: number,
): ProblemSource {
  if (p.problem_source === "fixed") return fixedSource(train);
  return pacedSource(
    poolsByLevel(train, name, p.problem_source),
    {
      name: p.problem_source,
      levels: LEVEL_NAMES,
      iterations: p.iterations,
      stageSteps: p.stage_steps,
      promoteAt: p.promote_at,
      demoteBelow: p.demote_below,
      window: p.success_window,
      gauss: {
        exponent: p.e2h_exponent,
        sigma: p.e2h_sigma,
        floor: p.e2h_floor === "own" ? e2hFloor(LEVEL_NAMES.length) : 0,
      },
      rlveEpisodes: RLVE_PROMPTS * p.group_size,
    },
    seed,
  );
}

function poolsByLevel(train: readonly Problem[], name: string, source: PaceName): Problem[][] {
  const pools = LEVEL_NAMES.map((level) => train.filter((problem) => problem.level === level));
  const empty = LEVEL_NAMES.filter((_, i) => pools[i].length === 0);
  if (empty.length === 0) return pools;
  const counts = new Map<string, number>();
  for (const { level } of train) counts.set(level, (counts.get(level) ?? 0) + 1);
  const has = [...counts].map(([level, count]) => `${level || "no level"} (${count})`).join(", ");
  throw new Refusal(
    `The problem source "${SOURCE_TITLES[source]}" draws the levels ${LEVEL_NAMES.join(", ")}, but no train problem of "${name}" is ${empty.join(" or ")}. Its levels are: ${has}. Choose problem_source=fixed or a set with these levels.`,
  );
}
