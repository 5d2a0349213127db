import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readMps } from "./mps.ts";
import { anyModel, COMPLETE_MPS } from "./testing/models.ts";
import { writeMps } from "./write-mps.ts";

test("what is written is read back bit for bit", () => {
  const writable = anyModel
    .filter((m) =>
      m.rowLower.every((low, i) => low <= m.rowUpper[i] && (low > -Infinity || m.rowUpper[i] < Infinity)),
    )
    .chain((m) =>
      fc
        .record({
          offset: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => x + 0),
          width: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
          base: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((x) => x + 0),
        })
        .map(({ offset, width, base }) => {
          const rowLower = m.rowLower.slice();
          const rowUpper = m.rowUpper.slice();
          rowLower[0] = base;
          rowUpper[0] = base + width;
          return { ...m, offset, rowLower, rowUpper };
        }),
    );
  fc.assert(
    fc.property(writable, (model) => {
      expect(readMps(writeMps(model))).toEqual(model);
    }),
    { numRuns: 400 },
  );
});

test("a row without bounds and a name with a blank are errors that name the element", () => {
  const model = readMps(COMPLETE_MPS);
  expect(() =>
    writeMps({
      ...model,
      rowLower: Float64Array.of(-Infinity, 1, 5),
      rowUpper: Float64Array.of(Infinity, 2, 5),
    }),
  ).toThrow('Row "lim1"');
  expect(() => writeMps({ ...model, colNames: ["x", "y y", "z"] })).toThrow('column name "y y"');
});
