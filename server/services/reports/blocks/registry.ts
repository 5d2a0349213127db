import type { z } from "zod";
import type { QueryKind } from "../../../contracts/reports/report-blocks.ts";
import { ABLATION_TABLE } from "./ablation-table.ts";
import { AUDIT } from "./audit.ts";
import { BEFORE_AFTER } from "./before-after.ts";
import { COMPARISON } from "./comparison.ts";
import { FINDINGS } from "./findings.ts";
import { METRIC_CHART } from "./metric-chart.ts";
import { NUMBER } from "./number.ts";
import { PRM_DISTRIBUTION } from "./prm-distribution.ts";
import type { ReportBlock } from "./report-block.ts";
import { REWARD_VARIANCE } from "./reward-variance.ts";
import { ROLLOUT } from "./rollout.ts";

/** What the server does with each kind of query, in the order in which they are named to who writes another. */
export const ANSWERED_BLOCKS = {
  number: NUMBER,
  "metric-chart": METRIC_CHART,
  "ablation-table": ABLATION_TABLE,
  findings: FINDINGS,
  "reward-variance": REWARD_VARIANCE,
  "prm-distribution": PRM_DISTRIBUTION,
  comparison: COMPARISON,
  "before-after": BEFORE_AFTER,
  rollout: ROLLOUT,
  audit: AUDIT,
} as const satisfies { [Kind in QueryKind]: ReportBlock<{ kind: Kind }> };

type Blocks = (typeof ANSWERED_BLOCKS)[QueryKind];
export type ReportQuery = z.infer<Blocks["query"]>;

/** The block whose answers are of this kind. The compiler refuses a kind that none gives. */
export function blockThatGives(kind: Blocks["gives"]): ReportBlock {
  const found = Object.values<ReportBlock>(ANSWERED_BLOCKS).find(({ gives }) => gives === kind);
  if (!found) throw new Error(`No block gives an answer ${JSON.stringify(kind)}.`);
  return found;
}
