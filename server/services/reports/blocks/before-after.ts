import { z } from "zod";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { idSchema } from "../../../contracts/ids.ts";
import type { PairsAnswer, PairsGroup } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writeCount } from "../../../wording/counts.ts";
import { writeP } from "../../../wording/quantities.ts";
import { nameSeed } from "../../../wording/seeds.ts";
import { answerPairs } from "../answers/pairs.ts";
import { bullets, pipeTable, quantity } from "../export/pipe-table.ts";
import {
  drawPairs,
  drawPairsBySeed,
  drawPairsOnPaper,
  flatValue,
  flatWords,
  pairsDecimals,
  SOLVED_BY,
  titleOf,
  verdictOf,
} from "../html/draw-pairs.ts";
import { folded, h, noteLine } from "../html/element.ts";
import { pairsCaption } from "../pairs-words.ts";
import type { DrawnAt, NumberRow, ReportBlock } from "./report-block.ts";

/** The policy before and after its training, of every trained configuration: `answer` is one sentence, `table` all of it. */
const BeforeAfterQuery = z.strictObject({
  kind: z.literal("before-after"),
  experiment: idSchema("experiment"),
  say: z.enum(["answer", "table"], 'The key "say" takes answer or table.').default("table"),
});

export type BeforeAfterQuery = z.infer<typeof BeforeAfterQuery>;

/** Rows of a metric; of one that is the same everywhere a single row. */
function rowsOf(group: PairsGroup, write: (group: PairsGroup) => string[][]): string[][] {
  const flat = flatValue(group);
  return flat === null ? write(group) : [[group.title, "", flatWords(flat), "", "", ""]];
}

/** Before and after training as Markdown: the sentence, or the tables of the page with all that is folded there. */
function pairsText(answer: PairsAnswer): string {
  const { groups, problems: n, flips } = answer;
  if (answer.say === "answer") return answer.message;
  const overSeeds = groups.flatMap((group) =>
    rowsOf(group, ({ unit, rows }) => {
      const { values, differences: alike } = pairsDecimals(rows, unit, n);
      return rows.map((row) => [
        titleOf(group),
        row.config,
        quantity(row.before, unit, { n, ...values }),
        quantity(row.after, unit, { n, ...values }),
        row.ranked < row.n ? NOT_RANKED : quantity(row.difference, unit, { difference: true, alike }),
        verdictOf(row),
      ]);
    }),
  );
  const bySeed = groups.flatMap((group) =>
    rowsOf(group, ({ unit, rows }) => {
      const all = rows.flatMap(({ seeds }) => seeds);
      const { values, differences: alike } = pairsDecimals(all, unit, n);
      return rows.flatMap(({ config, seeds }) =>
        seeds.map(({ seed, before, after, difference, p }) => [
          titleOf(group),
          `${config}, ${nameSeed(seed)}`,
          quantity(before, unit, { n, ...values }),
          quantity(after, unit, { n, ...values }),
          difference.value === null ? NOT_RANKED : quantity(difference, unit, { difference: true, alike }),
          writeP(p),
        ]),
      );
    }),
  );
  const columns = ["Before [95 % CI]", "After [95 % CI]", "Difference [95 % CI]"];
  return [
    pairsCaption(n).join(" "),
    pipeTable(["Metric", "Configuration", ...columns, "Verdict"], overSeeds),
    ...answer.notes,
    pipeTable(["Metric", "Seed", ...columns, "p"], bySeed),
    ...(flips.length > 0
      ? [
          pipeTable(
            [...SOLVED_BY],
            flips.map(({ config, seed, ...by }) => [
              `${config}, ${nameSeed(seed)}`,
              ...[by.both, by.onlyA, by.onlyB, by.neither].map(writeCount),
            ]),
          ),
        ]
      : []),
    bullets(answer.how),
  ].join("\n\n");
}

/** Every seed before and after training, and its difference. */
function pairsOf({ groups, problems, method, definition, computedAt }: PairsAnswer): NumberRow[] {
  return groups.flatMap(({ title, unit, rows }) =>
    rows.flatMap(({ config, seeds }) =>
      seeds.flatMap(({ seed, p, ...of }) =>
        (["before", "after", "difference"] as const).map((what) => ({
          name: `${title} (${what})`,
          subject: `${config}, ${nameSeed(seed)}`,
          ...of[what],
          n: problems ?? 0,
          counts: "problem",
          p: what === "difference" ? p : null,
          unit,
          method,
          definition,
          computedAt,
        })),
      ),
    ),
  );
}

function drawBeforeAfter(answer: PairsAnswer, { label }: DrawnAt): ReportNode[] {
  if (answer.say === "answer") return [h("p", { class: "r-lead" }, answer.message)];
  return [
    ...noteLine(pairsCaption(answer.problems), label),
    drawPairs(answer),
    ...noteLine(answer.notes),
    folded("each seed, and how", [...drawPairsBySeed(answer), ...noteLine(answer.how)], true),
  ];
}

export const BEFORE_AFTER: ReportBlock<BeforeAfterQuery, PairsAnswer> = {
  query: BeforeAfterQuery,
  gives: "pairs",
  answer: answerPairs,
  draw: drawBeforeAfter,
  text: pairsText,
  counted: ({ say }) => (say === "table" ? "Table" : null),
  numbers: (answer) => (answer.say === "table" ? pairsOf(answer) : []),
  appendix: drawPairsOnPaper,
};
