import { expect, test } from "vitest";
import { edgesOf } from "./scroll-frame.tsx";

const at = (scrollLeft: number, scrollWidth = 900) => {
  const { left, right } = edgesOf({ scrollLeft, scrollWidth, clientWidth: 700, clientHeight: 400 });
  return [left, right];
};

test("a frame says at which of its sides something is out of view", () => {
  expect(at(0)).toEqual([false, true]);
  expect(at(90)).toEqual([true, true]);
  expect(at(200)).toEqual([true, false]);
});

test("a frame that holds all says nothing, nor does one that is a fraction of a pixel too narrow", () => {
  expect(at(0, 700)).toEqual([false, false]);
  expect(at(0, 701)).toEqual([false, false]);
});
