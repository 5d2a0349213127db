/** Shannon entropy in nats, -sum p log p, of the first `count` probabilities; 0 log 0 counts as 0. */
export function entropy(probabilities: ArrayLike<number>, count = probabilities.length): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const p = probabilities[i];
    if (p !== 0) sum -= p * Math.log(p);
  }
  return sum;
}
