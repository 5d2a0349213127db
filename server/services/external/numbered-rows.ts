/** Which rows of a stream are stored: all below `reached` but those that are missing. */
export interface Numbered {
  reached: number;
  /** From, and one past the last; ascending, apart from each other. */
  missing: [number, number][];
}

/** Holes that are remembered; rows of older ones count as stored. */
const MOST_HOLES = 1000;

/**
 * Takes the rows `offset` to `offset + count` into account and says which of them are new. Rows may be late: what was left out
 * is remembered, so that it is stored once whenever it comes.
 */
export function takeRows(
  { reached, missing }: Numbered,
  offset: number,
  count: number,
): Numbered & { fresh: boolean[] } {
  const end = offset + count;
  const fresh = Array.from({ length: count }, (_, i) => offset + i >= reached);
  const left: [number, number][] = [];
  for (const [from, to] of missing) {
    for (let row = Math.max(from, offset); row < Math.min(to, end); row++) fresh[row - offset] = true;
    if (from < Math.min(to, offset)) left.push([from, Math.min(to, offset)]);
    if (Math.max(from, end) < to) left.push([Math.max(from, end), to]);
  }
  if (offset > reached) left.push([reached, offset]);
  return { reached: Math.max(reached, end), missing: left.slice(-MOST_HOLES), fresh };
}

/** The first row that is not stored, from which a client that can goes on. */
export const nextRow = ({ reached, missing }: Numbered): number => missing[0]?.[0] ?? reached;
