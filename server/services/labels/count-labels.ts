import type { LabelTuple } from "#db/queries/labels.ts";
import { LAST_POSITION, RULE_LABELS } from "../../contracts/label-rule.ts";
import type { LabelCounts } from "../../contracts/prm.ts";
import type { ClusterCounts } from "../../stats/cluster-shares.ts";
import { reasonKind } from "./reason-kind.ts";

/** The labels that occur, and those of the rule, best first. */
export function labelValues(tuples: Iterable<LabelTuple>): number[] {
  const values = new Set<number>(RULE_LABELS);
  for (const tuple of tuples) values.add(tuple[2]);
  return [...values].sort((a, b) => b - a);
}

/** Counts of labels by a key of each step, in order of first occurrence. */
class Split {
  private readonly counts = new Map<string, number[]>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  add(key: string, label: number): void {
    let row = this.counts.get(key);
    if (!row) this.counts.set(key, (row = Array.from({ length: this.size }, () => 0)));
    row[label]++;
  }

  rows(): LabelCounts[] {
    return [...this.counts].map(([key, counts]) => ({ key, n: counts.reduce((a, b) => a + b, 0), counts }));
  }
}

export interface CountedLabels {
  n: number;
  /** Labels by cluster, for the intervals. */
  table: ClusterCounts;
  byAction: LabelCounts[];
  byPosition: LabelCounts[];
  byReason: LabelCounts[];
}

const bySize = (a: LabelCounts, b: LabelCounts) => b.n - a.n || a.key.localeCompare(b.key);
const byNumber = (a: LabelCounts, b: LabelCounts) => Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10);

/**
 * Counts labelled steps in one pass. `clusterOf` gives the cluster of an episode, from 0; steps of one cluster are resampled
 * together. Positions from `LAST_POSITION` on are one, "10+".
 */
export function countLabels(
  tuples: readonly LabelTuple[],
  labels: readonly number[],
  clusters: number,
  clusterOf: (episodeId: number) => number,
): CountedLabels {
  const indexOf = new Map(labels.map((label, index) => [label, index]));
  const counts = new Float64Array(clusters * labels.length);
  const [actions, positions, reasons] = [0, 1, 2].map(() => new Split(labels.length));
  const kinds = new Map<string, string>();
  for (const [episodeId, step, label, reason, action] of tuples) {
    const index = indexOf.get(label);
    if (index === undefined) continue;
    counts[clusterOf(episodeId) * labels.length + index]++;
    actions.add(action, index);
    positions.add(step >= LAST_POSITION ? `${LAST_POSITION}+` : String(step), index);
    let kind = kinds.get(reason);
    if (kind === undefined) kinds.set(reason, (kind = reasonKind(reason)));
    reasons.add(kind, index);
  }
  return {
    n: tuples.length,
    table: { clusters, categories: labels.length, counts },
    byAction: actions.rows().sort(bySize),
    byPosition: positions.rows().sort(byNumber),
    byReason: reasons.rows().sort(bySize),
  };
}
