import { expect, test } from "vitest";
import type { AuditAnswer } from "../../../contracts/reports/report-answer.ts";
import { drawVerifierAudit } from "../../audits/draw.ts";
import { markAudit } from "../../audits/mark.ts";
import { rollout, rolloutWorld } from "../../rollouts/testing.ts";
import { doAtOnce } from "../../series/sliced.ts";
import { drawAudit } from "./audit.ts";
import { printTree } from "../html/print-tree.ts";
import { readQuery } from "../query/read-query.ts";
import { startReading } from "../answers/reading.ts";
import { resolveQuery } from "../answers/resolve.ts";

async function asked() {
  const world = rolloutWorld();
  world.keep(
    ...Array.from({ length: 40 }, (_, place) => rollout({ place, reward: place % 4 === 0 ? 1 : 0 })),
  );
  const { id, items } = await drawVerifierAudit(world.ctx, { runId: world.runId, phase: "train", size: 20 });
  const mark = (by: string) => {
    for (const { position, accepted } of items)
      markAudit(world.ctx, { id, position, by, right: accepted && position !== items[0].position });
  };
  const ask = () => {
    const read = readQuery("audit", `run: ${world.runId}`);
    if (!read.ok) throw new Error(read.message);
    return doAtOnce(resolveQuery(startReading(world.ctx), read.query));
  };
  return { ...world, mark, ask };
}

test("a report has the corrected success beside the measured one, and names nobody", async () => {
  const { ask, mark } = await asked();
  expect(ask().answer).toMatchObject({ kind: "error", gone: false });
  mark("Ada Lovelace");
  mark("Ben");
  const { answer, digest } = ask();
  expect(answer).toMatchObject({ measured: 0.25, n: 20, population: 40, people: ["Person 1", "Person 2"] });
  const html = printTree(drawAudit(answer as AuditAnswer));
  expect(html).toContain("n = 20");
  expect(html).not.toContain("Ada");
  expect(ask().digest).toBe(digest);
});

test("marks make the block drift, other completions of the run do not", async () => {
  const { ask, mark, keep } = await asked();
  mark("Ada");
  const { digest } = ask();
  keep(rollout({ step: 9, says: "elsewhere" }));
  expect(ask().digest).toBe(digest);
  mark("Ben");
  expect(ask().digest).not.toBe(digest);
});
