import { expect, test } from "vitest";
import type { Posted, WebhookDoor } from "../../contracts/alerts/posted.ts";
import { makeWorld } from "../testing.ts";
import { deliverDue } from "./deliver.ts";
import { createWebhook, listWebhooks } from "./manage.ts";
import { ALL, door, fire, receiver, status } from "./testing.ts";

const ARRIVED: Posted = { kind: "arrived", status: 204 };
const NO_ANSWER: Posted = {
  kind: "failed",
  message: "It did not answer.",
  again: true,
  gone: false,
  waitMs: null,
};

/** A receiver that answers when it is told to, and one that answers at once. */
function twoReceivers() {
  const world = makeWorld();
  const hung: ((posted: Posted) => void)[] = [];
  const well: string[] = [];
  const both: WebhookDoor = {
    ...door(),
    post(url, _headers, body) {
      if (url.endsWith("/hangs")) return new Promise((answer) => hung.push(answer));
      well.push(body);
      return Promise.resolve(ARRIVED);
    },
  };
  const hook = (name: string) =>
    createWebhook(world.ctx, door(), { name, url: `http://127.0.0.1:1/${name}`, form: "json", kinds: ALL });
  return { world, hung, well, both, hook };
}
const row = (world: ReturnType<typeof makeWorld>, name: string) =>
  listWebhooks(world.ctx).find((one) => one.name === name);

test("a receiver that does not answer keeps no message from another one, however many of its own wait", async () => {
  const { world, hung, well, both, hook } = twoReceivers();
  const inRound = new Set<string>();
  hook("hangs");
  fire(world);
  const hanging = deliverDue(world.ctx, both, inRound);
  hook("well");
  for (let i = 0; i < 120; i++) fire(world);
  // 120 messages are three rounds; none of them waits for the receiver that hangs.
  for (let i = 0; i < 3; i++) await deliverDue(world.ctx, both, inRound);
  expect(well).toHaveLength(120);
  expect(hung).toHaveLength(1);
  expect(row(world, "hangs")).toMatchObject({ waiting: 121, arrived: 0 });
  hung[0](NO_ANSWER);
  await hanging;
  // Nothing more goes to it before some time has passed.
  const { nextAt } = row(world, "hangs") ?? {};
  expect(nextAt).toBeGreaterThanOrEqual(world.clock.now + 10_000);
  await deliverDue(world.ctx, both, inRound);
  expect(hung).toHaveLength(1);
});

test("a message that one receiver refuses again and again holds up no later one", async () => {
  const world = makeWorld();
  const { got, url } = await receiver((response) => {
    status(got.at(-1)?.body.includes("poison") ? 500 : 204)(response);
  });
  createWebhook(world.ctx, door(), { name: "lab", url, form: "json", kinds: ALL });
  fire(world, { title: "poison" });
  for (let i = 0; i < 5; i++) fire(world);
  await deliverDue(world.ctx, door());
  expect(row(world, "lab")).toMatchObject({ waiting: 6, arrived: 0 });
  world.clock.now = row(world, "lab")?.nextAt ?? 0;
  await deliverDue(world.ctx, door());
  expect(row(world, "lab")).toMatchObject({ waiting: 1, arrived: 5 });
});

test("a receiver that asks for patience is told nothing until then, of no alert", async () => {
  const world = makeWorld();
  const { got, url } = await receiver(status(429, { "retry-after": "600" }));
  createWebhook(world.ctx, door(), { name: "lab", url, form: "json", kinds: ALL });
  for (let i = 0; i < 5; i++) fire(world);
  await deliverDue(world.ctx, door());
  world.clock.now += 599_999;
  await deliverDue(world.ctx, door());
  expect(got).toHaveLength(1);
});
