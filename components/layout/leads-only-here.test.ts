import { expect, test } from "vitest";
import { leadsOnlyHere } from "./leads-only-here.ts";

test("an address of this machine opens for nobody else, one with a name or in a network may", () => {
  expect(["127.0.0.1", "localhost", "lab.localhost", "[::1]"].map(leadsOnlyHere)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["bench.lab.example", "10.0.0.5", "localhost.example", "127.example"].map(leadsOnlyHere)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
