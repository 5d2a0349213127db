import type { ItemCounts } from "../contracts/reports/report.ts";
import { countOf, plural, writeCount } from "./counts.ts";
import { writeMoment } from "./times.ts";

/** "15 numbers and blocks: 14 frozen, 1 drifted." */
export function writeItemCounts({ live, frozen, drifted, gone, errors }: ItemCounts): string {
  const total = live + frozen + drifted + gone + errors;
  if (total === 0) return "No number or block.";
  const parts: [number, string][] = [
    [live, "live"],
    [frozen, "frozen"],
    [drifted, "drifted"],
    [gone, "with their source gone"],
    [errors, "that cannot be shown"],
  ];
  const said = parts.flatMap(([n, words]) => (n > 0 ? [`${writeCount(n)} ${words}`] : []));
  return `${numbersAndBlocks(total)}: ${said.join(", ")}.`;
}

/** "1 number or block", "15 numbers and blocks". */
export const numbersAndBlocks = (n: number): string =>
  `${writeCount(n)} ${plural(n, "number or block", "numbers and blocks")}`;

/** Which publication of a report it is, and of when. */
export const publishedWords = (revision: number, at: number): string =>
  `Published ${writeMoment(at)}, revision ${writeCount(revision)}.`;

/** What becomes of the published reports that use something that is to be deleted. */
export const usedByReports = (reports: readonly { title: string }[]): string =>
  reports.length === 0
    ? "No published report uses it."
    : `${countOf(reports.length, "published report uses", "published reports use")} it: ${reports.map(({ title }) => title).join(", ")}. ${plural(reports.length, "It stays", "They stay")} whole and will say that the source is gone.`;
