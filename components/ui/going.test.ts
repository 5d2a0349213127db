import { expect, test } from "vitest";
import { leadsAway } from "./going.ts";

const HERE = "http://127.0.0.1:7330/runs?q=a#x";

test.each([
  ["/runs/run_1", true],
  ["/runs?q=b", true],
  ["?q=b", true],
  ["/runs?q=a#y", false],
  ["#y", false],
  ["http://127.0.0.1:7330/runs?q=a", false],
  ["http://elsewhere.example/runs", false],
  ["/api/export/run_1", false],
  ["mailto:a@b.example", false],
  ["http://[", false],
])("%s leads away: %j", (href, leads) => {
  expect(leadsAway(href, HERE)).toBe(leads);
});
