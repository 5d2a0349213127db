import { expect, test } from "vitest";
import { createPauses } from "./pauses.ts";

test("others are served after 15 ms of work, and not between steps that are short", async () => {
  let now = 0;
  const pause = createPauses(() => now);
  now = 14;
  expect(pause()).toBeUndefined();
  now = 15;
  const served: string[] = [];
  setImmediate(() => served.push("other"));
  await pause();
  expect(served).toEqual(["other"]);
  now = 29;
  expect(pause()).toBeUndefined();
});
