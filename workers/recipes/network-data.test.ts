import { expect, test } from "vitest";
import { weightsHash } from "../lab/nn/kernel-wasm.ts";
import { stream } from "../math/rng.ts";
import type { NetworkInput } from "../protocol/inputs.ts";
import { OBSERVED_FEATURES } from "../protocol/network.ts";
import { createNetwork, encodeParameters, openNetwork } from "./network-data.ts";
import { Refusal } from "./refusal.ts";

const policy = createNetwork(8);
policy.initialize(stream(1));
const input: NetworkInput = {
  kind: "checkpoint",
  run: { id: "run_1", name: "one", recipe: "sft" },
  trainStep: 12,
  sha256: weightsHash(policy.parameters),
  network: { features: 32, hidden: 8, actions: 8 },
  data: encodeParameters(policy.parameters),
};
const refusal = (over: Partial<NetworkInput>, hidden: number | null = 8, seesNames = false) => {
  try {
    openNetwork({ ...input, ...over }, "start", { hidden, seesNames });
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Error).message;
  }
  return null;
};

test("what a launch knows of shapes is what networks have", () => {
  expect(createNetwork(8).shape.features).toBe(OBSERVED_FEATURES.plain);
  expect(createNetwork(8, true).shape.features).toBe(OBSERVED_FEATURES.names);
});

test("a network comes back bit for bit, with its width given or taken over", () => {
  for (const hidden of [8, null]) {
    expect(weightsHash(openNetwork(input, "start", { hidden, seesNames: false }).parameters)).toBe(
      input.sha256,
    );
  }
});

test("bytes are little-endian whatever the machine", () => {
  expect(encodeParameters(Float32Array.of(1))).toBe(Buffer.from([0, 0, 0x80, 0x3f]).toString("base64"));
});

test("another shape is refused with both shapes and what to do", () => {
  expect(refusal({}, 32)).toBe(
    'The network given as "start" (from run one) has 32 features, 8 hidden units, 8 actions, but this run needs 32 features, 32 hidden units, 8 actions; set hidden to 8 or choose another source.',
  );
  expect(refusal({ network: { features: 30, hidden: 8, actions: 8 } })).toMatch(
    /30 features.*32 features.*made by another version/,
  );
  expect(refusal({ network: { ...input.network, hidden: 6 } }, null)).toContain("multiple of 4");
  expect(refusal({}, 8, true)).toMatch(/needs 36 features.*; set observe_names to false, as in the run/);
  expect(refusal({ network: { ...input.network, features: 36 } })).toContain("set observe_names to true");
});

test("cut data, numbers that are none, and other numbers than promised are refused", () => {
  expect(refusal({ data: input.data.slice(0, 400) })).toContain("holds 300 bytes where");
  for (const value of [Number.NaN, Infinity, -Infinity]) {
    const broken = policy.parameters.slice();
    broken[7] = value;
    expect(refusal({ data: encodeParameters(broken) })).toContain(`holds ${value} as parameter 7`);
  }
  const other = policy.parameters.slice();
  other[0] += 1;
  expect(refusal({ data: encodeParameters(other) })).toMatch(/was promised; its data changed on the way/);
});
