import { expect, test } from "vitest";
import type { LabelDistribution, LabelShare } from "#server/contracts/prm.ts";
import { bandFact, bandFinding, verdictText } from "./verdict-text.ts";

const share = (label: number, more: Partial<LabelShare>): LabelShare => ({
  label,
  meaning: "",
  count: 10,
  share: { value: 0.24, low: 0.22, high: 0.26 },
  expected: { low: 0.1, high: 0.2 },
  verdict: "above",
  beyond: 0.02,
  ...more,
});
const distribution = (...labels: LabelShare[]) => ({ labels }) as LabelDistribution;

test("a bar says above or below with the least distance, and never flags what cannot be told", () => {
  expect(verdictText(share(0.2, {}))).toEqual({ outside: true, text: "2.0\u202fpp or more above" });
  expect(verdictText(share(0.2, { verdict: "below", beyond: -0.0912 })).text).toBe(
    "9.1\u202fpp or more below",
  );
  expect(verdictText(share(0.2, { beyond: 0.0004 })).text).toBe("just above");
  expect(verdictText(share(0.2, { verdict: "unclear" }))).toEqual({ outside: false, text: "cannot tell" });
  expect(verdictText(share(0.3, { verdict: "no band", expected: null }))).toEqual({
    outside: false,
    text: "no band",
  });
});

test("the finding names the labels whose whole interval is outside, with figures", () => {
  const found = bandFinding(distribution(share(0.2, {}), share(0.5, { verdict: "unclear" })));
  expect(found?.claim).toBe("Label 0.2 leaves its band.");
  expect(found?.evidence).toBe("0.2 is 24.0\u202f% [22.0, 26.0], above 20\u202f%.");
  expect(bandFinding(distribution(share(0.5, { verdict: "unclear" })))).toBeNull();
});

test("the fact counts only labels that have a band", () => {
  const mixed = distribution(
    share(1, { verdict: "inside" }),
    share(0.5, { verdict: "unclear" }),
    share(0.3, { verdict: "no band", expected: null }),
    share(0.2, {}),
  );
  expect(bandFact(mixed)).toEqual({ value: "1 of 3", note: "0.2 above, 0.5 cannot tell", outside: true });
  expect(bandFact(distribution(share(1, { verdict: "inside" })))).toEqual({
    value: "0 of 1",
    note: "every interval lies inside its band",
    outside: false,
  });
});
