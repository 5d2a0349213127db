/** Seeds that nobody said are counted down from -1 inside a configuration, so that such runs stay apart. */
export const isSaidSeed = (seed: number): boolean => seed >= 0;

/** What one run measured; null where it measured nothing. */
export interface SeedValue {
  seed: number;
  runId: string;
  value: number | null;
}

/**
 * Of each run the difference to the run of its own seed in `base`, in the order of `own`. A run whose seed nobody said has none:
 * that another one has the same number is chance.
 */
export function seedDifferences(
  own: readonly SeedValue[],
  base: readonly SeedValue[],
): { seed: number; runId: string; value: number }[] {
  const valueOf = new Map(base.map(({ seed, value }) => [seed, value]));
  return own.flatMap(({ seed, runId, value }) => {
    const other = valueOf.get(seed) ?? null;
    return isSaidSeed(seed) && value !== null && other !== null
      ? [{ seed, runId, value: value - other }]
      : [];
  });
}

/** A number for each run of some configurations: its seed, and where nobody said one a number that no other run has. */
export function tellSeedsApart(): (seed: number) => number {
  let unsaid = 0;
  return (seed) => (isSaidSeed(seed) ? seed : (unsaid -= 1));
}

/** How many different seeds some runs say, and how many runs say none: those are neither one seed nor known to be several. */
export interface SeedCount {
  said: number;
  unsaid: number;
}

/** Counts the seeds of some runs, which may be of several configurations. */
export function countSeeds(seeds: readonly number[]): SeedCount {
  const said = seeds.filter(isSaidSeed);
  return { said: new Set(said).size, unsaid: seeds.length - said.length };
}
