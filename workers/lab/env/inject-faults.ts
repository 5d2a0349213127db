import { Simplex } from "../../lp/simplex.ts";
import { integer, type Rng } from "../../math/rng.ts";
import { drawDraft, LEVELS, toModel, type LevelSpec } from "./draft.ts";
import type { Level } from "./problem.ts";
import { applyFault, type Draft, type Fault, type FaultType, type Taken } from "./fault.ts";
import { proposeFaults } from "./sabotage.ts";

/** Proposals per problem before the clean draft is thrown away. */
const PROPOSALS = 20;

const simplex = new Simplex();

function isFeasible(draft: Draft): boolean {
  return simplex.load(toModel(draft, [...draft.rows.keys()], "draft")).feasible();
}

/** The first fault of a type that makes the draft infeasible as it stands, or null. */
function findFault(
  rng: Rng,
  clean: Draft,
  faulty: Draft,
  type: FaultType,
  optimum: Float64Array,
  taken: Taken,
): Fault | null {
  for (const fault of proposeFaults(rng, clean, type, optimum, taken))
    if (!isFeasible(applyFault(faulty, fault))) return fault;
  return null;
}

/**
 * The wanted number of faults, none touching what another depends on; null after too many tries. The first alone makes the
 * model infeasible. The others join a model that already is, so about a quarter of them do no harm by themselves: a policy
 * cannot count on three repairs, which is what leaves room to learn within five steps.
 */
function findFaults(rng: Rng, clean: Draft, spec: LevelSpec, optimum: Float64Array): Fault[] | null {
  const wanted = integer(rng, ...spec.faults);
  const taken: Taken = { rows: new Set(), columns: new Set() };
  const faults: Fault[] = [];
  let faulty = clean;
  for (let tries = 0; tries < PROPOSALS && faults.length < wanted; tries++) {
    const type = spec.types[integer(rng, 0, spec.types.length - 1)];
    const fault = findFault(rng, clean, faulty, type, optimum, taken);
    if (!fault) continue;
    for (const row of fault.reservedRows) taken.rows.add(row);
    for (const { column } of fault.columnBounds) taken.columns.add(column);
    faults.push(fault);
    faulty = applyFault(faulty, fault);
  }
  return faults.length === wanted ? faults : null;
}

/** A clean draft with its optimal objective, and its faults; the first alone makes it infeasible. */
export interface FaultyDraft {
  clean: Draft;
  originalObjective: number;
  faults: Fault[];
}

/** Draws clean drafts until one is feasible and takes the level's number of faults. */
export function drawFaultyDraft(rng: Rng, level: Level): FaultyDraft {
  const spec = LEVELS[level];
  for (;;) {
    const clean = drawDraft(rng, spec);
    if (!isFeasible(clean)) continue;
    const originalObjective = simplex.optimize();
    const optimum = Float64Array.from({ length: clean.colCount }, (_, j) => simplex.value(j));
    const faults = findFaults(rng, clean, spec, optimum);
    if (faults) return { clean, originalObjective, faults };
  }
}
