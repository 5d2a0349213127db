import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { DeadCausesPanel } from "./dead-causes-panel.tsx";

const stretch = { from: 1, to: 7, n: 35, runs: 5, solved: 0.1, failed: 0.2, other: 0, alive: 0.7 };
const cell = (more: Partial<VarianceCell>) =>
  ({ config: "a", seeds: [0, 1, 2, 3, 4], dead: [], deadOver: null, findings: [], ...more }) as never;
const drawn = (more: Partial<VarianceCell>) => renderToStaticMarkup(<DeadCausesPanel cell={cell(more)} />);

test("every stretch says how many runs are behind it", () => {
  const later = { ...stretch, from: 8, to: 14, n: 28, runs: 4 };
  const html = drawn({ dead: [stretch, later] });
  expect(html).toContain("30.0\u202f%, n 5");
  expect(html).toContain("30.0\u202f%, n 4");
});

test("shares over another axis are not taken for shares that were never sent", () => {
  expect(drawn({ deadOver: "tokens" })).toContain("these runs send them over tokens only");
  expect(drawn({})).toContain("These runs send no group/zero_share with its causes.");
});

test("beside the title stands the unit alone, which fits a narrow chart", () => {
  expect(drawn({ dead: [stretch] })).toMatch(/figure-unit[^>]*>% of drawn groups</);
});
