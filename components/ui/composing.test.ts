import { expect, test } from "vitest";
import { isComposing } from "./composing.ts";

test("a key belongs to an input method where the browser says so, by word or by code, in its own event or React's", () => {
  expect(isComposing({ isComposing: true })).toBe(true);
  expect(isComposing({ keyCode: 229 })).toBe(true);
  expect(isComposing({ nativeEvent: { isComposing: true } })).toBe(true);
  expect(isComposing({ keyCode: 13, nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
