import { expect, test } from "vitest";
import { textOf } from "../../contracts/reports/report-tree.ts";
import { exportReport } from "./export/export-report.ts";
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
  const markdown = exportReport(world.ctx, {
    id,
    form: "md",
    view: "draft",
    check: false,
    anonymous: false,
  }).text;
  for (const text of [printed, markdown]) {
    const bounds = [...text.matchAll(/\[([^\]]+), ([^\]]+)\]/g)].map(([, low]) => low);
    expect(bounds.length).toBeGreaterThan(4);
    expect(bounds.filter((low) => low.startsWith("−"))).toEqual([]);
    expect(text).toMatch(/cut at 0/);
  }
});
