import type { AblationRow } from "#server/contracts/experiment.ts";
import type { Finding } from "#server/contracts/finding.ts";
import { listAnd } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

interface Comparability {
  word: typeof NOT_MEASURED | "yes" | "no" | "not known";
  /** What is not on record of the two, where that is all that stands against it. */
  missing: string | null;
  /** What forbids or weakens the difference in this metric. */
  about: Finding[];
  /** What is known of the runs themselves, whatever they are compared with. */
  health: Finding[];
}

const isComparison = (o: Finding) => o.family === "comparability";

/**
 * Splits the findings of a row for a table of one headline metric: whether its difference in that metric may be read, and
 * what its runs suffer from. Comparability rules about other metrics are in neither: they are shown with those.
 */
export function comparabilityOf(row: AblationRow, metric: string): Comparability {
  const forbidden = !row.comparable[metric];
  const concerns = row.findings.filter((o) => o.metric === null || o.metric === metric);
  const about = concerns.filter(
    (o) => isComparison(o) || (forbidden && o.metric === metric && (o.severity === "error" || o.forbids)),
  );
  const health = row.findings.filter((o) => !isComparison(o) && !about.includes(o));
  const missing = row.baseline || forbidden ? [] : (row.notLogged?.[metric] ?? []);
  return {
    word: row.baseline ? NOT_MEASURED : forbidden ? "no" : missing.length > 0 ? "not known" : "yes",
    missing: missing.length > 0 ? `Not logged: ${listAnd(missing)}` : null,
    about,
    health,
  };
}
