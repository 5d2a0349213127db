import { STREAM } from "../../lab/algo/streams.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { gaussian, stream } from "../../math/rng.ts";
import { LARGEST_CONTROL_SHIFT } from "../../protocol/aa-control.ts";
import type { Reporter } from "../reporter.ts";

/** Moves every parameter by normal noise of this size: a twin of the start, for what chance alone changes. */
function shiftStart(policy: Policy, size: number, seed: number): void {
  if (size === 0) return;
  const rng = stream(seed, STREAM.startShift);
  for (let k = 0; k < policy.parameters.length; k++) policy.parameters[k] += size * gaussian(rng);
}

/**
 * Moves the start and says which weights it is. A twin is known by those that it was moved from: as good as nothing is no other
 * start.
 */
export function moveStart(reporter: Reporter, policy: Policy, size: number, seed: number): void {
  const tell = () => reporter.artifact("start_weights", 0, policy, false);
  const isControl = size <= LARGEST_CONTROL_SHIFT;
  if (isControl) tell();
  shiftStart(policy, size, seed);
  if (!isControl) tell();
}
