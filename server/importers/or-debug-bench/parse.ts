import { classifyFeasibility } from "../../../workers/lp/classify-feasibility.ts";
import { contentHash } from "../../../workers/lp/content-hash.ts";
import { findElement, type LpModel } from "../../../workers/lp/model.ts";
import { readMps } from "../../../workers/lp/mps.ts";
import type { MpsError } from "../../../workers/lp/mps-line.ts";
import { populationHash } from "../../../workers/lp/population-hash.ts";
import { Simplex } from "../../../workers/lp/simplex.ts";
import { ProblemRecord } from "../../../workers/protocol/problem-file.ts";
import type { BenchmarkImport, BenchmarkSummary, Refusal, UploadedFile } from "../importer.ts";
import { countSet, type ReadProblem, sizeOf } from "../set-counts.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import { type DatasetEntry, type Index, readIndex } from "./dataset.ts";
import { doubtsOf } from "./doubts.ts";

/**
 * Names that the benchmark's saboteur gives to rows and columns it adds, in the current ("robust") and in the older
 * spelling: _force_x (B), _saboteur_... (C, D), _chain_... (D), _multi_constr_... (E), _hidden_... (F), c_<hex>_ub/_lb and
 * _cascade_... (G), constr_<hex> and _symptom_constr_... (H), bound_<hex>_l/_u and _optimal_... (I).
 */
const ADDED =
  /^(_(force|saboteur|chain|multi_constr|hidden|cascade|symptom_constr|optimal)_.+|c_[0-9a-f]{6}_(ub|lb)|constr_[0-9a-f]{6}|bound_[0-9a-f]{6}_[lu])$/;

/** Types whose fault always adds rows; where none is found the naming is unknown, and so is what was injected. */
const ALWAYS_ADDS = /^[BD-I]$/;

/**
 * Names of the rows and columns of a target_name that exist in the model. The target is one name, a pair joined by a comma
 * (both rows of a contradiction), or "row:column" for one coefficient, whose row is the root. Empty where nothing resolves.
 */
export function resolveRoots(model: LpModel, target: string): string[] {
  const exists = (name: string) => findElement(model, name) >= 0;
  if (exists(target)) return [target];
  const names = target.split(",").flatMap((part) => {
    const name = part.trim();
    const row = name.split(":")[0].trim();
    return exists(name) ? [name] : exists(row) ? [row] : [];
  });
  return [...new Set(names)];
}

/**
 * Names of what the sabotage added or changed, or null where that cannot be told: the added names by the naming scheme, and
 * the roots, which are what it changed.
 */
export function injectedNames(model: LpModel, type: string, roots: readonly string[]): string[] | null {
  const added = [...model.rowNames, ...model.colNames].filter((name) => ADDED.test(name));
  if (added.length === 0 && (ALWAYS_ADDS.test(type) || roots.length === 0)) return null;
  return [...new Set([...added, ...roots])];
}

/** A problem that passed every check, with what the summary needs of it. */
interface TakenProblem extends ReadProblem {
  /** What its entry says of it and its model contradicts. */
  doubts: Refusal[];
}

function cautionsOf(index: Index, listed: number, taken: TakenProblem[], texts: ReadonlyMap<string, string>) {
  const cautions: string[] = [];
  if (index.claimed !== null && index.claimed !== listed)
    cautions.push(`The index claims ${index.claimed} problems and lists ${listed}.`);
  const used = new Set(index.entries.map((entry) => index.folder + entry.model_file));
  const unused = [...texts.keys()].filter((name) => name.endsWith(".mps") && !used.has(name));
  if (unused.length > 0)
    cautions.push(
      `${countOf(unused.length, "model file is", "model files are")} not named by the index, for instance ${unused[0]}.`,
    );
  const only = taken.filter((problem) => problem.onlyWhole);
  if (only.length > 0)
    cautions.push(
      `${countOf(only.length, "problem is", "problems are")} infeasible only because columns must be whole, for instance ${only[0].record.key}; episodes, which repair the LP relaxation, leave them out.`,
    );
  const doubtful = taken.filter((problem) => problem.doubts.length > 0);
  if (doubtful.length > 0)
    cautions.push(
      `Of ${countOf(doubtful.length, "problem")} the index says what the model contradicts, for instance of ${doubtful[0].record.key}; diagnosis is not to be trusted there.`,
    );
  return cautions;
}

/** What was taken, in counts. `taken` must not be empty. */
function summarise(
  index: Index,
  listed: number,
  taken: TakenProblem[],
  texts: ReadonlyMap<string, string>,
): BenchmarkSummary {
  return {
    name: index.name,
    listed,
    ...countSet(taken),
    doubts: taken.flatMap((problem) => problem.doubts),
    cautions: cautionsOf(index, listed, taken, texts),
  };
}

/** Problems read before other work of the process gets a turn. */
const BREATH = 50;

/** Path of a model as uploaded, or why the path in the index is not followed. */
function modelPath(folder: string, modelFile: string): { path: string } | { reason: string } {
  const parts = modelFile.split("/");
  if (/\\|\0/.test(modelFile) || parts.includes("..") || parts.includes("") || parts[0] !== "models")
    return { reason: `Its model path "${modelFile}" leads outside the folder models/.` };
  return { path: folder + modelFile };
}

function readModel(text: string): LpModel | MpsError {
  try {
    return readMps(text);
  } catch (error) {
    if ((error as { code?: unknown }).code === "MPS") return error as MpsError;
    throw error;
  }
}

type Verdict = { problem: TakenProblem } | { refusal: Refusal };

/** Reads and proves one problem. `known` maps content hashes to the problems that hold them. */
async function takeProblem(
  entry: DatasetEntry,
  folder: string,
  index: string,
  texts: ReadonlyMap<string, string>,
  known: Map<string, string>,
  simplex: Simplex,
): Promise<Verdict> {
  const refuse = (file: string, reason: string, line: number | null = null): Verdict => ({
    refusal: { file, problem: entry.problem_id, line, reason },
  });
  const place = modelPath(folder, entry.model_file);
  if ("reason" in place) return refuse(index, place.reason);
  const { path } = place;
  const text = texts.get(path);
  if (text === undefined) return refuse(path, "The model file is missing.");
  const model = readModel(text);
  if (model instanceof Error) return refuse(path, `The model cannot be read: ${model.message}.`, model.line);
  const hash = contentHash(model);
  const twin = known.get(hash);
  if (twin !== undefined) return refuse(path, `It has the same content as problem ${twin}.`);
  const feasibility = await classifyFeasibility(model, simplex);
  if (feasibility === "feasible") return refuse(path, "It should be infeasible, but it has a solution.");
  if (feasibility === "unknown")
    return refuse(path, "HiGHS did not decide within 10 s whether it is infeasible.");
  const unknown = [...(entry.roots ?? []).flat(), ...(entry.injected ?? [])].find(
    (n) => findElement(model, n) < 0,
  );
  if (unknown !== undefined) return refuse(path, `Its entry names "${unknown}", which its model has not.`);
  const roots = resolveRoots(model, entry.target_name ?? "");
  const record = ProblemRecord.safeParse({
    key: entry.problem_id,
    hash,
    type: entry.error_type,
    level: entry.difficulty ?? "unknown",
    mps: text,
    roots: entry.roots ?? (roots.length > 0 ? [roots] : []),
    injected: entry.injected === undefined ? injectedNames(model, entry.error_type, roots) : entry.injected,
    originalObjective: entry.original_objective ?? null,
  });
  if (!record.success) {
    const [issue] = record.error.issues;
    return refuse(path, `It does not fit the stored form, ${issue.path.join(".")}: ${issue.message}.`);
  }
  known.set(hash, entry.problem_id);
  const doubts = (await doubtsOf(entry, model, simplex)).map((reason) => ({
    file: index,
    problem: entry.problem_id,
    line: null,
    reason,
  }));
  return { problem: { record: record.data, model, onlyWhole: feasibility === "integrality", doubts } };
}

const wholly = (refusals: Refusal[]): BenchmarkImport => ({
  problemFile: null,
  summary: null,
  refusals,
  sizes: null,
});

/**
 * Reads an OR-Debug-Bench folder, full or filtered variant. Pure: nothing is opened by name or written.
 *
 * The whole is refused where dataset.json is missing, given twice, not JSON, of another shape or empty, where a problem id
 * or a file name occurs twice, and where more than half of the problems are bad. One problem is skipped, with its reason,
 * where its entry has a wrong shape, its model path leaves models/, its model is missing, malformed, of the same content as
 * an earlier one, not infeasible, or too large to store. A problem whose entry says of it what its model contradicts is taken
 * and named among the doubts.
 */
export async function parseBenchmark(files: readonly UploadedFile[]): Promise<BenchmarkImport> {
  const texts = new Map(files.map((file) => [file.name, file.text]));
  if (texts.size < files.length) {
    const names = files.map((file) => file.name);
    const twice = names.find((name, k) => names.indexOf(name) !== k) ?? "";
    return wholly([{ file: twice, problem: null, line: null, reason: "The file was uploaded twice." }]);
  }
  const index = readIndex(files);
  if (Array.isArray(index)) return wholly(index);
  const refusals = [...index.refusals];
  const taken: TakenProblem[] = [];
  const known = new Map<string, string>();
  const simplex = new Simplex();
  for (const [position, entry] of index.entries.entries()) {
    const verdict = await takeProblem(entry, index.folder, index.file, texts, known, simplex);
    if ("refusal" in verdict) refusals.push(verdict.refusal);
    else taken.push(verdict.problem);
    if (position % BREATH === BREATH - 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  const listed = index.entries.length + index.refusals.length;
  if (refusals.length * 2 > listed)
    return wholly([
      {
        file: index.file,
        problem: null,
        line: null,
        reason: `${writeOf(refusals.length, listed, "problem is", "problems are")} bad, more than half. Nothing was taken.`,
      },
      ...refusals,
    ]);
  const records = taken.map((problem) => problem.record);
  return {
    problemFile: {
      name: index.name,
      hash: populationHash(records.map((record) => record.hash)),
      problems: records,
    },
    summary: summarise(index, listed, taken, texts),
    refusals,
    sizes: taken.map(({ model }) => sizeOf(model)),
  };
}
