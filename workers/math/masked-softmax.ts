/** Where a policy's scores live: either kernel memory (32 bit) or a test's own array. */
export type Scores = Float32Array | Float64Array;

/**
 * Softmax of scores / temperature over the entries that `mask` allows (non-zero), written to out[0 .. count).
 * Forbidden entries get exactly 0. Scores are read at `scoreOffset`, the mask at `maskOffset`.
 *
 * Returns the log of the normaliser, log sum_i exp(score_i / temperature), so that the log-probability of entry i is
 * score_i / temperature minus the returned value. Throws RangeError where nothing is allowed.
 */
export function maskedSoftmax(
  scores: Scores,
  scoreOffset: number,
  mask: Uint8Array,
  maskOffset: number,
  count: number,
  temperature: number,
  out: Float64Array,
): number {
  const inverse = 1 / temperature;
  let highest = -Infinity;
  for (let i = 0; i < count; i++) {
    if (mask[maskOffset + i] !== 0 && scores[scoreOffset + i] > highest) highest = scores[scoreOffset + i];
  }
  let total = 0;
  for (let i = 0; i < count; i++) {
    const weight = mask[maskOffset + i] === 0 ? 0 : Math.exp((scores[scoreOffset + i] - highest) * inverse);
    out[i] = weight;
    total += weight;
  }
  if (total === 0) throw new RangeError(`None of ${count} actions is allowed, so there is no distribution.`);
  for (let i = 0; i < count; i++) out[i] /= total;
  return highest * inverse + Math.log(total);
}

/** Log-probabilities of the same distribution: -Infinity where forbidden. Returns the log of the normaliser. */
export function maskedLogSoftmax(
  scores: Scores,
  scoreOffset: number,
  mask: Uint8Array,
  maskOffset: number,
  count: number,
  temperature: number,
  out: Float64Array,
): number {
  const logNormaliser = maskedSoftmax(scores, scoreOffset, mask, maskOffset, count, temperature, out);
  for (let i = 0; i < count; i++) {
    const allowed = mask[maskOffset + i] !== 0;
    out[i] = allowed ? scores[scoreOffset + i] / temperature - logNormaliser : -Infinity;
  }
  return logNormaliser;
}
