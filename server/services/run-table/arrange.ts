import { summary } from "../../stats/summary.ts";

/** A run that fits a view, in the order of its sort keys. */
export interface OrderedRun {
  runId: string;
  attemptId: string | null;
  rewardHash: string;
  /** What puts it into a group; null where it has no such thing. */
  group: string | null;
  /** Value of the first sort key where that is a finite number. */
  key: number | null;
  /** Bit i: it has a value for sort key i. */
  valued: number;
}

/** Runs `start` to `start + n` of an arrangement. */
export interface TableGroup {
  value: string | null;
  start: number;
  n: number;
}

/**
 * What an order says of some runs. `ranked`: they may be ranked against each other, by what `as` says that they share.
 * `unranked`: they have values, of which nothing says that they may be compared. `empty`: they have none to be ranked by.
 */
export interface Standing {
  kind: "ranked" | "unranked" | "empty";
  /** In each respect, with `BETWEEN` between them; empty where a run has no value that it would matter for. */
  as: string;
}

export interface TablePart extends Standing {
  start: number;
  n: number;
}

/** A table's runs in the order in which they stand. */
export interface Arrangement<Run extends OrderedRun = OrderedRun> {
  runs: Run[];
  groups: TableGroup[] | null;
  /** Null where nothing of what decides the order speaks against a ranking of all. */
  parts: TablePart[] | null;
}

export interface ArrangeBy<Run extends OrderedRun = OrderedRun> {
  grouped: boolean;
  /** Groups follow the mean of the first key, this way round; null: each stands where the first of its runs does. */
  meanOrder: "asc" | "desc" | null;
  /** How a run stands in the order; without it any two may be ranked. */
  standing: ((run: Run) => Standing) | null;
}

interface Heap<Run> extends Standing {
  value: string | null;
  runs: Run[];
}

/** Between the respects in which runs may differ. */
export const BETWEEN = "\n";

const PLACE = { ranked: 0, unranked: 1, empty: 2 } as const;
const FREE: Standing = { kind: "ranked", as: "" };
const MIXED: Standing = { kind: "unranked", as: "" };
const EMPTY: Standing = { kind: "empty", as: "" };

/** What is shared in each respect by those that have a value there; null where they differ in one. */
function sharedBy(a: string, b: string): string | null {
  if (a === b) return a;
  const [ours, theirs] = [a.split(BETWEEN), b.split(BETWEEN)];
  const differ = ours.some((one, i) => one !== "" && theirs[i] !== "" && one !== theirs[i]);
  return differ ? null : ours.map((one, i) => one || theirs[i]).join(BETWEEN);
}

/** How runs stand together: as all of them that have a value do, if these do alike. */
function together(standings: readonly Standing[]): Standing {
  let all = EMPTY;
  for (const one of standings) {
    if (one.kind === "empty") continue;
    if (all.kind !== "empty" && all.kind !== one.kind) return MIXED;
    const as = all.kind === "empty" ? one.as : sharedBy(all.as, one.as);
    if (as === null) return MIXED;
    all = { kind: one.kind, as };
  }
  return all;
}

function meanKey(runs: readonly OrderedRun[]): number | null {
  const keys = runs.flatMap(({ key }) => (key === null ? [] : [key]));
  // As the head shows it: another way to add up could order equal means otherwise.
  return summary(keys).mean;
}

interface Part<Run> extends Standing {
  heaps: Heap<Run>[];
}

/**
 * Heaps that may be ranked against each other, the largest part first and those without a value of the first key behind, then
 * those that may not, then those without a value. Null where there is nothing to set apart: one ranking, and beside it at most
 * heaps without a value.
 */
function partsOf<Run extends OrderedRun>(heaps: Heap<Run>[]): Part<Run>[] | null {
  const parts = [...Map.groupBy(heaps, ({ kind, as }) => `${kind} ${as}`).values()].map((members) => ({
    kind: members[0].kind,
    as: members[0].as,
    heaps: members,
    size: members.reduce((sum, { runs }) => sum + runs.length, 0),
    behind: members.every(({ runs }) => runs.every(({ valued }) => (valued & 1) === 0)),
  }));
  const ranked = parts.filter(({ kind }) => kind === "ranked").length;
  if (ranked < 2 && !parts.some(({ kind }) => kind === "unranked")) return null;
  return parts.sort(
    (a, b) =>
      PLACE[a.kind] - PLACE[b.kind] ||
      Number(a.behind) - Number(b.behind) ||
      b.size - a.size ||
      (a.as < b.as ? -1 : Number(a.as > b.as)),
  );
}

function byMean<Run extends OrderedRun>(heaps: Heap<Run>[], direction: "asc" | "desc"): Heap<Run>[] {
  const means = new Map(heaps.map((heap) => [heap, meanKey(heap.runs)]));
  return heaps.toSorted((a, b) => {
    const [x, y] = [means.get(a) ?? null, means.get(b) ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return direction === "asc" ? x - y : y - x;
  });
}

/**
 * Puts sorted runs into groups, and apart where they may not be ranked against each other. Stable: inside a group, and inside a
 * part without groups, runs keep their order. A group of runs that stand differently has no mean to be ranked by.
 */
export function arrange<Run extends OrderedRun>(
  sorted: Run[],
  { grouped, meanOrder, standing }: ArrangeBy<Run>,
): Arrangement<Run> {
  const heapOf = (value: string | null, runs: Run[]): Heap<Run> => ({
    value,
    runs,
    ...(standing ? together(runs.map(standing)) : FREE),
  });
  const heaps = grouped
    ? [...Map.groupBy(sorted, (run) => run.group)].map(([value, runs]) => heapOf(value, runs))
    : sorted.map((run) => heapOf(null, [run]));
  const parts = standing ? partsOf(heaps) : null;
  const runs: Run[] = [];
  const groups: TableGroup[] = [];
  const placed: TablePart[] = [];
  for (const part of parts ?? [{ ...FREE, heaps }]) {
    const start = runs.length;
    const ordered =
      grouped && meanOrder !== null && part.kind === "ranked" ? byMean(part.heaps, meanOrder) : part.heaps;
    for (const heap of ordered) {
      groups.push({ value: heap.value, start: runs.length, n: heap.runs.length });
      for (const run of heap.runs) runs.push(run);
    }
    placed.push({ kind: part.kind, as: part.as, start, n: runs.length - start });
  }
  return { runs, groups: grouped ? groups : null, parts: parts && placed };
}
