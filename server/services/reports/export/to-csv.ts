import { blockThatGives } from "../blocks/registry.ts";
import type { ItemState } from "../html/item-state.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { spreadsheetText } from "../../../wording/spreadsheet-text.ts";

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

/** Every number of a report, in its text, a block, a comparison or an ablation table, one a row, in the unit of the store; `clean` goes over every text. */
export function toCsv(states: ItemState[], clean: (text: string) => string = (text) => text): string {
  const rows = states.flatMap(({ answer, ...state }) =>
    (answer.kind === "error" ? [] : (blockThatGives(answer.kind).numbers?.(answer) ?? [])).map((one) => [
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
