import type {
  ComparisonAnswer,
  PairsAnswer,
  ReportAnswer,
  TableAnswer,
} from "../../../contracts/reports/report-answer.ts";
import { small } from "../html/draw-table.ts";
import type { ItemState } from "../html/item-state.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { spreadsheetText } from "../../../wording/spreadsheet-text.ts";
import { nameSeed } from "../../../wording/seeds.ts";

/** Text a spreadsheet might run as a formula gets an apostrophe, and plain spaces; numbers stay as they are stored. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  return `"${spreadsheetText(asPlainText(value)).replaceAll('"', '""')}"`;
}

const HEADS =
  "place,state,metric,of,value,low,high,n,counts,p,unit,method,definition,computed_at,digest,query".split(
    ",",
  );

interface Written {
  name: string;
  subject: string;
  value: number | string | null;
  low: number | null;
  high: number | null;
  n: number;
  counts: string;
  p: number | null;
  unit: string;
  method: string;
  definition: string;
  computedAt: number;
}

/** Every cell of an ablation table: what a configuration reached, and its difference to the baseline. */
function cellsOf({ columns, rows, title, baseline, method, computedAt }: TableAnswer): Written[] {
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

/** Every seed before and after training, and its difference. */
function pairsOf({ groups, problems, method, definition, computedAt }: PairsAnswer): Written[] {
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

/** Both sides of a comparison and their difference, by metric. */
function comparedOf({ rows, a, b, n, definition, computedAt }: ComparisonAnswer): Written[] {
  return rows.flatMap(({ title, unit, p, method, ...of }) => {
    const all = { n, counts: "problem", unit, method, definition, computedAt };
    return [
      { ...all, name: `${title} (A)`, subject: a, ...small(of.a), p: null },
      { ...all, name: `${title} (B)`, subject: b, ...small(of.b), p: null },
      { ...all, name: `${title} (difference)`, subject: `${b} minus ${a}`, ...small(of.difference), p },
    ];
  });
}

function numbersOf(answer: ReportAnswer): Written[] {
  if (answer.kind === "table") return cellsOf(answer);
  if (answer.kind === "pairs") return answer.say === "table" ? pairsOf(answer) : [];
  if (answer.kind === "comparison") return comparedOf(answer);
  if (answer.kind !== "number") return [];
  const { metric, difference, special, value } = answer;
  return [{ ...answer, name: difference ? `${metric} (difference)` : metric, value: special ?? value }];
}

/** Every number of a report, in its text, a block, a comparison or an ablation table, one a row, in the unit of the store; `clean` goes over every text. */
export function toCsv(states: ItemState[], clean: (text: string) => string = (text) => text): string {
  const rows = states.flatMap(({ answer, ...state }) =>
    numbersOf(answer).map((one) => [
      state.index + 1,
      state.status,
      one.name,
      one.subject,
      one.value,
      one.low,
      one.high,
      one.n,
      one.counts,
      one.p,
      one.unit,
      one.method,
      one.definition,
      new Date(state.frozenAt ?? one.computedAt).toISOString(),
      state.digest,
      state.query,
    ]),
  );
  const lines = rows.map((row) => row.map((one) => (typeof one === "string" ? clean(one) : one)));
  return `${[HEADS, ...lines].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
