import { fitsSimplex } from "../../lp/classify-feasibility.ts";
import { contentHash } from "../../lp/content-hash.ts";
import { elementCount, findElement, type LpModel } from "../../lp/model.ts";
import { readMps } from "../../lp/mps.ts";
import { Simplex, SIMPLEX_LIMIT, SimplexStalled } from "../../lp/simplex.ts";
import { staticFeatures } from "./features.ts";
import { nameClasses } from "./names.ts";
import type { Problem } from "./problem.ts";

/** A problem of a registered benchmark. Structurally the wire's `ProblemRecord`; the lab does not import the wire. */
export interface BenchmarkRecord {
  key: string;
  hash: string;
  type: string;
  level: string;
  mps: string;
  roots: string[][];
  injected: string[] | null;
  originalObjective: number | null;
}

/** Why a registered problem cannot be played. `code` tells the kinds apart. */
export class UnplayableProblem extends Error {
  readonly code: "CONTENT" | "NAME" | "TOO_LARGE" | "UNSTABLE" | "RELAXATION_FEASIBLE";

  constructor(code: UnplayableProblem["code"], key: string, reason: string) {
    super(`Problem "${key}" cannot be used: ${reason}`);
    this.name = "UnplayableProblem";
    this.code = code;
  }
}

function elementsOf(record: BenchmarkRecord, model: LpModel, names: string[]): number[] {
  return names.map((name) => {
    const element = findElement(model, name);
    if (element < 0)
      throw new UnplayableProblem("NAME", record.key, `its model has no row or column "${name}".`);
    return element;
  });
}

function relaxationFeasible(key: string, model: LpModel): boolean {
  try {
    return new Simplex().load(model).feasible();
  } catch (error) {
    if (error instanceof SimplexStalled) throw new UnplayableProblem("UNSTABLE", key, error.message);
    throw error;
  }
}

/**
 * Reads a registered problem. Integer columns become continuous in episodes; `relaxed` says so and the model keeps the marks
 * for a final judgement by HiGHS.
 * @throws {UnplayableProblem} where the content is not what its hash says, a name does not exist, the model is too large or
 * too badly scaled for the built-in simplex, or its LP relaxation is feasible, so that there would be nothing to repair.
 */
export function problemFromRecord(record: BenchmarkRecord): Problem {
  const model = readMps(record.mps);
  const { key } = record;
  const hash = contentHash(model);
  if (hash !== record.hash)
    throw new UnplayableProblem(
      "CONTENT",
      key,
      `its content hash is ${hash.slice(0, 12)}..., registered was ${record.hash.slice(0, 12)}.... Import the benchmark again.`,
    );
  if (!fitsSimplex(model))
    throw new UnplayableProblem(
      "TOO_LARGE",
      key,
      `${model.rowCount} rows and ${model.colCount} columns; episodes take up to ${SIMPLEX_LIMIT} of each.`,
    );
  if (relaxationFeasible(key, model))
    throw new UnplayableProblem(
      "RELAXATION_FEASIBLE",
      key,
      "its LP relaxation has a solution, and episodes repair the relaxation.",
    );
  const faults = record.roots.map((names) => new Set(elementsOf(record, model, names)));
  let injected: Uint8Array | null = null;
  if (record.injected) {
    injected = new Uint8Array(elementCount(model));
    for (const element of elementsOf(record, model, record.injected)) injected[element] = 1;
  }
  return {
    key,
    contentHash: hash,
    type: record.type,
    level: record.level,
    model,
    faults,
    rootAny: new Set(faults.flatMap((roots) => [...roots])),
    injected,
    originalObjective: record.originalObjective,
    staticFeatures: staticFeatures(model),
    nameClasses: nameClasses(model),
    noiseSeed: Number.parseInt(hash.slice(0, 8), 16),
    relaxed: model.integer.includes(1),
  };
}
