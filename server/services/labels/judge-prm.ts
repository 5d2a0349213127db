import type { PrmReport } from "../../../workers/protocol/events.ts";
import type { PrmModel } from "../../contracts/prm.ts";

/** Fewer held-out episodes than this carry no statement about a model. */
const FEWEST_EPISODES = 10;

const three = (value: number) => value.toPrecision(3);

/**
 * Is a model better than always saying the mean label? The report holds sums over held-out steps and no error by episode, so
 * there is no interval; the sentence says that the figures are estimates and names what they rest on.
 */
export function judgePrm(report: PrmReport): Pick<PrmModel, "better" | "verdict"> {
  const { mse, baselineMse, n, episodes, auroc } = report;
  const rests = `${n} held-out steps of ${episodes} episodes`;
  if (n === 0 || !Number.isFinite(mse) || !Number.isFinite(baselineMse))
    return { better: "unknown", verdict: "It was not measured on any held-out step." };
  if (baselineMse === 0)
    return {
      better: "unknown",
      verdict: `All ${n} held-out labels are equal, so there is nothing to tell apart.`,
    };
  if (mse >= baselineMse)
    return {
      better: "no",
      verdict:
        `It is not better than always saying the mean label: squared error ${three(mse)} against ${three(baselineMse)} ` +
        `on ${rests}. Do not put it into a reward.`,
    };
  const less = `${Math.round((1 - mse / baselineMse) * 100)} % less squared error than always saying the mean label, on ${rests}`;
  if (episodes < FEWEST_EPISODES)
    return {
      better: "unknown",
      verdict: `${less}: fewer than ${FEWEST_EPISODES} episodes carry no statement.`,
    };
  if (auroc !== null && auroc <= 0.5)
    return {
      better: "no",
      verdict: `${less}, but it ranks no better than chance (AUROC ${auroc.toFixed(2)}). Do not rank steps with it.`,
    };
  return {
    better: "yes",
    verdict: `${less}. An estimate: the report carries no error by episode, so no interval.`,
  };
}
