import { DistributionBars } from "#components/charts/distribution-bars.tsx";
import { labelFill } from "#components/episodes/label-fill.ts";
import { labelText } from "#components/episodes/label-text.ts";
import type { LabelShare } from "#server/contracts/prm.ts";
import { verdictText } from "./verdict-text.ts";

/** Share of each label against its expected band. A label that is no part of the rule and never occurs is left out. */
export function LabelBars({ label, shares }: { label: string; shares: LabelShare[] }) {
  return (
    <div className="label-bars">
      <DistributionBars
        label={label}
        rows={shares.map((one) => ({
          key: String(one.label),
          name: labelText(one.label),
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
