import type { Rng } from "../math/rng.ts";
import { FEASIBLE, STALLED, findFeasible, neededDirection, type PivotRule } from "./find-feasible.ts";
import { improve } from "./improve.ts";
import type { LpModel } from "./model.ts";
import { provesConflict, provesFeasible, provesRay, provesReducedCosts } from "./proofs.ts";
import { PIVOT_TOLERANCE, slackOf, Tableau } from "./tableau.ts";

/** Rows or columns above which the dense simplex is slower than HiGHS and may stall; `solve` changes over there. */
export const SIMPLEX_LIMIT = 60;

/**
 * Largest coefficient that a row may have, at least and at most. Outside, a violation that matters can be smaller than the
 * feasibility tolerance, or rounding larger.
 */
const SMALLEST_ROW = 1e-3;
const LARGEST_ROW = 1e6;

/** Pivots after which the next answer starts from a fresh tableau, whatever its proof says. */
const REFRESH_AFTER = 200;

/** The simplex gave up: no answer is better than a wrong one. Callers ask HiGHS instead or stop with this message. */
export class SimplexStalled extends Error {
  readonly code = "SIMPLEX_STALLED";

  constructor(model: LpModel, phase: string) {
    super(
      `The built-in simplex cannot ${phase} model "${model.name}" (${model.rowCount} rows, ${model.colCount} columns): ` +
        "the pivots did not end or accuracy would be lost. Solve this model with HiGHS.",
    );
    this.name = "SimplexStalled";
  }
}

/**
 * Feasibility, one irreducible infeasible subsystem (IIS) and the optimum of a small LP, kept warm over bound changes.
 * Integer marks are ignored: this is the LP relaxation. Every answer has been proven against the untouched matrix; where
 * the proof fails the search runs again from a cold start, then by Bland's rule, then throws SimplexStalled.
 */
export class Simplex {
  private readonly tableau = new Tableau();
  private model: LpModel | null = null;
  private gain: Float64Array = new Float64Array(0);
  private reduced: Float64Array = new Float64Array(0);
  private conflictMembers: Int32Array = new Int32Array(0);
  private conflictSides: Int8Array = new Int8Array(0);
  private members = 0;

  /**
   * Starts on a model with its own bounds. The model is read, never written.
   * @throws {SimplexStalled} where a row is scaled so badly that answers could not be trusted.
   */
  load(model: LpModel): this {
    this.model = model;
    this.checkScale(model);
    this.tableau.load(model);
    this.members = 0;
    if (this.gain.length < model.colCount) {
      this.gain = new Float64Array(model.colCount);
      this.reduced = new Float64Array(model.colCount);
    }
    if (this.conflictMembers.length < model.colCount + 2) {
      this.conflictMembers = new Int32Array(model.colCount + 2);
      this.conflictSides = new Int8Array(model.colCount + 2);
    }
    return this;
  }

  lower(element: number): number {
    return this.tableau.lower[element];
  }

  upper(element: number): number {
    return this.tableau.upper[element];
  }

  /** Value of an element in the last feasible or optimal point. */
  value(element: number): number {
    return this.tableau.value[element];
  }

  /** Replaces the bounds of a column (its values) or a row (its activity). The tableau stays warm. */
  setBounds(element: number, lower: number, upper: number): void {
    this.tableau.lower[element] = lower;
    this.tableau.upper[element] = upper;
  }

  /** Forgets the pivots, keeps the bounds: the next answer does not depend on what was asked before. */
  restart(): void {
    this.tableau.restart();
    this.tableau.value.fill(0);
  }

  /** Is there a point within all bounds? If not, `conflict` names an IIS. `rng` makes the pivots, thus the IIS, random. */
  feasible(rng?: Rng): boolean {
    const { tableau } = this;
    this.members = 0;
    if (this.findCrossedBounds()) return false;
    const size = tableau.colCount + tableau.rowCount;
    if (tableau.pivotsSinceRestart > REFRESH_AFTER) tableau.restart();
    const rule = rng ? "random" : "largest";
    let found = this.search(rule, rng ?? null, 200 + 20 * size);
    if (found === STALLED) {
      this.restart();
      found = this.search(rule, rng ?? null, 200 + 20 * size);
    }
    if (found === STALLED) {
      this.restart();
      found = this.search("bland", null, 2000 + 200 * size);
    }
    if (found === STALLED) throw new SimplexStalled(this.loaded(), "decide the feasibility of");
    if (found === FEASIBLE) return true;
    this.recordConflict(found);
    return false;
  }

  /** Size of the IIS of the last infeasible answer; 0 after a feasible one. */
  get conflictSize(): number {
    return this.members;
  }

  /** Element of the k-th member of the IIS. Each element occurs once unless its own bounds cross. */
  conflictElement(k: number): number {
    return this.conflictMembers[k];
  }

  /** Which bound of the k-th member takes part: -1 the lower, 1 the upper. */
  conflictSide(k: number): number {
    return this.conflictSides[k];
  }

  /**
   * Objective at the optimum, offset included; Infinity or -Infinity where it is unbounded in the direction of optimisation.
   * Call only after `feasible()` was true; bounds may not change in between.
   */
  optimize(): number {
    const objective = this.tryOptimize();
    if (objective !== null) return objective;
    this.restart();
    if (!this.feasible()) throw new SimplexStalled(this.loaded(), "optimise");
    const again = this.tryOptimize();
    if (again === null) throw new SimplexStalled(this.loaded(), "optimise");
    return again;
  }

  private checkScale(model: LpModel): void {
    const { A, colCount: n, rowCount: m } = model;
    for (let i = 0; i < m; i++) {
      let largest = 0;
      for (let k = i * n; k < (i + 1) * n; k++) largest = Math.max(largest, Math.abs(A[k]));
      if (largest !== 0 && !(largest >= SMALLEST_ROW && largest <= LARGEST_ROW))
        throw new SimplexStalled(model, `trust the scale of row "${model.rowNames[i]}" in`);
    }
  }

  private loaded(): LpModel {
    if (!this.model) throw new Error("Simplex: load a model first.");
    return this.model;
  }

  /** One search with its proof; STALLED also where the proof fails. */
  private search(rule: PivotRule, rng: Rng | null, maxPivots: number): number {
    const { tableau } = this;
    tableau.settle();
    const found = findFeasible(tableau, rule, rng, maxPivots);
    if (found === STALLED) return STALLED;
    const proven = found === FEASIBLE ? provesFeasible(tableau) : provesConflict(tableau, found);
    return proven ? found : STALLED;
  }

  private findCrossedBounds(): boolean {
    const { lower, upper, colCount, rowCount } = this.tableau;
    for (let v = 0; v < colCount + rowCount; v++) {
      const crossed = lower[v] > upper[v] + slackOf(upper[v]);
      if (!crossed || this.isEmptyRow(v)) continue;
      this.addMember(v, -1);
      this.addMember(v, 1);
      return true;
    }
    return false;
  }

  /** A row without coefficients has activity 0: one of its bounds alone is the conflict, which the search finds. */
  private isEmptyRow(element: number): boolean {
    const { A, colCount: n } = this.tableau;
    if (element < n) return false;
    for (let k = (element - n) * n; k < (element - n + 1) * n; k++) if (A[k] !== 0) return false;
    return true;
  }

  /** The support of an infeasible row is irreducible: no proper subset of its elements is linearly dependent. */
  private recordConflict(r: number): void {
    const { colCount: n, T, basic, nonbasic } = this.tableau;
    const direction = neededDirection(this.tableau, r);
    this.addMember(basic[r], -direction);
    for (let j = 0; j < n; j++) {
      const coefficient = T[r * n + j];
      if (Math.abs(coefficient) <= PIVOT_TOLERANCE) continue;
      this.addMember(nonbasic[j], coefficient > 0 === direction > 0 ? 1 : -1);
    }
  }

  private addMember(element: number, side: number): void {
    this.conflictMembers[this.members] = element;
    this.conflictSides[this.members] = side;
    this.members++;
  }

  private tryOptimize(): number | null {
    const model = this.loaded();
    const { tableau, gain, reduced } = this;
    const sign = model.maximize ? 1 : -1;
    for (let j = 0; j < model.colCount; j++) gain[j] = sign * model.cost[j];
    const outcome = improve(tableau, gain, reduced);
    if (outcome.kind === "stalled" || !provesFeasible(tableau)) return null;
    if (!provesReducedCosts(tableau, gain, reduced)) return null;
    if (outcome.kind === "unbounded")
      return provesRay(tableau, outcome.column, outcome.sign) ? sign * Infinity : null;
    let objective = model.offset;
    for (let j = 0; j < model.colCount; j++) objective += model.cost[j] * tableau.value[j];
    return objective;
  }
}
