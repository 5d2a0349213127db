import type { LabelRules } from "../../contracts/label-rule.ts";
import type { LabelEstimate, LabelShare } from "../../../packs/repair/contracts/prm.ts";
import { bandVerdict, type ExpectedBand } from "../../stats/band-verdict.ts";
import { type ClusterCounts, clusterShares } from "../../stats/problems/cluster-shares.ts";
import type { Estimate } from "../../stats/estimate.ts";

/**
 * Shares of labels that the programme's plan expects; 0.3 is given by the rule but the plan states no band for it.
 */
const EXPECTED_BANDS: Readonly<Record<string, ExpectedBand>> = {
  "1": { low: 0.2, high: 0.3 },
  "0.5": { low: 0.3, high: 0.4 },
  "0.2": { low: 0.1, high: 0.2 },
  "0": { low: 0.2, high: 0.3 },
};

/** What each set of rules gives a label for, first match wins. */
const LABEL_MEANINGS: Readonly<Record<LabelRules, Readonly<Record<string, string>>>> = {
  reports: {
    "1": "solved, or IIS smaller",
    "0.5": "diagnosis hits half or more",
    "0.3": "diagnosis hits less than half",
    "0.2": "only looks",
    "0": "no progress",
  },
  progress: {
    "1": "solved, or nearer to a solution",
    "0.5": "half of the IIS or more is named",
    "0.3": "less than half of it is named",
    "0.2": "only looks",
    "0": "no progress",
  },
};

/** 10,000 resamples of 100,000 labels take 1.3 CPU s; verdicts allow for the noise of these instead. */
const BOOTSTRAP = { seed: 1, replicates: 2000, clusterName: "episodes" } as const;

const plain = ({ value, low, high }: Estimate): LabelEstimate => ({ value, low, high });

/**
 * The share of each label with its interval over whole clusters, and where it lies against its expected band. The plan
 * expects bands of the reports' rules alone; `rules` is null for labels of several sets of rules.
 */
export function judgeShares(
  table: ClusterCounts,
  labels: readonly number[],
  resampled: string,
  rules: LabelRules | null,
) {
  const { shares, errors, mean } = clusterShares(table, labels, { ...BOOTSTRAP, clusterName: resampled });
  const meanings = rules === null ? {} : LABEL_MEANINGS[rules];
  const judged = labels.map((label, k): LabelShare => {
    const share = plain(shares[k]);
    const expected = rules === "reports" ? (EXPECTED_BANDS[String(label)] ?? null) : null;
    const verdict = bandVerdict(share, expected, errors[k]);
    const beyond =
      expected && verdict === "above"
        ? (share.low ?? 0) - expected.high
        : expected && verdict === "below"
          ? (share.high ?? 0) - expected.low
          : 0;
    let count = 0;
    for (let i = 0; i < table.clusters; i++) count += table.counts[i * table.categories + k];
    return { label, meaning: meanings[String(label)] ?? "", count, share, expected, verdict, beyond };
  });
  return { shares: judged, mean: plain(mean), method: mean.method };
}
