import { expect, test } from "vitest";
import { z } from "zod";
import { judgeAnswer, judgeFailure, retryDelayMs } from "./retryable.ts";

const Answer = z.object({ ackSeq: z.number() });
const judge = (status: number, body: unknown) =>
  judgeAnswer(status, typeof body === "string" ? body : JSON.stringify(body), Answer);
const wire = (error: string, more: object = {}) => ({ error, message: "because", ...more });

test.each([
  ["an answer that fits", 200, { ackSeq: 4 }, { kind: "ok", data: { ackSeq: 4 } }],
  ["half an answer", 200, '{"ackSeq":', { kind: "retry" }],
  ["an answer of another shape", 200, { ack: 4 }, { kind: "retry" }],
  ["an empty body", 200, "", { kind: "retry" }],
  ["busy", 503, wire("busy"), { kind: "retry", why: "because" }],
  ["an error page", 502, "<html>", { kind: "retry" }],
  ["a full disk", 507, wire("full"), { kind: "retry" }],
  ["too many requests", 429, wire("busy"), { kind: "retry" }],
  ["a request time-out", 408, "", { kind: "retry" }],
  ["a proxy's 404", 404, "<html>not found</html>", { kind: "retry" }],
  ["a proxy's 401", 401, "login please", { kind: "retry" }],
  ["a gap in events", 409, wire("gap", { ackSeq: 9 }), { kind: "gap", ackSeq: 9 }],
  ["a gap at the very start", 409, wire("gap", { ackSeq: 0 }), { kind: "gap", ackSeq: 0 }],
  ["another log size", 409, wire("gap", { size: 0 }), { kind: "offset", size: 0 }],
  ["another owner", 409, wire("fenced"), { kind: "fenced", message: "because" }],
  ["a token that is not valid", 401, wire("unauthorized"), { kind: "unauthorized" }],
  ["a wrong scope", 403, wire("forbidden"), { kind: "refused", error: "forbidden" }],
  ["an unknown attempt", 404, wire("not_found"), { kind: "refused", error: "not_found" }],
  ["a malformed message", 400, wire("invalid"), { kind: "refused", error: "invalid", message: "because" }],
  ["a batch that is too large", 413, wire("too_large"), { kind: "refused", error: "too_large" }],
  ["another protocol", 400, wire("protocol"), { kind: "refused", error: "protocol" }],
])("%s", (_, status, body, outcome) => {
  expect(judge(status, body)).toMatchObject(outcome);
});

test("no answer at all is retried and says why", () => {
  const refused = new TypeError("fetch failed", {
    cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
  });
  expect(judgeFailure(refused)).toEqual({ kind: "retry", why: "ECONNREFUSED" });
  expect(judgeFailure("odd")).toEqual({ kind: "retry", why: "odd" });
});

test("waiting grows and never exceeds two seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1e9].map(retryDelayMs)).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 2000]);
});
