import type { ItemCounts } from "#server/contracts/report.ts";

/** "15 numbers and blocks: 14 frozen, 1 drifted." */
export function countWords({ live, frozen, drifted, gone, errors }: ItemCounts): string {
  const total = live + frozen + drifted + gone + errors;
  if (total === 0) return "No number or block yet.";
  const parts: [number, string][] = [
    [live, "live"],
    [frozen, "frozen"],
    [drifted, "drifted"],
    [gone, "with their source gone"],
    [errors, "that cannot be shown"],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return `${total} ${total === 1 ? "number or block" : "numbers and blocks"}: ${said.join(", ")}.`;
}
