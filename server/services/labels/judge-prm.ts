import { settledSign } from "../../numbers/excludes-zero.ts";
import type { PrmReport } from "../../../workers/protocol/label-events.ts";
import type { PrmModel } from "../../../packs/repair/contracts/prm.ts";
import { rankingWords, ranksPoorly } from "../../checks/prm-ranking.ts";
import { countOf } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { writeInterval, writeQuantity } from "../../wording/quantities.ts";

/** Fewer held-out episodes than this carry no statement about a model. */
const FEWEST_EPISODES = 10;
const NOT_FOR_A_REWARD = "Do not put it into a reward.";

type Verdict = Pick<PrmModel, "better" | "verdict">;

/** Old reports carry no error by episode: their figures can be read, and nothing can be tested. */
function untested({ mse, baselineMse }: PrmReport, compared: string): Verdict {
  const advice = mse < baselineMse ? "" : ` ${NOT_FOR_A_REWARD}`;
  const why = "The report carries no error by episode, so this is not tested.";
  return { better: "untested", verdict: `${compared}. ${why}${advice}` };
}

function tested(difference: NonNullable<PrmReport["difference"]>, compared: string): Verdict {
  const { mean, low, high, episodes, method } = difference;
  if (low === null || high === null)
    return { better: "unknown", verdict: `${compared}. No interval of the difference: ${method}.` };
  const interval = `by episode ${writeQuantity({ value: mean, low, high }).value} less ${writeInterval(low, high)}, ${countOf(episodes, "episode")}`;
  const sign = settledSign(difference);
  if (sign === 1) return { better: "yes", verdict: `${compared}; ${interval}.` };
  if (sign === -1)
    return {
      better: "no",
      verdict: `It is worse than always saying the mean label. ${compared}; ${interval}. ${NOT_FOR_A_REWARD}`,
    };
  return { better: "unknown", verdict: `${compared}; ${interval}: the interval holds 0.` };
}

/**
 * Is a model better than always saying the mean label? "yes" and "no" only where the interval of the paired difference by
 * episode excludes 0.
 */
export function judgePrm(report: PrmReport): Verdict {
  const { mse, baselineMse, n, episodes, auroc, difference } = report;
  if (n === 0 || !Number.isFinite(mse) || !Number.isFinite(baselineMse))
    return { better: "unknown", verdict: "It was not measured on any held-out step." };
  if (baselineMse === 0)
    return {
      better: "unknown",
      verdict: `All ${countOf(n, "held-out label")} are equal, so there is nothing to tell apart.`,
    };
  const compared = `Squared error ${writeNumber(mse)} against ${writeNumber(baselineMse)} of always saying the mean label, on ${countOf(n, "held-out step")} of ${countOf(episodes, "episode")}`;
  if (episodes < FEWEST_EPISODES)
    return {
      better: "unknown",
      verdict: `${compared}: fewer than ${countOf(FEWEST_EPISODES, "episode")} carry no statement.`,
    };
  const judged = difference ? tested(difference, compared) : untested(report, compared);
  if (auroc === null || judged.better === "no") return judged;
  if (auroc > 0.5 && ranksPoorly(report))
    return {
      ...judged,
      verdict: `${judged.verdict} It ${rankingWords(report)}: of two steps with different labels it puts more than one in four in the wrong order.`,
    };
  if (auroc > 0.5) return judged;
  return {
    better: "unknown",
    verdict: `${judged.verdict} It ranks no better than chance (concordance ${writeNumber(auroc)}): do not rank steps with it.`,
  };
}
