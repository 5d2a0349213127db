import { decimalsAlike, type Quantity, writeQuantity } from "#server/wording/quantities.ts";

/** What the cells of a column of estimates share, so that estimates stand below each other, and intervals too. */
export interface EstimateColumn {
  /** Of estimates and bounds; null: each cell has its own. */
  decimals: number | null;
  /** CSS length of the sub-column beside the estimates. */
  room: string;
}

/** Width in digits of what is narrower, or wider, than a digit; of letters the most that is usual. */
const NARROW = 0.44;
const LETTER = 0.84;
const WIDE = 1.3;

function widthIn(text: string): number {
  let digits = 0;
  for (const character of text)
    digits += /[\d+−=<–]/.test(character)
      ? 1
      : /[mw]/i.test(character)
        ? WIDE
        : /[a-z]/i.test(character)
          ? LETTER
          : NARROW;
  return digits;
}

/** CSS length that the longest of these texts takes beside a number. */
export const roomOf = (texts: readonly string[]): string => `${Math.max(0, ...texts.map(widthIn))}ch`;

interface EstimateCell extends Quantity {
  /** Before its interval: "311/400". */
  before?: string;
  /** Instead of an interval: "1 seed, no interval". */
  instead?: string;
}

/** The column of these cells; a cell whose value is null leaves the room and takes none. */
export function estimateColumn(cells: readonly EstimateCell[]): EstimateColumn {
  const decimals = decimalsAlike(cells);
  const asides = cells.map((cell) => {
    const { before, instead } = cell;
    return [before, writeQuantity({ ...cell, alike: decimals }).interval ?? instead]
      .filter(Boolean)
      .join(" ");
  });
  return { decimals, room: roomOf(asides) };
}
