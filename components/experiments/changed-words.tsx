import { ClampedWords } from "#components/ui/tables/clamped-words.tsx";
import type { AblationRow } from "#server/contracts/experiment.ts";
import { writeSet } from "#server/wording/typed.ts";

/** "dynamic on", "beta_kl 0.01 → 0". */
function changeWords({ name, from, to }: AblationRow["changed"][number]): string {
  return typeof to === "boolean"
    ? `${name} ${to ? "on" : "off"}`
    : `${name} ${writeSet(from)} → ${writeSet(to)}`;
}

/** What a configuration changes from the baseline. */
export function ChangedWords({ row: { baseline, changed } }: { row: AblationRow }) {
  if (baseline) return <ClampedWords parts={["baseline"]} />;
  return <ClampedWords parts={changed.length === 0 ? ["nothing"] : changed.map(changeWords)} />;
}
