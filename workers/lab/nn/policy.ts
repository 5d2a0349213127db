import { gaussian, type Rng } from "../../math/rng.ts";
import { GATED, type Kernel, LINEAR, RELU } from "./kernel.ts";
import { type Block, Workspace } from "./workspace.ts";
import { createJsKernel } from "./kernel-js.ts";
import { createWasmKernel, isWasmKernelSupported } from "./kernel-wasm.ts";

/** The fastest kernel this machine runs: WebAssembly SIMD, or the same sums in plain JavaScript. */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  return isWasmKernelSupported() ? createWasmKernel(memory) : createJsKernel(memory);
}

export interface PolicyShape {
  /** Features of one entity. A multiple of 4, like the two others. */
  features: number;
  hidden: number;
  /** Scores of one entity: one per action type. */
  actions: number;
  /** Entities that go through the network at once. */
  maxRows: number;
}

interface Layer {
  inputs: number;
  outputs: number;
  /** Index of the weights, then of the bias, in a flat parameter vector. */
  weights: number;
  bias: number;
}

/** Rows of one pass where the caller names no number: four activations of 32 columns stay within a 1 MiB cache. */
export const DEFAULT_MAX_ROWS = 1024;

const PARAMETER_COPIES = 3;
const SUMMARY = 3;
const BLOCKS = 20;

/**
 * A multilayer perceptron applied to every entity of a problem by itself: features -> hidden -> hidden -> actions, relu
 * between. A decision is one softmax over the scores of all its entities, so the network is blind to their order and
 * number. All buffers live in kernel memory of a fixed size. Parameters are one flat vector: W1, b1, W2, b2, W3, b3.
 */
export class Policy {
  readonly shape: PolicyShape;
  readonly parameters: Float32Array;
  /** What `keepReference` kept. */
  readonly reference: Float32Array;
  readonly gradient: Float32Array;
  /** maxRows x features, written by the caller before `forward`. */
  readonly features: Float32Array;
  /** maxRows x actions, non-zero where an action is legal; written by the caller before `softmax`. */
  readonly mask: Uint8Array;
  /** maxRows x actions, written by `forward`. */
  readonly scores: Float32Array;
  /** maxRows x actions, written by the caller before `backward`: slope of the loss in each score. */
  readonly scoreGradient: Float32Array;
  /** maxRows x actions, the first `count` written by `softmax`: unnormalised probabilities, 0 where illegal. */
  readonly weights: Float32Array;

  readonly #kernel: Kernel;
  readonly #layers: [Layer, Layer, Layer];
  readonly #current: Block;
  readonly #reference: Block;
  readonly #gradient: Block;
  readonly #features: Block;
  readonly #hidden: [Block, Block];
  readonly #scores: Block;
  readonly #hiddenGradient: [Block, Block];
  readonly #scoreGradient: Block;
  readonly #transposed: [Block, Block];
  readonly #zeroBias: Block;
  readonly #mask: Block<Uint8Array>;
  readonly #weights: Block;
  readonly #summary: Block;

  constructor(shape: PolicyShape, kernelFor: (memory: WebAssembly.Memory) => Kernel = createKernel) {
    const { features, hidden, actions, maxRows } = shape;
    for (const [name, width] of Object.entries({ features, hidden, actions })) {
      if (width <= 0 || width % 4 !== 0)
        throw new RangeError(`${name} must be a positive multiple of 4, not ${width}.`);
    }
    this.shape = shape;
    this.#layers = layout([features, hidden, hidden, actions]);
    const parameterCount = this.#layers[2].bias + actions;
    const perRow = features + 4 * hidden + 3 * actions;
    const transposed = hidden * hidden + hidden * actions;
    const floats = PARAMETER_COPIES * parameterCount + maxRows * perRow + transposed + hidden + SUMMARY;
    const workspace = new Workspace(4 * floats + maxRows * actions, BLOCKS);
    this.#kernel = kernelFor(workspace.memory);
    this.#current = workspace.takeFloats(parameterCount);
    this.#reference = workspace.takeFloats(parameterCount);
    this.#gradient = workspace.takeFloats(parameterCount);
    this.#features = workspace.takeFloats(maxRows * features);
    this.#hidden = [workspace.takeFloats(maxRows * hidden), workspace.takeFloats(maxRows * hidden)];
    this.#scores = workspace.takeFloats(maxRows * actions);
    this.#scoreGradient = workspace.takeFloats(maxRows * actions);
    this.#hiddenGradient = [workspace.takeFloats(maxRows * hidden), workspace.takeFloats(maxRows * hidden)];
    this.#transposed = [workspace.takeFloats(hidden * hidden), workspace.takeFloats(actions * hidden)];
    this.#zeroBias = workspace.takeFloats(hidden);
    this.#mask = workspace.takeBytes(maxRows * actions);
    this.#weights = workspace.takeFloats(maxRows * actions);
    this.#summary = workspace.takeFloats(SUMMARY);
    this.parameters = this.#current.values;
    this.reference = this.#reference.values;
    this.gradient = this.#gradient.values;
    this.features = this.#features.values;
    this.scores = this.#scores.values;
    this.scoreGradient = this.#scoreGradient.values;
    this.mask = this.#mask.values;
    this.weights = this.#weights.values;
  }

  /** He initialisation (arXiv 1502.01852) of the hidden layers, small scores, zero biases. */
  initialize(rng: Rng): void {
    this.parameters.fill(0);
    this.#layers.forEach(({ inputs, outputs, weights }, index) => {
      const scale = index < 2 ? Math.sqrt(2 / inputs) : 0.05;
      for (let i = 0; i < inputs * outputs; i++) this.parameters[weights + i] = scale * gaussian(rng);
    });
  }

  /** Copies the current parameters to where `forward(rows, "reference")` reads them. */
  keepReference(): void {
    this.#reference.values.set(this.parameters);
  }

  /** Scores of the first `rows` entities of `features`. A row's result does not depend on the other rows. */
  forward(rows: number, which: "current" | "reference" = "current"): void {
    const from = which === "current" ? this.#current : this.#reference;
    this.#affine(this.#layers[0], from, this.#features, this.#hidden[0], rows, RELU);
    this.#affine(this.#layers[1], from, this.#hidden[0], this.#hidden[1], rows, RELU);
    this.#affine(this.#layers[2], from, this.#hidden[1], this.#scores, rows, LINEAR);
  }

  /**
   * Softmax of score / temperature over the `count` scores from `offset` on, where the mask allows. Fills `weights`; returns
   * [highest allowed score, sum of weights, sum of weights * (score - highest) / temperature], valid until the next call.
   */
  softmax(offset: number, count: number, temperature: number): Float32Array {
    this.#kernel.softmax(
      this.#scores.address + 4 * offset,
      this.#mask.address + offset,
      this.#weights.address,
      this.#summary.address,
      count,
      1 / temperature,
    );
    return this.#summary.values;
  }

  /** Clears the gradient. Call it after the parameters changed and before the first `backward` of an update. */
  startGradient(): void {
    this.gradient.fill(0);
    transpose(this.parameters, this.#layers[1], this.#transposed[0].values);
    transpose(this.parameters, this.#layers[2], this.#transposed[1].values);
  }

  /** Adds to `gradient` what `scoreGradient` of the first `rows` entities says, at the activations of the last `forward`. */
  backward(rows: number): void {
    const [first, second, last] = this.#layers;
    const [slope1, slope2] = this.#hiddenGradient;
    this.#accumulate(last, this.#hidden[1], this.#scoreGradient, rows);
    this.#pullBack(last, this.#transposed[1], this.#scoreGradient, this.#hidden[1], slope2, rows);
    this.#accumulate(second, this.#hidden[0], slope2, rows);
    this.#pullBack(second, this.#transposed[0], slope2, this.#hidden[0], slope1, rows);
    this.#accumulate(first, this.#features, slope1, rows);
  }

  #affine(
    layer: Layer,
    from: Block,
    x: Block,
    y: Block,
    rows: number,
    mode: typeof LINEAR | typeof RELU,
  ): void {
    const { inputs, outputs, weights, bias } = layer;
    const w = from.address + 4 * weights;
    const b = from.address + 4 * bias;
    this.#kernel.multiply(x.address, w, b, y.address, y.address, rows, inputs, outputs, mode);
  }

  #accumulate(layer: Layer, x: Block, slope: Block, rows: number): void {
    const { inputs, outputs, weights, bias } = layer;
    const dw = this.#gradient.address + 4 * weights;
    const db = this.#gradient.address + 4 * bias;
    this.#kernel.accumulate(x.address, slope.address, dw, db, rows, inputs, outputs);
  }

  /** Slope in a layer's inputs, through the relu that made them. */
  #pullBack(
    layer: Layer,
    transposed: Block,
    slope: Block,
    activation: Block,
    out: Block,
    rows: number,
  ): void {
    const zero = this.#zeroBias.address;
    const gate = activation.address;
    const { inputs, outputs } = layer;
    this.#kernel.multiply(
      slope.address,
      transposed.address,
      zero,
      out.address,
      gate,
      rows,
      outputs,
      inputs,
      GATED,
    );
  }
}

function layout(widths: [number, number, number, number]): [Layer, Layer, Layer] {
  let next = 0;
  const layer = (inputs: number, outputs: number): Layer => {
    const weights = next;
    const bias = weights + inputs * outputs;
    next = bias + outputs;
    return { inputs, outputs, weights, bias };
  };
  return [layer(widths[0], widths[1]), layer(widths[1], widths[2]), layer(widths[2], widths[3])];
}

function transpose(parameters: Float32Array, { inputs, outputs, weights }: Layer, out: Float32Array): void {
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) out[o * inputs + i] = parameters[weights + i * outputs + o];
  }
}
