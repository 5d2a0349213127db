import { GATED, type Kernel, RELU } from "./kernel.ts";

const { fround } = Math;

/**
 * The kernel in plain JavaScript: the reference that states what kernel.as.ts computes, and the fallback where
 * WebAssembly SIMD is missing. `fround` after every operation gives the bits of 32-bit arithmetic.
 */
export function createJsKernel(memory: WebAssembly.Memory): Kernel {
  const floats = new Float32Array(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  return {
    name: "js",

    multiply(x, w, b, y, gate, rows, inputs, outputs, mode) {
      const [xAt, wAt, bAt, yAt, gateAt] = [x >> 2, w >> 2, b >> 2, y >> 2, gate >> 2];
      for (let row = 0; row < rows; row++) {
        for (let o = 0; o < outputs; o++) {
          let sum = floats[bAt + o];
          for (let k = 0; k < inputs; k++) {
            sum = fround(sum + fround(floats[xAt + row * inputs + k] * floats[wAt + k * outputs + o]));
          }
          const at = row * outputs + o;
          if (mode === RELU && sum < 0) sum = 0;
          else if (mode === GATED && !(floats[gateAt + at] > 0)) sum = 0;
          floats[yAt + at] = sum;
        }
      }
    },

    accumulate(x, dy, dw, db, rows, inputs, outputs) {
      const [xAt, dyAt, dwAt, dbAt] = [x >> 2, dy >> 2, dw >> 2, db >> 2];
      for (let row = 0; row < rows; row++) {
        const slopes = dyAt + row * outputs;
        for (let o = 0; o < outputs; o++) floats[dbAt + o] += floats[slopes + o];
        for (let k = 0; k < inputs; k++) {
          const value = floats[xAt + row * inputs + k];
          const target = dwAt + k * outputs;
          for (let o = 0; o < outputs; o++) {
            floats[target + o] = fround(floats[target + o] + fround(value * floats[slopes + o]));
          }
        }
      }
    },

    softmax(scores, mask, weights, summary, count, inverse) {
      const [scoreAt, weightAt, summaryAt] = [scores >> 2, weights >> 2, summary >> 2];
      const factor = fround(inverse);
      let highest = LOWEST;
      for (let i = 0; i < count; i++) {
        if (bytes[mask + i] !== 0 && highest < floats[scoreAt + i]) highest = floats[scoreAt + i];
      }
      // Four running sums, as four lanes of a vector add them.
      const total = new Float32Array(4);
      const weighted = new Float32Array(4);
      for (let i = 0; i < count; i++) {
        const z = fround(fround(floats[scoreAt + i] - highest) * factor);
        const weight = bytes[mask + i] === 0 ? 0 : exponential(z);
        floats[weightAt + i] = weight;
        total[i & 3] += weight;
        weighted[i & 3] += fround(weight * z);
      }
      floats[summaryAt] = highest;
      floats[summaryAt + 1] = sumLanes(total);
      floats[summaryAt + 2] = sumLanes(weighted);
    },
  };
}

const LOWEST = -3.4028234663852886e38;
const LOWEST_EXPONENT = -87;
const LOG2_E = fround(1.4426950408889634);
const LN2_HIGH = 0.693359375;
const LN2_LOW = fround(-0.00021219444);
const ROUNDING = 12582912;
/** Coefficients of r^2 to r^7 in e^r, highest power first; constants and method as in kernel.as.ts. */
const POLYNOMIAL = [0.00019875691, 0.0013981999, 0.008333452, 0.041665796, 0.16666665, 0.5].map(fround);

function exponential(z: number): number {
  const x = z < LOWEST_EXPONENT ? LOWEST_EXPONENT : z;
  const n = fround(fround(fround(x * LOG2_E) + ROUNDING) - ROUNDING);
  const r = fround(fround(x - fround(n * LN2_HIGH)) - fround(n * LN2_LOW));
  let p = POLYNOMIAL[0];
  for (let i = 1; i < POLYNOMIAL.length; i++) p = fround(fround(p * r) + POLYNOMIAL[i]);
  const power = fround(fround(fround(fround(p * r) * r) + r) + 1);
  return fround(power * 2 ** n);
}

function sumLanes(lanes: Float32Array): number {
  return fround(fround(lanes[0] + lanes[1]) + fround(lanes[2] + lanes[3]));
}
