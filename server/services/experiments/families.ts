/** The family that a column's claims are adjusted in, and whether its reader asked for it. */
export interface ColumnFamily {
  primary: boolean;
  /** Nobody had named it before somebody looked: a metric beside the table's own, or another reading of one of them. */
  asked: boolean;
  /** Columns that share the level. */
  columns: number;
}

/** What a table is about, and how it is looked at. */
export interface TableQuestion {
  /** The table's own metrics, which hold for every reader. */
  headline: readonly string[];
  /** That of the claims; null where none is. */
  primary: string | null;
  /** Metrics that this reader wants beside them. */
  also: readonly string[];
  /** Whether this reader chose how a metric of the table is read. */
  isReread: (metric: string) => boolean;
}

/**
 * Of each metric in a table the family of its claims. The primary one is alone. The table's other metrics share the level
 * among themselves, however many are looked at beside them: a claim never depends on its reader. What a reader asks for pays
 * for all exploratory columns, the table's and theirs.
 */
export function columnFamilies({
  headline,
  primary,
  also,
  isReread,
}: TableQuestion): Map<string, ColumnFamily> {
  const own = new Set(headline);
  const metrics = [...new Set([...headline, ...also])];
  const others = [...own].filter((metric) => metric !== primary).length;
  const isAsked = (metric: string) => !own.has(metric) || isReread(metric);
  const all = others + metrics.filter(isAsked).length;
  return new Map(
    metrics.map((metric): [string, ColumnFamily] => {
      if (isAsked(metric)) return [metric, { primary: false, asked: true, columns: all }];
      if (metric === primary) return [metric, { primary: true, asked: false, columns: 1 }];
      return [metric, { primary: false, asked: false, columns: others }];
    }),
  );
}
