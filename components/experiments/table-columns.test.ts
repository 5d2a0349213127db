import { expect, test } from "vitest";
import { standAcross } from "./table-columns.ts";

const configs = (n: number, name: string) => Array.from({ length: n }, (_, i) => ({ config: `${name}${i}` }));
const titles = (...names: string[]) => names.map((title) => ({ title }));

test("configurations stand across while their names fit beside each other", () => {
  expect(standAcross(configs(5, "token_loss"), titles("RR", "Clean"))).toBe("configurations");
});

test("of many long configurations the metrics stand across, whose names are shorter", () => {
  expect(standAcross(configs(12, "dgro-coded-long-reading-"), titles("RR", "Clean", "Steps"))).toBe(
    "metrics",
  );
});

test("configurations that do not fit stay across where the metrics would be wider still", () => {
  const many = Array.from({ length: 40 }, (_, i) => `held-out metric number ${i}`);
  expect(standAcross(configs(12, "dgro-coded-"), titles(...many))).toBe("configurations");
});
