import { expect, test } from "vitest";
import { columns } from "./verb.ts";

test("a long left side of a help text gets a line of its own and moves no other", () => {
  const long = "report list | write EXPERIMENT | publish REPORT";
  expect(
    columns([
      ["start", "start it"],
      [long, "write a report"],
      ["runs", "list runs"],
    ]),
  ).toBe(`  start  start it\n  ${long}\n         write a report\n  runs   list runs`);
});
