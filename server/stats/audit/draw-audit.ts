import { seededRandom } from "../seeded-random.ts";

/** What of a completion decides into which stratum it goes. */
export interface Candidate {
  reward: number;
  /** Null where nobody said it. */
  length: number | null;
}

/** Completions that the verifier says the same of, of like reward and like length. */
export interface DrawnStratum {
  accepted: boolean;
  size: number;
  /** Indices of candidates, in the order in which they were drawn. */
  drawn: number[];
}

export interface AuditDraw {
  strata: DrawnStratum[];
  /** The drawn ones in the order in which they are shown, which tells nothing of the verifier. */
  order: { index: number; stratum: number }[];
}

/** A number below `n`, each as likely. */
const below = (random: () => number, n: number) => Math.floor((random() / 2 ** 32) * n);

/** The first `count` of a shuffle of Fisher and Yates. */
function take<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = [...items];
  return Array.from({ length: count }, (_, i) => {
    const at = i + below(random, left.length - i);
    [left[i], left[at]] = [left[at], left[i]];
    return left[i];
  });
}

/** Two halves by a number, equal numbers together; one where all are equal. What has none goes with the lower ones. */
function halves(indices: readonly number[], of: (index: number) => number): number[][] {
  const values = indices.map(of).toSorted((a, b) => a - b);
  const middle = values[Math.floor((values.length - 1) / 2)];
  // Where the lower half would be everything, the greatest ones are the other.
  const edge = middle === values.at(-1) ? values.findLast((value) => value < middle) : middle;
  if (edge === undefined) return [[...indices]];
  return [indices.filter((index) => of(index) <= edge), indices.filter((index) => of(index) > edge)];
}

/** So many of a whole, in shares by size: rounded down, and what is left by the greatest rest; none gets more than it has. */
function shareOut(sizes: readonly number[], count: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const exact = sizes.map((size) => (total === 0 ? 0 : (count * size) / total));
  const given = exact.map(Math.floor);
  const byRest = sizes.map((_, i) => i).toSorted((a, b) => exact[b] - given[b] - (exact[a] - given[a]));
  let left = count - given.reduce((sum, n) => sum + n, 0);
  for (const i of byRest) if (left > 0 && given[i] < sizes[i]) [given[i], left] = [given[i] + 1, left - 1];
  // One that would have none is seen at least once, at the cost of the largest.
  for (const [i, size] of sizes.entries()) {
    const most = given.indexOf(Math.max(...given));
    if (size > 0 && given[i] === 0 && given[most] > 1) [given[i], given[most]] = [1, given[most] - 1];
  }
  return given;
}

/**
 * Draws `size` of the candidates without putting back: as many of those that the verifier accepts (reward at least
 * `threshold`) as of those that it rejects, where there are as many; on each side in proportion over up to four strata, halves
 * by reward and in them halves by length. The same seed draws the same ones of the same candidates. Fewer candidates than
 * `size`: all of them.
 */
export function drawAudit(
  candidates: readonly Candidate[],
  { threshold, size, seed }: { threshold: number; size: number; seed: number },
): AuditDraw {
  const random = seededRandom(seed);
  const sides = [true, false].map((accepted) => {
    const indices = candidates.flatMap(({ reward }, i) => (reward >= threshold === accepted ? [i] : []));
    const strata = halves(indices, (i) => candidates[i].reward).flatMap((band) =>
      halves(band, (i) => candidates[i].length ?? -1),
    );
    return { accepted, n: indices.length, strata: strata.filter((stratum) => stratum.length > 0) };
  });
  const count = Math.min(size, candidates.length);
  const half = Math.ceil(count / 2);
  const [accepted, rejected] = sides.map(({ n }) => n);
  const ofAccepted = Math.max(count - rejected, Math.min(half, accepted));
  const strata = sides.flatMap(({ accepted: isAccepted, strata: of }, side): DrawnStratum[] => {
    const counts = shareOut(
      of.map((stratum) => stratum.length),
      side === 0 ? ofAccepted : count - ofAccepted,
    );
    return of.map((stratum, i) => ({
      accepted: isAccepted,
      size: stratum.length,
      drawn: take(stratum, counts[i], random),
    }));
  });
  const all = strata.flatMap(({ drawn }, stratum) => drawn.map((index) => ({ index, stratum })));
  return { strata, order: take(all, all.length, random) };
}

/** From which reward on the verifier counts as accepting, until a person says otherwise: halfway between least and greatest. */
export function usualThreshold(rewards: readonly number[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const reward of rewards) [least, most] = [Math.min(least, reward), Math.max(most, reward)];
  if (least === most) return least > 0 ? least : Math.min(1, least + 1);
  return least / 2 + most / 2;
}
