import { expect, test } from "vitest";
import { notSent } from "./not-sent.ts";

test("who has not sent it is told of those that have begun", () => {
  expect(notSent(3, 5)).toBe("2 of 5 runs that have begun have not sent it");
  expect(notSent(4, 5)).toBe("1 of 5 runs that have begun has not sent it");
  expect(notSent(5, 5)).toBeNull();
});
