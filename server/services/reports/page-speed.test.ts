import { expect, test } from "vitest";
import { page, publish, reportWorld } from "./testing.ts";

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

test("a publication of thirty numbers over 4,000 problems is given from its snapshot, without reading the problems", () => {
  const world = reportWorld();
  const { experimentId: e } = world;
  const insert = world.ctx.db.$client.prepare(
    `insert into evaluation_rows (evaluation_id, problem_hash, solved, steps, op, da, clean)
     select id, ?, 1, 3, 0.5, 0.5, 1 from evaluations`,
  );
  world.ctx.db.$client.pragma("foreign_keys = off");
  world.ctx.db.$client.transaction(() => {
    for (let i = 0; i < 4000; i++) insert.run(`extra${i}`);
  })();
  const text = ["eval/rr", "eval/rr_at_5", "eval/da"].flatMap((metric) =>
    Array.from({ length: 10 }, (_, i) =>
      i % 2 === 0
        ? `{{number metric: ${metric}; experiment: ${e}; config: baseline; show: ${["value", "interval", "full"][i % 3]}}}`
        : `{{number metric: ${metric}; experiment: ${e}; config: no_kl; difference: baseline; show: ${["value", "interval", "full"][i % 3]}}}`,
    ),
  );
  const id = publish(world, text.join("\n\n"));
  page(world, id, "newest", false);
  const first = cpuMs(() => void page(world, id, "newest", false));
  const checked = cpuMs(() => void page(world, id));
  console.info(`page ${first.toFixed(0)} ms, checked ${checked.toFixed(0)} ms CPU`);
  expect(page(world, id, "newest", false).counts.frozen).toBe(30);
  expect(first).toBeLessThan(300);
  expect(first).toBeLessThan(checked / 2);
}, 60_000);
