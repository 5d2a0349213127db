import type { LpModel } from "./model.ts";
import type { OracleAnswer } from "./oracle.ts";
import { type Simplex, SimplexStalled } from "./simplex.ts";

/** Distance to a whole number that counts as none; that of HiGHS. */
const WHOLE = 1e-6;

/** A node whose bound is better than the best solution by less than this share is not searched; that asked of HiGHS. */
const GAP = 1e-9;

/** Nodes after which the search gives up: tiny models need some ten of them. */
const MAX_NODES = 5000;
/** Bounds below each other after which it gives up, too: without end in one direction, a search goes that way only. */
const DEEPEST = 500;

/** The integer column whose value is furthest from whole; -1 where all are whole. */
function branchColumn(model: LpModel, simplex: Simplex): number {
  let chosen = -1;
  let furthest = WHOLE;
  for (let j = 0; j < model.colCount; j++) {
    if (model.integer[j] === 0) continue;
    const away = Math.abs(simplex.value(j) - Math.round(simplex.value(j)));
    if (away > furthest) {
      furthest = away;
      chosen = j;
    }
  }
  return chosen;
}

class Search {
  private readonly model: LpModel;
  private readonly simplex: Simplex;
  private readonly sign: number;
  private nodes = 0;
  private depth = 0;
  best: number | null = null;

  constructor(model: LpModel, simplex: Simplex) {
    this.model = model;
    this.simplex = simplex;
    this.sign = model.maximize ? 1 : -1;
  }

  /** Searches below the bounds that the simplex has now and leaves them as they were; false where it gives up. */
  run(): boolean {
    const { simplex, model } = this;
    if (++this.nodes > MAX_NODES || this.depth > DEEPEST) return false;
    if (!simplex.feasible()) return true;
    const bound = simplex.optimize();
    if (!Number.isFinite(bound)) return false;
    if (this.best !== null && this.sign * (bound - this.best) <= GAP * Math.max(1, Math.abs(this.best)))
      return true;
    const column = branchColumn(model, simplex);
    if (column < 0) return this.take();
    const value = simplex.value(column);
    const below = () => this.within(column, simplex.lower(column), Math.floor(value));
    const above = () => this.within(column, Math.ceil(value), simplex.upper(column));
    return value - Math.floor(value) < 0.5 ? below() && above() : above() && below();
  }

  private within(column: number, lower: number, upper: number): boolean {
    const [low, high] = [this.simplex.lower(column), this.simplex.upper(column)];
    this.simplex.setBounds(column, lower, upper);
    this.depth += 1;
    const done = this.run();
    this.depth -= 1;
    this.simplex.setBounds(column, low, high);
    return done;
  }

  /** The nearly whole solution with its integer columns at whole numbers; false where that is none. */
  private take(): boolean {
    const { model, simplex } = this;
    const columns = [...model.integer.keys()].filter((j) => model.integer[j] === 1);
    const bounds = columns.map((j) => [j, simplex.lower(j), simplex.upper(j)] as const);
    const whole = columns.map((j) => Math.round(simplex.value(j)));
    for (const [k, j] of columns.entries()) simplex.setBounds(j, whole[k], whole[k]);
    const held = simplex.feasible();
    const objective = held ? simplex.optimize() : Number.NaN;
    for (const [j, lower, upper] of bounds) simplex.setBounds(j, lower, upper);
    if (!held || !Number.isFinite(objective)) return false;
    if (this.best === null || this.sign * (objective - this.best) > 0) this.best = objective;
    return true;
  }
}

/**
 * Optimum of a tiny integer model by branch and bound: depth first, over the column that is furthest from whole, towards the
 * nearer whole number first. Each node is a warm, proven answer of the simplex. `unknown` where the relaxation is unbounded,
 * the nodes run out, bounds go on below each other or the simplex stalls: HiGHS is to be asked then.
 */
export function wholeOptimum(model: LpModel, simplex: Simplex): OracleAnswer {
  const search = new Search(model, simplex);
  try {
    simplex.load(model);
    if (!search.run()) return { status: "unknown", objective: null };
  } catch (error) {
    if (error instanceof SimplexStalled) return { status: "unknown", objective: null };
    throw error;
  }
  return search.best === null
    ? { status: "infeasible", objective: null }
    : { status: "optimal", objective: search.best };
}
