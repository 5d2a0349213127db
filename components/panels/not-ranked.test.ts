import { expect, test } from "vitest";
import { sharedFinding } from "./not-ranked.tsx";

test("what objects to every drawn chart of a section stands once; what objects to some of them stays with these", () => {
  expect(sharedFinding(["C05\nwhy", "C05\nwhy"])).toBe("C05\nwhy");
  expect(sharedFinding(["C05\nwhy", "C05\nwhy", ""])).toBe("");
  expect(sharedFinding(["C05\nwhy", "C04\nother"])).toBe("");
  expect(sharedFinding(["C05\nwhy"])).toBe("");
  expect(sharedFinding([])).toBe("");
});
