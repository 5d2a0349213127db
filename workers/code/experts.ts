import { integer, type Rng, stream } from "../math/rng.ts";
import { Draft } from "./draft.ts";
import { taskOf } from "./draw.ts";
import type { Family } from "./families/family.ts";
import { CHOICES, PRODUCTIONS, readDerivation } from "./grammar.ts";
import { CodeExperience } from "./observe.ts";
import type { CodeProblem } from "./problem.ts";
import { CODE_STREAM } from "./streams.ts";

/** Whose programs are imitated. */
export interface ExpertConfig {
  /** Probability of the right program; else one of the family's mistakes, each alike. */
  right: number;
  /** Probability, at each production, of any that ends there instead. */
  slip: number;
}

/** The derivation that an expert writes for a family. */
export function writeAsExpert(
  { reference, mistakes }: Family,
  { right, slip }: ExpertConfig,
  rng: Rng,
): number[] {
  const written = rng() < right ? reference : mistakes[integer(rng, 0, mistakes.length - 1)];
  const known = readDerivation(written);
  const said: number[] = [];
  let at = 0;
  const copy = (slipped: boolean) => {
    const production = PRODUCTIONS[known[at++]];
    const ends = CHOICES[production.symbol].filter(({ holes }) => holes.length === 0);
    const slips = !slipped && rng() < slip && ends.length > 0;
    if (!slipped) said.push(slips ? ends[integer(rng, 0, ends.length - 1)].id : production.id);
    // What was to stand below a slip is passed over.
    for (let k = 0; k < production.holes.length; k++) copy(slipped || slips);
  };
  copy(false);
  return said;
}

/** `count` programs of experts for problems drawn with replacement, as decisions. Depends on the arguments alone. */
export function demonstratePrograms(
  problems: readonly CodeProblem[],
  { count, seed, expert }: { count: number; seed: number; expert: ExpertConfig },
): CodeExperience {
  const shown = Array.from({ length: count }, (_, k) => {
    const rng = stream(seed, CODE_STREAM.experts, k);
    const problem = problems[integer(rng, 0, problems.length - 1)];
    return { task: taskOf(problem), derivation: writeAsExpert(problem.family, expert, rng) };
  });
  const experience = new CodeExperience(shown.reduce((sum, { derivation }) => sum + derivation.length, 0));
  shown.forEach(({ task, derivation }, episode) => {
    const draft = new Draft();
    for (const production of derivation) {
      experience.action[experience.observe(task, draft, episode)] = production;
      draft.fill(production);
    }
  });
  return experience;
}
