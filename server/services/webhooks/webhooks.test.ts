import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { AlertKind } from "../../contracts/alerts/words.ts";
import { listAlerts } from "../alerts/list.ts";
import { mute } from "../alerts/mute.ts";
import { launch, makeWorld, type World } from "../testing.ts";
import { deliverDue, WAITS_MS } from "./deliver.ts";
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from "./manage.ts";
import { webhookDoor } from "./post.ts";
import { signedHeaders } from "./sign.ts";
import { ALL, door, fire, receiver, status } from "./testing.ts";

const hook = (
  world: World,
  url: string,
  more: { form?: "json" | "slack"; kinds?: AlertKind[]; name?: string } = {},
) => createWebhook(world.ctx, door(), { name: "lab", url, form: "json", kinds: ALL, ...more });

test.each([
  "http://127.0.0.1:7330/",
  "http://0x7f.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest",
  "http://localhost./",
  "http://api.localhost/",
])("an address that leads to no place of the open internet is refused when it is written: %s", (url) => {
  const world = makeWorld();
  const closed = webhookDoor("http://127.0.0.1:7330", []);
  const create = (to: string) =>
    createWebhook(world.ctx, closed, { name: "lab", url: to, form: "json", kinds: ALL });
  expect(() => create(url)).toThrow("is not on the server's list");
  expect(create("https://chat.example/hook").webhook.enabled).toBe(true);
});

test("a message is signed after Standard Webhooks: the published vector", () => {
  // https://github.com/standard-webhooks/standard-webhooks, libraries/javascript: the example of the specification.
  const headers = signedHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330_000, '{"test": 2432232314}', [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ]);
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("an alert arrives once, with a signature that its receiver can check, and what happened in it", async () => {
  const world = makeWorld();
  const { got, url } = await receiver();
  const { secret } = hook(world, url);
  const { runs, experimentId } = launch(world);
  fire(world, { runId: runs[0].id, cause: "one" });
  fire(world, { runId: runs[0].id, cause: "one" });
  await deliverDue(world.ctx, door());
  await deliverDue(world.ctx, door());
  expect(got).toHaveLength(1);
  const [{ method, headers, body }] = got;
  expect([method, headers["content-type"]]).toEqual(["POST", "application/json"]);
  const signed = `${headers["webhook-id"] as string}.${headers["webhook-timestamp"] as string}.${body}`;
  const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(signed);
  expect(headers["webhook-signature"]).toBe(`v1,${mac.digest("base64")}`);
  expect(headers["webhook-timestamp"]).toBe(String(world.clock.now / 1000));
  expect(JSON.parse(body)).toEqual({
    type: "alert.failed",
    timestamp: new Date(world.clock.now).toISOString(),
    data: {
      id: 1,
      kind: "failed",
      level: "problem",
      title: "baseline-s0 failed",
      why: "Ended by itself with an error (exit 1).",
      run: { id: runs[0].id, name: runs[0].name, state: "queued" },
      experiment: { id: experimentId, title: "A question" },
      url: `http://127.0.0.1:7330/runs/${runs[0].id}`,
    },
  });
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ arrived: 1, waiting: 0, last: { ok: true } });
});

test("a message that did not arrive is tried again later and later, the same each time, also by another process", async () => {
  const world = makeWorld();
  const { got, url } = await receiver((response, _request, n) => status(n < 4 ? 500 : 200)(response));
  hook(world, url);
  fire(world);
  const waits: number[] = [];
  for (let i = 0; i < 4; i++) {
    // Each round is asked anew of what is stored: nothing is kept in memory that a restart would lose.
    await deliverDue(world.ctx, door());
    const [{ nextAt }] = listWebhooks(world.ctx);
    if (nextAt === null) break;
    waits.push(nextAt - world.clock.now);
    world.clock.now = nextAt - 1;
    await deliverDue(world.ctx, door());
    expect(got).toHaveLength(i + 1);
    world.clock.now = nextAt;
  }
  expect(got).toHaveLength(4);
  expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  waits.forEach((wait, i) => {
    expect(wait).toBeGreaterThanOrEqual(WAITS_MS[i]);
    expect(wait).toBeLessThanOrEqual(WAITS_MS[i] * 1.25);
  });
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ arrived: 1, waiting: 0 });
});

test("a receiver that asks for patience gets it", async () => {
  const world = makeWorld();
  const { url } = await receiver(status(429, { "retry-after": "600" }));
  hook(world, url);
  fire(world);
  await deliverDue(world.ctx, door());
  expect(listWebhooks(world.ctx)[0].nextAt).toBe(world.clock.now + 600_000);
});

test("what never arrives is given up after a day and more, and a webhook that never answers is turned off, with an alert", async () => {
  const world = makeWorld();
  const { got, url } = await receiver(status(500));
  const { webhook } = hook(world, url);
  for (let i = 0; i < 5; i++) fire(world);
  for (let i = 0; i < 100 && listWebhooks(world.ctx)[0].enabled; i++) {
    await deliverDue(world.ctx, door());
    world.clock.now += 30 * 3_600_000;
  }
  expect(got).toHaveLength(5 * (WAITS_MS.length + 1));
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ enabled: false, givenUp: 5, waiting: 0 });
  expect(listWebhooks(world.ctx)[0].offBecause).toBe("Its last 5 messages did not arrive. It answered 500.");
  expect(listAlerts(world.ctx, { only: "all", limit: 1 }).alerts[0]).toMatchObject({
    kind: "webhook",
    title: "Webhook lab was turned off",
  });
  changeWebhook(world.ctx, { id: webhook.id, enabled: true });
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ enabled: true, offBecause: null });
});

test("a receiver that is gone for good is told nothing more", async () => {
  const world = makeWorld();
  const { got, url } = await receiver(status(410));
  hook(world, url);
  fire(world);
  fire(world);
  await deliverDue(world.ctx, door());
  await deliverDue(world.ctx, door());
  expect(got).toHaveLength(1);
  expect(listWebhooks(world.ctx)[0]).toMatchObject({ enabled: false, waiting: 1, nextAt: null });
});

test("only chosen kinds are told, and nothing that is muted", async () => {
  const world = makeWorld();
  const { got, url } = await receiver();
  hook(world, url, { kinds: ["nan"] });
  fire(world, { kind: "failed" });
  fire(world, { kind: "nan", title: "first" });
  mute(world.ctx, { kind: "rule", subject: "nan", forMs: null });
  fire(world, { kind: "nan", title: "second" });
  await deliverDue(world.ctx, door());
  expect(got.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title)).toEqual([
    "first",
  ]);
});

test("after another secret both sign for a day, then the new one alone", async () => {
  const world = makeWorld();
  const { got, url } = await receiver();
  const { secret: first, webhook } = hook(world, url);
  const { secret: second } = rotateSecret(world.ctx, webhook.name);
  expect(second).not.toBe(first);
  fire(world);
  await deliverDue(world.ctx, door());
  world.clock.now += 86_400_000;
  fire(world);
  await deliverDue(world.ctx, door());
  expect(got.map(({ headers }) => String(headers["webhook-signature"]).split(" ").length)).toEqual([2, 1]);
  expect(JSON.stringify(listWebhooks(world.ctx))).not.toMatch(/whsec|key=/);
});

test("a hostile name is plain text to Slack: it mentions nobody, links nowhere and turns nothing around", async () => {
  const world = makeWorld();
  const { got, url } = await receiver();
  hook(world, url, { form: "slack" });
  fire(world, { title: "<!channel> <https://evil.example|look> & *bold*", why: "x\u202ey" });
  await deliverDue(world.ctx, door());
  const { text, blocks } = JSON.parse(got[0].body) as {
    text: string;
    blocks: { text: { type: string; text: string } }[];
  };
  expect(text).toMatch(/^&lt;!channel&gt; &lt;https:\/\/evil\.example\|look&gt; &amp; \*bold\*\. /);
  expect(got[0].body).not.toContain("\u202e");
  expect(text).toContain("x\\u{202e}y");
  expect(blocks.slice(0, 2).map(({ text: { type } }) => type)).toEqual(["plain_text", "plain_text"]);
  expect(blocks[2].text.text).toBe("<http://127.0.0.1:7330/alerts|Open in Ablab>");
});

test("a message that is on its way when its webhook is deleted is forgotten", async () => {
  const world = makeWorld();
  const { webhook } = hook(world, "https://chat.example/");
  fire(world);
  await deliverDue(world.ctx, {
    serverUrl: "",
    refusal: () => null,
    post() {
      removeWebhook(world.ctx, webhook.id);
      return Promise.resolve({ kind: "arrived", status: 200 });
    },
  });
  expect(listWebhooks(world.ctx)).toEqual([]);
});

test("a test of a webhook is sent at once and tells what came of it", async () => {
  const world = makeWorld();
  const { got, url } = await receiver();
  hook(world, url);
  expect(await testWebhook(world.ctx, door(), "lab")).toEqual({ ok: true, message: "lab answered 204." });
  expect((JSON.parse(got[0].body) as { data: { title: string } }).data.title).toBe("A test of this webhook");
  hook(world, "http://127.0.0.1:1/", { name: "nobody" });
  expect(await testWebhook(world.ctx, door(), "nobody")).toEqual({
    ok: false,
    message: "It could not be reached (ECONNREFUSED).",
  });
});

test("a webhook that is made again is refused; another name, or another address, is another webhook", () => {
  const world = makeWorld();
  hook(world, "https://chat.example/a");
  expect(() => hook(world, "https://chat.example/a")).toThrow(
    "There is a webhook lab to this address already.",
  );
  hook(world, "https://chat.example/a", { name: "other" });
  hook(world, "https://chat.example/b");
  expect(listWebhooks(world.ctx)).toHaveLength(3);
});
