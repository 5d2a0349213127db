import { expect, test } from "vitest";
import { labelStep, type LabelledStep } from "./label-step.ts";

const step = (over: Partial<LabelledStep>): LabelledStep => ({
  action: "DROP",
  target: "c1",
  status: "INFEASIBLE",
  iisBefore: ["c1", "c2", "c3"],
  iisAfter: ["c1", "c2", "c3"],
  ...over,
});
const solved = { status: "OPTIMAL", iisAfter: [] } as const;
const diagnose = (iis: string[] | null, target: string | null = "c1") =>
  ({ action: "DIAGNOSE", target, iisBefore: iis, iisAfter: iis }) as const;

test.each<[string, Partial<LabelledStep>, number, string]>([
  // 1. Solved, whatever did it and whatever else would fit.
  ["a drop that repairs the model", { ...solved }, 1, "solved"],
  ["a relaxation that repairs it", { ...solved, action: "RELAX_LARGE" }, 1, "solved"],
  ["widened bounds that repair it", { ...solved, action: "UPDATE_BOUNDS", target: "x1" }, 1, "solved"],
  ["a repair with no IIS computed", { status: "OPTIMAL", iisBefore: null, iisAfter: null }, 1, "solved"],
  ["solved before a smaller IIS", { ...solved, iisBefore: ["c1"] }, 1, "solved"],
  ["solved before a diagnosis", { ...diagnose(["c1"]), status: "OPTIMAL" }, 1, "solved"],
  // 2. A smaller IIS, only by an action that changed the model.
  ["a drop that leaves one element less", { iisAfter: ["c2", "c3"] }, 1, "iis_reduced_by_1"],
  ["a drop that leaves two less", { iisAfter: ["c3"] }, 1, "iis_reduced_by_2"],
  ["a small relaxation", { action: "RELAX_SMALL", iisAfter: ["c9", "x1"] }, 1, "iis_reduced_by_1"],
  ["a large relaxation", { action: "RELAX_LARGE", iisAfter: ["c9"] }, 1, "iis_reduced_by_2"],
  ["widened bounds", { action: "UPDATE_BOUNDS", target: "x1", iisAfter: ["c1"] }, 1, "iis_reduced_by_2"],
  ["a repeated name is one element", { iisBefore: ["c1", "c1"], iisAfter: ["c2"] }, 0, "no_progress"],
  ["another IIS of the same size", { iisAfter: ["c7", "c8", "c9"] }, 0, "no_progress"],
  ["a larger IIS", { iisAfter: ["c1", "c2", "c3", "c4"] }, 0, "no_progress"],
  ["an unknown IIS after it", { iisAfter: null }, 0, "no_progress"],
  ["an empty IIS on an infeasible model", { iisAfter: [] }, 0, "no_progress"],
  ["an unknown IIS before it", { iisBefore: null, iisAfter: ["c1"] }, 0, "no_progress"],
  [
    "GET_IIS that happens to show a smaller one",
    { action: "GET_IIS", target: null, iisAfter: ["c1"] },
    0.2,
    "diagnostic_action",
  ],
  // 3 and 4. A diagnosis, by the share of the IIS it names.
  ["the only element", diagnose(["c1"]), 0.5, "correct_diagnosis_1/1"],
  ["one of two elements", diagnose(["c1", "c2"]), 0.5, "correct_diagnosis_1/2"],
  ["one of three elements", diagnose(["c1", "c2", "c3"]), 0.3, "partial_diagnosis_1/3"],
  [
    "one of eight elements",
    diagnose(["c1", "c2", "c3", "c4", "c5", "c6", "x1", "x2"]),
    0.3,
    "partial_diagnosis_1/8",
  ],
  [
    "a diagnosis with a smaller IIS after it",
    { ...diagnose(["c1", "c2"]), iisAfter: ["c2"] },
    0.5,
    "correct_diagnosis_1/2",
  ],
  ["an innocent row", diagnose(["c2", "c3"]), 0, "no_progress"],
  ["a diagnosis where the IIS is unknown", diagnose(null), 0, "no_progress"],
  ["a name in other letters", diagnose(["C1"]), 0, "no_progress"],
  // 5. Looking, and only where nothing above fits.
  ["GET_IIS", { action: "GET_IIS", target: null }, 0.2, "diagnostic_action"],
  ["CHECK of a member of the IIS", { action: "CHECK" }, 0.2, "diagnostic_action"],
  ["CHECK with no IIS known", { action: "CHECK", iisBefore: null, iisAfter: null }, 0.2, "diagnostic_action"],
  // 6. The rest.
  ["SUBMIT of an infeasible model", { action: "SUBMIT", target: null }, 0, "no_progress"],
  ["a drop that changes nothing", {}, 0, "no_progress"],
])("%s", (_name, over, label, reason) => {
  expect(labelStep(step(over))).toEqual({ label, reason });
});
