import { describe, expect, test } from "vitest";
import type { ValueOnRecord } from "../contracts/on-record.ts";
import { apartWords, forbidding, judge, treatmentsAmong, whyApart } from "./judge.ts";
import { RULES, notRankedWords } from "./registry.ts";
import { identity, value, way } from "./testing.ts";

const side = (name: string, ...of: ValueOnRecord[]) => ({ name, of });
const sides = (...of: ValueOnRecord[]) => of.map((one, i) => side(`v${i}`, one));

/** What is said of a second configuration beside a first that is plain. */
const beside = (metric: string, own: Partial<ValueOnRecord>, base: Partial<ValueOnRecord> = {}) =>
  judge(metric, [side("first", value(base)), side("second", value(own))], 0).findings.map(
    (o) => `${o.rule} ${o.severity}`,
  );

const rewarded = (raw: string, shaped = raw) => ({
  reward: { raw: identity(raw), shaped: identity(shaped) },
});

test("two values that differ in nothing on record are never objected to", () => {
  for (const metric of ["reward/raw", "reward/shaped", "eval/rr", "eval/da", "my/loss"])
    expect(beside(metric, {})).toEqual([]);
});

describe("each rule fires on its own fact and on nothing else", () => {
  test.each<[string, string, Partial<ValueOnRecord>, string[]]>([
    ["another reward", "reward/raw", rewarded("half"), ["C01 error"]],
    ["another reward, for the spread of it", "group/std_p90", rewarded("half"), ["C01 error"]],
    ["another reward, for an evaluation", "eval/rr", rewarded("half"), []],
    ["another reward, for the share of dead groups", "group/zero_share", rewarded("half"), []],
    ["another shaping, as earned", "reward/raw", rewarded("solved", "times 1.4"), []],
    ["another shaping, as trained on", "reward/shaped", rewarded("solved", "times 1.4"), ["C01 error"]],
    ["no reward at all", "reward/shaped", { reward: null }, []],
    ["other problems", "eval/rr", { ways: [way({ problems: "p2" })] }, ["C02 error"]],
    ["other problems, for a training reward", "reward/raw", { ways: [way({ problems: "p2" })] }, []],
    ["other problems, for a foreign metric", "eval/mine", { ways: [way({ problems: "p2" })] }, []],
    ["another protocol", "eval/rr", { ways: [way({ protocol: "sampled" })] }, ["C03 error"]],
    ["another definition, for DA", "eval/da", { ways: [way({ definition: "set" })] }, ["C04 error"]],
    ["another definition, for RR", "eval/rr", { ways: [way({ definition: "set" })] }, []],
    ["no evaluation at all", "eval/rr", { ways: [] }, []],
    ["an earlier final step", "eval/rr", { trainSteps: [69] }, ["C05 error"]],
    ["steps that count something else", "eval/rr", { trainSteps: [9], reward: null }, []],
    ["another start", "my/loss", { startWeights: ["w2"] }, ["C08 warning"]],
    ["other names in sight", "eval/rr", { seenNames: ["random"] }, []],
    ["a start that nobody told", "eval/rr", { startWeights: [] }, []],
  ])("%s", (_name, metric, own, expected) => {
    expect(beside(metric, own)).toEqual(expected);
  });
});

test("a difference among the values of one side counts as well, also of the one compared with", () => {
  const mixed = side("mixed", value(), value({ ways: [way({ problems: "p2" })] }));
  const plain = side("plain", value());
  for (const pair of [
    [mixed, plain],
    [plain, mixed],
  ])
    expect(judge("eval/rr", pair, 0).findings.map((o) => o.rule)).toEqual(["C02"]);
});

test("a run beside itself at another step is not objected to for the step, but for other problems", () => {
  const run = { runId: "one" };
  expect(beside("eval/rr", { ...run, trainSteps: [10] }, run)).toEqual([]);
  expect(beside("eval/rr", { ...run, trainSteps: [10], ways: [way({ problems: "p2" })] }, run)).toEqual([
    "C02 error",
  ]);
});

test("other names count where both policies saw names, weaken the difference and never forbid it", () => {
  const [original, random] = [{ seenNames: ["original"] }, { seenNames: ["random"] }];
  expect(beside("eval/rr", random, original)).toEqual(["C11 warning"]);
  expect(beside("eval/rr", original, original)).toEqual([]);
  expect(beside("eval/rr", random)).toEqual([]);
  const { ranked, findings } = judge("eval/rr", [side("a", value(original)), side("b", value(random))], 0);
  expect(ranked).toMatchObject([{ sides: [0, 1] }]);
  expect(findings[0]).toMatchObject({
    claim: "b and a saw the problems under different names.",
    evidence: "b: random names. a: original names.",
  });
});

test("every rule that a difference breaks is named, with what stands between", () => {
  const { findings } = judge(
    "eval/rr",
    sides(value(), value({ ways: [way({ problems: "p2", protocol: "sampled" })], trainSteps: [1] })),
    0,
  );
  expect(notRankedWords(forbidding(findings, "eval/rr"))).toBe(
    "not ranked: C02, other problems; C03, another protocol; C05, another train step",
  );
  expect(notRankedWords([])).toBeNull();
});

test("the claim names both, the evidence says what each has, told apart where it is called the same", () => {
  const called = (key: string) => ({ ...way(), problems: { key, words: "8 problems" } });
  const [found] = judge(
    "eval/rr",
    [
      side("new", value({ ways: [called("aaaaaaaa1")] })),
      side("old", value({ ways: [called("bbbbbbbb2")] })),
    ],
    1,
  ).findings;
  expect(found).toMatchObject({
    claim: "new and old were not measured on the same problems.",
    evidence: "new: 8 problems (aaaaaaaa). old: 8 problems (bbbbbbbb).",
    metric: "eval/rr",
    a: "new",
    b: "old",
  });
});

test("pass@k is of as many programs drawn, the answer is not", () => {
  const drawing = (samples: string) => ({
    ways: [{ ...way(), drawn: identity(`greedy, ${samples} samples`) }],
  });
  expect(beside("eval/solved", drawing("8"), drawing("16"))).toEqual([]);
  expect(beside("eval/pass_at_1", drawing("8"), drawing("16"))).toEqual(["C03 error"]);
  expect(beside("eval/pass_at_8", drawing("16"), drawing("16"))).toEqual([]);
});

test("of protocols only the aspects that differ are said", () => {
  const by = (steps: string) => ({
    ...way(),
    protocol: { key: steps, words: `greedy, ${steps}, noisy`, parts: ["greedy", steps, "noisy"] },
  });
  const [found] = judge(
    "eval/rr",
    [side("long", value({ ways: [by("20 steps")] })), side("short", value({ ways: [by("5 steps")] }))],
    0,
  ).findings;
  expect(found.evidence).toBe("short: 5 steps. long: 20 steps.");
});

describe("values without one to compare with", () => {
  const problems = (name: string) => value({ ways: [way({ problems: name })] });
  const several = value({ ways: [way(), way({ problems: "p2" })] });
  const unknown = value({ ways: [] });
  const partly = value({ unrecorded: true });
  const placed = (...of: ValueOnRecord[]) => {
    const { ranked, unranked } = judge("eval/rr", sides(...of));
    return [ranked.map((group) => group.sides), unranked.map(({ why, sides: at }) => [why, at])];
  };

  test("those of one quantity are ranked among themselves", () => {
    expect(placed(value(), problems("p2"), value())).toEqual([[[0, 2], [1]], []]);
  });
  test("those that are each of several, or not wholly on record, are ranked with none", () => {
    expect(placed(value(), several, partly, unknown)).toEqual([
      [[0]],
      [
        ["several", [1]],
        ["partly", [2]],
        ["unknown", [3]],
      ],
    ]);
  });
  test("where nothing is on record of any, nothing tells them apart, and that is said", () => {
    expect(placed(unknown, unknown)).toEqual([[[0, 1]], []]);
    expect(judge("eval/rr", sides(unknown, unknown)).notLogged.map(({ what }) => what)).toEqual([
      "problems",
      "protocol",
    ]);
    expect(placed(partly, partly)).toEqual([[], [["partly", [0, 1]]]]);
    expect(placed(unknown, several, unknown)).toEqual([
      [],
      [
        ["unknown", [0, 2]],
        ["several", [1]],
      ],
    ]);
  });
  test("why they stand apart: each rule, and how many values are of each kind, the commonest first", () => {
    const why = (metric: string, ...of: ValueOnRecord[]) => whyApart(metric, sides(...of));
    expect(why("reward/raw", value(), value(rewarded("half")), value(rewarded("half")))).toEqual({
      rules: ["C01"],
      why: "2 reward functions: their training rewards are on different scales. half (2 runs); solved (1 run).",
    });
    const many = Array.from({ length: 6 }, (_, i) => value(rewarded(`formula ${i}`)));
    expect(why("reward/raw", ...many)?.why).toMatch(/formula 3 \(1 run\); and 2 others\.$/);
    expect(why("reward/raw", ...many.slice(0, 5))?.why).toMatch(/; and 1 other\.$/);
    expect(why("eval/rr", value(), value({ ways: [way({ protocol: "sampled" })] }))).toMatchObject({
      rules: ["C03"],
      why: expect.stringContaining("greedy (1 run); sampled (1 run)."),
    });
    expect(why("eval/rr", several)?.rules).toEqual(["C02"]);
    expect(
      why("eval/da", value(), value({ ways: [way({ problems: "p2", definition: "set" })] }))?.rules,
    ).toEqual(["C02", "C04"]);
    expect(why("eval/rr", value({ trainSteps: [1] }), value())).toBeNull();
    expect(why("eval/rr", partly)).toBeNull();
    const unsure = why("eval/rr", value(), unknown);
    expect(unsure).toMatchObject({ rules: [], why: expect.stringMatching(/^How the values of 1 of 2/) });
    expect(unsure && apartWords(unsure)).toMatch(/^Not ranked\. How/);
    expect(why("eval/rr", unknown, unknown)).toBeNull();
    expect(why("eval/rr", value(), problems("p2"), unknown)?.why).toContain("not on record (1 run)");
    expect(why("eval/rr", partly, value({ unrecorded: true, ways: [way({ problems: "p2" })] }))?.why).toMatch(
      /p1, partly not on record \(1 run\); p2, partly not on record \(1 run\)\.$/,
    );
  });
  test("what sets their trainings apart is said and ranks nothing", () => {
    const of = sides(value(), value({ trainSteps: [9] }), value({ trainSteps: [9], startWeights: ["w9"] }));
    expect(treatmentsAmong(of)).toEqual([
      "These values are of 2 different train steps (C05)",
      "These runs started from 2 different weights (C08)",
    ]);
    expect(judge("eval/rr", of).ranked).toHaveLength(1);
  });
});

test("every rule explains itself, with an id of its own", () => {
  expect(new Set(RULES.map((r) => r.id)).size).toBe(RULES.length);
  for (const rule of RULES) for (const text of Object.values(rule)) expect(text.length).toBeGreaterThan(2);
});

test("rules are listed by their ids, those about a run first", () => {
  const ids = RULES.map(({ id }) => id);
  const first = ids.findIndex((id) => id.startsWith("C"));
  expect(ids).toEqual([...ids.slice(0, first).toSorted(), ...ids.slice(first).toSorted()]);
  expect(ids.slice(0, first).filter((id) => id.startsWith("C"))).toEqual([]);
});
