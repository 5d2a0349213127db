import { describe, expect, test } from "vitest";
import type { RunFacts } from "./run-rule.ts";
import { endedEarly } from "./ended-early.ts";
import { NO_SETTINGS } from "./trainer-settings.ts";

const facts = { series: new Map(), settings: NO_SETTINGS, resamplesDeadGroups: false, config: "a" };
const said = (end: RunFacts["end"]) =>
  endedEarly
    .check({ ...facts, noise: null, reference: null, end }, { of: () => undefined })
    .map(({ rule, severity }) => `${rule} ${severity}`);

describe("D31 ended early", () => {
  test.each([
    ["at step 3 of 60", { step: 3, planned: 60, silence: 1 }],
    ["without a step", { step: null, planned: 60, silence: 0 }],
    ["at step 40 of 60, logged every 10", { step: 40, planned: 60, silence: 10 }],
  ])("warns of exit 0 %s", (_, end) => {
    expect(said(end)).toEqual(["D31 warning"]);
  });
  test.each([
    ["at the last step", { step: 60, planned: 60, silence: 0 }],
    ["beyond it", { step: 61, planned: 60, silence: 0 }],
    ["at step 59, where steps count from 0", { step: 59, planned: 60, silence: 1 }],
    ["at step 50 of 60, logged every 10", { step: 50, planned: 60, silence: 10 }],
    ["where nothing was planned", { step: 3, planned: 0, silence: 0 }],
    ["of no script", null],
  ])("is silent about exit 0 %s", (_, end) => {
    expect(said(end)).toEqual([]);
  });
});
