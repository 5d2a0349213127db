import { z } from "zod";
import { METRICS_AT_ONCE } from "../../contracts/compare/compare-words.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { type Comparison, MAX_SIDES } from "../../contracts/compare/compare.ts";
import { Estimate } from "../../contracts/experiment.ts";
import { readTyped } from "../../wording/typed.ts";
import { writeN } from "../../wording/counts.ts";
import { equalsP, quantityText } from "../../wording/quantities.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { formatRuns, RunsAnswer } from "../formats/format-runs.ts";
import { talking, text, type Verb } from "../verb.ts";

const Difference = Estimate.pick({ value: true, low: true, high: true, n: true, method: true }).extend({
  p: z.number().nullable(),
});
const Row = z.object({
  id: z.string(),
  title: z.string(),
  unit: z.enum(["share", "steps"]),
  definition: z.string(),
  /** One per side. */
  values: z.array(Estimate.extend({ hits: z.number().int().nullable() })),
  /** To the first side; null for that, and where none may be given. */
  differences: z.array(Difference.nullable()),
});
const Answer = z.object({
  k: z.number().int(),
  sides: z.array(
    z.object({
      evaluationId: z.string(),
      name: z.string(),
      runId: z.string(),
      config: z.string(),
      n: z.number().int(),
      population: z.string(),
      protocol: z.string(),
    }),
  ),
  /** Only problems that all sides were measured on are counted. */
  restricted: z.boolean(),
  /** Why a side has no difference to the first. */
  notRanked: z.array(z.string().nullable()),
  rows: z.array(Row),
  overSeeds: z.array(z.string().nullable()),
  caption: z.string(),
});

function differenceText(row: Comparison["rows"][number], side: number): string {
  const difference = row.differences[side];
  if (!difference || difference.value === null) return NOT_MEASURED;
  const words = quantityText({ ...difference, unit: row.unit, n: null, difference: true });
  return difference.p === null ? words : `${words}, ${equalsP(difference.p)}`;
}

/** A line per measure and side, the differences to the first side beside them, and what forbids or qualifies them below. */
export function formatComparison({ sides, rows, notRanked, overSeeds, caption }: Comparison): string {
  const lines = rows.flatMap((row) =>
    sides.map(({ name }, side) => [
      side === 0 ? row.title : "",
      name,
      quantityText({ ...row.values[side], unit: row.unit }),
      writeN(row.values[side].n),
      side === 0 ? "" : differenceText(row, side),
    ]),
  );
  const table = textTable(
    ["measure", "evaluation", "value, 95 %", "n", `to ${sides[0].name}`].map(plain),
    lines.map((line) => line.map(plain)),
  );
  const said = sides.flatMap(({ name }, side) =>
    [notRanked[side], overSeeds[side]].flatMap((words) => (words ? [`${name}: ${words}`] : [])),
  );
  return [table, "", ...said.map(plain), caption].join("\n");
}

export const verb: Verb = {
  name: "compare",
  words: "EVALUATION|RUN EVALUATION|RUN ...",
  wordCount: [2, MAX_SIDES],
  summary: "put evaluations or runs side by side, each beside the first",
  details:
    "EVALUATION is an id or the start of one; RUN is one too, or a name, and stands for its final evaluation. Where one of the runs has none, the runs themselves stand side by side: last values of their metrics, and the settings that differ. Differences are to the first, and are not given where values may not be compared: then it says why.",
  examples: [
    [
      "npx ablab compare baseline-s0 no_kl-s0",
      "runs or evaluations side by side; also --k 3, --common, --metric loss",
    ],
  ],
  options: talking({
    k: { type: "string", value: "K", help: "steps that a repair may take; default 5" },
    common: { type: "boolean", help: "count only problems that all were measured on" },
    metric: { type: "string", value: "TEXT", help: "of runs: only metrics with TEXT in their name" },
    offset: {
      type: "string",
      value: "N",
      help: `of runs: leave out the first N metrics; ${METRICS_AT_ONCE} are given`,
    },
  }),
  answer: z.union([Answer, RunsAnswer]),
  async run(input) {
    const k = readTyped(text(input.options.k) ?? "5");
    if (k === null || !Number.isInteger(k) || k < 1) throw usageError("--k is a whole number from 1 on.");
    const offset = readTyped(text(input.options.offset) ?? "0");
    if (offset === null || !Number.isInteger(offset) || offset < 0)
      throw usageError("--offset is a whole number from 0 on.");
    const found = await ask(input, async (api) => {
      const sides = await Promise.all(input.words.map((word) => api.compare.find.query({ text: word })));
      const ids = sides.map(({ id }) => id);
      if (new Set(ids).size < 2) throw usageError("These are one evaluation or run. Name two that differ.");
      if (ids.every((id) => id.startsWith(`${ID_PREFIXES.evaluation}_`)))
        return api.compare.overview.query({ ids, k, common: input.options.common === true });
      return api.compare.runs.query({ ids, offset, search: text(input.options.metric) ?? "" });
    });
    const ofRuns = "runs" in found;
    if (input.options.json) printJson(ofRuns ? RunsAnswer.parse(found) : Answer.parse(found));
    else say(ofRuns ? formatRuns(found) : formatComparison(found));
    return EXIT.done;
  },
};
