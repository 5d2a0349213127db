import { expect, test } from "vitest";
import { NOISY_EXPERT } from "../../lab/env/testing/problems.ts";
import { defaultParams } from "../../protocol/manifest.ts";
import { sft } from "./manifest.ts";
import { expertOf, type SftParams } from "./start.ts";

test("by default the demonstrator is that of the measured runs", () => {
  expect(expertOf(defaultParams(sft) as unknown as SftParams)).toEqual(NOISY_EXPERT);
});
