import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { selectAttempt } from "#db/queries/attempts.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { reapSilentAttempts } from "../services/attempts/finish.ts";
import { openPointsServer, type PointsServer, series } from "./testing/points-server.ts";

let server: PointsServer;
afterEach(() => server.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until the answer is one that is waited for; how long that takes is not this test's question. */
async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    await pause(5);
  }
}

/** A store whose append is looked at first. */
const watched =
  (look: (batches: Parameters<PointStore["append"]>[0]) => void) =>
  (real: PointStore): PointStore =>
    Object.assign(Object.create(real) as PointStore, {
      append: (batches: Parameters<PointStore["append"]>[0]) => {
        look(batches);
        return real.append(batches);
      },
    });

describe("requests that share a commit", () => {
  test("get their own outcome each, and one that is refused harms no other", async () => {
    server = await openPointsServer({ attempts: 4, seriesPerAttempt: 10 });
    const [one, two, three, four] = server.attempts;
    four.finish();
    const full = { series: Array.from({ length: 10 }, (_, k) => series(`m${k}`, [1]).series[0]) };
    await server.post({ attempt: three, body: full });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, k) =>
        server.post({ attempt: one, source: `s${k}`, body: series(`a${k}`, [1, 2]) }),
      ),
      server.post({ attempt: two, firstSeq: 5, body: series("a", [1]) }),
      server.post({ attempt: three, source: "more", body: series("one-too-many", [1]) }),
      server.post({ attempt: three, source: "same", body: series("m7", [2]) }),
      server.post({ attempt: four, body: series("a", [1]) }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(8).fill(200), 409, 400, 200, 409]);
    expect(answers[9].body).toMatchObject({ rule: "series_per_attempt", limit: 10 });
    expect(Object.keys(server.stored(one))).toHaveLength(8);
    expect(server.stored(two)).toEqual({});
    expect(Object.keys(server.stored(three))).toHaveLength(10);
  });

  test("are not harmed by one that makes the code fail", async () => {
    server = await openPointsServer({
      attempts: 2,
      store: watched((batches) => {
        if (batches.some(({ columns }) => columns.some(({ metric }) => metric === "poison")))
          throw new TypeError("cannot read poison");
      }),
    });
    const [one, two] = server.attempts;
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const answers = await Promise.all(
      ["a", "poison", "b", "c"].map((metric, k) =>
        server.post({ attempt: k % 2 ? two : one, source: metric, body: series(metric, [1]) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 200]);
    expect(answers[1].body).toMatchObject({ error: "internal" });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
    expect(Object.keys({ ...server.stored(one), ...server.stored(two) }).toSorted()).toEqual([
      "a step",
      "b step",
      "c step",
    ]);
  });
});

describe("what cannot be stored now", () => {
  test("a full disk refuses every request with the reason and when to come again, and then goes on by itself", async () => {
    server = await openPointsServer();
    const { $client } = server.world.ctx.db;
    await server.post({ body: series("a", [1]) });
    const pages = Number($client.pragma("page_count", { simple: true }));
    $client.pragma(`max_page_count = ${pages}`);
    const wide = Array.from({ length: 20_000 }, (_, i) => i + Math.sqrt(i));
    const refused = await Promise.all(
      ["b", "c"].map((metric) => server.post({ source: metric, body: series(metric, wide) })),
    );
    for (const answered of refused) {
      expect(answered).toMatchObject({ status: 507, body: { error: "full" } });
      expect(answered.headers.get("retry-after")).toBe("5");
    }
    expect(server.stored()).toEqual({ "a step": [[1, 10, 1]] });
    $client.pragma("max_page_count = 1000000");
    const again = await server.post({ source: "b", body: series("b", wide) });
    expect(again).toMatchObject({ status: 200, body: { ackSeq: 20_000 } });
  });

  test("more under way than memory is set aside for is asked to come again, and finds room when it does", async () => {
    server = await openPointsServer({ heldBytes: 40_000 });
    const body = series(
      "a",
      Array.from({ length: 1000 }, (_, i) => i),
    );
    const first = await server.post({ body });
    expect(first.status).toBe(200);
    const slow = server.open([server.head({ "content-length": 30_000 }), " ".repeat(25_000)]);
    const post = () => server.post({ body, source: "b" });
    const refused = await until(post, ({ status }) => status === 503);
    expect(refused).toMatchObject({ status: 503, body: { error: "busy" } });
    expect(refused.headers.get("retry-after")).toBe("1");
    slow.leave();
    await until(post, ({ status }) => status === 200);
    expect(Object.keys(server.stored())).toEqual(["a step"]);
  });

  test("one attempt that takes all the room it may have leaves the room of the others", async () => {
    server = await openPointsServer({ attempts: 2, heldBytes: 200_000, heldByOne: 40_000 });
    const [one, two] = server.attempts;
    const body = series(
      "a",
      Array.from({ length: 1000 }, (_, i) => i),
    );
    const slow = server.open([server.head({ "content-length": 30_000 }), " ".repeat(25_000)]);
    await until(
      () => server.post({ body, attempt: one, source: "b" }),
      ({ status }) => status === 503,
    );
    expect((await server.post({ body, attempt: two })).status).toBe(200);
    slow.leave();
  });

  test("a small body that becomes too large for the memory set aside is asked to come again", async () => {
    server = await openPointsServer({ heldBytes: 40_000 });
    const headers = { "content-encoding": "gzip" };
    const packed = (bytes: number) => gzipSync(JSON.stringify(series("a", [1])) + " ".repeat(bytes));
    expect((await server.post({ body: packed(45_000), headers })).status).toBe(503);
    expect((await server.post({ body: packed(30_000), headers })).status).toBe(200);
  });

  test("many bodies that become large when they are decompressed cost the memory of a few", async () => {
    server = await openPointsServer();
    const MIB = 1024 * 1024;
    const noise = randomBytes(60_000).toString("base64");
    const body = gzipSync(noise + " ".repeat(7.9 * MIB - noise.length));
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 1);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => server.post({ body, headers: { "content-encoding": "gzip" } })),
    );
    clearInterval(watch);
    expect(new Set(answers.map(({ body: { rule } }) => rule))).toEqual(new Set(["json"]));
    expect(most - before).toBeLessThan(160 * MIB);
  });

  test("a body of which nothing more comes is given up, and its room is free", async () => {
    server = await openPointsServer({ heldBytes: 40_000 });
    const body = series(
      "a",
      Array.from({ length: 1000 }, (_, i) => i),
    );
    const stalled = server.open([server.head({ "content-length": 30_000 }), " ".repeat(25_000)]);
    const post = () => server.post({ body });
    await until(post, ({ status }) => status === 503);
    expect(await stalled.closed).toBe("");
    await until(post, ({ status }) => status === 200);
  });

  test("a stop stores what waits and answers it", async () => {
    server = await openPointsServer();
    const answers = Promise.all(
      [1, 2, 3, 4].map((k) => server.post({ source: `s${k}`, body: series(`m${k}`, [1]) })),
    );
    setImmediate(() => server.stopIngest());
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Object.keys(server.stored())).toHaveLength(4);
  });
});

describe("points", () => {
  test("prove that the attempt lives, and say so in the database at most once a second", async () => {
    server = await openPointsServer();
    const { world, attempts } = server;
    const { attemptId } = attempts[0];
    const attempt = () => selectAttempt(world.ctx.db, attemptId);
    world.clock.now += 40_000;
    reapSilentAttempts(world.ctx, 0);
    expect(attempt()?.state).toBe("unreachable");
    await server.post({ body: series("a", [1]) });
    const lastSeenAt = world.clock.now;
    expect(attempt()).toMatchObject({ state: "running", lastSeenAt });
    world.clock.now += 999;
    await server.post({ body: series("a", [2]), firstSeq: 2 });
    expect(attempt()?.lastSeenAt).toBe(lastSeenAt);
    world.clock.now += 1;
    await server.post({ body: series("a", [3]), firstSeq: 3 });
    expect(attempt()?.lastSeenAt).toBe(lastSeenAt + 1000);
  });
});
