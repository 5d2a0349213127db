import { selectLabelTuples } from "#db/queries/labels.ts";
import type { LabelsAnswer } from "../../../contracts/reports/report-answer.ts";
import type { PrmDistributionQuery } from "../../../contracts/reports/report-query.ts";
import { ServiceError } from "../../../errors.ts";
import { labelDistribution } from "../../labels/distribution.ts";
import { listLabelSets } from "../../labels/overview.ts";
import { writeStepLabel } from "../../../wording/quantities.ts";
import type { Answered, Reading } from "./reading.ts";
import { digestOf } from "./digest.ts";

/** Answers the distribution of step labels of one label set against the expected bands. */
export function answerLabels(reading: Reading, query: PrmDistributionQuery): Answered {
  const { ctx } = reading;
  if (listLabelSets(ctx, [query.labels]).length === 0)
    throw new ServiceError(
      "not_found",
      `There is no label set ${query.labels}. Its run may have been deleted.`,
    );
  const found = labelDistribution(ctx, [query.labels]);
  const [set] = found.sets;
  const answer: LabelsAnswer = {
    kind: "labels",
    subject: `${set.run.name}, labels of the steps of ${set.labelled.name}`,
    definition:
      "share of labelled episode steps by label; a dashed band is the share the labelling plan expects",
    method: found.method,
    runs: [set.run, set.labelled].map(({ id, name }) => ({ id, name })),
    evaluations: [set.evaluation.id],
    source: "live",
    computedAt: reading.at,
    n: found.n,
    episodes: found.episodes,
    bars: found.labels.map((l) => ({
      label: `${writeStepLabel(l.label)}${l.meaning ? `, ${l.meaning}` : ""}`,
      n: l.count,
      share: l.share.value ?? 0,
      low: l.share.low,
      high: l.share.high,
      expectedLow: l.expected?.low ?? null,
      expectedHigh: l.expected?.high ?? null,
    })),
    notes: found.cautions,
  };
  const data = selectLabelTuples(ctx.db, query.labels).map(([episode, step, label]) => [
    episode,
    step,
    label,
  ]);
  return { answer, digest: digestOf({ labels: query.labels, data }) };
}
