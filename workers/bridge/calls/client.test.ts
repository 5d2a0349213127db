import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "vitest";
import { ClaimAnswer } from "../../protocol/messages.ts";
import { createClient } from "./client.ts";
import { type Fault, startFakeServer } from "../fake-server.ts";
import { FakeStore } from "../fake-store.ts";
import { pause } from "../retryable.ts";
import { type OnEnd, until } from "../testing/world.ts";

async function setUp(onEnd: OnEnd, timeoutMs = 60_000) {
  const store = new FakeStore();
  store.sessions.add("session");
  const server = await startFakeServer(store);
  onEnd(() => server.kill());
  const reached: string[] = [];
  const client = createClient(server.url, {
    timeoutMs,
    onReachable: (reachable, why) => reached.push(reachable ? "back" : why),
  });
  const claim = {
    path: "claim",
    token: "session",
    answer: ClaimAnswer,
    body: JSON.stringify({
      workerId: "wkr_0123456789abcdef",
      free: 1,
      running: [],
      load: { cpuShare: null, memoryShare: null },
    }),
  };
  return { server, client, claim, reached };
}

const forever = new AbortController().signal;

test.concurrent.for<[string, Fault]>([
  ["503", "unavailable"],
  ["a broken connection after the work was done", "lost"],
  ["half an answer", "truncated"],
  ["a proxy's error page", "garbage"],
  ["an answer that takes too long", 900],
])("%s is tried again until there is an answer", async ([, fault], { expect, onTestFinished }) => {
  const isSlow = typeof fault === "number";
  const { server, client, claim, reached } = await setUp(onTestFinished, isSlow ? fault / 3 : 60_000);
  let left = 3;
  server.fault = () => (left-- > 0 ? fault : null);
  const outcome = await client.deliver(() => claim, forever);
  expect(outcome).toMatchObject({ kind: "ok", data: { assignment: null } });
  // Under load an answer without a fault may be too slow as well.
  if (isSlow) expect(server.seen.length).toBeGreaterThanOrEqual(4);
  else expect(server.seen).toHaveLength(4);
  expect(reached).toHaveLength(2);
  expect(reached[1]).toBe("back");
});

test.concurrent(
  "a server that is not there is waited for, and said once",
  async ({ expect, onTestFinished }) => {
    const { server, client, claim, reached } = await setUp(onTestFinished);
    await server.kill();
    const delivering = client.deliver(() => claim, forever);
    await until("it is missed", () => reached.length > 0);
    await server.restart();
    expect((await delivering).kind).toBe("ok");
    expect(reached).toEqual(["ECONNREFUSED", "back"]);
  },
);

test.concurrent(
  "the caller's signal ends the trying after the try that is under way",
  async ({ expect, onTestFinished }) => {
    const { server, client, claim } = await setUp(onTestFinished);
    await server.kill();
    const stop = new AbortController();
    const delivering = client.deliver(() => claim, stop.signal);
    await pause(50);
    stop.abort();
    expect(await delivering).toEqual({ kind: "stopped" });
    await server.restart();
    expect((await client.deliver(() => claim, stop.signal)).kind).toBe("ok");
  },
);

test.concurrent("a final no is not tried again", async ({ expect, onTestFinished }) => {
  const { server, client, claim } = await setUp(onTestFinished);
  const outcome = await client.deliver(() => ({ ...claim, token: "stale" }), forever);
  expect(outcome).toMatchObject({ kind: "unauthorized" });
  expect(server.seen).toHaveLength(1);
});

test.concurrent(
  "a redirect is not followed, so the token stays with its server",
  async ({ expect, onTestFinished }) => {
    const { client: _, claim } = await setUp(onTestFinished);
    let followed = 0;
    const elsewhere = createServer((_request, response) => {
      followed += 1;
      response.end("{}");
    });
    const redirecting = createServer((_request, response) => {
      response
        .writeHead(307, { location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` })
        .end();
    });
    for (const server of [elsewhere, redirecting]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
    }
    const client = createClient(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`);
    expect((await client.once(claim)).kind).toBe("retry");
    expect(followed).toBe(0);
  },
);
