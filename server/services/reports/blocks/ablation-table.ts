import { z } from "zod";
import { NOT_RANKED } from "../../../checks/registry.ts";
import { idSchema } from "../../../contracts/ids.ts";
import type { TableAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { differenceLevel, familyNotes } from "../../../wording/claims.ts";
import { writeCount } from "../../../wording/counts.ts";
import { printedUnit, writeP } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { seedPartOver } from "../../../wording/verdicts/missing-seeds.ts";
import { answerTable } from "../answers/table.ts";
import { pipeTable, quantity } from "../export/pipe-table.ts";
import { drawAblation, leftOutNotes, sharedDecimals, small, tableNotes } from "../html/draw-table.ts";
import { folded, noteLine } from "../html/element.ts";
import { listKey, metricKey } from "./query-keys.ts";
import type { DrawnAt, NumberRow, ReportBlock } from "./report-block.ts";

/** The ablation table with what it lets a reader say, in words. */
const AblationTableQuery = z.strictObject({
  kind: z.literal("ablation-table"),
  experiment: idSchema("experiment"),
  metrics: listKey(metricKey, 8).optional(),
  /** A reported table whose values stand below the measured ones. */
  reported: idSchema("reported").optional(),
});

export type AblationTableQuery = z.infer<typeof AblationTableQuery>;

/** Every cell of an ablation table: what a configuration reached, and its difference to the baseline. */
function cellsOf({ columns, rows, title, baseline, method, computedAt }: TableAnswer): NumberRow[] {
  return rows.flatMap((row) =>
    columns.flatMap(({ metric, unit, definition }) => {
      // What a row was measured on it says itself; a column says only what all rows have in common.
      const of = {
        subject: `${title}: ${row.config}`,
        n: row.n,
        counts: "seed",
        unit,
        definition: row.metrics[metric]?.definition ?? definition,
        computedAt,
      };
      const { value, low, high } = small(row.metrics[metric]);
      const reached = { ...of, name: metric, value, low, high, p: null, method };
      const difference = row.difference[metric];
      if (row.baseline || baseline === null || !difference) return [reached];
      const { value: by, low: from, high: to, p, method: how } = difference;
      return [
        reached,
        { ...of, name: `${metric} (difference)`, value: by, low: from, high: to, p, method: how },
      ];
    }),
  );
}

/** The table, and what a reader must see with it. */
function tableText(answer: TableAnswer): string {
  const shared = sharedDecimals(answer);
  const reported = (answer.reported?.rows ?? []).map(({ entry, values }) => [
    `${entry} (reported)`,
    ...answer.columns.flatMap(({ metric }) => [values[metric] ?? NOT_MEASURED, NOT_MEASURED, NOT_MEASURED]),
    NOT_MEASURED,
  ]);
  const rows = pipeTable(
    [
      "Configuration",
      ...answer.columns.flatMap((c) => [
        `${c.title} ${printedUnit(c.unit)}`,
        `Δ ${printedUnit(c.unit, true)} [${differenceLevel(c)} CI]`,
        "p",
      ]),
      "Seeds",
    ],
    [
      ...answer.rows.map((row) => [
        row.baseline && row.config !== "baseline" ? `${row.config} (baseline)` : row.config,
        ...answer.columns.flatMap((c) => {
          const d = row.difference[c.metric];
          const notRanked = d?.method.startsWith(NOT_RANKED) ? NOT_RANKED : null;
          return [
            quantity(small(row.metrics[c.metric]), c.unit, {
              n: c.problems,
              ...shared.get(c.metric)?.values,
            }),
            notRanked ??
              (d
                ? quantity(small(d), c.unit, {
                    difference: true,
                    alike: shared.get(c.metric)?.differences,
                  })
                : NOT_MEASURED),
            writeP(d?.p ?? null),
          ];
        }),
        seedPartOver(
          row,
          answer.columns.map(({ metric }) => metric),
        ),
      ]),
      ...reported,
    ],
  );
  return [
    rows,
    ...tableNotes(answer, false),
    ...leftOutNotes(answer.leftOut),
    ...familyNotes(answer.columns),
  ].join("\n\n");
}

/** The table; one that has drifted has both values in its changed cells. */
function drawTable(answer: TableAnswer, { state, label }: DrawnAt): ReportNode[] {
  const now = state.status === "drifted" && state.now?.kind === "table" ? state.now : null;
  const { leftOut } = now ?? answer;
  return [
    ...noteLine(tableNotes(now ?? answer, true), label),
    drawAblation(answer, now),
    ...(leftOut.length > 0
      ? [folded(`${writeCount(leftOut.length)} not counted`, noteLine(leftOutNotes(leftOut)))]
      : []),
  ];
}

export const ABLATION_TABLE: ReportBlock<AblationTableQuery, TableAnswer> = {
  query: AblationTableQuery,
  gives: "table",
  answer: answerTable,
  draw: drawTable,
  text: tableText,
  counted: () => "Table",
  numbers: cellsOf,
};
