import { DistributionBars } from "#components/charts/distribution-bars.tsx";
import { labelFill } from "#components/episodes/label-fill.ts";
import { writeStepLabel } from "#server/wording/quantities.ts";
import type { LabelShare } from "#server/contracts/prm.ts";
import { verdictText } from "./verdict-text.ts";

/** Share of each label against its expected band. A label that is no part of the rule and never occurs is left out. */
export function LabelBars({ label, n, shares }: { label: string; n: number; shares: LabelShare[] }) {
  return (
    <div className="label-bars">
      <DistributionBars
        label={label}
        n={n}
        rows={shares.map((one) => ({
          key: String(one.label),
          name: writeStepLabel(one.label),
          sub: one.meaning,
          share: one.share.value ?? 0,
          interval:
            one.share.low === null || one.share.high === null
              ? null
              : { low: one.share.low, high: one.share.high },
          expected: one.expected,
          verdict: verdictText(one),
          step: labelFill(one.label).step,
        }))}
      />
    </div>
  );
}
