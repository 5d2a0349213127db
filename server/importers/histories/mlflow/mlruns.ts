import { folderOf, type HistoryReader, type ImportedRun, ownName, type SentFile } from "../reader.ts";
import { historyOf, type HistoryRow } from "../history.ts";
import { parseYaml, refuse } from "../values.ts";
import { runOfStore } from "./mlflow-run.ts";

const textOf = ({ bytes }: SentFile): string => new TextDecoder().decode(bytes);

const WORDS: Record<string, number> = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };

/** "1690000000000 0.5 12": when, value, step. Older stores have no step, and values count on. */
function pointOf(line: string, i: number, place: string): { at: number; value: number; step: number } {
  const [at, value, step = String(i)] = line.trim().split(/\s+/);
  const read = WORDS[(value ?? "").toLowerCase()] ?? Number(value ?? "x");
  if (!/^-?\d+$/.test(at) || (Number.isNaN(read) && WORDS[(value ?? "").toLowerCase()] === undefined))
    throw refuse(place, "no time, value and step", line.slice(0, 80));
  if (!/^-?\d+$/.test(step)) throw refuse(place, "no step", step);
  return { at: Number(at), value: read, step: Math.max(0, Number(step)) };
}

/** Values of all metrics by step: MLflow keeps a file for each metric. */
function rowsOf(files: readonly [name: string, file: SentFile][]): HistoryRow[] {
  const rows = new Map<number, { step: number; at: number | null; values: Record<string, number> }[]>();
  for (const [name, file] of files)
    for (const [i, line] of textOf(file).split("\n").entries()) {
      if (line.trim() === "") continue;
      const { at, value, step } = pointOf(line, i, `${file.name}, line ${i + 1}`);
      const own = rows.get(step) ?? [];
      rows.set(step, own);
      // A value that was logged again at its step is a row of its own.
      const row = own.find(({ values }) => !Object.hasOwn(values, name));
      if (row) {
        row.values[name] = value;
        row.at = Math.max(row.at ?? at, at);
      } else own.push({ step, at, values: { [name]: value } });
    }
  return [...rows].toSorted(([a], [b]) => a - b).flatMap(([, own]) => own);
}

/** A run of an `mlruns` folder: its `meta.yaml`, with the files of metrics, parameters and tags beside it. */
export const mlrunsReader: HistoryReader = {
  kind: "mlruns",
  title: "MLflow mlruns folder",
  opens: (file) => ownName(file.name) === "meta.yaml" && /^run_(id|uuid):/m.test(textOf(file)),
  read(file, beside): ImportedRun[] {
    const meta = parseYaml(file);
    const id = meta.run_id ?? meta.run_uuid;
    if (typeof id !== "string" || id === "") throw refuse(`${file.name}, run_id`, "no id of a run", id);
    if (meta.lifecycle_stage === "deleted") return [];
    const own = (part: string): [string, SentFile][] =>
      beside.flatMap((other): [string, SentFile][] => {
        const root = `${folderOf(file.name)}${part}/`;
        return other.name.startsWith(root) ? [[other.name.slice(root.length), other]] : [];
      });
    return [
      runOfStore({
        source: file.name,
        id,
        name: meta.run_name,
        status: meta.status,
        start: meta.start_time,
        end: meta.end_time,
        user: meta.user_id,
        params: own("params").map(([key, one]) => [key, textOf(one)] as const),
        tags: new Map(own("tags").map(([name, one]) => [name, textOf(one)])),
        history: historyOf(rowsOf(own("metrics"))),
      }),
    ];
  },
};
