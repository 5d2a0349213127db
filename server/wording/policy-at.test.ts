import { expect, test } from "vitest";
import { writePolicyAt } from "./policy-at.ts";

test("a policy is named with its train step or epoch, and alone where nothing was trained", () => {
  const at = (stepOf: "train step" | "epoch" | null) => writePolicyAt("sft-s0", { trainStep: 10, stepOf });
  expect([at("train step"), at("epoch"), at(null)]).toEqual([
    "sft-s0 at train step 10",
    "sft-s0 at epoch 10",
    "sft-s0",
  ]);
});
