import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { encodePoints } from "../../workers/protocol/points-binary.ts";
import { POINT_LIMITS, POINTS_TYPES } from "../../workers/protocol/points.ts";
import { openPointsServer, series, type PointsServer, type Sent } from "./testing/points-server.ts";

let server: PointsServer;
beforeAll(async () => {
  server = await openPointsServer();
});
afterAll(() => server.close());
afterEach(() => {
  expect(server.stored(), "something of a refused body is stored").toEqual({});
});

const MIB = 1024 * 1024;
const gzip = { "content-encoding": "gzip" };
const lines = { type: POINTS_TYPES.lines };
const binary = { type: POINTS_TYPES.binary };
const column = (n: number) => {
  const x = Float64Array.from({ length: n }, (_, i) => i);
  return { metric: "loss", axis: "step", x, value: x, at: new Float64Array(n).fill(1) };
};

/** Valid in itself, and `bytes` long. */
const padded = (bytes: number) => {
  const text = JSON.stringify(series("loss", [1]));
  return text + " ".repeat(bytes - text.length);
};

/** The points that come after it must be numbered exactly too. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER - POINT_LIMITS.pointsPerBody;

/** One point of which one column holds lists in lists instead of a number. */
const nested = (key: "x" | "value") =>
  JSON.stringify(series("loss", [1], { [key]: ["deep"] })).replace(
    '"deep"',
    "[".repeat(1e6) + "]".repeat(1e6),
  );

const rows: [what: string, sent: Sent, status: number, rule: string, limit?: number][] = [
  ["a body of more than 8 MiB", { body: padded(8 * MIB + 1) }, 413, "body_bytes", 8 * MIB],
  ["one that is announced to be", { body: Buffer.alloc(20 * MIB) }, 413, "body_bytes", 8 * MIB],
  [
    "one that has them only after decompression",
    {
      body: gzipSync(
        JSON.stringify(
          series(
            "loss",
            Array.from({ length: 900_000 }, (_, i) => i * 1.37),
          ),
        ),
      ),
      headers: gzip,
    },
    413,
    "body_bytes",
    8 * MIB,
  ],
  [
    "a line with a metric whose place in it is lost",
    { body: '{"x":1,"at":1,"values":{"b":1,"2":5}}', ...lines },
    400,
    "metric",
  ],
  ["times in seconds", { body: series("loss", [1], { at: 1_766_000_000.25 }) }, 400, "at"],
  ["lines of them", { body: '{"x":1,"at":1766000000,"values":{"a":1}}', ...lines }, 400, "at"],
  [
    "binary columns of them",
    { body: encodePoints([{ ...column(2), at: new Float64Array(2).fill(1_766_000_000) }]), ...binary },
    400,
    "at",
  ],
  ["a gzip bomb", { body: gzipSync(Buffer.alloc(7 * MIB, 32)), headers: gzip }, 413, "gzip_ratio", 200],
  [
    "more than 100,000 points in JSON",
    { body: series("loss", Array.from(column(100_001).x)) },
    413,
    "points_per_body",
    100_000,
  ],
  [
    "more than 100,000 binary ones",
    { body: encodePoints([column(100_001)]), ...binary },
    413,
    "points_per_body",
    100_000,
  ],
  ["a metric of 257 characters", { body: series("m".repeat(257), [1]) }, 400, "metric", 256],
  ["a metric without a name", { body: series("", [1]) }, 400, "metric"],
  ["a control character in a metric", { body: series("a\u0000b", [1]) }, 400, "metric"],
  ["an axis that is no name", { body: series("loss", [1], { axis: "train step" }) }, 400, "axis"],
  ["an axis of 65 characters", { body: series("loss", [1], { axis: "a".repeat(65) }) }, 400, "axis", 64],
  ["an x that is not finite", { body: series("loss", [1], { x: ["Infinity"] }) }, 400, "x"],
  ["a time that is not finite", { body: series("loss", [1], { at: null }) }, 400, "at"],
  ["a value that is no number", { body: series("loss", [1], { value: ["high"] }) }, 400, "value"],
  ["columns of different length", { body: series("loss", [1, 2], { value: [1] }) }, 400, "length"],
  ["a key that nobody knows", { body: series("loss", [1], { step: 1 }) }, 400, "unknown_key"],
  ["another key beside the series", { body: { ...series("loss", [1]), run: "x" } }, 400, "unknown_key"],
  ["half a JSON text", { body: '{"series":[{"metric":"loss"' }, 400, "json"],
  ["JSON nested a million deep", { body: "[".repeat(1_000_000) }, 400, "json"],
  [
    "a million lists in each other",
    { body: `{"series":[${"[".repeat(1e6)}${"]".repeat(1e6)}]}` },
    400,
    "json",
  ],
  ["a value of a million lists", { body: nested("value") }, 400, "value"],
  ["an x of a million lists", { body: nested("x") }, 400, "x"],
  ["bytes that are no UTF-8", { body: Buffer.from([0x22, 0xff, 0x22]) }, 400, "json"],
  ["a line that is no JSON", { body: '{"x":1,"at":1,"values":{"a":1}}\n{"x":2,"at"', ...lines }, 400, "json"],
  ["a cut binary body", { body: encodePoints([column(10)]).subarray(0, 100), ...binary }, 400, "binary"],
  ["a body that is not gzip", { body: padded(100), headers: gzip }, 400, "gzip"],
  [
    "gzip that ends too early",
    { body: gzipSync(padded(100_000)).subarray(0, 60), headers: gzip },
    400,
    "gzip",
  ],
  ["another encoding", { body: padded(100), headers: { "content-encoding": "br" } }, 415, "content_encoding"],
  [
    "two encodings",
    { body: padded(100), headers: { "content-encoding": "gzip, gzip" } },
    415,
    "content_encoding",
  ],
  ["no query", { body: padded(100), query: "" }, 400, "query"],
  ["an unknown word in the query", { body: padded(100), query: "?source=a&firstSeq=1&step=2" }, 400, "query"],
  [
    "a word twice in the query",
    { body: padded(100), query: "?source=a&firstSeq=1&firstSeq=9" },
    400,
    "query",
  ],
  ["no source", { body: padded(100), query: "?firstSeq=1" }, 400, "source"],
  ["the source of the trainer's events", { body: padded(100), source: "events" }, 400, "source", 64],
  ["a source that is no name", { body: padded(100), source: "a%20b" }, 400, "source"],
  ["a source of 65 characters", { body: padded(100), source: "s".repeat(65) }, 400, "source", 64],
  ...["0", "-1", "1.5", "1e3", "one", "", "01"].map((firstSeq): (typeof rows)[number] => [
    `firstSeq ${firstSeq}`,
    { body: padded(100), firstSeq },
    400,
    "first_seq",
    1,
  ]),
  [
    "a firstSeq above the greatest",
    { body: padded(100), firstSeq: LAST_SEQ + 1 },
    400,
    "first_seq",
    LAST_SEQ,
  ],
  ["one far above it", { body: padded(100), firstSeq: "9".repeat(400) }, 400, "first_seq", LAST_SEQ],
];

describe("a body is refused with the rule and its number, and nothing of it is stored:", () => {
  test.each(rows)("%s", async (_, sent, status, rule, limit) => {
    const answered = await server.post(sent);
    expect(answered).toMatchObject({ status, body: { rule, ...(limit !== undefined && { limit }) } });
    expect(answered.body.error).toBe(status === 413 ? "too_large" : "invalid");
    if (limit !== undefined && rule !== "source" && rule !== "first_seq")
      expect(answered.body.message).toContain(String(limit));
  });

  test("the line that is no JSON is named", async () => {
    const body = '{"x":1,"at":1,"values":{"a":1}}\n\n{"x":2,"at":1,"values":{"a":1}}\n{]\n';
    expect((await server.post({ body, ...lines })).body.message).toContain("Line 4");
  });

  test("a bomb costs no more memory than a body may have", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB));
    expect(bomb.length).toBeLessThan(POINT_LIMITS.bodyBytes);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 1);
    const answered = await server.post({ body: bomb, headers: gzip });
    clearInterval(watch);
    expect(answered).toMatchObject({ status: 413, body: { rule: "body_bytes" } });
    expect(most - before).toBeLessThan(40 * MIB);
  });

  test("a sender that never stops is cut at the limit and answered at once", async () => {
    const chunk = Buffer.from(`${MIB.toString(16)}\r\n${" ".repeat(MIB)}\r\n`);
    const head = server.head({ "transfer-encoding": "chunked" });
    const connection = server.open([head, ...Array.from({ length: 9 }, () => chunk)]);
    const text = await connection.answered;
    connection.leave();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"rule":"body_bytes"');
  });

  test.each([
    ["what it sends is too large", {}, /^HTTP\/1\.1 413 /],
    ["its token is not known", { authorization: "Bearer x" }, /^HTTP\/1\.1 401 /],
  ])("one that goes on after its answer is closed: %s", async (_, more, answer) => {
    const chunk = Buffer.from(`${MIB.toString(16)}\r\n${" ".repeat(MIB)}\r\n`);
    const head = server.head({ "transfer-encoding": "chunked", ...more });
    expect(await server.raw([head, ...Array<Buffer>(48).fill(chunk)])).toMatch(answer);
  });

  test("the first number of a body is told with both its bounds", async () => {
    const { body } = await server.post({ body: padded(100), firstSeq: "9007199254740992" });
    expect(body.message).toContain(`from 1 to ${LAST_SEQ}; it is "9007199254740992"`);
  });

  test("a body that its sender cuts is answered with 400 where it can be, and forgotten where it cannot", async () => {
    const body = JSON.stringify(series("loss", [1, 2, 3]));
    const head = server.head({ "content-length": body.length + 100 });
    expect(await server.raw([head, body], { end: true })).toMatch(/^HTTP\/1\.1 400 /);
    const cut = server.open([head, body]);
    await cut.sent;
    cut.leave();
    expect(await cut.closed).toBe("");
    const short = server.head({ "content-length": body.length - 5, connection: "close" });
    expect(await server.raw([short, body])).toMatch(/^HTTP\/1\.1 400 /);
    const chunked = server.head({ "transfer-encoding": "chunked" });
    expect(await server.raw([chunked, '5\r\n{"ser\r\nzz\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
    const both = server.head({ "transfer-encoding": "chunked", "content-length": 5 });
    expect(await server.raw([both, "0\r\n\r\n"])).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("only the attempt's own token takes points", () => {
  const body = series("loss", [1]);
  test.each([
    ["none", null, 401],
    ["one that is not known", "stolen", 401],
    ["the operator's", "operator-token", 403],
    ["the worker's", "worker-token", 403],
  ])("%s", async (_, token, status) => {
    expect((await server.post({ body, token })).status).toBe(status);
  });

  test("a session does not, and no cookie is looked at beside a bad token", async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const session = { cookie: "session=open", "x-csrf-token": "csrf", origin };
    expect((await server.post({ body, token: null, headers: session })).status).toBe(403);
    expect((await server.post({ body, token: "stolen", headers: session })).status).toBe(401);
  });

  test("a content type of another world is told which ones are taken", async () => {
    const answered = await server.post({ body: "a=1", type: "text/plain" });
    expect(answered).toMatchObject({ status: 415, body: { error: "content-type" } });
    expect(answered.body.message).toContain(POINTS_TYPES.binary);
  });
});

test("a client that closes its connection after the answer reads the rule, however much it still had to send", async () => {
  const body = padded(12 * MIB);
  const head = server.head({ "content-length": body.length, connection: "close" });
  const text = await server.raw([head, body]);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toContain('"rule":"body_bytes"');
  const wrong = server.head({
    "content-length": body.length,
    connection: "close",
    authorization: "Bearer x",
  });
  expect(await server.raw([wrong, body])).toMatch(/^HTTP\/1\.1 401 /);
});

test("an empty body asks how far a source is, in every form, packed or not", async () => {
  for (const type of Object.values(POINTS_TYPES))
    for (const sent of [{ body: "" }, { body: "", headers: gzip }, { body: gzipSync(""), headers: gzip }])
      expect(await server.post({ ...sent, type, source: "nobody" })).toMatchObject({
        status: 200,
        body: { ackSeq: 0 },
      });
});
