import { toDigits } from "../numbers/round.ts";
import { writePlace } from "../wording/axes.ts";
import { unequalSpread } from "./unequal-spread.ts";

/**
 * A sentence of caution where one of the cells scatters over the seeds unlike the others (`unequalSpread`, at 95 %), so that a
 * common error misjudges its interval; null where nothing stands out. `names[i]` is the cell of row i.
 */
export function spreadCaution(
  names: readonly string[],
  cells: readonly (readonly number[])[],
): string | null {
  const found = unequalSpread(cells);
  if (found === null) return null;
  const name = `"${names[found.index]}"`;
  if (found.ratio === null) {
    return `Over the seeds only ${name} scatters: with one common error its own interval is too narrow.`;
  }
  const [own, others] = found.ratio > 1 ? ["narrow", "wide"] : ["wide", "narrow"];
  return (
    `Over the seeds ${name} scatters ${writePlace(toDigits(found.ratio, 2))} times as much as the other cells: ` +
    `with one common error its own interval is too ${own} and theirs are too ${others}.`
  );
}
