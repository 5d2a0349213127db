import type { ItemCounts } from "../../contracts/report.ts";
import { writeMoment } from "./html/write-value.ts";

/** "19 numbers and blocks: 17 frozen, 2 drifted." */
export function countWords(counts: ItemCounts): string {
  const parts = [
    [counts.live, "live"],
    [counts.frozen, "frozen"],
    [counts.drifted, "drifted"],
    [counts.gone, "with their source gone"],
    [counts.errors, counts.errors === 1 ? "that cannot be shown" : "that cannot be shown"],
  ] as const;
  const total = parts.reduce((sum, [n]) => sum + n, 0);
  if (total === 0) return "No number or block.";
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return `${total} ${total === 1 ? "number or block" : "numbers and blocks"}: ${said.join(", ")}.`;
}

export const publishedWords = (n: number, at: number): string =>
  `Published ${writeMoment(at)}, revision ${n}.`;
