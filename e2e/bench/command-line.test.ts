import { expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";

const namesOf = (...args: string[]) => readCommandLine(args).measurements.map(({ name }) => name);

test("sections are named as words or with --only, and keep their own order", () => {
  expect(namesOf("demo", "ingest")).toEqual(["ingest", "demo"]);
  expect(namesOf("--only", "demo")).toEqual(["demo"]);
});

test("without a name all sections are measured, and quickly only those about points", () => {
  expect(namesOf()).toContain("large");
  expect(namesOf("--quick")).toContain("ingest");
  expect(namesOf("--quick")).not.toContain("demo");
  expect(namesOf("--quick", "demo")).toEqual(["demo"]);
});

test("memory is watched for half an hour, for seconds when it must be quick, or as long as was said", () => {
  expect(readCommandLine([]).soakSeconds).toBe(1800);
  expect(readCommandLine(["--quick"]).soakSeconds).toBe(20);
  expect(readCommandLine(["--quick", "--memory-minutes", "2"]).soakSeconds).toBe(120);
  expect(() => readCommandLine(["--memory-minutes", "soon"])).toThrow(/not "soon"/);
});

test("a section that does not exist is refused with the names of those that do", () => {
  expect(() => readCommandLine(["speed"])).toThrow(/no section "speed".*ingest/);
});
