import { mean } from "../../math/moments.ts";
import { studentTCritical } from "../../math/student-t.ts";

/** Structurally the `difference` of the wire's `PrmReport`. */
export interface ErrorDifference {
  mean: number;
  low: number | null;
  high: number | null;
  episodes: number;
  method: string;
}

const LEVEL = 0.95;
const FEWEST = 3;

/**
 * How much less a model errs than always saying `trainMean`: in each held-out episode the baseline's mean squared error minus
 * the model's, averaged over episodes, with Student's interval over them. Steps of one episode depend on each other, so the
 * episode is the unit; a long one counts as a short one, unlike in the step-weighted errors of the report.
 * `scores` and `labels` hold the steps of one episode after another; `sizes` says how many each has. Null without a step.
 * Bounds are null below 3 episodes and where all differences are equal.
 */
export function errorDifference(
  scores: readonly number[],
  labels: readonly number[],
  sizes: readonly number[],
  trainMean: number,
): ErrorDifference | null {
  const differences: number[] = [];
  let from = 0;
  for (const size of sizes) {
    let gain = 0;
    for (let i = from; i < from + size; i++)
      gain += (trainMean - labels[i]) ** 2 - (scores[i] - labels[i]) ** 2;
    if (size > 0) differences.push(gain / size);
    from += size;
  }
  const episodes = differences.length;
  if (episodes === 0) return null;
  const centre = mean(differences);
  const without = (why: string) => ({
    mean: centre,
    low: null,
    high: null,
    episodes,
    method: `mean only: ${why}`,
  });
  if (episodes < FEWEST) return without(`an interval needs ${FEWEST} episodes, here are ${episodes}`);
  const squares = differences.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const sd = Math.sqrt(squares / (episodes - 1));
  if (sd <= 1e-12 * Math.max(...differences.map(Math.abs)))
    return without("all episodes show the same difference");
  const half = (studentTCritical(LEVEL, episodes - 1) * sd) / Math.sqrt(episodes);
  const method = `paired by episode, mean with t interval, 95 %, ${episodes - 1} degrees of freedom`;
  return { mean: centre, low: centre - half, high: centre + half, episodes, method };
}
