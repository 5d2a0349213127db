import type { Highs, Model, ModelData } from "highs";
import type { LpModel } from "./model.ts";

/** `unknown`: a limit was reached or HiGHS could not decide. */
export type OracleStatus = "optimal" | "infeasible" | "unbounded" | "unknown";

export interface OracleAnswer {
  status: OracleStatus;
  /** Objective with offset where the status is optimal. */
  objective: number | null;
}

export interface OracleOptions {
  /** Respect the integer marks; otherwise solve the LP relaxation. */
  integer: boolean;
  /** Longest time for one solve, in seconds; 10 if not given. */
  timeLimit?: number;
  /** For thousands of tiny integer models: no heuristics, which cost more there than the search. */
  tiny?: boolean;
}

/**
 * Same optimum, proven the same way, in less time. Presolve stays on: without it HiGHS 1.15 proves wrong optima of models with
 * columns that have no end (`whole-optimum.test.ts`).
 */
const TINY = {
  mip_detect_symmetry: false,
  mip_heuristic_effort: 0,
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_rins: false,
  mip_heuristic_run_rens: false,
  mip_heuristic_run_zi_round: false,
  mip_heuristic_run_shifting: false,
  mip_heuristic_run_root_reduced_cost: false,
  mip_allow_restart: false,
  mip_pool_soft_limit: 1,
} as const;

/**
 * Irreducible subset (4) found from the LP itself (2). The default 0 gives an empty set for most models of the public
 * benchmarks, 1 throws, and 2 alone gives sets that are not minimal.
 */
const IIS_STRATEGY = 6;

/** HiGHS (WebAssembly) as the slow, independent judge. Every call loads a model, answers, and frees it. */
export class Oracle {
  private readonly highs: Highs;

  constructor(highs: Highs) {
    this.highs = highs;
  }

  /** Size of the WebAssembly memory in bytes; it grows with the largest model and with models that were not freed. */
  get memoryBytes(): number {
    return this.highs.memoryBytes;
  }

  /**
   * Solves a model to proven optimality, or says why there is no optimum. "No solution" is asked again without a cost, under
   * which nothing is unbounded: HiGHS 1.15 calls some unbounded models infeasible where presolve is on.
   */
  solve(model: LpModel, options: OracleOptions): OracleAnswer {
    return this.highs.withModel((native): OracleAnswer => {
      const status = this.ask(native, model, options, model.cost);
      if (status === "optimal") return { status, objective: native.getObjectiveValue() };
      if (status !== "infeasible" && status !== "ambiguous") return { status, objective: null };
      const plain = this.ask(native, model, options, new Float64Array(model.colCount));
      if (plain === "infeasible") return { status: plain, objective: null };
      return { status: plain === "optimal" ? "unbounded" : "unknown", objective: null };
    });
  }

  /**
   * Elements of one IIS of the LP relaxation (columns stand for their bounds), ascending; null where the relaxation is
   * feasible or HiGHS finds none.
   */
  iis(model: LpModel): number[] | null {
    return this.highs.withModel((native): number[] | null => {
      native.options.set({ iis_strategy: IIS_STRATEGY });
      const cost = new Float64Array(model.colCount);
      if (this.ask(native, model, { integer: false }, cost) !== "infeasible") return null;
      const found = native.getIis();
      const { boundFree } = this.highs.constants.iis;
      const columns = [...found.colIndex].filter((_, k) => found.colBound[k] !== boundFree);
      const rows = [...found.rowIndex].map((i) => model.colCount + i);
      const elements = [...columns, ...rows].sort((a, b) => a - b);
      return elements.length > 0 ? elements : null;
    });
  }

  /** Loads the model with the given cost and runs; a run that fails inside HiGHS is `unknown`. */
  private ask(
    native: Model,
    model: LpModel,
    options: OracleOptions,
    cost: Float64Array,
  ): OracleStatus | "ambiguous" {
    native.passModel(this.dataOf(model, options.integer, cost));
    native.options.set({
      output_flag: false,
      time_limit: options.timeLimit ?? 10,
      mip_rel_gap: 1e-9,
      ...(options.tiny && TINY),
    });
    try {
      native.run();
    } catch (error) {
      if ((error as { operation?: unknown }).operation === "run") return "unknown";
      throw error;
    }
    return this.statusOf(native);
  }

  private statusOf(native: Model): OracleStatus | "ambiguous" {
    const { modelStatus } = this.highs.constants;
    switch (native.getModelStatus()) {
      case modelStatus.optimal:
      case modelStatus.empty:
        return "optimal";
      case modelStatus.infeasible:
        return "infeasible";
      case modelStatus.unbounded:
        return "unbounded";
      case modelStatus.unboundedOrInfeasible:
        return "ambiguous";
      default:
        return "unknown";
    }
  }

  private dataOf(model: LpModel, integer: boolean, colCost: Float64Array): ModelData {
    const { rowCount, colCount, A } = model;
    const starts = [0];
    const indices: number[] = [];
    const values: number[] = [];
    for (let i = 0; i < rowCount; i++) {
      for (let j = 0; j < colCount; j++) {
        const coefficient = A[i * colCount + j];
        if (coefficient === 0) continue;
        indices.push(j);
        values.push(coefficient);
      }
      starts.push(indices.length);
    }
    const { objectiveSense } = this.highs.constants;
    return {
      numCols: colCount,
      numRows: rowCount,
      sense: model.maximize ? objectiveSense.maximize : objectiveSense.minimize,
      offset: model.offset,
      colCost,
      colLower: model.colLower,
      colUpper: model.colUpper,
      rowLower: model.rowLower,
      rowUpper: model.rowUpper,
      ...(integer && model.integer.includes(1) ? { integrality: Int32Array.from(model.integer) } : {}),
      matrix: { format: "csr", numRows: rowCount, numCols: colCount, starts, indices, values },
    };
  }
}

let loading: Promise<Oracle> | null = null;

/** Loads HiGHS (3.9 MB, about 50 ms) on the first call; later calls share it. */
export function loadOracle(): Promise<Oracle> {
  loading ??= import("highs")
    .then(async ({ default: load }) => new Oracle(await load()))
    .catch((error: unknown) => {
      loading = null;
      throw new Error(`HiGHS could not be loaded (${String(error)}). Run "npm ci" and try again.`, {
        cause: error,
      });
    });
  return loading;
}
