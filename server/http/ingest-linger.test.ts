import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWhenHeard } from "./ingest-answer.ts";

const MIB = 1024 * 1024;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request that was refused while its body was still coming. */
function refused(shouldKeepAlive: boolean) {
  const body = new PassThrough();
  const request = Object.assign(body, { complete: false });
  const response = { shouldKeepAlive, destroyed: false, writeHead: vi.fn(), end: vi.fn() };
  const answer = { status: 413, body: { error: "too_large" } };
  answerWhenHeard(request as unknown as IncomingMessage, response as unknown as ServerResponse, answer);
  const pass = async (mib: number) => {
    for (let i = 0; i < mib && !body.destroyed; i++) {
      body.write(Buffer.alloc(MIB));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { body, pass, isAnswered: () => response.end.mock.calls.length === 1 };
}

test("a connection that ends with the answer waits for the rest of the body, but for no more than 32 MiB of it", async () => {
  const { pass, isAnswered } = refused(false);
  await pass(32);
  expect(isAnswered()).toBe(false);
  await pass(1);
  expect(isAnswered()).toBe(true);
});

test("it waits for no longer than two seconds either", () => {
  const { isAnswered } = refused(false);
  vi.advanceTimersByTime(1999);
  expect(isAnswered()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isAnswered()).toBe(true);
});

test("it answers once, as soon as the body has ended", async () => {
  const { body, pass, isAnswered } = refused(false);
  await pass(1);
  body.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered()).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(isAnswered()).toBe(true);
});

test("a connection that goes on is answered at once, and cut when the rest of the body has no end", async () => {
  const { body, pass, isAnswered } = refused(true);
  expect(isAnswered()).toBe(true);
  await pass(32);
  expect(body.destroyed).toBe(false);
  await pass(1);
  expect(body.destroyed).toBe(true);
});
