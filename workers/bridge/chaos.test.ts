import { expect, test } from "vitest";
import { runChaos } from "./chaos.ts";

test("after random kills of worker, supervisors, trainers and server the story is complete and true", async () => {
  const report = await runChaos({ seed: 20_251, kills: 24 });
  expect(report.findings, `seed ${report.seed}`).toEqual([]);
  expect(report.attempts).toBeGreaterThan(3);
  expect(Math.min(...Object.values(report.kills))).toBeGreaterThan(0);
}, 900_000);
