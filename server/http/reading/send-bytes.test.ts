import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { sendPoints } from "./send-bytes.ts";

const BLOCKS = 50;

function* blocks() {
  const column = new Float64Array(10);
  for (let i = 0; i < BLOCKS; i++) yield { x: column, value: column, at: column };
}

/** A response to somebody who reads slowly: each write waits for the one before it. */
function slowly(onWrite: (response: Writable) => void): ServerResponse {
  const response: Writable = new Writable({
    highWaterMark: 1,
    write(_bytes, _encoding, done) {
      onWrite(response);
      setImmediate(done);
    },
  });
  return Object.assign(response, { writeHead: () => response }) as unknown as ServerResponse;
}

test("points for a slow reader come whole, and leave no listener behind with each block", async () => {
  let [writes, most] = [0, 0];
  const response = slowly((it) => {
    writes++;
    most = Math.max(most, it.listenerCount("close"), it.listenerCount("error"));
  });
  await sendPoints({ metric: "loss", axis: "step", n: 10 * BLOCKS, blocks: blocks() }).send(response);
  expect(writes).toBe(BLOCKS + 2);
  expect(most).toBeLessThanOrEqual(3);
});

test("points for a reader that is gone end at once", async () => {
  let writes = 0;
  const response = slowly((it) => {
    if (++writes === 3) it.destroy();
  });
  await sendPoints({ metric: "loss", axis: "step", n: 10 * BLOCKS, blocks: blocks() }).send(response);
  expect(writes).toBe(3);
});
