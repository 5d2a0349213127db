import { Fact } from "#components/ui/fact.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import { Value } from "#components/ui/value.tsx";
import type { LabelDistribution, PrmModel } from "#server/contracts/prm.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { writeShare, writeStepLabel } from "#server/wording/quantities.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { bandFact } from "./verdict-text.ts";

interface PrmFactsProps {
  distribution: LabelDistribution;
  model: PrmModel | undefined;
}

/** The header of truth of the chosen label sets. */
export function PrmFacts({ distribution, model }: PrmFactsProps) {
  const { n, episodes, mean, labels } = distribution;
  const band = bandFact(distribution);
  const unbanded = labels.filter((one) => one.expected === null && one.count > 0);
  return (
    <Facts>
      <Fact
        label="Labels"
        note={`${countOf(episodes, "episode")}, ${writeNumber(episodes > 0 ? n / episodes : null)} labels each`}
      >
        <Value value={n} kind="count" source="recomputed" />
      </Fact>
      <Fact
        label="Mean label"
        note={mean.low === null || mean.high === null ? undefined : "interval over whole episodes"}
      >
        <Value
          value={mean.value}
          interval={mean.low === null || mean.high === null ? null : { low: mean.low, high: mean.high }}
          noInterval="no interval"
        />
      </Fact>
      <Fact label="Outside expected band" note={band.note}>
        {band.value} {band.outside ? <ObjectionFlag level="caution" label={band.note} /> : null}
      </Fact>
      <Fact
        label="Not in the expectation"
        note={
          unbanded.length === 0
            ? "no label without a band occurs"
            : unbanded.map((one) => `${writeShare(one.share.value, n)} of steps`).join(", ")
        }
      >
        {unbanded.length === 0 ? NOT_MEASURED : unbanded.map((one) => writeStepLabel(one.label)).join(", ")}
      </Fact>
      <Fact
        label="Trained PRM, ECE"
        note={model ? `${model.run.name}, ${countOf(model.report.n, "held-out step")}` : "none trained yet"}
      >
        <Value value={model?.report.ece ?? null} />
      </Fact>
    </Facts>
  );
}
