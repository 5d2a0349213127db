import { ChartFrame } from "#components/charts/chart-frame.tsx";
import { DEAD_PARTS } from "#components/charts/dead-parts.ts";
import { StackedShares } from "#components/charts/stacked-shares.tsx";
import { axisLabel, writeStretch } from "#server/wording/charts/axes.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { writeN } from "#server/wording/counts.ts";
import { writeShare } from "#server/wording/quantities.ts";

const HEAD = 50;
const ROW = 29;

/** Why groups were dead, stretch by stretch of training: parts of all drawn groups. */
export function DeadCausesPanel({ cell }: { cell: VarianceCell }) {
  const flag = cell.findings.find((o) => o.speaksOf.includes("group/zero_share"));
  return (
    <ChartFrame
      title={cell.config}
      unit="% of drawn groups"
      flag={flag ? <FindingFlag level={flag.severity} label={`${flag.rule} ${flag.claim}`} /> : undefined}
      height={HEAD + ROW * Math.max(1, cell.dead.length)}
      state={
        cell.dead.length > 0
          ? undefined
          : {
              kind: "empty",
              title: "No shares of dead groups",
              reason:
                cell.deadOver === null
                  ? "These runs send no group/zero_share with its causes."
                  : `Stretches are of train steps, and these runs send them over ${axisLabel(cell.deadOver)} only.`,
            }
      }
    >
      <StackedShares
        label={`Why groups of ${cell.config} are dead`}
        parts={DEAD_PARTS}
        endWord="dead"
        rows={cell.dead.map(({ from, to, runs, solved, failed, other, alive }) => ({
          key: String(from),
          name: `${from === to ? "step" : "steps"} ${writeStretch(from, to)}`,
          shares: [failed, solved, other, alive],
          end: `${writeShare(1 - alive)}${cell.seeds.length > 1 ? `, ${writeN(runs)}` : ""}`,
        }))}
      />
    </ChartFrame>
  );
}
