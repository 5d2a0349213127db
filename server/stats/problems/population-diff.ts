/** A problem as far as comparing populations needs it. */
export interface ProblemRef {
  /** Hash of the content; two problems are the same iff it is equal. */
  hash: string;
  /** Error type, for example "A". */
  type: string;
  /** Level, for example "1" or "3-4"; null where unknown. */
  level: string | null;
}

/** How often one kind of problem occurs on each side; shares are 0 to 1 of all problems of that side, null for an empty side. */
export interface MixRow {
  kind: string;
  a: number;
  b: number;
  shareA: number | null;
  shareB: number | null;
}

export interface PopulationDiff {
  /** Same problems equally often: what an equal population hash says. */
  identical: boolean;
  /** How the two sets of distinct problems lie to each other. */
  relation: "equal" | "a_inside_b" | "b_inside_a" | "overlap" | "disjoint";
  /** Problems as listed, repeats included. */
  nA: number;
  nB: number;
  distinctA: number;
  distinctB: number;
  shared: number;
  /** Hashes on one side only, sorted. */
  onlyA: string[];
  onlyB: string[];
  /** Hashes that one side lists more than once, sorted. */
  repeatedA: string[];
  repeatedB: string[];
  /** Shared problems that the two sides put under another type or level, sorted. */
  relabelled: string[];
  byType: MixRow[];
  byLevel: MixRow[];
  byTypeAndLevel: MixRow[];
  /** Total variation distance of the type and level mix: 0 the same mix, 1 nothing in common; null for an empty side. */
  mixDistance: number | null;
}

/**
 * What differs between two populations of problems: which problems, and the mix of types and levels (over all listed problems,
 * repeats included). Problems are compared by content hash, never by id or place. An empty population is inside any other.
 */
export function populationDiff(a: readonly ProblemRef[], b: readonly ProblemRef[]): PopulationDiff {
  const countsA = countBy(a, (problem) => problem.hash);
  const countsB = countBy(b, (problem) => problem.hash);
  const onlyA = [...countsA.keys()].filter((hash) => !countsB.has(hash)).sort();
  const onlyB = [...countsB.keys()].filter((hash) => !countsA.has(hash)).sort();
  const shared = countsA.size - onlyA.length;
  const byTypeAndLevel = mix(a, b, (problem) => `${problem.type}, level ${levelName(problem)}`);
  const sameCounts = [...countsA].every(([hash, count]) => countsB.get(hash) === count);
  return {
    identical: onlyB.length === 0 && sameCounts,
    relation: relationOf(onlyA.length, onlyB.length, shared),
    nA: a.length,
    nB: b.length,
    distinctA: countsA.size,
    distinctB: countsB.size,
    shared,
    onlyA,
    onlyB,
    repeatedA: repeated(countsA),
    repeatedB: repeated(countsB),
    relabelled: relabelled(a, b),
    byType: mix(a, b, (problem) => problem.type),
    byLevel: mix(a, b, levelName),
    byTypeAndLevel,
    mixDistance: distance(byTypeAndLevel),
  };
}

const levelName = (problem: ProblemRef) => problem.level ?? "unknown";

function countBy(
  problems: readonly ProblemRef[],
  keyOf: (problem: ProblemRef) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}

function relationOf(onlyA: number, onlyB: number, shared: number): PopulationDiff["relation"] {
  if (onlyA === 0 && onlyB === 0) return "equal";
  if (onlyA === 0) return "a_inside_b";
  if (onlyB === 0) return "b_inside_a";
  return shared > 0 ? "overlap" : "disjoint";
}

function repeated(counts: Map<string, number>): string[] {
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([hash]) => hash)
    .sort();
}

function relabelled(a: readonly ProblemRef[], b: readonly ProblemRef[]): string[] {
  const labels = new Map(a.map((problem) => [problem.hash, problem]));
  const moved = b.filter((problem) => {
    const other = labels.get(problem.hash);
    return other !== undefined && (other.type !== problem.type || other.level !== problem.level);
  });
  return [...new Set(moved.map((problem) => problem.hash))].sort();
}

function mix(
  a: readonly ProblemRef[],
  b: readonly ProblemRef[],
  kindOf: (problem: ProblemRef) => string,
): MixRow[] {
  const inA = countBy(a, kindOf);
  const inB = countBy(b, kindOf);
  const share = (count: number, n: number) => (n === 0 ? null : count / n);
  return [...new Set([...inA.keys(), ...inB.keys()])].sort().map((kind) => {
    const [countA, countB] = [inA.get(kind) ?? 0, inB.get(kind) ?? 0];
    return { kind, a: countA, b: countB, shareA: share(countA, a.length), shareB: share(countB, b.length) };
  });
}

function distance(rows: readonly MixRow[]): number | null {
  let total = 0;
  for (const { shareA, shareB } of rows) {
    if (shareA === null || shareB === null) return null;
    total += Math.abs(shareA - shareB);
  }
  return rows.length === 0 ? null : total / 2;
}
