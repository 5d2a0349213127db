import { expect, test } from "vitest";
import { deleteRun } from "../runs/delete.ts";
import { codeOf } from "../testing.ts";
import { rollout, rolloutWorld } from "../rollouts/testing.ts";
import { drawVerifierAudit } from "./draw.ts";
import { getAudit } from "./get.ts";
import { auditItem } from "./item.ts";
import { auditOfRuns } from "./lines.ts";
import { listAudits } from "./list.ts";
import { markAudit } from "./mark.ts";

/** 200 completions of an evaluation, 60 of which the verifier accepts; the person calls every tenth of them otherwise. */
function evaluated(more: { rewards?: (i: number) => number | null; n?: number } = {}) {
  const world = rolloutWorld();
  const { rewards = (i) => (i % 10 < 3 ? 1 : 0), n = 200 } = more;
  world.keep(
    ...Array.from({ length: n }, (_, i) =>
      rollout({
        phase: "eval",
        step: 10,
        group: `p${Math.floor(i / 4)}`,
        place: i % 4,
        asks: `Question ${Math.floor(i / 4)}`,
        says: `Answer ${i}`,
        reward: rewards(i),
        length: 10 + ((i * 7) % 50),
      }),
    ),
  );
  const drawn = { runId: world.runId, phase: "eval", step: 10 } as const;
  return { ...world, drawn, draw: () => drawVerifierAudit(world.ctx, drawn) };
}

test("fifty are drawn by reward and length, and the same draw again is the same audit", async () => {
  const { ctx, draw, drawn, runId } = evaluated();
  const audit = await draw();
  expect(audit).toMatchObject({
    measured: 0.3,
    n: 0,
    corrected: null,
    threshold: 0.5,
    population: { n: 200, accepted: 60, unrewarded: 0 },
  });
  expect(audit.items).toHaveLength(50);
  expect(audit.items.filter(({ accepted }) => accepted)).toHaveLength(25);
  expect((await draw()).id).toBe(audit.id);
  const other = await drawVerifierAudit(ctx, { ...drawn, seed: 2 });
  expect(other.id).not.toBe(audit.id);
  expect(listAudits(ctx, { runId })).toHaveLength(2);
});

test("marks correct the success: all of what is rejected right, and all of what is accepted wrong, turn it round", async () => {
  const { ctx, draw, runId } = evaluated();
  const { id, items } = await draw();
  for (const { position, accepted } of items) markAudit(ctx, { id, position, by: "Ada", right: !accepted });
  const audit = getAudit(ctx, { id });
  expect(audit.n).toBe(50);
  expect(audit.corrected?.value).toBeCloseTo(0.7, 12);
  expect(audit.estimates).toMatchObject([
    { by: "Ada", n: 50, wrongOfAccepted: { value: 1 }, rightOfRejected: { value: 1 } },
  ]);
  expect(auditOfRuns(ctx, [runId]).get(runId)).toMatchObject({ id, n: 50, measured: 0.3 });
});

test("two people stand beside each other, with what they differ on", async () => {
  const { ctx, draw } = evaluated();
  const { id, items } = await draw();
  for (const { position, accepted } of items) {
    markAudit(ctx, { id, position, by: "Ada", right: accepted });
    markAudit(ctx, { id, position, by: "Ben", right: position < 5 ? !accepted : accepted });
  }
  const { agreements, estimates, corrected, people } = getAudit(ctx, { id });
  expect(people).toEqual(["Ada", "Ben"]);
  expect(agreements).toMatchObject([{ a: "Ada", b: "Ben", n: 50, alike: 45, differ: [0, 1, 2, 3, 4] }]);
  expect(agreements[0].kappa).toBeGreaterThan(0.7);
  const [ada, ben] = estimates.map((one) => one.corrected!);
  expect(corrected?.value).toBeCloseTo((ada.value + ben.value) / 2, 12);
  expect(corrected?.low).toBe(Math.min(ada.low, ben.low));
});

test("a mark is changed by another one, and taken back", async () => {
  const { ctx, draw } = evaluated();
  const { id } = await draw();
  markAudit(ctx, { id, position: 0, by: "Ada", right: true });
  expect(markAudit(ctx, { id, position: 0, by: " Ada ", right: false }).items[0].marks).toEqual([
    { by: "Ada", right: false },
  ]);
  expect(markAudit(ctx, { id, position: 0, by: "Ada", right: null })).toMatchObject({ n: 0, people: [] });
});

test("fewer than fifty are all drawn, and what has no reward is counted and left out", async () => {
  const { draw } = evaluated({ n: 12, rewards: (i) => (i === 3 ? null : i % 2) });
  const audit = await draw();
  expect(audit.items).toHaveLength(11);
  expect(audit.population).toEqual({ n: 11, accepted: 5, unrewarded: 1 });
});

test("one reward for everything: what the verifier never says stays unknown, success is corrected", async () => {
  const { ctx, draw } = evaluated({ rewards: () => 1 });
  const { id, items, measured } = await draw();
  expect(measured).toBe(1);
  for (const { position } of items) markAudit(ctx, { id, position, by: "Ada", right: position >= 10 });
  const [estimate] = getAudit(ctx, { id }).estimates;
  expect(estimate).toMatchObject({ rightOfRejected: null, falsePositiveRate: null });
  expect(estimate.corrected?.value).toBeCloseTo(0.8, 1);
});

test("marks of one side alone correct nothing, and do not stand beside the success", async () => {
  const { ctx, draw, runId } = evaluated();
  const { id, items } = await draw();
  const rejected = items.filter(({ accepted }) => !accepted);
  for (const { position } of rejected) markAudit(ctx, { id, position, by: "Ada", right: false });
  expect(getAudit(ctx, { id })).toMatchObject({ n: 25, corrected: null });
  expect(auditOfRuns(ctx, [runId]).size).toBe(0);
});

test("a completion that was sent again with another text is not marked; what was marked stays", async () => {
  const { ctx, draw, keep } = evaluated();
  const { id, items } = await draw();
  const [{ key, place, reward }] = items;
  markAudit(ctx, { id, position: 0, by: "Ada", right: true });
  expect(auditItem(ctx, { id, position: 0, page: 0 })).toMatchObject({ changed: false, reward });
  const asks = `Question ${key.slice(1)}`;
  keep(rollout({ phase: "eval", step: 10, group: key, place, asks, says: "Other", reward }));
  expect(auditItem(ctx, { id, position: 0, page: 0 }).changed).toBe(true);
  expect(codeOf(() => markAudit(ctx, { id, position: 0, by: "Ben", right: true }))).toMatchObject({
    code: "conflict",
  });
  expect(getAudit(ctx, { id }).items[0].marks).toEqual([{ by: "Ada", right: true }]);
});

test("texts are read with their prompt, beyond the last one there is none", async () => {
  const { ctx, draw } = evaluated();
  const { id, items } = await draw();
  const { prompt, completion } = auditItem(ctx, { id, position: 7, page: 0 });
  expect(prompt?.turns[0].text).toBe(`Question ${items[7].key.slice(1)}`);
  expect(completion?.turns[0].text).toMatch(/^Answer \d+$/);
  expect(codeOf(() => auditItem(ctx, { id, position: 50, page: 0 }))).toMatchObject({ code: "not_found" });
  expect(codeOf(() => markAudit(ctx, { id, position: 50, by: "Ada", right: true })).code).toBe("not_found");
});

test("where nothing is to be read nothing is drawn", async () => {
  const { ctx, drawn, runId } = evaluated();
  await expect(drawVerifierAudit(ctx, { ...drawn, step: 11 })).rejects.toMatchObject({ code: "not_found" });
  await expect(drawVerifierAudit(ctx, { ...drawn, phase: "train", step: null })).rejects.toMatchObject({
    code: "not_found",
  });
  const one = evaluated({ n: 1 });
  await expect(one.draw()).rejects.toMatchObject({ code: "conflict" });
  expect(listAudits(ctx, { runId })).toEqual([]);
});

test("nobody marks without a name", async () => {
  const { ctx, draw } = evaluated();
  const { id } = await draw();
  expect(() => markAudit(ctx, { id, position: 0, by: "  ", right: true })).toThrow(/name|Say who/i);
});

test("an audit goes with its run, and what is asked of it then is refused by a sentence", async () => {
  const { ctx, draw, runId, drawn, db } = evaluated();
  const { id } = await draw();
  markAudit(ctx, { id, position: 0, by: "Ada", right: true });
  db.$client.prepare("update runs set state = 'finished' where id = ?").run(runId);
  expect(deleteRun(ctx, runId).message).toContain("1 audit mark");
  for (const work of [
    () => getAudit(ctx, { id }),
    () => markAudit(ctx, { id, position: 0, by: "Ada", right: false }),
    () => listAudits(ctx, { runId }),
  ])
    expect(codeOf(work)).toMatchObject({ code: "not_found" });
  await expect(drawVerifierAudit(ctx, drawn)).rejects.toMatchObject({ code: "not_found" });
});
