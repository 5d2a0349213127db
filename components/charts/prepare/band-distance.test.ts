import { expect, test } from "vitest";
import { bandDistance } from "./layer.ts";

test("the distance is to the nearer edge of the band", () => {
  expect(bandDistance(0.238, { low: 0.1, high: 0.2 })).toEqual({ outside: true, text: "+3.8\u202fpp" });
  expect(bandDistance(0.143, { low: 0.2, high: 0.3 })).toEqual({ outside: true, text: "−5.7\u202fpp" });
  expect(bandDistance(0.2, { low: 0.2, high: 0.3 })).toEqual({ outside: false, text: "in band" });
  expect(bandDistance(0.2, null)).toEqual({ outside: false, text: "no band" });
});
