import { delimitedRows } from "../../workers/protocol/delimited.ts";
import { isCsvLog } from "./log-names.ts";
import { metricsRow } from "./json-lines.ts";
import { nothing, type Reader, type Told } from "./told.ts";

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
    // The last line may still be written.
    const asked = { delimiter: ",", isWhole: false };
    const [names = [], ...rows] = delimitedRows(new TextDecoder().decode(bytes), asked);
    for (const cells of rows) {
      const line = Object.fromEntries(names.map((name, i) => [name, valueOf(cells[i] ?? "")]));
      // Rows keep their places also where one holds no number, so that a row that came before is known again.
      told.history.push(metricsRow(line, told));
    }
    return { ...told, writer: path };
  },
});
