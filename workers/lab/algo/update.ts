import type { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import { ActionDistribution } from "./rollout.ts";
import type { Decisions } from "./experience.ts";
import { scoreDecisions } from "./score-decisions.ts";

/** What a loss says about one decision: its share of the loss and the slopes in log p(action) and in the entropy. */
export interface DecisionLoss {
  loss: number;
  logProbabilitySlope: number;
  entropySlope: number;
}

/** A loss that is a sum over decisions. It writes into `out`, which starts at zero for every decision. */
export type LossFunction = (
  decision: number,
  logProbability: number,
  entropy: number,
  out: DecisionLoss,
) => void;

/** Means are over the decisions of the minibatch. */
export interface LossReport {
  loss: number;
  meanEntropy: number;
}

/** A number that must be finite is not; the run cannot go on and must not pretend to. */
export class NotFiniteError extends Error {
  constructor(what: string, value: number, where: string) {
    super(
      `${what} became ${value} at ${where}. The run stops here, since every later number would be wrong. Lower the learning rate or clip the gradient.`,
    );
    this.name = "NotFiniteError";
  }
}

/**
 * Loss of a minibatch and its gradient in every parameter, left in `policy.gradient`.
 *
 * A score s_i enters through p = softmax(s / T): d log p_a / d s_i = ([i = a] - p_i) / T and
 * d H / d s_i = -p_i (log p_i + H) / T. Rows after the last one with a slope are not sent back, so a list that has its
 * decisions without a slope at the end is cheaper and gives the same bits.
 */
export function lossGradient(
  policy: Policy,
  experience: Decisions,
  decisions: readonly number[],
  temperature: number,
  lossOf: LossFunction,
): LossReport {
  const distribution = new ActionDistribution(policy, temperature);
  const { scoreGradient } = policy;
  const out: DecisionLoss = { loss: 0, logProbabilitySlope: 0, entropySlope: 0 };
  let loss = 0;
  let entropySum = 0;
  let slopedRows = 0;
  policy.startGradient();
  scoreDecisions(policy, experience, decisions, {
    decision(decision, scoreOffset, count) {
      distribution.read(scoreOffset, count);
      const action = experience.action[decision];
      const entropy = distribution.entropy();
      out.loss = out.logProbabilitySlope = out.entropySlope = 0;
      lossOf(decision, distribution.logProbability(action), entropy, out);
      loss += out.loss;
      entropySum += entropy;
      if (out.logProbabilitySlope === 0 && out.entropySlope === 0) {
        scoreGradient.fill(0, scoreOffset, scoreOffset + count);
        return;
      }
      const slope = out.logProbabilitySlope / temperature;
      const perWeight = -slope / distribution.total;
      for (let i = 0; i < count; i++) scoreGradient[scoreOffset + i] = perWeight * distribution.weights[i];
      scoreGradient[scoreOffset + action] += slope;
      if (out.entropySlope !== 0)
        addEntropySlope(distribution, scoreGradient, scoreOffset, entropy, out.entropySlope / temperature);
      slopedRows = scoreOffset / policy.shape.actions + experience.rowCount[decision];
    },
    pass() {
      if (slopedRows > 0) policy.backward(slopedRows);
      slopedRows = 0;
    },
  });
  return { loss, meanEntropy: entropySum / decisions.length };
}

function addEntropySlope(
  distribution: ActionDistribution,
  scoreGradient: Float32Array,
  scoreOffset: number,
  entropy: number,
  slope: number,
): void {
  const { count, weights, total } = distribution;
  for (let i = 0; i < count; i++) {
    const p = weights[i] / total;
    if (p > 0) scoreGradient[scoreOffset + i] -= slope * p * (distribution.logProbability(i) + entropy);
  }
}

/**
 * One optimizer step on a minibatch. Returns the loss report and the gradient's L2 norm before clipping.
 * Throws NotFiniteError, naming `where`, when loss, gradient or a parameter is NaN or infinite.
 */
export function update(
  policy: Policy,
  optimizer: Adam,
  experience: Decisions,
  decisions: readonly number[],
  options: { temperature: number; learningRate: number; gradClip: number; where: string },
  lossOf: LossFunction,
): LossReport & { gradNorm: number } {
  const report = lossGradient(policy, experience, decisions, options.temperature, lossOf);
  if (!Number.isFinite(report.loss)) throw new NotFiniteError("The loss", report.loss, options.where);
  const gradNorm = optimizer.step(policy.parameters, policy.gradient, options.learningRate, options.gradClip);
  if (!Number.isFinite(gradNorm)) throw new NotFiniteError("The gradient norm", gradNorm, options.where);
  for (const parameter of policy.parameters) {
    if (!Number.isFinite(parameter)) throw new NotFiniteError("A parameter", parameter, options.where);
  }
  return { ...report, gradNorm };
}
