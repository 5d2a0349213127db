import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { verdictWords } from "../../wording/claims.ts";
import { countOf, listAnd, plural } from "../../wording/counts.ts";
import { beginSentence } from "../../wording/typography.ts";
import { missingSeedsText } from "../../wording/verdicts/missing-seeds.ts";
import { writeSeedsBetween } from "../../wording/seeds.ts";
import { confirmationText, lookText } from "../../wording/verdicts/looks.ts";

/** Rows of which one of these may be claimed in a metric. */
export const having = (
  rows: readonly AblationRow[],
  metric: string,
  ...verdicts: readonly ClaimVerdict[]
): AblationRow[] => rows.filter((row) => verdicts.includes(row.difference[metric].verdict ?? "untested"));

/** The tested rows of a metric by what may be claimed of them. */
export interface ByClaim {
  clear: AblationRow[];
  /** What is weaker than a claim: only if variances are equal, or suggestive. */
  alike: AblationRow[];
  /** Seeds have no value or have not finished, so nothing is claimed yet. */
  open: AblationRow[];
  rest: AblationRow[];
  tested: AblationRow[];
}

export function byClaim(rows: readonly AblationRow[], metric: string): ByClaim {
  const clear = having(rows, metric, "significant", "significant_despite_missing");
  const alike = having(rows, metric, "significant_if_equal_variances", "suggestive");
  const open = having(rows, metric, "incomplete", "interim");
  const rest = having(rows, metric, "not_significant");
  return { clear, alike, open, rest, tested: [...clear, ...alike, ...open, ...rest] };
}

/** Seeds without a value, of some rows and the baseline: " Missing values: no_kl 4 of 6 (1 diverged, 1 failed)." */
export function missingOf(rows: readonly AblationRow[], baseline: AblationRow, metric: string): string {
  if (rows.length === 0) return "";
  const text = missingSeedsText(
    [...rows, baseline].map(({ config, metrics, missing }) => ({
      config,
      n: metrics[metric].n,
      missing: missing?.[metric] ?? [],
    })),
  );
  return text === "" ? "" : ` Missing values: ${text}.`;
}

/** More configurations than these are counted, not named. */
const NAMED = 3;

const namesText = (rows: readonly AblationRow[]): string =>
  rows.length > NAMED ? countOf(rows.length, "configuration") : listAnd(rows.map(({ config }) => config));

/** What weaker rows are, the words of each verdict behind its rows: "no_kl is significant only if variances are equal". */
export function weakerText(
  alike: readonly AblationRow[],
  metric: string,
  called: (rows: readonly AblationRow[]) => string,
): string {
  return (["significant_if_equal_variances", "suggestive"] as const)
    .map((verdict) => ({ verdict, rows: having(alike, metric, verdict) }))
    .flatMap(({ verdict, rows }) =>
      rows.length > 0 ? [`${called(rows)} ${plural(rows.length, "is", "are")} ${verdictWords(verdict)}`] : [],
    )
    .join("; ");
}

/** What is open: "incomplete: no_kl; interim: asym"; empty where nothing is. */
export const openText = (open: readonly AblationRow[], metric: string): string =>
  (["incomplete", "interim"] as const)
    .map((verdict) => ({ verdict, rows: having(open, metric, verdict) }))
    .flatMap(({ verdict, rows }) => (rows.length > 0 ? [`${verdict}: ${namesText(rows)}`] : []))
    .join("; ");

/** ", even with the worst value imputed for missing seeds", where seeds are missing and all of these rows differ nevertheless. */
export const despiteText = (clear: readonly AblationRow[], metric: string): string =>
  having(clear, metric, "significant_despite_missing").length > 0
    ? ", even with the worst value imputed for missing seeds"
    : "";

/**
 * The latest look that the seeds of some rows are of, and what the seeds that were added say alone of those that differ: " Look 2, at
 * 97.5 %. no_kl, new seeds alone (3 seeds): +4.0 pp [+1.2, +6.8], confirmed." Empty where nothing was added after a look.
 */
export function looksText(
  tested: readonly AblationRow[],
  clear: readonly AblationRow[],
  { metric, unit }: Pick<TableColumn, "metric" | "unit">,
): string {
  const looks = tested.flatMap(({ difference }) => difference[metric].look ?? []);
  const latest = looks.toSorted((a, b) => b.number - a.number).at(0);
  if (!latest) return "";
  const confirmed = clear.slice(0, NAMED).flatMap(({ config, difference }) => {
    const alone = difference[metric].confirmation;
    return alone ? [` ${config}: ${confirmationText(alone, unit)}.`] : [];
  });
  return ` ${beginSentence(lookText(latest))}.${confirmed.join("")}`;
}

/** What the open rows are, without their names: "incomplete", "interim", or "incomplete or interim". */
export function openCodes(open: readonly AblationRow[], metric: string): string {
  return (["incomplete", "interim"] as const)
    .filter((verdict) => having(open, metric, verdict).length > 0)
    .join(" or ");
}

/** Seeds with a value that stand behind some rows: "3 seeds", or where they have different numbers "3 to 6 seeds". */
export function seedCountText(rows: readonly AblationRow[], metric: string): string {
  const counts = rows.map(({ metrics }) => metrics[metric].n);
  return writeSeedsBetween(Math.min(...counts), Math.max(...counts));
}
