import type { ItemState } from "../html/item-state.ts";
import { asPlainText } from "../../../wording/typography.ts";

/** Text a spreadsheet might run as a formula gets an apostrophe, and plain spaces; numbers stay as they are stored. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = asPlainText(value);
  const safe = /^[\s\p{Cc}\u{FEFF}]*[=+\-@|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const HEADS =
  "place,state,metric,of,value,low,high,n,counts,p,unit,method,definition,computed_at,digest,query".split(
    ",",
  );

/** Every number of a report that stands in its text or a block of its own, one a row, in the unit of the store. */
export function toCsv(states: ItemState[]): string {
  const rows = states.flatMap(({ answer, ...state }) => {
    if (answer.kind !== "number") return [];
    const { metric, difference, subject, value, low, high, n, counts, p, unit, method, definition } = answer;
    const at = new Date(state.frozenAt ?? answer.computedAt).toISOString();
    const name = difference ? `${metric} (difference)` : metric;
    const shown = answer.special ?? value;
    return [
      [
        state.index + 1,
        state.status,
        name,
        subject,
        shown,
        low,
        high,
        n,
        counts,
        p,
        unit,
        method,
        definition,
        at,
        state.digest,
        state.query,
      ],
    ];
  });
  return `${[HEADS, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
