import type { SmallEstimate } from "../../../contracts/reports/report-answer.ts";
import { type Quantity, writeQuantity } from "../../../wording/quantities.ts";

const cellText = (text: string) => text.replace(/[\\|]/g, "\\$&").replaceAll("\n", " ");

/** A table of Markdown; all columns but the first are numbers. */
export function pipeTable(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return [
    line(heads),
    `|${heads.map((_, i) => (i === 0 ? " --- " : " ---: ")).join("|")}|`,
    ...rows.map(line),
  ].join("\n");
}

/** A value with its interval. */
export function quantity(
  e: SmallEstimate,
  unit: string,
  look: Pick<Quantity, "n" | "difference" | "alike" | "decimals"> = {},
): string {
  const { value, interval } = writeQuantity({ ...look, ...e, unit });
  return interval ? `${value} ${interval}` : value;
}

/** Sentences as a list. */
export const bullets = (sentences: string[]) =>
  sentences.map((s) => `- ${s.replaceAll("\n", " ")}`).join("\n");
