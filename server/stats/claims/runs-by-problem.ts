/** A cell's runs by seed: one value per problem, the same problems in the same order in every run. Null and NaN: no value. */
export type RunsByProblem = ReadonlyMap<number, Run>;
export type Run = ArrayLike<number | null>;

export function requireOneLength(runs: readonly Run[]): number {
  const length = runs[0]?.length ?? 0;
  const odd = runs.find((run) => run.length !== length);
  if (odd)
    throw new RangeError(
      `Every run needs one entry per problem, null where it has no value: one has ${length}, another ${odd.length}.`,
    );
  return length;
}

/** Runs that have a value at all; one without any is a missing run, not a reason to leave out every problem. */
export function withValues(runs: RunsByProblem): [number, Run][] {
  return [...runs].filter(([, run]) => Array.prototype.some.call(run, Number.isFinite));
}

/** Places of the problems that every run has a finite value for. */
export function complete(runs: readonly Run[], problems: number): Int32Array {
  const kept = new Int32Array(problems);
  let count = 0;
  for (let p = 0; p < problems; p++) {
    let all = true;
    for (const run of runs) all &&= Number.isFinite(run[p]);
    if (all) kept[count++] = p;
  }
  return kept.subarray(0, count);
}

/** Every run of both cells as the means of its families, over the problems that every run has a value for. */
export function byFamily(
  cells: { own: RunsByProblem; baseline: RunsByProblem },
  families: ArrayLike<number>,
) {
  const [own, base] = [withValues(cells.own), withValues(cells.baseline)];
  const all = [...own, ...base].map(([, run]) => run);
  const given = requireOneLength(all);
  const kept = complete(all, given);
  const counts = new Map<number, number>();
  for (const p of kept) counts.set(families[p], (counts.get(families[p]) ?? 0) + 1);
  const unitOf = new Map([...counts.keys()].map((family, unit) => [family, unit]));
  const sizes = [...counts.values()];
  const means = (run: Run): Float64Array => {
    const sums = new Float64Array(sizes.length);
    for (const p of kept) sums[unitOf.get(families[p]) ?? 0] += run[p] ?? 0;
    return sums.map((sum, unit) => sum / sizes[unit]);
  };
  const meansOf = (runs: [number, Run][]) => new Map(runs.map(([seed, run]) => [seed, means(run)]));
  return { own: meansOf(own), baseline: meansOf(base), leftOut: given - kept.length };
}
