import { expect, test } from "vitest";
import { paramOf } from "./mlflow-param.ts";

test.each([
  ["0.001", 0.001],
  ["1e-05", 1e-5],
  ["True", true],
  ["None", "null"],
  ["007", "007"],
  ["90071992547409931", "90071992547409931"],
  ["1e999", "1e999"],
])("a parameter %s is what Python had", (text, value) => {
  expect(paramOf(text)).toBe(value);
});
