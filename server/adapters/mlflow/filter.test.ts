import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder, isLike, readFilter, readOrders, type Found } from "./filter.ts";

const HAS: Readonly<Record<string, Found>> = {
  "attributes.run_name": "seed 1 and more",
  "attributes.start_time": 50,
  "metrics.loss": 0.5,
  "metrics.val.acc": Number.NaN,
  "metrics.a b": 3,
  "params.lr": "1e-05",
  "tags.mlflow.source": "it's",
  "tags.8x": "y",
};
/** Whether all of a filter holds of `HAS`; null where it cannot be read. */
const holds = (filter: string): boolean | null =>
  readFilter(filter)?.every(({ place, key, holds: is }) => is(HAS[`${place}.${key}`] ?? null)) ?? null;

test.each([
  ["", true],
  ["metrics.loss < 1", true],
  ["metric.loss >= 0.5 and run_name = 'seed 1 and more'", true],
  ['metrics.`a b`=3 AND metrics."a b" != 4', true],
  ["metrics.loss > .5e0", false],
  ["attributes.start_time <= 50 AND Created > 49", true],
  ["attr.run_name LIKE 'seed%' AND `run name` ILIKE '%MORE'", true],
  ["run_name like '_eed'", false],
  ["run_name IN ('a', 'seed 1 and more')", true],
  ["run_name NOT IN ('a')", true],
  ["params.lr = '1e-05'", true],
  ["tags.mlflow.source = \"it's\" AND tags.8x = 'y'", true],
  ["params.none != '1'", false],
  ["params.none IS NULL AND params.lr IS NOT NULL", true],
  ["metrics.val.acc > 0", false],
  ["params.__proto__ = 'x'", false],
])("a filter is read as MLflow has it: %s", (filter, holdsOfIt) => {
  expect(holds(filter)).toBe(holdsOfIt);
});

test.each([
  "metrics.loss <",
  "metrics.loss",
  "metrics.loss < 1 OR metrics.loss > 2",
  "metrics.loss < 1 metrics.loss > 2",
  "other.loss < 1",
  "run_name = 'a",
  "run_name IN ('a'",
  "= 1",
  "constructor.x = 1",
])("what is no filter is not read: %s", (filter) => {
  expect(readFilter(filter)).toBeNull();
});

test("any text is read or refused, and never raises", () => {
  const pieces = fc.constantFrom(
    "metrics",
    ".",
    "loss",
    " ",
    "<",
    "=",
    "'a'",
    "and",
    "(",
    ",",
    "1",
    "`",
    '"',
    "is",
    "null",
    "in",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      readOrders([parts.join("")]);
      readFilter(parts.join(""))?.forEach(({ holds: is }) => is(1));
    }),
  );
});

test("a pattern matches as the regular expression of it does", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "%", "_"), { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(letters, letters, (text, pattern) => {
      const regex = new RegExp(`^${pattern.replaceAll("%", "[^]*").replaceAll("_", "[^]")}$`);
      expect(isLike(text, pattern)).toBe(regex.test(text));
    }),
  );
});

test("what has no value stands last and NaN before it, up and down", () => {
  const all: Found[] = [null, 2, Number.NaN, 10, 1];
  const sorted = (descending: boolean) => all.toSorted((a, b) => inOrder(a, b, descending));
  expect(sorted(false)).toEqual([1, 2, 10, Number.NaN, null]);
  expect(sorted(true)).toEqual([10, 2, 1, Number.NaN, null]);
  expect(readOrders(["metrics.loss DESC", "start_time"])).toEqual([
    { place: "metrics", key: "loss", descending: true },
    { place: "attributes", key: "start_time", descending: false },
  ]);
  expect(readOrders(["metrics.loss DOWN"])).toBeNull();
});
