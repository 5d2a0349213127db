import { expect, test } from "vitest";
import type { Way } from "../../../contracts/on-record.ts";
import { apartWords, whyApart } from "../../../checks/judge.ts";
import { value, way } from "../../../checks/testing.ts";
import { whyMeasuredApart } from "./measured-alike.ts";

const metrics = ["eval/rr_at_5", "eval/steps"];
const words = (...ways: Way[][]) => {
  const apart = whyMeasuredApart(
    ways.map((of) => value({ ways: of })),
    metrics,
  );
  return apart && apartWords(apart);
};

test("policies measured alike are not told apart", () => {
  expect(words([way()], [way(), way()])).toBeNull();
});

test("what differs between policies, or between start and end of one, is said in the judgement's own words", () => {
  const other = way({ problems: "p2" });
  for (const ways of [
    [[way()], [other]],
    [[way(), other], [way()]],
  ]) {
    const sides = ways.map((of, i) => ({ name: `run ${i}`, of: [value({ ways: of })] }));
    const apart = whyApart("eval/rr", sides);
    expect(words(...ways)).toBe(apart && apartWords(apart));
    expect(words(...ways)).toMatch(/^Not ranked \(C02\)\. Measured on 2 sets of problems/);
  }
  expect(words([way()], [way({ protocol: "sampled" })])).toMatch(/^Not ranked \(C03\)\. .*sampled \(1 run\)/);
});

test("another definition of DA is said where DA stands in the table, and only there", () => {
  const measured = [value(), value({ ways: [way({ definition: "set" })] })];
  expect(whyMeasuredApart(measured, [...metrics, "eval/da"])?.rules).toEqual(["C04"]);
  expect(whyMeasuredApart(measured, metrics)).toBeNull();
});
