/** A run that fits a view, in the order of its sort keys. */
export interface OrderedRun {
  runId: string;
  attemptId: string | null;
  rewardHash: string;
  /** What puts it into a group; null where it has no such thing. */
  group: string | null;
  /** Value of the first sort key where that is a finite number. */
  key: number | null;
}

/** Runs `start` to `start + n` of an arrangement. */
export interface TableGroup {
  value: string | null;
  start: number;
  n: number;
  /** Null: its runs have different reward functions. */
  rewardHash: string | null;
}

/** Runs that may be ranked against each other; `rewardHash` is null for groups that mix reward functions. */
export interface TablePart {
  rewardHash: string | null;
  start: number;
  n: number;
}

/** A table's runs in the order in which they stand. */
export interface Arrangement<Run extends OrderedRun = OrderedRun> {
  runs: Run[];
  groups: TableGroup[] | null;
  parts: TablePart[] | null;
}

export interface ArrangeBy {
  grouped: boolean;
  /** Groups follow the mean of the first key, this way round; null: each stands where the first of its runs does. */
  meanOrder: "asc" | "desc" | null;
  /** A training reward decides the order, so runs of different reward functions are kept apart. */
  apart: boolean;
}

interface Heap<Run> {
  value: string | null;
  runs: Run[];
}

const oneReward = (runs: OrderedRun[]): string | null =>
  runs.every((run) => run.rewardHash === runs[0].rewardHash) ? runs[0].rewardHash : null;

function meanKey(runs: OrderedRun[]): number | null {
  const keys = runs.flatMap(({ key }) => (key === null ? [] : [key]));
  return keys.length === 0 ? null : keys.reduce((a, b) => a + b / keys.length, 0);
}

/** Largest part first; what mixes reward functions stands last, since nothing of it may be ranked. */
function apartByReward<Item>(
  items: Item[],
  rewardOf: (item: Item) => string | null,
  sizeOf: (item: Item) => number,
) {
  const parts = [...Map.groupBy(items, rewardOf)].map(([rewardHash, members]) => ({
    rewardHash,
    members,
    size: members.reduce((sum, item) => sum + sizeOf(item), 0),
  }));
  return parts.sort(
    (a, b) =>
      Number(a.rewardHash === null) - Number(b.rewardHash === null) ||
      b.size - a.size ||
      ((a.rewardHash ?? "") < (b.rewardHash ?? "") ? -1 : 1),
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
 * Puts sorted runs into groups and apart by reward function. Stable: inside a group, and inside a part without groups, runs
 * keep their order. A group whose runs mix reward functions has no mean to be ranked by and stands in the last part.
 */
export function arrange<Run extends OrderedRun>(sorted: Run[], by: ArrangeBy): Arrangement<Run> {
  const heaps = by.grouped
    ? [...Map.groupBy(sorted, (run) => run.group)].map(([value, runs]) => ({ value, runs }))
    : sorted.map((run) => ({ value: null, runs: [run] }));
  const parts = by.apart
    ? apartByReward(
        heaps,
        (heap) => oneReward(heap.runs),
        (heap) => heap.runs.length,
      )
    : [{ rewardHash: null, members: heaps }];
  const runs: Run[] = [];
  const groups: TableGroup[] = [];
  const placed: TablePart[] = [];
  for (const { rewardHash, members } of parts) {
    const start = runs.length;
    const ordered = by.grouped && by.meanOrder !== null ? byMean(members, by.meanOrder) : members;
    for (const heap of ordered) {
      groups.push({
        value: heap.value,
        start: runs.length,
        n: heap.runs.length,
        rewardHash: oneReward(heap.runs),
      });
      for (const run of heap.runs) runs.push(run);
    }
    placed.push({ rewardHash, start, n: runs.length - start });
  }
  return { runs, groups: by.grouped ? groups : null, parts: placed.length > 1 ? placed : null };
}
