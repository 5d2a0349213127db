import { expect, test } from "vitest";
import type { Params } from "../manifest.ts";
import { trainerLints, type Roles } from "./trainer-lints.ts";

const ROLES: Roles = {
  kl: "beta",
  clip_low: "eps",
  clip_high: "eps_up",
  updates: "passes",
  loss: "kind",
  scale: "divide",
  group_size: "g",
  batch: "b",
  accumulation: "acc",
  mask_cut: "mask",
  completion_limit: "most",
  nan_filter: "hide",
  cpu: "no_gpu",
};
/** A plain GRPO, all of it written out. */
const PLAIN: Params = {
  beta: 0,
  eps: 0.2,
  eps_up: 0.2,
  passes: 1,
  kind: "grpo",
  divide: "group",
  g: 4,
  b: 8,
  acc: 1,
  mask: false,
  most: 256,
  hide: false,
  no_gpu: true,
};
const ids = (change: Params, roles: Roles = ROLES, gpus = 0, least = gpus) =>
  trainerLints(roles, { ...PLAIN, ...change }, { least, most: gpus }).map(
    ({ id, level, field }) => `${id} ${level} ${field}`,
  );

test("a plain configuration that is written out has nothing against it", () => {
  expect(ids({})).toEqual([]);
});

test.each([
  [{ eps_up: 0.28 }, "L50 caution eps_up"],
  [{ kind: "cispo", eps_up: 0 }, "L51 caution kind"],
  [{ eps_up: 0.1, passes: 4 }, "L52 caution eps_up"],
  [{ mask: true, most: 8 }, "L53 caution mask"],
  [{ hide: true }, "L55 caution hide"],
  [{ no_gpu: false }, "L56 block no_gpu"],
  [{ g: 3 }, "L58 block g"],
])("%j is said", (change: Params, lint) => {
  expect(ids(change)).toEqual([lint]);
});

test.each<Params>([
  { eps_up: 0.28, passes: 4 },
  { eps_up: 0 },
  { kind: "cispo", eps_up: 5 },
  { mask: true },
  { b: 1, acc: 4 },
])("%j is as it should be", (change) => {
  expect(ids(change)).toEqual([]);
});

test("a GPU that is held and not used is said, and one that is used is not", () => {
  expect(ids({}, ROLES, 1)).toEqual(["L57 caution no_gpu"]);
  expect(ids({ no_gpu: false }, ROLES, 1)).toEqual([]);
  expect(ids({ no_gpu: false }, ROLES, 1, 0)).toEqual(["L56 caution no_gpu"]);
});

test("what has no field is the trainer's default, of which one thing is said: that nobody reads it", () => {
  const { kl: _, loss: __, ...rest } = ROLES;
  const [lint] = trainerLints(rest, PLAIN, { least: 0, most: 0 });
  expect(lint).toMatchObject({ id: "L54", level: "note" });
  expect(lint.detail).toContain("No field says the weight of the KL term, the loss;");
  expect(trainerLints({}, PLAIN, { least: 0, most: 0 })).toEqual([]);
});
