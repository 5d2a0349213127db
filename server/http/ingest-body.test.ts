import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BodyCut, readPointsBody } from "./ingest-body.ts";
import { createHolds } from "./ingest-answer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A body that is on its way: pieces come when the test says so, and `outcome` is how reading it ended so far. */
function underWay() {
  const request = Object.assign(new PassThrough(), { complete: false, headers: {} });
  let outcome: Buffer | Error | null = null;
  readPointsBody(request as unknown as IncomingMessage, createHolds()("att_1")).then(
    (body) => (outcome = body),
    (error: Error) => (outcome = error),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    outcome: () => outcome,
    async piece(text: string) {
      request.write(text);
      await settle();
    },
    async pass(ms: number) {
      vi.advanceTimersByTime(ms);
      await settle();
    },
  };
}

test("a body of which nothing comes is given up after five seconds, not before", async () => {
  const body = underWay();
  await body.piece("half of ");
  await body.pass(4999);
  expect(body.outcome()).toBeNull();
  await body.pass(1);
  expect(body.outcome()).toBeInstanceOf(BodyCut);
});

test("every piece begins the five seconds anew", async () => {
  const body = underWay();
  for (let k = 0; k < 4; k++) {
    await body.piece("a piece ");
    await body.pass(4000);
  }
  expect(body.outcome()).toBeNull();
});
