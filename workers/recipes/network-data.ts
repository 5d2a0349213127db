import { ACTION_COUNT } from "../lab/env/actions.ts";
import { featureCount } from "../lab/env/env.ts";
import { DEFAULT_MAX_ROWS, Policy, type PolicyShape } from "../lab/nn/policy.ts";
import { weightsHash } from "../lab/nn/kernel-wasm.ts";
import type { NetworkInput } from "../protocol/inputs.ts";
import { networkText } from "../protocol/network.ts";
import { Refusal } from "./refusal.ts";

const BYTES = Float32Array.BYTES_PER_ELEMENT;

const shapeOf = (hidden: number, seesNames: boolean): PolicyShape => ({
  features: featureCount({ seesNames }),
  hidden,
  actions: ACTION_COUNT,
  maxRows: DEFAULT_MAX_ROWS,
});

/** An untrained network of the repair recipes' shape; its width, and whether it sees the classes of names, are the only choices. */
export function createNetwork(hidden: number, seesNames = false): Policy {
  return new Policy(shapeOf(hidden, seesNames));
}

/** Base64 of the parameters as little-endian float32, whatever the machine. */
export function encodeParameters(parameters: Float32Array): string {
  const bytes = Buffer.alloc(parameters.length * BYTES);
  parameters.forEach((value, i) => bytes.writeFloatLE(value, i * BYTES));
  return bytes.toString("base64");
}

/** The inverse of `encodeParameters`; bytes that make no whole number are left out. */
export function decodeParameters(data: string): Float32Array {
  const bytes = Buffer.from(data, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, i) =>
    bytes.readFloatLE(i * BYTES),
  );
}

/** A given network of the repair recipes. `hidden` is the width the run's parameters ask for; null takes the given one. */
export function openNetwork(
  input: NetworkInput,
  slot: string,
  { hidden, seesNames }: { hidden: number | null; seesNames: boolean },
): Policy {
  return openShape(input, slot, shapeOf(hidden ?? input.network.hidden, seesNames));
}

/**
 * A given network, ready to use. Throws `Refusal` for another shape than the expected, for parameters that are not as many as
 * the shape has, not all finite, or not the ones that the hash names.
 */
export function openShape(input: NetworkInput, slot: string, expected: PolicyShape): Policy {
  const { network, run, data, sha256 } = input;
  const who = `The network given as "${slot}" (from run ${run.name})`;
  if (networkText(network) !== networkText(expected)) {
    throw new Refusal(
      `${who} has ${networkText(network)}, but this run needs ${networkText(expected)}; ${advice(network, expected)}`,
    );
  }
  if (network.hidden % 4 !== 0) {
    throw new Refusal(`${who} has ${network.hidden} hidden units; the kernel needs a multiple of 4.`);
  }
  const policy = new Policy(expected);
  const bytes = Buffer.from(data, "base64");
  const count = policy.parameters.length;
  if (bytes.length !== count * BYTES) {
    throw new Refusal(
      `${who} holds ${bytes.length} bytes where ${count} parameters need ${count * BYTES}; the file is cut or of another network. Run its source again.`,
    );
  }
  for (let i = 0; i < count; i++) {
    const value = bytes.readFloatLE(i * BYTES);
    if (!Number.isFinite(value)) {
      throw new Refusal(
        `${who} holds ${value} as parameter ${i}; a network with such a number computes nothing.`,
      );
    }
    policy.parameters[i] = value;
  }
  const found = weightsHash(policy.parameters);
  if (found !== sha256) {
    throw new Refusal(
      `${who} has the hash ${found.slice(0, 12)}… where ${sha256.slice(0, 12)}… was promised; its data changed on the way. Run its source again.`,
    );
  }
  return policy;
}

function advice(given: NetworkInput["network"], expected: NetworkInput["network"]): string {
  if (
    given.actions !== expected.actions &&
    (given.actions === ACTION_COUNT || expected.actions === ACTION_COUNT)
  )
    return "one repairs linear programs, the other writes programs; choose another source.";
  const otherNames = featureCount({ seesNames: expected.features === featureCount({ seesNames: false }) });
  if (given.actions === expected.actions && given.features === otherNames)
    return `set observe_names to ${given.features > expected.features}, as in the run that made it, or choose another source.`;
  return given.features === expected.features && given.actions === expected.actions
    ? `set hidden to ${given.hidden} or choose another source.`
    : "it was made by another version; run its source again.";
}
