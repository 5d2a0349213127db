const BETA1 = 0.9;
const BETA2 = 0.999;
const EPSILON = 1e-8;

/** Both moments of the gradient and the number of updates behind them. */
export interface AdamState {
  first: Float32Array;
  second: Float32Array;
  steps: number;
}

/** Adam (Kingma and Ba, arXiv 1412.6980, algorithm 1) with clipping of the gradient's global L2 norm. */
export class Adam {
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  #steps = 0;

  constructor(parameterCount: number) {
    this.#first = new Float32Array(parameterCount);
    this.#second = new Float32Array(parameterCount);
  }

  /** A copy, for `restore`. */
  state(): AdamState {
    return { first: this.#first.slice(), second: this.#second.slice(), steps: this.#steps };
  }

  restore({ first, second, steps }: AdamState): void {
    this.#first.set(first);
    this.#second.set(second);
    this.#steps = steps;
  }

  /**
   * One update of `parameters` in place. A gradient longer than `maxNorm` is scaled to it; maxNorm 0 never clips.
   * Returns the L2 norm before clipping. With learning rate 0 the parameters keep their bits.
   */
  step(parameters: Float32Array, gradient: Float32Array, learningRate: number, maxNorm: number): number {
    const norm = l2Norm(gradient);
    const scale = maxNorm > 0 && norm > maxNorm ? maxNorm / norm : 1;
    this.#steps++;
    const correction1 = 1 - BETA1 ** this.#steps;
    const correction2 = 1 - BETA2 ** this.#steps;
    for (let i = 0; i < parameters.length; i++) {
      const slope = gradient[i] * scale;
      this.#first[i] = BETA1 * this.#first[i] + (1 - BETA1) * slope;
      this.#second[i] = BETA2 * this.#second[i] + (1 - BETA2) * slope * slope;
      const direction = this.#first[i] / correction1 / (Math.sqrt(this.#second[i] / correction2) + EPSILON);
      parameters[i] -= learningRate * direction;
    }
    return norm;
  }
}

function l2Norm(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] * vector[i];
  return Math.sqrt(sum);
}
