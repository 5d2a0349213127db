import type { AblationRow } from "#server/contracts/experiment.ts";
import type { Objection } from "#server/contracts/objection.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

export interface Comparability {
  word: typeof NOT_MEASURED | "yes" | "no";
  /** What forbids or weakens the difference in this metric. */
  about: Objection[];
  /** What is known of the runs themselves, whatever they are compared with. */
  health: Objection[];
}

const isComparison = (o: Objection) => o.family === "comparability";

/**
 * Splits the objections to a row for a table of one headline metric: whether its difference in that metric may be read, and
 * what its runs suffer from. Comparability rules about other metrics are in neither: they are shown with those.
 */
export function comparabilityOf(row: AblationRow, metric: string): Comparability {
  const forbidden = !row.comparable[metric];
  const concerns = row.objections.filter((o) => o.metric === null || o.metric === metric);
  const about = concerns.filter(
    (o) => isComparison(o) || (forbidden && o.metric === metric && o.severity === "objection"),
  );
  const health = row.objections.filter((o) => !isComparison(o) && !about.includes(o));
  return { word: row.baseline ? NOT_MEASURED : forbidden ? "no" : "yes", about, health };
}
