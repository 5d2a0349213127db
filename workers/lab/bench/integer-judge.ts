import type { LpModel } from "../../lp/model.ts";
import type { Oracle } from "../../lp/oracle.ts";
import { Simplex } from "../../lp/simplex.ts";
import { wholeOptimum } from "../../lp/whole-optimum.ts";

/** Objectives that agree to this share are the same optimum. */
export const TOLERANCE = 1e-6;

export const sameObjective = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(other));

/** Optima of tiny integer models: by branch and bound of our own, by HiGHS where that gives up and, again, where asked to. */
export class IntegerJudge {
  /** Models that HiGHS solved again, with the same answer. */
  confirmed = 0;
  /** Models that HiGHS alone answered. */
  alone = 0;
  readonly #oracle: Oracle;
  readonly #simplex = new Simplex();

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  /**
   * The optimum, null where there is none.
   * @throws where HiGHS finds another one: a set is not made on a solver that is wrong.
   */
  optimum(model: LpModel, confirm: boolean): number | null {
    const own = wholeOptimum(model, this.#simplex);
    if (own.status !== "unknown" && !confirm) return own.objective;
    const judged = this.#oracle.solve(model, { integer: true, tiny: true });
    if (own.status === "unknown") {
      this.alone++;
      return judged.objective;
    }
    const same =
      own.objective === null || judged.objective === null
        ? own.status === judged.status
        : sameObjective(own.objective, judged.objective);
    if (!same)
      throw new Error(
        `Branch and bound says "${own.status}" with ${own.objective} of the integer model "${model.name}", HiGHS says "${judged.status}" with ${judged.objective}. One of them is wrong, so no set is made.`,
      );
    this.confirmed++;
    return own.objective;
  }
}
