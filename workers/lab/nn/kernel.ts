/** What `multiply` does to a sum before it stores it. The numbers are those of kernel.as.ts. */
export const LINEAR = 0;
export const RELU = 1;
/** Zero where the gate is not positive: the derivative of a relu whose output is the gate. */
export const GATED = 2;
export type MultiplyMode = typeof LINEAR | typeof RELU | typeof GATED;

/**
 * The inner loops of the policy. Arguments are byte addresses in the memory that the kernel was created with; matrices are
 * row-major 32-bit floats, `inputs` and `outputs` multiples of 4.
 *
 * Bit policy: the order of every sum is fixed, each operation is rounded to 32 bits, and there is no fused multiply-add.
 * Both implementations give the same bits on every machine, so a run does not depend on which one it had.
 */
export interface Kernel {
  readonly name: "wasm" | "js";
  /** y[rows, outputs] = x[rows, inputs] w[inputs, outputs] + b, then `mode`; `gate` has the shape of y. */
  multiply(
    x: number,
    w: number,
    b: number,
    y: number,
    gate: number,
    rows: number,
    inputs: number,
    outputs: number,
    mode: MultiplyMode,
  ): void;
  /** dw[inputs, outputs] += x^T dy and db[outputs] += column sums of dy. */
  accumulate(
    x: number,
    dy: number,
    dw: number,
    db: number,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  /**
   * Parts of one masked softmax over `count` scores, a multiple of 4. With z = (score - highest allowed) * inverse:
   * weights[i] = exp(z_i) where mask byte i is not 0, else 0; summary = [highest, sum of weights, sum of weights * z].
   * exp is good to 3e-7 relative and flat below -87.
   */
  softmax(
    scores: number,
    mask: number,
    weights: number,
    summary: number,
    count: number,
    inverse: number,
  ): void;
}
