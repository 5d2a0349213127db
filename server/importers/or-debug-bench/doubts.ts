import { classifyFeasibility } from "../../../workers/lp/classify-feasibility.ts";
import { cloneModel, findElement, type LpModel } from "../../../workers/lp/model.ts";
import type { Simplex } from "../../../workers/lp/simplex.ts";
import { writeOut } from "../../../workers/protocol/visible-text.ts";
import { listFirst, plural } from "../../wording/counts.ts";
import type { DatasetEntry } from "./dataset.ts";

/** The error types that the benchmark's paper and its sets have. */
const TYPES = /^[A-I]$/;
const NAMED = 3;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string" && name !== "");

const shown = (names: readonly string[]) =>
  listFirst(
    names.map((name) => `"${writeOut(name.slice(0, 80))}"`),
    NAMED,
  );

/** The model with the rows of an IIS and no others. Bounds of columns stay, whether it names them or not. */
function onlyRows(model: LpModel, rows: ReadonlySet<string>): LpModel {
  const part = cloneModel(model);
  model.rowNames.forEach((name, row) => {
    if (rows.has(name)) return;
    part.rowLower[row] = -Infinity;
    part.rowUpper[row] = Infinity;
  });
  return part;
}

async function doubtsOfIis(entry: DatasetEntry, model: LpModel, simplex: Simplex): Promise<string[]> {
  const { iis_constraints: rows, iis_bounds: bounds, iis_size: size } = entry;
  if (rows == null && bounds == null) return [];
  if (!isNames(rows ?? []) || !isNames(bounds ?? []))
    return ["iis_constraints and iis_bounds must be lists of names."];
  const members = [...((rows ?? []) as string[]), ...((bounds ?? []) as string[])];
  const doubts: string[] = [];
  if (size != null && size !== members.length)
    doubts.push(`iis_size is ${JSON.stringify(size).slice(0, 20)}, but its IIS names ${members.length}.`);
  const missing = [
    ...((rows ?? []) as string[]).filter((name) => !model.rowNames.includes(name)),
    ...((bounds ?? []) as string[]).filter((name) => !model.colNames.includes(name)),
  ];
  if (missing.length > 0)
    return [
      ...doubts,
      `Its IIS names ${shown(missing)}, which the model does not have as ${plural(missing.length, "that", "those")}.`,
    ];
  if (members.length === 0) return doubts;
  // A true IIS is infeasible by itself, so it is with every bound of every column.
  const feasibility = await classifyFeasibility(onlyRows(model, new Set(rows as string[])), simplex);
  if (feasibility === "feasible")
    doubts.push(
      "Its IIS is none: the rows that it names can be satisfied together, with all bounds of columns.",
    );
  return doubts;
}

/**
 * What an entry says of its own problem that the model contradicts: sentences. The problem is taken all the same, since
 * episodes are judged by the model alone; measures that read the truth of the entry are not to be trusted for it.
 */
export async function doubtsOf(entry: DatasetEntry, model: LpModel, simplex: Simplex): Promise<string[]> {
  const doubts: string[] = [];
  if (!TYPES.test(entry.error_type))
    doubts.push(`Its error_type "${writeOut(entry.error_type)}" is none of A to I.`);
  const target = entry.target_name;
  if (target && findElement(model, target) < 0) {
    const missing = target
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part.split(":").some((name) => findElement(model, name.trim()) < 0));
    if (missing.length > 0)
      doubts.push(`Its target_name names ${shown(missing)}, which the model does not have.`);
  }
  return [...doubts, ...(await doubtsOfIis(entry, model, simplex))];
}
