import { STREAM } from "../../lab/algo/streams.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { gaussian, stream } from "../../math/rng.ts";

/** Moves every parameter by normal noise of this size: a twin of the start, for what chance alone changes. */
export function shiftStart(policy: Policy, size: number, seed: number): void {
  if (size === 0) return;
  const rng = stream(seed, STREAM.startShift);
  for (let k = 0; k < policy.parameters.length; k++) policy.parameters[k] += size * gaussian(rng);
}
