import { contentHash } from "../../lp/content-hash.ts";
import type { LpModel } from "../../lp/model.ts";
import { Simplex } from "../../lp/simplex.ts";
import { shuffle, stream, type Rng } from "../../math/rng.ts";
import { LEVEL_NAMES, toModel } from "../env/draft.ts";
import { applyFault, applyFaults, type Draft, type Fault, type FaultType } from "../env/fault.ts";
import { nameElements, type Names } from "../env/names.ts";
import type { Level } from "../env/problem.ts";
import { drawBase } from "./base-draft.ts";
import { gradedFaults } from "./graded-faults.ts";
import { BENCH_TYPES, gradeOf } from "./grades.ts";
import {
  coldIis,
  type JudgeInteger,
  optimumOf,
  type Rejection,
  relaxedOptimum,
  validate,
} from "./validate.ts";

/** One cell of a benchmark. */
export interface Cell {
  type: FaultType;
  level: Level;
  mip: boolean;
}

/** A problem that passed every phase. Element sets are ids of `model`. */
export interface MadeProblem extends Cell {
  key: string;
  hash: string;
  model: LpModel;
  roots: readonly ReadonlySet<number>[];
  injected: ReadonlySet<number>;
  originalObjective: number;
  /** Of the whole model, by one cold solve. */
  iis: number[];
}

const simplex = new Simplex();
const natural = (draft: Draft) => [...draft.rows.keys()];

function withColumns(draft: Draft, order: readonly number[]): Draft {
  const pick = (values: Float64Array) => Float64Array.from(order, (j) => values[j]);
  return {
    colCount: order.length,
    rows: draft.rows.map((row) => ({ ...row, coefficients: pick(row.coefficients) })),
    colLower: pick(draft.colLower),
    colUpper: pick(draft.colUpper),
    cost: pick(draft.cost),
  };
}

/** The faulty draft with the coefficients and bounds of the clean one, and no bounds on what was added. */
function repairedDraft(faulty: Draft, clean: Draft): Draft {
  const rows = faulty.rows.map((row, i) => {
    if (i >= clean.rows.length) return { ...row, lower: -Infinity, upper: Infinity };
    const { lower, upper, coefficients } = clean.rows[i];
    const wide = new Float64Array(faulty.colCount);
    wide.set(coefficients);
    return { coefficients: wide, lower, upper };
  });
  const colLower = faulty.colLower.slice();
  const colUpper = faulty.colUpper.slice();
  colLower.set(clean.colLower);
  colUpper.set(clean.colUpper);
  return { ...faulty, rows, colLower, colUpper };
}

/** One attempt at a problem: the problem, or the phase that it fails. */
export function attemptProblem(
  rng: Rng,
  cell: Cell,
  key: string,
  names: Names,
  judge: JudgeInteger | null,
): MadeProblem | Rejection {
  const { type, level, mip } = cell;
  const base = drawBase(rng, mip, level !== "hard" ? null : type === "A" ? "rows" : "columns");
  const { draft: clean, integer } = base;
  const modelOf = (draft: Draft): LpModel => {
    const model = toModel(draft, natural(draft), key);
    model.integer.set(integer);
    return model;
  };
  const original = modelOf(clean);
  const optimum = relaxedOptimum(original);
  if (!optimum) return "original";
  const breaks = (fault: Fault) => !simplex.load(modelOf(applyFault(clean, fault))).feasible();
  const grade = gradeOf(type, level);
  const faults = gradedFaults(rng, { ...base, optimum, breaks }, type, grade);
  if (faults.length === 0) return "infeasible";
  const { draft, roots, touched } = applyFaults(clean, faults);
  const placed = place(rng, draft, integer, roots, touched);
  Object.assign(
    placed.model,
    { name: key },
    nameElements(names, clean, faults, placed.rows, rng, placed.columns),
  );
  // The size is asked before the optimum is: it is the cheaper question.
  const size = coldIis(placed.model)?.length;
  if (size === undefined) return "infeasible";
  if (grade.iis && (size < grade.iis[0] || size > grade.iis[1])) return "size";
  const originalObjective = optimumOf(original, judge);
  if (originalObjective === null) return "original";
  const verdict = validate(
    { ...placed, repaired: modelOf(repairedDraft(draft, clean)) },
    originalObjective,
    judge,
  );
  if ("failed" in verdict) return verdict.failed;
  const { model, touched: injected } = placed;
  return {
    ...cell,
    key,
    hash: contentHash(model),
    model,
    roots: placed.roots,
    injected: new Set(injected.flatMap((some) => [...some])),
    originalObjective,
    iis: verdict.iis,
  };
}

/** The faulty draft as a model whose rows and columns stand in an order that does not tell what was added. */
function place(
  rng: Rng,
  draft: Draft,
  integer: Uint8Array,
  roots: readonly Set<number>[],
  touched: readonly Set<number>[],
) {
  const columns = shuffle(
    rng,
    Array.from({ length: draft.colCount }, (_, j) => j),
  );
  const rows = shuffle(rng, natural(draft));
  const model = toModel(withColumns(draft, columns), rows, "");
  for (const [k, column] of columns.entries())
    if (column < integer.length) model.integer[k] = integer[column];
  const { colCount } = draft;
  const places = new Map([
    ...columns.map((column, k) => [column, k] as const),
    ...rows.map((row, k) => [colCount + row, colCount + k] as const),
  ]);
  const moved = (elements: ReadonlySet<number>) =>
    new Set(Array.from(elements, (element) => places.get(element) ?? element));
  return { model, rows, columns, roots: roots.map(moved), touched: touched.map(moved) };
}

/** The stream of attempts at problem `index` of a cell. */
export function streamOf(seed: number, { type, level, mip }: Cell, index: number): Rng {
  return stream(seed, BENCH_TYPES.indexOf(type), LEVEL_NAMES.indexOf(level), mip ? 1 : 0, index);
}
