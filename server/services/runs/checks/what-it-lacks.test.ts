import { expect, test } from "vitest";
import type { Finding } from "../../../contracts/finding.ts";
import { BEING_COMPUTED } from "../../../checks/health/being-computed.ts";
import { getRun } from "../get.ts";
import { give, twoRuns } from "./testing.ts";
import { noWarnings } from "./what-it-lacks.ts";

const finding = (severity: Finding["severity"]) => ({ ...BEING_COMPUTED, rule: "D04", severity });
const note = (level: "info" | "warning") => ({ at: 1, level, message: "m" });

test("no page says that there are no warnings above one, or before anybody looked", () => {
  const none = noWarnings([], []);
  expect(noWarnings([finding("info")], [note("info")])).toBe(none);
  for (const severity of ["warning", "error"] as const) expect(noWarnings([finding(severity)], [])).toBe("");
  expect(noWarnings([], [note("warning")])).not.toBe(none);
  expect(noWarnings([BEING_COMPUTED], [])).toBe(BEING_COMPUTED.claim);
});

test("a run says which checks lack what, until it is logged", () => {
  const { world, baseline } = twoRuns();
  const said = () => getRun(world.ctx, baseline.runId).notLogged ?? "";
  expect(said()).toContain("entropy (D07, D08)");
  give(world, baseline.attemptId, 1, { "policy/entropy": [1], "reward/raw": [1] });
  expect(said()).not.toContain("entropy");
  expect(said()).toContain("D04");
});
