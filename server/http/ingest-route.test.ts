import { gzipSync } from "node:zlib";
import { updateAttempt } from "#db/queries/attempts.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodePoints } from "../../workers/protocol/points-binary.ts";
import { POINTS_TYPES } from "../../workers/protocol/points.ts";
import { newSecret, sha256 } from "../services/hashing.ts";
import { openPointsServer, type PointsServer, type Sent, series } from "./testing/points-server.ts";

let server: PointsServer;
beforeEach(async () => {
  server = await openPointsServer({ attempts: 3 });
});
afterEach(() => server.close());

const lines = (all: object[]): Sent => ({
  type: POINTS_TYPES.lines,
  body: all.map((line) => JSON.stringify(line)).join("\n"),
});
const binary = (columns: Parameters<typeof encodePoints>[0]): Sent => ({
  type: POINTS_TYPES.binary,
  body: encodePoints(columns),
});
const acked = (ackSeq: number) => ({ status: 200, body: { ackSeq } });
const gap = (ackSeq: number) => ({ status: 409, body: { error: "gap", ackSeq } });

describe("points that were taken", () => {
  test("are stored when the answer comes, and sending them again changes nothing", async () => {
    const sent = { body: series("loss", [1, 2, 3]) };
    expect(await server.post(sent)).toMatchObject(acked(3));
    const first = server.stored();
    expect(first).toEqual({
      "loss step": [
        [1, 10, 1],
        [2, 20, 1],
        [3, 30, 1],
      ],
    });
    expect(await server.post(sent)).toMatchObject(acked(3));
    expect(server.stored()).toEqual(first);
  });

  test("are the same bits in every form, packed or not", async () => {
    const x = [1, 2 ** 53, -0.5];
    const value = [0.1 + 0.2, Number.NaN, -Infinity];
    const at = [1_766_000_000_000.25, 2, 3];
    const typed = { x: Float64Array.from(x), value: Float64Array.from(value), at: Float64Array.from(at) };
    const adapter = ["NaN", "-Infinity"];
    const json = JSON.stringify({ series: [{ metric: "json", x, value: [value[0], ...adapter], at }] });
    const inLines = x.map((one, i) => ({ x: one, at: at[i], values: { lines: [value[0], ...adapter][i] } }));
    const asBinary = binary([{ metric: "binary", axis: "step", ...typed }]);
    await server.post({ body: json, source: "a" });
    await server.post({
      body: gzipSync(json.replace('"json"', '"zipped"')),
      source: "b",
      headers: { "content-encoding": "gzip" },
    });
    await server.post({ ...lines(inLines), source: "c" });
    await server.post({ ...asBinary, source: "d" });
    const stored = server.stored();
    const sorted = [
      [-0.5, -Infinity, 3],
      [1, 0.1 + 0.2, 1_766_000_000_000.25],
      [2 ** 53, Number.NaN, 2],
    ];
    expect(Object.keys(stored).toSorted()).toEqual(["binary step", "json step", "lines step", "zipped step"]);
    for (const points of Object.values(stored)) expect(points).toEqual(sorted);
  });

  test("are counted for each source apart, and a gap says from where to go on", async () => {
    expect(await server.post({ body: series("a", [1, 2]) })).toMatchObject(acked(2));
    expect(await server.post({ body: series("b", [1, 2]), source: "gpu", firstSeq: 2 })).toMatchObject(
      gap(0),
    );
    expect(await server.post({ body: series("a", [4]), firstSeq: 4 })).toMatchObject(gap(2));
    expect(await server.post({ body: series("a", [1, 2, 3], {}), firstSeq: 1 })).toMatchObject(acked(3));
    expect(Object.keys(server.stored())).toEqual(["a step"]);
    expect(server.stored()["a step"]).toHaveLength(3);
  });

  test("an empty body in any form asks how far a source is", async () => {
    await server.post({ body: series("a", [1, 2]) });
    for (const empty of [{ body: { series: [] } }, lines([]), binary([])]) {
      expect(await server.post(empty)).toMatchObject(acked(2));
      expect(await server.post({ ...empty, firstSeq: 9 })).toMatchObject(gap(2));
      expect(await server.post({ ...empty, source: "other" })).toMatchObject(acked(0));
    }
  });

  test("may come cut in other places the second time, in lines as well, where points are numbered across the columns", async () => {
    const all = [1, 2, 3, 4, 5].map((x) => ({
      x,
      at: x,
      values: { a: x, b: -x, ...(x % 2 && { c: x / 2 }) },
    }));
    const numberOf = (line: number) =>
      1 + all.slice(0, line).reduce((n, { values }) => n + Object.keys(values).length, 0);
    const some = (from: number, to: number) =>
      server.post({ ...lines(all.slice(from, to)), firstSeq: numberOf(from) });
    expect(await some(0, 2)).toMatchObject(acked(5));
    expect(await some(1, 4)).toMatchObject(acked(10));
    expect(await some(0, 3)).toMatchObject(acked(10));
    expect(await Promise.all([some(2, 5), some(3, 5), some(0, 5)])).toMatchObject([
      acked(13),
      acked(13),
      acked(13),
    ]);
    const expected = (metric: string, of: (x: number) => number, xs: number[]) => ({
      [`${metric} step`]: xs.map((x) => [x, of(x), x]),
    });
    expect(server.stored()).toEqual({
      ...expected("a", (x) => x, [1, 2, 3, 4, 5]),
      ...expected("b", (x) => -x, [1, 2, 3, 4, 5]),
      ...expected("c", (x) => x / 2, [1, 3, 5]),
    });
  });

  test("may come in several requests at once: each is stored or a gap, and what is sent again closes it", async () => {
    const bodies = Array.from({ length: 20 }, (_, k) => ({
      body: series("a", [3 * k, 3 * k + 1, 3 * k + 2]),
      firstSeq: 3 * k + 1,
    }));
    for (let last = 0, tries = 0; last < 60; tries++) {
      expect(tries).toBeLessThan(21);
      const answers = await Promise.all(bodies.toReversed().map((sent) => server.post(sent)));
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const now = Math.max(...answers.map(({ body }) => body.ackSeq ?? 0));
      expect(now).toBeGreaterThan(last);
      last = now;
    }
    expect(server.stored()["a step"]).toEqual(Array.from({ length: 60 }, (_, x) => [x, 10 * x, 1]));
  });
});

describe("an attempt that has ended", () => {
  test("acknowledges what it has, refuses what it has not, and takes nothing of it", async () => {
    await server.post({ body: series("a", [1, 2, 3]) });
    server.attempts[0].finish();
    expect(await server.post({ body: series("a", [2, 3]), firstSeq: 2 })).toMatchObject(acked(3));
    expect(await server.post({ body: { series: [] } })).toMatchObject(acked(3));
    const fenced = await server.post({ body: series("a", [3, 4]), firstSeq: 3 });
    expect(fenced).toMatchObject({ status: 409, body: { error: "fenced", ackSeq: 3 } });
    expect(fenced.body.message).toContain("has ended (finished)");
    const beyond = await server.post({ body: series("a", [9]), firstSeq: 9 });
    expect(beyond).toMatchObject({ status: 409, body: { error: "fenced", ackSeq: 3 } });
    expect(server.stored()["a step"]).toHaveLength(3);
    server.store.seal(server.attempts[0].attemptId);
    expect(await server.post({ body: series("a", [1, 2, 3]) })).toMatchObject(acked(3));
    expect(await server.post({ body: series("a", [4]), firstSeq: 4 })).toMatchObject({ status: 409 });
  });
});

describe("a token", () => {
  test("opens its own attempt only", async () => {
    const [one, two] = server.attempts;
    const token = one.assignment.token;
    expect((await server.post({ body: series("a", [1]), attempt: two, token })).status).toBe(403);
    expect(server.stored(two)).toEqual({});
  });

  test("that was replaced opens nothing from then on, however often it was used before", async () => {
    const { attemptId, assignment } = server.attempts[0];
    const old = assignment.token;
    expect((await server.post({ body: series("a", [1]) })).status).toBe(200);
    expect((await server.post({ body: series("a", [1]) })).status).toBe(200);
    const renewed = newSecret("attempt");
    updateAttempt(server.world.ctx.db, attemptId, { tokenHash: sha256(renewed) });
    expect((await server.post({ body: series("a", [2]), firstSeq: 2, token: old })).status).toBe(401);
    expect(await server.post({ body: series("a", [2]), firstSeq: 2, token: renewed })).toMatchObject(
      acked(2),
    );
  });
});

test("what was there before is acknowledged, and the answer says that nothing of it is new", async () => {
  const source = "again";
  const first = await server.post({ source, body: series("again", [1, 2]) });
  expect(first.body).toEqual({ ackSeq: 2, stored: 2 });
  const other = await server.post({ source, body: series("other", [7]) });
  expect(other.body).toEqual({ ackSeq: 2, stored: 0 });
  const longer = await server.post({ source, body: series("again", [1, 2, 3]) });
  expect(longer.body).toEqual({ ackSeq: 3, stored: 1 });
});

describe("an answer", () => {
  test("is handed to the system in one write, is JSON and nothing else, and is kept by nobody", async () => {
    const body = JSON.stringify(series("a", [1]));
    const request = server.head({ "content-length": body.length, connection: "close" }) + body;
    for (let i = 1; i <= 5; i++) {
      expect(await server.raw([request])).toMatch(
        /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n\{"ackSeq":1,"stored":[01]\}$/,
      );
      expect(server.writes()).toBe(i);
    }
    expect(await server.raw([request.replace("firstSeq=1", "firstSeq=0")])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.raw([request.replace("Bearer ", "Bearer x")])).toMatch(/^HTTP\/1\.1 401 /);
    expect(server.writes()).toBe(7);
    const { headers } = await server.post({ body });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
  });

  test("comes for each of several requests that share a connection, in their order", async () => {
    const requests = [1, 2, 3].map((k) => {
      const body = JSON.stringify(series("a", [k]));
      const last: Record<string, string> = k === 3 ? { connection: "close" } : {};
      return server.head({ "content-length": body.length, ...last }, `?source=s&firstSeq=${k}`) + body;
    });
    const text = await server.raw([requests.join("")]);
    expect([...text.matchAll(/\{"ackSeq":(\d),"stored":1\}/g)].map(([, n]) => n)).toEqual(["1", "2", "3"]);
  });
});
