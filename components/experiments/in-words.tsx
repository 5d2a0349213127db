import { Pairs } from "#components/ui/tables/pairs.tsx";
import type { AblationTable as TableData, ExperimentPlan } from "#server/contracts/experiment.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeMoment } from "#server/wording/times.ts";
import { totals } from "./run-totals.ts";
import { StateCounts } from "./state-counts.tsx";

/** What the table says and does not say, one sentence per metric. */
export function Verdicts({ table }: { table: TableData }) {
  return (
    <ul className="verdicts" aria-label="In words">
      {table.verdicts.map((v) => (
        <li key={v.metric}>{v.sentence}</li>
      ))}
    </ul>
  );
}

/** What the runs do, and what was fixed before the first of them. */
export function Planned({ table, plan }: { table: TableData; plan: ExperimentPlan | null | undefined }) {
  return (
    <Pairs
      pairs={[
        { name: "Runs", value: <StateCounts states={totals(table)} /> },
        ...(plan
          ? [
              {
                name: "Planned before launch",
                value: `${plan.primaryMetric ? `primary metric ${metricInfo(plan.primaryMetric).title}` : plan.primary.map((m) => metricInfo(m).title).join(", ")}; ${countOf(plan.comparisons, "comparison")} with the baseline, seeds ${plan.seeds.join(", ")}. Saved ${writeMoment(plan.savedAt)}.`,
              },
            ]
          : []),
      ]}
    />
  );
}
