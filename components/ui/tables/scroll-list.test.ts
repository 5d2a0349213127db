import { expect, test } from "vitest";
import { outOfView } from "./scroll-list.tsx";

const at = (scrollTop: number, scrollHeight: number) =>
  outOfView({ scrollTop, scrollHeight, clientHeight: 300 });

test("a list says on which sides it goes on, and on none where all of it is in view", () => {
  expect(at(0, 500)).toEqual({ above: false, below: true });
  expect(at(90, 500)).toEqual({ above: true, below: true });
  expect(at(200, 500)).toEqual({ above: true, below: false });
  expect(at(0, 300.5)).toEqual({ above: false, below: false });
});
