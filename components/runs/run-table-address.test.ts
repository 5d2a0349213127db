import * as fc from "fast-check";
import { expect, test } from "vitest";
import { columnId, CONDITION_OPS, REDUCERS, type ColumnRef } from "#server/contracts/run-table-columns.ts";
import {
  readColumns,
  readConditions,
  readGroup,
  readSort,
  writeColumns,
  writeConditions,
  writeGroup,
  writeSort,
} from "./run-table-address.ts";

const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom("a,b", "a~b", "a%2Cb", "100%", "m:x", `"q".r`, "😀", "-x", "p:"),
);
const column: fc.Arbitrary<ColumnRef> = fc.oneof(
  fc
    .constantFrom("seed" as const, "recipe" as const)
    .map((built) => ({ kind: "built-in" as const, name: built })),
  name.map((param) => ({ kind: "param" as const, name: param })),
  fc
    .record({
      metric: name,
      axis: fc.constantFrom("step", "tokens", "a:b@c"),
      reducer: fc.constantFrom(...REDUCERS),
    })
    .map((m) => ({ kind: "metric" as const, ...m })),
);
const id = column.map(columnId);

/** What an address bar does to a text. */
const throughAddress = (text: string) =>
  new URLSearchParams(new URLSearchParams({ text }).toString()).get("text") ?? "";

test("whatever columns, keys and conditions are called, the address gives them back", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(id, { maxLength: 6 }),
      fc.array(fc.constantFrom(...CONDITION_OPS)),
      fc.string({ unit: "binary-ascii", maxLength: 8 }),
      fc.option(fc.integer({ min: 1, max: 600 })),
      (ids, ops, value, width) => {
        const columns = ids.map((c) => ({ id: c, width }));
        expect(readColumns(throughAddress(writeColumns(columns)))).toEqual(columns);
        const sort = ids.map((c, i) => ({
          column: c,
          direction: i % 2 === 0 ? ("asc" as const) : ("desc" as const),
        }));
        expect(readSort(throughAddress(writeSort(sort)))).toEqual(sort);
        const where = ids.map((c, i) => ({ column: c, op: ops[i] ?? "eq", value }));
        expect(readConditions(throughAddress(writeConditions(where)))).toEqual(where);
        for (const one of ids) expect(readGroup(throughAddress(writeGroup(one)))).toBe(one);
      },
    ),
  );
});

test("an address is short and can be read", () => {
  expect(
    writeColumns([
      { id: "metric:reward/raw:last", width: 120 },
      { id: "param:lr", width: null },
    ]),
  ).toBe("m:reward/raw:last~120,p:lr");
  expect(writeSort([{ column: "metric:eval/rr:best", direction: "desc" }])).toBe("-m:eval/rr:best");
  expect(
    writeConditions([
      { column: "param:lr", op: "eq", value: "0.003" },
      { column: "worker", op: "eq", value: "a,b" },
    ]),
  ).toBe("p:lr~eq~0.003,worker~eq~a%2Cb");
});

test("what is no column, no operation or said twice is left out", () => {
  expect(readColumns("m:reward/raw:lost,nonsense,p:,seed,seed~90")).toEqual([{ id: "seed", width: 90 }]);
  expect(readColumns("seed~wide")).toEqual([{ id: "seed", width: null }]);
  expect(readConditions("seed~about~3,seed,seed~eq~3")).toEqual([{ column: "seed", op: "eq", value: "3" }]);
  expect([readColumns(""), readSort(""), readConditions(""), readGroup("")]).toEqual([[], [], [], null]);
});
