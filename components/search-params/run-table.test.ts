import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import {
  columnId,
  CONDITION_OPS,
  OPS_WITHOUT_VALUE,
  REDUCERS,
  type ColumnRef,
} from "#server/contracts/run-table-columns.ts";
import {
  readColumns,
  readConditions,
  readGroup,
  readSort,
  writeColumns,
  writeConditions,
  writeGroup,
  writeSort,
} from "./run-table.ts";
import { loadRunSearch } from "./runs.ts";
import { DEFAULT_COLUMNS } from "./run-table-defaults.ts";

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
      fc.option(fc.integer({ min: 48, max: 640 })),
      (ids, ops, value, width) => {
        const columns = ids.map((c) => ({ id: c, width }));
        expect(readColumns(throughAddress(writeColumns(columns)))).toEqual(columns);
        const sort = ids.slice(0, ASK_LIMITS.sortKeys).map((c, i) => ({
          column: c,
          direction: i % 2 === 0 ? ("asc" as const) : ("desc" as const),
        }));
        expect(readSort(throughAddress(writeSort(sort)))).toEqual(sort);
        const where = ids
          .map((c, i) => ({ column: c, op: ops[i] ?? "eq", value }))
          .filter(({ op }) => OPS_WITHOUT_VALUE.has(op) || value.trim() !== "");
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

test("an address that knows no column is the default, and one that names none is a table without", () => {
  const shown = (cols: string) => loadRunSearch(new URLSearchParams({ cols })).cols.map(({ id }) => id);
  const usual = DEFAULT_COLUMNS.map(({ id }) => id);
  expect([shown("experiment:99999"), shown("nonsense,m:x:lost"), shown(",")]).toEqual([usual, usual, usual]);
  expect(shown("experiment:99999,seed")).toEqual(["seed"]);
  expect(shown("")).toEqual([]);
});

test("a width of the address is clamped as a dragged one is, and what is no width is the column's own", () => {
  const widths = (text: string) => readColumns(text)?.map(({ width }) => width);
  expect(widths("m:m:last~99999999,m:xs:max~1,experiment~120")).toEqual([640, 48, 120]);
  expect(widths("experiment~-5,seed~0,label~1.5,id~1e999,worker~")).toEqual([null, null, null, null, null]);
});

test("a condition that lacks its value is none, like one whose value nobody could ask for", () => {
  const { conditionValue } = ASK_LIMITS;
  expect(readConditions("p:x~eq~,p:x~has~ ,p:x~eq,seed~set,seed~gt~1")).toEqual([
    { column: "seed", op: "set", value: "" },
    { column: "seed", op: "gt", value: "1" },
  ]);
  const long = "a".repeat(conditionValue);
  expect(readConditions(`p:x~eq~${long},p:x~eq~${long}a`)).toEqual([
    { column: "param:x", op: "eq", value: long },
  ]);
});

test("of conditions, sort keys and names more than can be asked for are left out", () => {
  const many = (n: number, item: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => item(i)).join(",");
  expect(readConditions(many(25, (i) => `seed~gt~${i}`))).toHaveLength(ASK_LIMITS.conditions);
  expect(readSort(many(9, (i) => `p:x${i}`))).toHaveLength(ASK_LIMITS.sortKeys);
  expect(readGroup(`p:${"a".repeat(ASK_LIMITS.column)}`)).toBeNull();
});
