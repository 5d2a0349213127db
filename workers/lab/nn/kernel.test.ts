import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entropy } from "../../math/entropy.ts";
import { maskedSoftmax } from "../../math/masked-softmax.ts";
import { createKernel } from "./policy.ts";
import { createJsKernel } from "./kernel-js.ts";
import { BUILD_ARGUMENTS, createWasmKernel, KERNEL_BASE64 } from "./kernel-wasm.ts";
import { GATED, type Kernel, LINEAR, RELU } from "./kernel.ts";
import { Workspace } from "./workspace.ts";

interface Problem {
  rows: number;
  inputs: number;
  outputs: number;
  seed: number;
}

const width = fc.integer({ min: 1, max: 12 }).map((n) => n * 4);
const problem: fc.Arbitrary<Problem> = fc.record({
  rows: fc.integer({ min: 0, max: 300 }),
  inputs: width,
  outputs: width,
  seed: fc.integer({ min: 1, max: 1e6 }),
});

/** All operands of one problem in a fresh memory, filled with reproducible numbers of both signs and some exact zeros. */
function setUp({ rows, inputs, outputs, seed }: Problem, createFor: (memory: WebAssembly.Memory) => Kernel) {
  const sizes = [
    rows * inputs,
    inputs * outputs,
    outputs,
    rows * outputs,
    rows * outputs,
    inputs * outputs,
    outputs,
  ];
  const workspace = new Workspace(4 * sizes.reduce((a, b) => a + b), sizes.length);
  const [x, w, b, y, gate, dw, db] = sizes.map((size) => workspace.takeFloats(size));
  let state = seed;
  for (const block of [x, w, b, y, gate, dw, db]) {
    block.values.forEach((_, i) => {
      state = (state * 48271) % 2147483647;
      block.values[i] = state % 5 === 0 ? 0 : state / 1073741823 - 1;
    });
  }
  return { kernel: createFor(workspace.memory), x, w, b, y, gate, dw, db };
}

function multiplied(
  p: Problem,
  mode: typeof LINEAR | typeof RELU | typeof GATED,
  createFor: typeof createJsKernel,
) {
  const { kernel, x, w, b, y, gate } = setUp(p, createFor);
  kernel.multiply(
    x.address,
    w.address,
    b.address,
    y.address,
    gate.address,
    p.rows,
    p.inputs,
    p.outputs,
    mode,
  );
  return y.values;
}

function accumulated(p: Problem, createFor: typeof createJsKernel) {
  const { kernel, x, y, dw, db } = setUp(p, createFor);
  kernel.accumulate(x.address, y.address, dw.address, db.address, p.rows, p.inputs, p.outputs);
  return [...dw.values, ...db.values];
}

test("both kernels give the same bits for a product, in every mode and with every remainder of rows and columns", () => {
  fc.assert(
    fc.property(problem, fc.constantFrom(LINEAR, RELU, GATED), (p, mode) => {
      expect(multiplied(p, mode, createWasmKernel)).toEqual(multiplied(p, mode, createJsKernel));
    }),
    { numRuns: 150 },
  );
});

test("both kernels give the same bits for a gradient, also across blocks of rows", () => {
  fc.assert(
    fc.property(problem, (p) => {
      expect(accumulated(p, createWasmKernel)).toEqual(accumulated(p, createJsKernel));
    }),
    { numRuns: 150 },
  );
});

interface Softmax {
  entities: { score: number; allowed: boolean }[][];
  inverse: number;
}

const softmaxCase: fc.Arbitrary<Softmax> = fc.record({
  entities: fc.array(
    fc.array(fc.record({ score: fc.float({ min: -200, max: 200, noNaN: true }), allowed: fc.boolean() }), {
      minLength: 8,
      maxLength: 8,
    }),
    { minLength: 1, maxLength: 30 },
  ),
  inverse: fc.constantFrom(1, 0.5, 1 / 0.7, 2),
});

function softmaxed({ entities, inverse }: Softmax, createFor: typeof createJsKernel) {
  const flat = entities.flat();
  const workspace = new Workspace(16 * flat.length + 16, 4);
  const [scores, mask, weights, summary] = [flat.length, flat.length, flat.length, 4].map((n) =>
    workspace.takeFloats(n),
  );
  const bytes = new Uint8Array(workspace.memory.buffer, mask.address, flat.length);
  flat.forEach(({ score, allowed }, i) => {
    scores.values[i] = score;
    bytes[i] = allowed ? 1 : 0;
  });
  createFor(workspace.memory).softmax(
    scores.address,
    mask.address,
    weights.address,
    summary.address,
    flat.length,
    inverse,
  );
  return {
    scores: scores.values,
    bytes,
    weights: weights.values,
    summary: Array.from(summary.values).slice(0, 3),
  };
}

test("both kernels give the same bits for a masked softmax", () => {
  fc.assert(
    fc.property(softmaxCase, (c) => {
      const [wasm, js] = [softmaxed(c, createWasmKernel), softmaxed(c, createJsKernel)];
      expect(wasm.weights).toEqual(js.weights);
      expect(wasm.summary).toEqual(js.summary);
    }),
    { numRuns: 300 },
  );
});

test("the masked softmax is the mathematical one to 32-bit accuracy, and so are its normaliser and entropy", () => {
  fc.assert(
    fc.property(softmaxCase, (c) => {
      fc.pre(c.entities.flat().some((entry) => entry.allowed));
      const { scores, bytes, weights, summary } = softmaxed(c, createWasmKernel);
      const [highest, total, weighted] = summary;
      const exact = new Float64Array(scores.length);
      const logNormaliser = maskedSoftmax(scores, 0, bytes, 0, scores.length, 1 / c.inverse, exact);
      exact.forEach((p, i) => {
        // A z of magnitude m is rounded by up to m * 2^-24, which exp turns into a relative error; exp itself and the sum
        // of up to a few hundred 32-bit terms add some 2^-21 more.
        const z = Math.abs((scores[i] - highest) * c.inverse);
        expect(Math.abs(weights[i] / total - p)).toBeLessThan((1 + z) * 1.5e-6 * p + 1e-37);
      });
      expect(Math.abs(highest * c.inverse + Math.log(total) - logNormaliser)).toBeLessThan(1e-4);
      expect(Math.log(total) - weighted / total).toBeCloseTo(entropy(exact), 4);
    }),
    { numRuns: 300 },
  );
});

test("the product is the mathematical one", () => {
  const p = { rows: 7, inputs: 12, outputs: 20, seed: 5 };
  const { x, w, b, gate } = setUp(p, createJsKernel);
  const exact = (row: number, o: number) => {
    let sum = b.values[o];
    for (let k = 0; k < p.inputs; k++) sum += x.values[row * p.inputs + k] * w.values[k * p.outputs + o];
    return sum;
  };
  const [linear, relu, gated] = ([LINEAR, RELU, GATED] as const).map((mode) =>
    multiplied(p, mode, createWasmKernel),
  );
  for (let row = 0; row < p.rows; row++) {
    for (let o = 0; o < p.outputs; o++) {
      const at = row * p.outputs + o;
      expect(linear[at]).toBeCloseTo(exact(row, o), 5);
      expect(relu[at]).toBeCloseTo(Math.max(0, exact(row, o)), 5);
      expect(gated[at]).toBeCloseTo(gate.values[at] > 0 ? exact(row, o) : 0, 5);
    }
  }
});

test("a NaN among the inputs reaches the outputs in both kernels, so that the guard can see it", () => {
  for (const createFor of [createWasmKernel, createJsKernel]) {
    const { kernel, x, w, b, y } = setUp({ rows: 5, inputs: 8, outputs: 8, seed: 2 }, createFor);
    x.values[3] = Number.NaN;
    kernel.multiply(x.address, w.address, b.address, y.address, y.address, 5, 8, 8, RELU);
    expect(y.values.slice(0, 8).every(Number.isNaN)).toBe(true);
    expect(y.values.slice(8).some(Number.isNaN)).toBe(false);
  }
});

test("this machine gets the compiled kernel", () => {
  expect(createKernel(new Workspace(16, 1).memory).name).toBe("wasm");
});

test("compiling kernel.as.ts again gives the committed bytes", () => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-kernel-"));
  const out = join(folder, "kernel.wasm");
  const root = join(import.meta.dirname, "../../..");
  const asc = join(root, "node_modules/assemblyscript/bin/asc.js");
  const built = spawnSync(
    process.execPath,
    [asc, "workers/lab/nn/kernel.as.ts", ...BUILD_ARGUMENTS.split(" "), "--outFile", out],
    { cwd: root, encoding: "utf8" },
  );
  expect(built.stderr).toBe("");
  expect(readFileSync(out).toString("base64")).toBe(KERNEL_BASE64);
  rmSync(folder, { recursive: true });
});
