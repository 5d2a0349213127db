import { selectLabelTuples } from "#db/queries/labels.ts";
import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { LabelsAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { ServiceError } from "../../../errors.ts";
import { percentAxis } from "../../../plot/scale.ts";
import { countOf, writeCount } from "../../../wording/counts.ts";
import { writeSetShare, writeStepLabel } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { labelDistribution } from "../../labels/distribution.ts";
import { listLabelSets } from "../../labels/overview.ts";
import { digestOf } from "../answers/digest.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import { pipeTable, quantity } from "../export/pipe-table.ts";
import { estimateCell, head, table } from "../html/draw-table.ts";
import { h, noteLine } from "../html/element.ts";
import { flagGlyph } from "../html/glyph.ts";
import type { ReportBlock } from "./report-block.ts";

/** Step labels of a process reward model against their expected bands. */
const PrmDistributionQuery = z.strictObject({
  kind: z.literal("prm-distribution"),
  labels: idSchema("labelSet"),
});

export type PrmDistributionQuery = z.infer<typeof PrmDistributionQuery>;

/** Answers the distribution of step labels of one label set against the expected bands. */
function answerLabels(reading: Reading, query: PrmDistributionQuery): Answered<LabelsAnswer> {
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
      "share of labeled episode steps by label; a dashed band is the share the labeling plan expects",
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

const [WIDTH, HEIGHT] = [180, 16];
const AXIS = percentAxis([0, 1], 2);

/** Measured share as a bar, its interval as a line, the expected band as a dashed box; all on 0 to 100 %. */
function drawBar(bar: LabelsAnswer["bars"][number]): ReportNode {
  const { low, high, expectedLow, expectedHigh } = bar;
  return h(
    "svg",
    { class: "r-hbar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    h("rect", { class: "r-hbar-fill", x: 0, y: 4, width: AXIS.span(0, bar.share), height: 8 }),
    expectedLow !== null && expectedHigh !== null
      ? h("rect", {
          class: "r-hbar-expected",
          x: AXIS.place(expectedLow),
          y: 1,
          width: AXIS.span(expectedLow, expectedHigh),
          height: HEIGHT - 2,
        })
      : null,
    low !== null && high !== null
      ? h("line", { class: "r-hbar-interval", x1: AXIS.place(low), x2: AXIS.place(high), y1: 8, y2: 8 })
      : null,
  );
}

/** The band that a label was expected in: "10 % to 20 %". */
const expectedText = ({ expectedLow, expectedHigh }: LabelsAnswer["bars"][number]): string =>
  expectedLow === null || expectedHigh === null
    ? NOT_MEASURED
    : `${writeSetShare(expectedLow)} to ${writeSetShare(expectedHigh)}`;

/** The distribution of step labels against the expected bands, as a table whose rows carry a bar. */
function drawLabels(answer: LabelsAnswer): ReportNode {
  const rows = answer.bars.map((bar) => {
    const outside =
      bar.expectedLow !== null && bar.expectedHigh !== null && bar.low !== null && bar.high !== null
        ? bar.low > bar.expectedHigh || bar.high < bar.expectedLow
        : false;
    const measured = { value: bar.share, low: bar.low, high: bar.high };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, bar.label),
      estimateCell(measured, "share", { n: answer.n }),
      h(
        "td",
        { class: "num" },
        expectedText(bar),
        outside ? h("span", { class: "r-flags" }, " ", flagGlyph("warning"), "outside") : null,
      ),
      h("td", { class: "num" }, writeCount(bar.n)),
      h("td", {}, drawBar(bar)),
    );
  });
  return table(
    "Step labels",
    [
      head("Label", "", false),
      head("Share", "% [95 % CI]"),
      head("Expected", ""),
      head("Steps", ""),
      head("", "0 to 100 %", false),
    ],
    rows,
  );
}

const labelsText = (answer: LabelsAnswer): string =>
  pipeTable(
    ["Label", "Share % [95 % CI]", "Expected", "Steps"],
    answer.bars.map((b) => [
      b.label,
      quantity({ value: b.share, low: b.low, high: b.high }, "share", { n: answer.n }),
      expectedText(b),
      writeCount(b.n),
    ]),
  );

export const PRM_DISTRIBUTION: ReportBlock<PrmDistributionQuery, LabelsAnswer> = {
  query: PrmDistributionQuery,
  gives: "labels",
  answer: answerLabels,
  draw: (answer) => [
    drawLabels(answer),
    ...noteLine([
      `${countOf(answer.n, "labeled step")} of ${countOf(answer.episodes, "episode")}.`,
      ...answer.notes,
    ]),
  ],
  text: labelsText,
  counted: () => null,
};
