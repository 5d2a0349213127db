import { expect, test } from "vitest";
import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { withCurrentVerdicts } from "./former-verdicts.ts";

test("verdicts of a publication of before have their names of today, and everything else stays", () => {
  const row = (verdict: string | undefined) => ({
    config: "a",
    n: 3,
    difference: { rr: { value: 0.1, p: 0.01, verdict } },
  });
  const table = (...verdicts: (string | undefined)[]) =>
    ({ kind: "table", title: "t", rows: verdicts.map(row) }) as unknown as ReportAnswer;
  expect(
    withCurrentVerdicts(table("differs", "differs_if_alike", "not_separable", "not_ranked", undefined)),
  ).toEqual(
    table("significant", "significant_if_equal_variances", "not_significant", "not_ranked", undefined),
  );
});
