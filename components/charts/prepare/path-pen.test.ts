import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pen } from "./path-pen.ts";

const write = (draw: () => void) => {
  pen.begin();
  draw();
  return pen.end();
};

test("coordinates are written to a tenth, as short as they are", () => {
  expect(write(() => pen.point("M", 0, -0.04))).toBe("M0 0");
  expect(write(() => pen.point("L", 12.34, -0.5))).toBe("L12.3 -0.5");
  expect(write(() => pen.straight("H", 100))).toBe("H100");
  expect(write(() => pen.straight("V", -7.96))).toBe("V-8");
  expect(write(() => pen.add("h0"))).toBe("h0");
  expect(write(() => undefined)).toBe("");
});

test("whatever the coordinates of a drawing, reading them back gives them to a tenth", () => {
  const px = fc.double({ min: -2e7, max: 2e7, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(px, px), { maxLength: 50 }), (points) => {
      const path = write(() => points.forEach(([x, y]) => pen.point("L", x, y)));
      const read = [...path.matchAll(/L(\S+) ([^L]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      expect(read).toHaveLength(points.length);
      points.forEach(([x, y], index) => {
        expect(Math.abs(read[index][0] - x)).toBeLessThanOrEqual(0.0501);
        expect(Math.abs(read[index][1] - y)).toBeLessThanOrEqual(0.0501);
      });
    }),
  );
});

test("a path of any length fits", () => {
  const path = write(() => {
    for (let index = 0; index < 50_000; index++) pen.point("L", index, 1234.5);
  });
  expect(path.endsWith("L49999 1234.5")).toBe(true);
  expect(path.match(/L/g)).toHaveLength(50_000);
});
