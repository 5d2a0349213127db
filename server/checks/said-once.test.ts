import { describe, expect, test } from "vitest";
import type { Finding } from "../contracts/finding.ts";
import { saidOnce } from "./said-once.ts";

const dead = (config: string, runs: number, shares: number[]): Finding => ({
  rule: "D01",
  family: "run health",
  severity: "warning",
  metric: null,
  speaksOf: [],
  claim: `In ${runs} of 3 runs of ${config}: groups carry no gradient.`,
  evidence: `Since step 1, in ${config}.`,
  action: "Use harder problems.",
  a: config,
  b: null,
  span: null,
  across: {
    runs,
    of: 3,
    measured: shares.map((value) => ({
      before: "",
      value,
      kind: "share" as const,
      after: " of groups carry no gradient.",
    })),
  },
});

describe("what objects to the rows of a table is said once", () => {
  test("the same of several configurations is one claim, with its range and where it holds", () => {
    expect(saidOnce([dead("baseline", 1, [0.778]), dead("no_kl", 2, [0.812, 0.876])])).toEqual([
      {
        rule: "D01",
        severity: "warning",
        claim: "77.8 to 87.6\u202f% of groups carry no gradient.",
        where: "In 1 of 3 runs of baseline and 2 of 3 runs of no_kl.",
        action: "Use harder problems.",
        evidence: [
          { of: "baseline", words: "Since step 1, in baseline." },
          { of: "no_kl", words: "Since step 1, in no_kl." },
        ],
      },
    ]);
  });
  test("of one configuration it is what the rule said", () => {
    const one = dead("baseline", 1, [0.778]);
    expect(saidOnce([one, one])).toEqual([
      {
        rule: "D01",
        severity: "warning",
        claim: one.claim,
        where: null,
        action: one.action,
        evidence: [{ of: null, words: one.evidence }],
      },
    ]);
  });
  test("other words, another severity and a claim without a number stay apart, worst first", () => {
    const graver: Finding = { ...dead("dgro", 3, [0.9]), severity: "error" };
    const { across: _, ...plain } = dead("token_loss", 1, [0.5]);
    const said = saidOnce([dead("baseline", 1, [0.7]), { ...plain, claim: "It drew more." }, graver]);
    expect(said.map(({ severity, where }) => [severity, where])).toEqual([
      ["error", null],
      ["warning", null],
      ["warning", null],
    ]);
  });
});
