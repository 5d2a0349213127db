import { isCsvLog } from "./log-names.ts";
import { metricsRow } from "./json-lines.ts";
import { nothing, type Reader, type Told } from "./told.ts";

const BARE = /[^,\r\n]*/y;

/** Rows of cells. A quoted cell may hold commas, breaks and doubled quotes; a last line without a break may still be written. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1);
        if (end === -1) return rows;
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    BARE.lastIndex = at;
    const rest = BARE.exec(text)?.[0] ?? "";
    row.push(cell + rest);
    at += rest.length;
    if (text[at] === ",") at += 1;
    else {
      if (at >= text.length) return rows;
      at += text.startsWith("\r\n", at) ? 2 : 1;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** A cell as a value: a number also where it is one of Python's words for what is none. */
function valueOf(cell: string): number | string | null {
  const word = /^([-+]?)(nan|inf|infinity)$/i.exec(cell);
  if (word) return word[2].toLowerCase() === "nan" ? "NaN" : `${word[1] === "-" ? "-" : ""}Infinity`;
  if (cell.trim() === "") return null;
  const number = Number(cell);
  return Number.isNaN(number) ? cell : number;
}

/**
 * `progress.csv` of Stable-Baselines3, Ray and rllab, and `metrics.csv` of Lightning. A writer that meets a new metric writes
 * the file anew, so it is read as a whole. Ray's stands beside `result.json`, which says the same and more.
 */
export const csvReader = (isThere: (path: string) => boolean): Reader => ({
  opens: isCsvLog,
  read(path, bytes): Told & { writer?: string } {
    const told = nothing();
    if (isThere(path.replace(/[^/]*$/, "result.json"))) {
      told.notes.set(`csv:${path}`, `${path} is left out: result.json beside it holds the same values.`);
      return told;
    }
    const [names = [], ...rows] = csvRows(new TextDecoder().decode(bytes));
    for (const cells of rows) {
      const line = Object.fromEntries(names.map((name, i) => [name, valueOf(cells[i] ?? "")]));
      // Rows keep their places also where one holds no number, so that a row that came before is known again.
      told.history.push(metricsRow(line, told));
    }
    return { ...told, writer: path };
  },
});
