import { watchStatements } from "#db/testing.ts";
import { expect, test } from "vitest";
import { page, publish, reportWorld } from "./testing.ts";

/** Tables of measured data: what a number of a report is computed from. */
const MEASURED = /\b(evaluation_rows|evaluations|series|chunks|segs|point_journal|episodes)\b/;

test("a publication of thirty numbers is given from its snapshot; only checking it reads what was measured", () => {
  const world = reportWorld();
  const { experimentId: e } = world;
  const text = ["eval/rr", "eval/rr_at_5", "eval/da"].flatMap((metric) =>
    Array.from({ length: 10 }, (_, i) =>
      i % 2 === 0
        ? `{{number metric: ${metric}; experiment: ${e}; config: baseline; show: ${["value", "interval", "full"][i % 3]}}}`
        : `{{number metric: ${metric}; experiment: ${e}; config: no_kl; difference: baseline; show: ${["value", "interval", "full"][i % 3]}}}`,
    ),
  );
  const id = publish(world, text.join("\n\n"));
  const readOf = (check: boolean) => {
    const asked = watchStatements(world.ctx.db, () => {
      const { counts } = page(world, id, "newest", check);
      expect(counts.frozen).toBe(30);
    });
    return asked.statements.filter((sql) => MEASURED.test(sql));
  };
  expect(readOf(false)).toEqual([]);
  expect(readOf(true)).toContainEqual(expect.stringMatching(/evaluation_rows/));
});
