import { doAtOnce } from "../series/sliced.ts";
import { expect, test } from "vitest";
import { textOf } from "../../contracts/reports/report-tree.ts";
import { exportReport } from "./export/export-report.ts";
import { ablationTable } from "../experiments/table.ts";
import { page, reportWorld, write } from "./testing.ts";

/** Steps whose means over seeds have t intervals that pass what a share or a spread can be. */
const nearTheEdge = (seed: number) =>
  Array.from({ length: 30 }, (_, i) => ({
    t: "points" as const,
    step: 13 + i,
    at: 100 + i,
    values: {
      "eval/rr": [0.8, 0.99, 1][seed],
      "group/zero_share": [0, 0.01, 0.1][seed],
      "group/std": [0.01, 0.5, 1][seed],
    },
  }));

test("every part of a report, page and Markdown, ends intervals where the quantity ends, and says so", () => {
  const world = reportWorld({ events: (_, seed) => nearTheEdge(seed) });
  const e = world.experimentId;
  const id = write(
    world,
    [
      `{{number metric: eval/rr; experiment: ${e}; config: baseline}}`,
      ...[
        `metric-chart\nexperiment: ${e}\nmetric: group/zero_share`,
        `reward-variance\nexperiment: ${e}`,
      ].map((block) => `\`\`\`ablab ${block}\n\`\`\``),
    ].join("\n\n"),
  );
  const printed = page(world, id).tree.map(textOf).join("\n");
  const markdown = doAtOnce(
    exportReport(world.ctx, {
      id,
      form: "md",
      view: "draft",
      check: false,
      anonymous: false,
      neutralNames: false,
    }),
  ).text;
  for (const text of [printed, markdown]) {
    const bounds = [...text.matchAll(/\[([^\]]+), ([^\]]+)\]/g)].map(([, low]) => low);
    expect(bounds.length).toBeGreaterThan(4);
    expect(bounds.filter((low) => low.startsWith("−"))).toEqual([]);
    expect(text).toMatch(/cut at 0/);
  }
});

/** Rewards from 0 to 1, as the recipe's reward function gives them; of the baseline 0.5 +- 0.99 over three seeds. */
const spreadRewards = (label: string, seed: number) =>
  Array.from({ length: 30 }, (_, i) => ({
    t: "points" as const,
    step: 13 + i,
    at: 100 + i,
    values: { "reward/raw": (label === "no_kl" ? [0.2, 0.5, 0.8] : [0.1, 0.5, 0.9])[seed] },
  }));

test("a training reward ends where its reward function ends, alike in the ablation table, a number and a chart of a report", () => {
  const world = reportWorld({ events: spreadRewards });
  const e = world.experimentId;
  const [row, other] = ablationTable(world.ctx, e, ["reward/raw"]).rows;
  expect(row.metrics["reward/raw"]).toMatchObject({
    low: 0,
    high: 1,
    method: "mean with t interval, 95 %, 2 degrees of freedom, cut at 0 and 1.00 points",
  });
  // Of two rewards from 0 to 1, by Hasler and Hothorn -1.1 to +1.1.
  expect(other.difference["reward/raw"]).toMatchObject({
    low: -1,
    high: 1,
    method: expect.stringMatching(/, cut at −1\.00 points and \+1\.00 points$/),
    verdict: "not_significant",
  });
  const id = write(
    world,
    `{{number metric: reward/raw; experiment: ${e}; config: baseline}}\n\n\`\`\`ablab metric-chart\nexperiment: ${e}\nmetric: reward/raw\n\`\`\``,
  );
  const { text } = doAtOnce(
    exportReport(world.ctx, {
      id,
      form: "md",
      view: "draft",
      check: false,
      anonymous: false,
      neutralNames: false,
    }),
  );
  expect(text).toMatch(/0\.50\spoints \[0\.00, 1\.00\] \(3\sseeds\)/);
  expect(text).toContain("| baseline | 42 | 0.50 [0.00, 1.00] | 3 |");
});
