import { expect, test } from "vitest";
import { generateProblem } from "../../lab/env/generate.ts";
import { traceEpisode } from "../../lab/env/trace.ts";
import { elementName } from "../../lp/model.ts";
import { tallyDiagnosis, unpackTally } from "../../../packs/repair/diagnosis.ts";
import { meansOver } from "../../protocol/metrics/values-over-problems.ts";
import { evaluationEvent, measure } from "./measure.ts";

const row = { i: 0, solved: true, steps: 4, op: 0.8, da: 0.5, clean: false, confirmed: null };

test("evaluation metrics are means over the rows that define them", () => {
  const values = meansOver("repairs", [
    row,
    { ...row, i: 1, steps: 7, op: 1, da: 1, clean: true },
    // Submitted early: unsolved, and no success at step 5 or earlier.
    { ...row, i: 2, solved: false, steps: 2, op: null, da: 0, clean: false },
    { ...row, i: 3, solved: false, steps: 19, op: null, da: null, clean: null },
  ]);
  expect(values).toEqual({
    "eval/rr": 0.5,
    "eval/rr_at_5": 0.25,
    "eval/da": 0.5,
    "eval/op": 0.9,
    "eval/clean": 1 / 3,
    "eval/steps": 8,
  });
});

test("a metric that no row defines is left out: nothing solved has no OP, nothing known no DA and no clean", () => {
  const values = meansOver("repairs", [{ ...row, solved: false, op: null, da: null, clean: null }]);
  expect(Object.keys(values)).toEqual(["eval/rr_at_5", "eval/rr", "eval/steps"]);
});

test("a row counts what the steps of its episode say, and its da is da.root over DIAGNOSE", () => {
  const how = { sees: { sigma: 0.5, observe_names: false }, maxSteps: 20, temperature: 0, seed: 42 };
  const problems = Array.from({ length: 12 }, (_, i) => generateProblem(5, i, "medium"));
  for (const player of ["diagnosing_oracle", "random", "heuristic"] as const) {
    const episodes = measure(player, problems, how);
    const facts = { at: 0, step: 0, final: true, populationHash: "0".repeat(64) };
    const { rows, protocol } = evaluationEvent(episodes, facts, how);
    expect(protocol.daDefinition).toBe("da.root, counts: diagnose");
    rows.forEach(({ da, diagnosis }, i) => {
      const { problem, actions } = episodes[i];
      const steps = traceEpisode(problem, actions);
      const tally = tallyDiagnosis({
        conflict: steps[0].iisBefore,
        faults: problem.faults.map((of) => new Set([...of].map((e) => elementName(problem.model, e)))),
        actions: steps,
      });
      expect(unpackTally(diagnosis ?? [])).toEqual(tally);
      expect(tally.by.diagnose.roots / tally.faults).toBe(da);
    });
  }
});
