import { describe, expect, test } from "vitest";
import { deadGroups } from "./dead-groups.ts";
import { endsNotFinite, notFinite } from "./not-finite.ts";
import type { CheckedSeries } from "./run-rule.ts";
import { checkRun, type WholeRun } from "./testing.ts";

function facts(series: Record<string, number[]>, resamplesDeadGroups = false): WholeRun {
  const made = Object.entries(series).map(([metric, value]): [string, CheckedSeries] => [
    metric,
    { metric, x: value.map((_, i) => i + 1), value },
  ]);
  return { series: new Map(made), resamplesDeadGroups, config: "some", noise: null, reference: null };
}

const constant = (value: number, n: number) => Array.from({ length: n }, () => value);

describe("D01 dead groups", () => {
  test("is silent without the metric, on few points, and on healthy groups", () => {
    expect(checkRun(deadGroups, facts({}))).toEqual([]);
    expect(checkRun(deadGroups, facts({ "group/zero_share": [0.9, 0.9] }))).toEqual([]);
    expect(checkRun(deadGroups, facts({ "group/zero_share": constant(0.45, 50) }))).toEqual([]);
  });

  test("cautions from half of the groups on, objects from four fifths on, and says since when", () => {
    expect(checkRun(deadGroups, facts({ "group/zero_share": constant(0.5, 5) }))).toMatchObject([
      { rule: "D01", severity: "warning", span: { from: 1, to: 5 } },
    ]);
    expect(checkRun(deadGroups, facts({ "group/zero_share": constant(0.8, 5) }))).toMatchObject([
      { rule: "D01", severity: "error" },
    ]);
    const rising = [...constant(0.1, 20), ...constant(0.7, 20)];
    const [found] = checkRun(deadGroups, facts({ "group/zero_share": rising }));
    expect(found.severity).toBe("warning");
    expect(found.span?.from).toBeGreaterThan(20);
    expect(found.span?.from).toBeLessThan(30);
  });

  test("needs three smoothed steps in a row, and is taken back when groups recover", () => {
    expect(checkRun(deadGroups, facts({ "group/zero_share": [0.1, 0.1, 0.1, 1, 1] }))).toEqual([]);
    expect(
      checkRun(deadGroups, facts({ "group/zero_share": [...constant(0.9, 20), ...constant(0, 20)] })),
    ).toEqual([]);
  });

  test("is only a note where dead groups are drawn again", () => {
    expect(checkRun(deadGroups, facts({ "group/zero_share": constant(0.9, 9) }, true))).toMatchObject([
      { severity: "info" },
    ]);
  });

  test("names the cause when the run told it, and never promises a number it was not given", () => {
    const [found] = checkRun(
      deadGroups,
      facts({
        "group/zero_share": constant(0.6, 9),
        "group/all_solved_share": constant(0.1, 9),
        "group/all_failed_share": constant(0.5, 9),
      }),
    );
    expect(found.evidence).toContain("10.0\u202f% all solved and 50.0\u202f% all failed");
    expect(checkRun(deadGroups, facts({ "group/zero_share": constant(0.6, 9) }))[0].evidence).not.toContain(
      "solved",
    );
  });

  test("is a note where the groups are dead because they are solved, and counts only the others against the thresholds", () => {
    const of = (zero: number, solved: number) =>
      checkRun(
        deadGroups,
        facts({ "group/zero_share": constant(zero, 9), "group/all_solved_share": constant(solved, 9) }),
      );
    expect(of(0.95, 0.9)).toMatchObject([
      {
        severity: "info",
        claim: "95.0\u202f% of groups carry no gradient, most of them because they are solved.",
      },
    ]);
    expect(of(0.95, 0.4)).toMatchObject([{ severity: "warning" }]);
    expect(of(0.95, 0.1)).toMatchObject([{ severity: "error" }]);
    expect(of(0.45, 0.4)).toEqual([]);
  });

  test("reads the verified reward where it is sent: noise and process rewards hide dead groups", () => {
    const hidden = { "group/zero_share": constant(0, 9), "group/zero_share_raw": constant(0.9, 9) };
    expect(checkRun(deadGroups, facts(hidden))).toMatchObject([
      { severity: "error", speaksOf: ["group/zero_share_raw", "group/zero_share"] },
    ]);
    const solved = { ...hidden, "group/all_solved_share_raw": constant(0.8, 9) };
    expect(checkRun(deadGroups, facts(solved))).toMatchObject([{ severity: "info" }]);
  });

  test("says of the verified reward what it says, and who separates its groups, with no causes from the shaped reward", () => {
    const raw = {
      "group/zero_share_raw": constant(0.749, 9),
      "group/zero_share": constant(0.004, 9),
      "group/all_solved_share": constant(0, 9),
      "group/all_failed_share": constant(0, 9),
    };
    expect(checkRun(deadGroups, facts(raw))).toMatchObject([
      {
        severity: "warning",
        claim:
          "74.9\u202f% of groups have one verified reward in all episodes; only the rest of the reward (PRM, noise) separates any of them.",
        evidence: "Since step 1, smoothed over 10 steps; now 74.9\u202f%, by the whole reward 0.4\u202f%.",
      },
    ]);
    const solved = { ...raw, "group/all_solved_share_raw": constant(0.7, 9) };
    expect(checkRun(deadGroups, facts(solved))).toMatchObject([
      {
        severity: "info",
        claim:
          "74.9\u202f% of groups have one verified reward in all episodes, most of them because they are solved; only the rest of the reward (PRM, noise) separates any of them.",
      },
    ]);
  });

  test("speaks of the gradient where the verified and the shaped reward have the same dead groups", () => {
    const same = { "group/zero_share_raw": constant(0.6, 9), "group/zero_share": constant(0.6, 9) };
    expect(checkRun(deadGroups, facts(same))[0].claim).toBe("60.0\u202f% of groups carry no gradient.");
    const causes = { "group/all_solved_share": constant(0.1, 9), "group/all_failed_share": constant(0.5, 9) };
    expect(checkRun(deadGroups, facts({ ...same, ...causes }))[0].evidence).toContain(
      "50.0\u202f% all failed",
    );
  });

  test("says of a verified reward that came alone only what it shows", () => {
    expect(checkRun(deadGroups, facts({ "group/zero_share_raw": constant(0.6, 9) }))[0].claim).toBe(
      "60.0\u202f% of groups have one verified reward in all episodes.",
    );
  });

  test("groups that differ by noise are not drawn again: dynamic sampling looks at the whole reward", () => {
    const hidden = { "group/zero_share_raw": constant(0.9, 9), "group/zero_share": constant(0, 9) };
    const [found] = checkRun(deadGroups, facts(hidden, true));
    expect(found.severity).toBe("error");
    expect(found.claim).toMatch(/^90\.0\u202f% of groups have one verified reward/);
    expect(found.evidence).toContain("Dynamic sampling draws again only what is equal by the whole reward.");
  });

  test("skips steps that are not finite instead of counting them as zero", () => {
    const holes = constant(0.6, 12).map((v, i) => (i % 3 === 0 ? Number.NaN : v));
    expect(checkRun(deadGroups, facts({ "group/zero_share": holes }))).toHaveLength(1);
  });

  test("smooths with weight 2 / (span + 1) on the newest value", () => {});
});

describe("D13 not finite", () => {
  test("objects to a gradient that ends so, cautions where finite values follow, and is silent on finite ones", () => {
    expect(checkRun(notFinite, facts({ "optim/grad_norm": [1, 2, 3] }))).toEqual([]);
    expect(
      checkRun(notFinite, facts({ "optim/grad_norm": [1, Number.NaN, 3, Number.POSITIVE_INFINITY] })),
    ).toMatchObject([
      {
        rule: "D13",
        severity: "error",
        metric: "optim/grad_norm",
        span: { from: 2, to: 4 },
        evidence: "2 of 4 points, first at step 2, last at step 4.",
      },
    ]);
    const once = checkRun(notFinite, facts({ "optim/grad_norm": [1, Number.NaN, 3] }));
    expect(once).toMatchObject([{ rule: "D13", severity: "warning", span: { from: 2, to: 2 } }]);
    expect(once.some(endsNotFinite)).toBe(false);
    const entropy = checkRun(notFinite, facts({ "policy/entropy": [1, Number.NaN] }));
    expect(entropy).toMatchObject([{ rule: "D13", severity: "warning" }]);
    expect(checkRun(notFinite, facts({ "reward/raw": [1, Number.NaN] })).every(endsNotFinite)).toBe(true);
    const loss = (name: string) =>
      checkRun(notFinite, facts({ [name]: [1, Number.NaN] })).map(({ severity }) => severity);
    expect(["loss", "train/loss", "actor/pg_loss", "sft/loss"].flatMap(loss)).toEqual(Array(4).fill("error"));
    expect(["eval/loss", "eval_loss", "aux_loss"].flatMap(loss)).toEqual([]);
  });
});
