import { ClampedWords } from "#components/ui/tables/clamped-words.tsx";
import type { AblationRow } from "#server/contracts/experiment.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeSet } from "#server/wording/typed.ts";

/** "dynamic on", "beta_kl 0.01 → 0". */
function changeWords({ name, from, to }: AblationRow["changed"][number]): string {
  return typeof to === "boolean"
    ? `${name} ${to ? "on" : "off"}`
    : `${name} ${writeSet(from)} → ${writeSet(to)}`;
}

/** Changes that a row names; configurations from outside may differ in a hundred keys, which a press shows. */
const NAMED = 4;

function wordsOf({ baseline, changed }: AblationRow, most: number): string {
  if (baseline) return "baseline";
  const more = changed.length - most;
  const named = changed.slice(0, most).map(changeWords).join(", ") || "nothing";
  return more > 0 ? `${named} and ${writeCount(more)} more` : named;
}

/** What a configuration changes from the baseline. */
export function ChangedWords({ row }: { row: AblationRow }) {
  return <ClampedWords words={wordsOf(row, NAMED)} all={wordsOf(row, row.changed.length)} />;
}
