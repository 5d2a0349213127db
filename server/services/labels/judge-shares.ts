import type { LabelEstimate, LabelShare } from "../../contracts/prm.ts";
import { bandVerdict, type ExpectedBand } from "../../stats/band-verdict.ts";
import { type ClusterCounts, clusterShares } from "../../stats/problems/cluster-shares.ts";
import type { Estimate } from "../../stats/mean-interval.ts";

/**
 * Shares of labels that the programme's plan expects; 0.3 is given by the rule but the plan states no band for it.
 */
const EXPECTED_BANDS: Readonly<Record<string, ExpectedBand>> = {
  "1": { low: 0.2, high: 0.3 },
  "0.5": { low: 0.3, high: 0.4 },
  "0.2": { low: 0.1, high: 0.2 },
  "0": { low: 0.2, high: 0.3 },
};

/** What the rule gives each label for, first match wins. */
const LABEL_MEANINGS: Readonly<Record<string, string>> = {
  "1": "solved, or IIS smaller",
  "0.5": "diagnosis hits half or more",
  "0.3": "diagnosis hits less than half",
  "0.2": "only looks",
  "0": "no progress",
};

/** 10,000 resamples of 100,000 labels take 1.3 CPU s; verdicts allow for the noise of these instead. */
const BOOTSTRAP = { seed: 1, replicates: 2000, clusterName: "episodes" } as const;

const plain = ({ value, low, high }: Estimate): LabelEstimate => ({ value, low, high });

/** The share of each label with its interval over whole clusters, and where it lies against its expected band. */
export function judgeShares(table: ClusterCounts, labels: readonly number[], resampled: string) {
  const { shares, errors, mean } = clusterShares(table, labels, { ...BOOTSTRAP, clusterName: resampled });
  const judged = labels.map((label, k): LabelShare => {
    const share = plain(shares[k]);
    const expected = EXPECTED_BANDS[String(label)] ?? null;
    const verdict = bandVerdict(share, expected, errors[k]);
    const beyond =
      expected && verdict === "above"
        ? (share.low ?? 0) - expected.high
        : expected && verdict === "below"
          ? (share.high ?? 0) - expected.low
          : 0;
    let count = 0;
    for (let i = 0; i < table.clusters; i++) count += table.counts[i * table.categories + k];
    return { label, meaning: LABEL_MEANINGS[String(label)] ?? "", count, share, expected, verdict, beyond };
  });
  return { shares: judged, mean: plain(mean), method: mean.method };
}
