import { expect, test } from "vitest";
import { deleteRunRows } from "#db/queries/deletion/delete-run.ts";
import type { WebhookDoor } from "../../contracts/alerts/posted.ts";
import type { AlertKind } from "../../contracts/alerts/words.ts";
import { launch, makeWorld } from "../testing.ts";
import { deliverDue } from "./deliver.ts";
import { createWebhook, listWebhooks } from "./manage.ts";
import { ALL, door, fire, receiver } from "./testing.ts";

/** A webhook that folds, an experiment of twelve runs, and a way to let the one thing happen to several of them. */
async function matrix(form: "json" | "slack", fold?: boolean) {
  const world = makeWorld();
  const heard = await receiver();
  createWebhook(world.ctx, door(), { name: "lab", url: heard.url, form, kinds: ALL, fold });
  const { runs, experimentId } = launch(world, { seeds: Array.from({ length: 12 }, (_, i) => i) });
  const fail = (from: number, to: number, more: { kind?: AlertKind; why?: string } = {}) => {
    for (const run of runs.slice(from, to))
      fire(world, { runId: run.id, title: `${run.name} failed`, ...more });
  };
  return { world, runs, experimentId, fail, ...heard };
}
const texts = (got: readonly { body: string }[]) =>
  got.map(({ body }) => (JSON.parse(body) as { text: string }).text);

test("runs of an experiment that fail within half a minute are one message to Slack, with count, reasons and names", async () => {
  const { world, got, fail, experimentId, runs } = await matrix("slack");
  fail(0, 11);
  await deliverDue(world.ctx, door());
  expect(got).toEqual([]);
  world.clock.now += 29_000;
  fail(11, 12, { why: "Its machine was lost." });
  world.clock.now += 1000;
  await deliverDue(world.ctx, door());
  world.clock.now += 60_000;
  await deliverDue(world.ctx, door());
  expect(got).toHaveLength(1);
  const [text] = texts(got);
  expect(text).toMatch(/^12 of 12 runs of A question failed\. Ended by itself with an error \(exit 1\)\. /);
  expect(text).toMatch(new RegExp(`and 1 more\\. Its machine was lost\\. ${runs[11].name}\\.$`));
  expect(got[0].body).toContain(`<http://127.0.0.1:7330/experiments/${experimentId}|Open in Ablab>`);
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ arrived: 1, waiting: 0, fold: true });
});

test("two runs are told one by one, and what is about no matrix is told at once", async () => {
  const { world, got, fail } = await matrix("slack");
  fail(0, 2);
  fire(world, { kind: "nan", title: "reward/raw was NaN" });
  await deliverDue(world.ctx, door());
  expect(texts(got)).toEqual([expect.stringContaining("reward/raw was NaN")]);
  world.clock.now += 30_000;
  await deliverDue(world.ctx, door());
  expect(got).toHaveLength(3);
});

test("JSON keeps one message for each alert, unless it asks to fold", async () => {
  const each = await matrix("json");
  each.fail(0, 4);
  await deliverDue(each.world.ctx, door());
  expect(each.got).toHaveLength(4);
  const folded = await matrix("json", true);
  folded.fail(0, 4);
  folded.world.clock.now += 30_000;
  await deliverDue(folded.world.ctx, door());
  expect(folded.got.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      type: "alerts.failed",
      timestamp: expect.any(String),
      data: expect.objectContaining({
        count: 4,
        runs: 4,
        title: "4 of 12 runs of A question failed",
        alerts: [4, 3, 2, 1].map((id) => expect.objectContaining({ id })),
      }),
    },
  ]);
});

test("a server that dies after it gathered, or while it sends, tells the same message again and none twice", async () => {
  const { world, got, fail } = await matrix("slack");
  fail(0, 5);
  world.clock.now += 30_000;
  const dying = {
    ...door(),
    post: () => Promise.reject(new Error("killed before it was sent")),
  };
  await expect(deliverDue(world.ctx, dying)).rejects.toThrow("killed");
  const killedAfter = {
    ...door(),
    async post(...args: Parameters<WebhookDoor["post"]>) {
      await door().post(...args);
      throw new Error("killed before it was recorded");
    },
  };
  await expect(deliverDue(world.ctx, killedAfter)).rejects.toThrow("killed");
  // What fails meanwhile is another message: the one on its way stays what it was.
  fail(5, 8);
  world.clock.now += 30_000;
  await deliverDue(world.ctx, door());
  await deliverDue(world.ctx, door());
  expect(texts(got).map((text) => text.slice(0, 12))).toEqual([
    "5 of 12 runs",
    "5 of 12 runs",
    "3 of 12 runs",
  ]);
  const ids = got.map(({ headers }) => headers["webhook-id"]);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(got[0].body).toBe(got[1].body);
});

test("when the run whose message tells of others is deleted before it arrived, another message tells of them", async () => {
  const { world, got, fail, runs } = await matrix("slack");
  fail(0, 5);
  world.clock.now += 30_000;
  const failing = { ...door(), post: () => Promise.reject(new Error("killed")) };
  await expect(deliverDue(world.ctx, failing)).rejects.toThrow("killed");
  deleteRunRows(world.ctx.db, runs[0].id, world.clock.now);
  await deliverDue(world.ctx, door());
  expect(texts(got)).toEqual([expect.stringMatching(/^4 of 11 runs of A question failed/)]);
});
