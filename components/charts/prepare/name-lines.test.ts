import { expect, test } from "vitest";
import { nameLines } from "./name-lines.ts";

const line = (label: string, attempt?: number, name?: string) => ({
  key: `${label}${attempt}`,
  label,
  attempt,
  name,
});

test("a line is called by its name, else by its label", () => {
  expect(nameLines([line("s1"), line("", undefined, "dgro-s1")])).toEqual(["s1", "dgro-s1"]);
});

test("attempts are told apart, an only first one is not mentioned", () => {
  expect(nameLines([line("s1", 1), line("s1", 2), line("s2", 1), line("s3", 2)])).toEqual([
    "s1, attempt 1",
    "s1, attempt 2",
    "s2",
    "s3, attempt 2",
  ]);
  expect(nameLines([line("", 1), line("", 2)])).toEqual(["attempt 1", "attempt 2"]);
});
