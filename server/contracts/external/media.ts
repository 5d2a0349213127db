/** What a logger may log beside numbers, as it is shown. An increment is a part of a table that grows. */
export const MEDIA_KINDS = [
  "histogram",
  "image",
  "html",
  "audio",
  "video",
  "plotly",
  "table",
  "increment",
  "file",
] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Counts between edges: one edge more than counts, ascending. */
export interface Histogram {
  edges: readonly number[];
  counts: readonly number[];
}

/** One medium of a row: a histogram by its numbers, all else by the path of a file that was sent or comes. */
export interface LoggedMedium {
  kind: MediaKind;
  key: string;
  /** On the run's axis of steps. */
  step: number;
  /** The step is the client's own count: where the run stands on another axis, the last x of its writer counts. */
  isOwnStep?: boolean;
  /** ms since the epoch; null where nobody said. */
  at: number | null;
  /** Place among those that were logged together under this key, from 0. */
  place: number;
  path: string | null;
  caption: string | null;
  /** Of a histogram. */
  histogram: Histogram | null;
}

export const MEDIA_LIMITS = {
  /** Of one run. */
  media: 20_000,
  /** Counts of one histogram; neighbors of more are added up. */
  bins: 512,
  key: 256,
  caption: 500,
  path: 400,
} as const;

/** Counts with as many neighbors added up as it takes to have at most `most` of them. */
export function fewerBins({ edges, counts }: Histogram, most: number): Histogram {
  if (counts.length <= most) return { edges, counts };
  const width = Math.ceil(counts.length / most);
  const sums: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < counts.length; i += width) {
    kept.push(edges[i]);
    sums.push(counts.slice(i, i + width).reduce((sum, count) => sum + count, 0));
  }
  return { edges: [...kept, edges[counts.length]], counts: sums };
}

/** Why a histogram cannot be drawn; null for one that can. */
export function histogramFault({ edges, counts }: Histogram): string | null {
  if (counts.length === 0 || edges.length !== counts.length + 1)
    return "it needs one edge more than it has counts";
  if (!edges.every(Number.isFinite)) return "an edge of its bins is not a finite number";
  if (edges.some((edge, i) => i > 0 && edge < edges[i - 1])) return "the edges of its bins do not ascend";
  if (!counts.every((count) => Number.isFinite(count) && count >= 0))
    return "a count is negative or not a finite number";
  return null;
}
