import * as fc from "fast-check";
import { expect, test } from "vitest";
import { STEP_METRICS } from "../../../workers/protocol/default-axis.ts";
import { tableOfRows, type LoggedRow } from "../../contracts/external/logged-table.ts";
import { placeRows, type Place, type StandingX } from "./x-of-row.ts";

const [TRAIN, OTHER] = STEP_METRICS;
const AXES = { "val/*": "tokens", "val/odd": TRAIN, bad: "an axis with blanks", tokens: "tokens" };

/** Where the values of one row stand, by the rule as it is told. */
function standOf(row: LoggedRow, standing: StandingX) {
  const step = row.step ?? (standing.lastStep === null ? 0 : standing.lastStep + 1);
  standing.lastStep = Math.max(step, standing.lastStep ?? step);
  for (const name of [...STEP_METRICS, ...Object.values(AXES)])
    if (Number.isFinite(row.values[name] ?? NaN)) standing.lastX[name] = row.values[name];
  const named = STEP_METRICS.find((name) => standing.lastX[name] !== undefined);
  const own = { axis: "step", x: named === undefined ? step : standing.lastX[named] };
  return (metric: string) => {
    if (metric === "val/odd" && standing.lastX[TRAIN] !== undefined)
      return { axis: "step", x: standing.lastX[TRAIN] };
    if (metric.startsWith("val/") && metric !== "val/odd" && standing.lastX.tokens !== undefined)
      return { axis: "tokens", x: standing.lastX.tokens };
    return own;
  };
}

function at(place: Place, row: number): { axis: string; x: number } {
  const { axis, x, otherwise } = place;
  return Number.isNaN(x[row]) && otherwise ? at(otherwise, row) : { axis, x: x[row] };
}

test("each value stands where its row says, however rows are cut into messages", () => {
  const number = fc.oneof({ weight: 4, arbitrary: fc.nat(50) }, fc.constantFrom(NaN, Infinity));
  const metric = fc.constantFrom(
    "loss",
    "val/acc",
    "val/odd",
    "bad",
    "tokens",
    TRAIN,
    OTHER,
    "an axis with blanks",
  );
  const row = fc.record({
    step: fc.option(fc.nat(40)),
    at: fc.constant(null),
    values: fc.dictionary(metric, number, { maxKeys: 4 }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 4 }), (messages) => {
      const standing: StandingX = { lastStep: null, lastX: {} };
      const told: StandingX = { lastStep: null, lastX: {} };
      for (const rows of messages) {
        const placeOf = placeRows(tableOfRows(rows), AXES, standing);
        rows.forEach((one, i) => {
          const expected = standOf(one, told);
          for (const name of Object.keys(one.values)) expect(at(placeOf(name), i)).toEqual(expected(name));
        });
        expect(standing).toEqual(told);
      }
    }),
  );
});

test("what stands beside a train step of its own prefix in a row stands on it, other values and other rows do not", () => {
  const rows: LoggedRow[] = [
    { step: 7, at: null, values: { "eval/acc": 0.5, "eval/global_step": 70, "eval/deep/x": 1, loss: 1 } },
    { step: 8, at: null, values: { "eval/acc": 0.6 } },
  ];
  const placeOf = placeRows(tableOfRows(rows), {}, { lastStep: null, lastX: {} });
  expect(at(placeOf("eval/acc"), 0)).toEqual({ axis: "eval/global_step", x: 70 });
  expect(at(placeOf("eval/acc"), 1)).toEqual({ axis: "step", x: 8 });
  for (const metric of ["loss", "eval/global_step", "eval/deep/x"])
    expect(at(placeOf(metric), 0)).toEqual({ axis: "step", x: 7 });
});

test("an axis that the client defined comes before a train step beside the value", () => {
  const rows: LoggedRow[] = [
    { step: 7, at: null, values: { "eval/acc": 0.5, "eval/global_step": 70, "eval/tokens": 9 } },
  ];
  const placeOf = placeRows(tableOfRows(rows), { "eval/acc": "eval/tokens" }, { lastStep: null, lastX: {} });
  expect(at(placeOf("eval/acc"), 0)).toEqual({ axis: "eval/tokens", x: 9 });
});
