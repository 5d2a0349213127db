import { readMps } from "../../../workers/lp/mps.ts";
import { elementName } from "../../../workers/lp/model.ts";
import { Simplex } from "../../../workers/lp/simplex.ts";
import type { ProblemFile, ProblemRecord } from "../../../workers/protocol/problem-file.ts";
import type { UploadedFile } from "../importer.ts";
import { DATASET_FILE } from "./dataset.ts";

/** A name that no file system or archive refuses; the problem's place keeps two apart that would become one. */
const fileOf = (key: string, place: number) =>
  `models/${place}_${key.replaceAll(/[^\w.-]/g, "_").slice(0, 64)}.mps`;

/** Problems written between two pauses: each is solved once for its IIS. */
const AT_ONCE = 20;

/** The IIS of one cold solve, as the format lists it: rows, and columns for their bounds. */
function iisOf({ mps }: ProblemRecord, simplex: Simplex) {
  const model = readMps(mps);
  if (simplex.load(model).feasible()) return { model, iis_constraints: [], iis_bounds: [], iis_size: 0 };
  const members = [
    ...new Set(Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k))),
  ].sort((a, b) => a - b);
  const named = (elements: number[]) => elements.map((element) => elementName(model, element));
  return {
    model,
    iis_constraints: named(members.filter((element) => element >= model.colCount)),
    iis_bounds: named(members.filter((element) => element < model.colCount)),
    iis_size: members.length,
  };
}

/**
 * A set as a folder of this format: dataset.json and one model per problem. The fields `roots` and `injected` are ours:
 * the format has one target, and would lose the faults of a problem that has several. Reading the folder gives the same
 * problems, roots and injected names again. It pauses between some problems, so that whoever writes can do something else.
 */
export function* writeDataset({ name, problems }: ProblemFile): Generator<void, UploadedFile[]> {
  const simplex = new Simplex();
  const models: UploadedFile[] = [];
  const entries: object[] = [];
  for (const [place, record] of problems.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) yield;
    const { model, ...iis } = iisOf(record, simplex);
    const model_file = fileOf(record.key, place);
    models.push({ name: model_file, text: record.mps });
    const root = record.roots.flat();
    entries.push({
      problem_id: record.key,
      model_file,
      error_type: record.type,
      target_name: root.join(","),
      initial_status: "INFEASIBLE",
      original_status: record.originalObjective === null ? null : "OPTIMAL",
      original_objective: record.originalObjective,
      n_variables: model.colCount,
      n_constraints: model.rowCount,
      ...iis,
      difficulty: record.level,
      problem_type: model.integer.includes(1) ? "mip" : "lp",
      roots: record.roots,
      injected: record.injected,
    });
  }
  const dataset = { dataset_name: name, num_problems: entries.length, problems: entries };
  return [{ name: DATASET_FILE, text: `${JSON.stringify(dataset, null, 1)}\n` }, ...models];
}
