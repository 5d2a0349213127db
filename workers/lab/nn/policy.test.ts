import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { Adam } from "./adam.ts";
import { createJsKernel } from "./kernel-js.ts";
import { Policy } from "./policy.ts";
import { weightsHash } from "./kernel-wasm.ts";
import { Workspace } from "./workspace.ts";

const SHAPE = { features: 8, hidden: 12, actions: 4, maxRows: 40 };

function filled(kernelFor?: ConstructorParameters<typeof Policy>[1]): Policy {
  const policy = new Policy(SHAPE, kernelFor);
  policy.initialize(stream(3));
  const rng = stream(4);
  for (let i = 0; i < policy.features.length; i++) policy.features[i] = 2 * rng() - 1;
  for (let i = 0; i < policy.scoreGradient.length; i++) policy.scoreGradient[i] = 2 * rng() - 1;
  return policy;
}

test("the compiled and the plain kernel give a policy the same scores and gradient, bit for bit", () => {
  const [wasm, js] = [filled(), filled(createJsKernel)];
  for (const policy of [wasm, js]) {
    policy.startGradient();
    policy.forward(37);
    policy.backward(37);
  }
  expect(wasm.scores).toEqual(js.scores);
  expect(wasm.gradient).toEqual(js.gradient);
  expect(weightsHash(wasm.gradient)).toBe(weightsHash(js.gradient));
});

test("a row's scores do not depend on which rows travel with it", () => {
  const policy = filled();
  policy.forward(40);
  const together = policy.scores.slice();
  for (const row of [0, 17, 39]) {
    const alone = filled();
    alone.features.copyWithin(0, row * 8, (row + 1) * 8);
    alone.forward(1);
    expect(alone.scores.slice(0, 4)).toEqual(together.slice(row * 4, row * 4 + 4));
  }
});

test("rows without a slope add nothing to the gradient, to the bit", () => {
  const policy = filled();
  policy.scoreGradient.fill(0, 25 * 4);
  policy.forward(40);
  policy.startGradient();
  policy.backward(40);
  const all = policy.gradient.slice();
  policy.startGradient();
  policy.backward(25);
  expect(policy.gradient).toEqual(all);
});

test("the reference keeps its scores while the parameters move", () => {
  const policy = filled();
  policy.keepReference();
  policy.forward(10);
  const before = policy.scores.slice(0, 40);
  policy.startGradient();
  policy.backward(10);
  new Adam(policy.parameters.length).step(policy.parameters, policy.gradient, 0.1, 1);
  policy.forward(10);
  expect(policy.scores.slice(0, 40)).not.toEqual(before);
  policy.forward(10, "reference");
  expect(policy.scores.slice(0, 40)).toEqual(before);
});

test("Adam's first step moves every parameter by the learning rate against the sign of its slope", () => {
  const parameters = Float32Array.of(1, 1, 1);
  const norm = new Adam(3).step(parameters, Float32Array.of(3, -4, 0), 0.125, 0);
  expect(norm).toBe(5);
  expect(parameters[0]).toBeCloseTo(0.875, 6);
  expect(parameters[1]).toBeCloseTo(1.125, 6);
  expect(parameters[2]).toBe(1);
});

test("Adam follows the algorithm's own moments over several steps", () => {
  // Kingma and Ba, algorithm 1, in doubles, with every gradient clipped to norm 1.
  const slopes = [
    [0.3, -2],
    [-0.1, 0.5],
    [4, 1],
  ];
  const adam = new Adam(2);
  const parameters = Float32Array.of(0.5, -0.5);
  const expected = [0.5, -0.5];
  const [m, v] = [
    [0, 0],
    [0, 0],
  ];
  slopes.forEach((slope, t) => {
    adam.step(parameters, Float32Array.from(slope), 0.01, 1);
    const norm = Math.hypot(...slope);
    slope.forEach((s, i) => {
      const g = norm > 1 ? s / norm : s;
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.999 * v[i] + 0.001 * g * g;
      expected[i] -=
        (0.01 * (m[i] / (1 - 0.9 ** (t + 1)))) / (Math.sqrt(v[i] / (1 - 0.999 ** (t + 1))) + 1e-8);
    });
  });
  expected.forEach((value, i) => expect(parameters[i]).toBeCloseTo(value, 6));
});

test("with learning rate 0 Adam leaves every bit where it was", () => {
  const policy = filled();
  const before = weightsHash(policy.parameters);
  policy.startGradient();
  policy.forward(40);
  policy.backward(40);
  new Adam(policy.parameters.length).step(policy.parameters, policy.gradient, 0, 1);
  expect(weightsHash(policy.parameters)).toBe(before);
});

test("a width that is no multiple of 4 is refused by name", () => {
  expect(() => new Policy({ ...SHAPE, hidden: 30 })).toThrow(
    "hidden must be a positive multiple of 4, not 30.",
  );
});

test("a workspace hands out aligned, separate blocks and says when it is full", () => {
  const workspace = new Workspace(280_000, 3);
  const first = workspace.takeFloats(5);
  const bytes = workspace.takeBytes(3);
  const second = workspace.takeFloats(69_980);
  expect([first.address % 16, bytes.address % 16, second.address % 16]).toEqual([0, 0, 0]);
  second.values.fill(7);
  bytes.values.fill(9);
  expect([...first.values]).toEqual([0, 0, 0, 0, 0]);
  expect(second.values[0]).toBe(7);
  expect(() => workspace.takeFloats(65_536)).toThrow("does not fit");
});
