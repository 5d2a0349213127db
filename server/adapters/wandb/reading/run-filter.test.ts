import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  boundedText,
  compared,
  filterOf,
  metricsIn,
  ordersOf,
  type NamedField,
  type ValueOf,
} from "./run-filter.ts";

const RUN: Readonly<Record<string, ReturnType<ValueOf>>> = {
  "config lr": 0.1,
  "config opt.beta": 0.9,
  "config name": "grpo",
  "summary loss": 2,
  "run state": "finished",
  "run tags": ["a", "b"],
  "run createdAt": "2026-11-28T10:00:00",
};
const valueOf = ({ place, key }: NamedField): ReturnType<ValueOf> => RUN[`${place} ${key}`] ?? null;
const holds = (filter: unknown): boolean => filterOf(filter)(valueOf);

test.each([
  [{}, true],
  [{ state: "finished" }, true],
  [{ state: { $ne: "finished" } }, false],
  [{ "config.lr": { $gt: 0.05, $lt: 0.2 } }, true],
  [{ "config.lr.value": 0.1 }, true],
  [{ "config.opt.value.beta": 0.9 }, true],
  [{ "config.gone": { $exists: false } }, true],
  [{ "config.gone": { $lt: 1 } }, false],
  [{ tags: "a" }, true],
  [{ tags: { $in: ["z", "b"] } }, true],
  [{ tags: { $nin: ["a"] } }, false],
  [{ $or: [{ "summary_metrics.loss": { $gte: 3 } }, { "config.name": "grpo" }] }, true],
  [{ $nor: [{ "config.name": "grpo" }] }, false],
  [{ "config.lr": { $not: { $gt: 1 } } }, true],
  [{ created_at: { $gt: "2026-11-27" } }, true],
  [{ created_at: { $lt: "2026-11-28 09:00:00" } }, false],
])("%j holds: %s", (filter, wanted) => {
  expect(holds(filter)).toBe(wanted);
});

const loop = (depth: number): unknown => (depth === 0 ? {} : { $and: [loop(depth - 1)] });
test.each([
  [{ weird: 1 }],
  [{ state: { $where: "while(1);" } }],
  [{ "config.name": { $regex: "(a+)+$" } }],
  [{ "config.name": { $regex: "a".repeat(300) } }],
  [{ tags: { $in: "a" } }],
  [{ $and: { state: 1 } }],
  [[]],
  [loop(20)],
  [Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`config.k${i}`, 1]))],
])("%j is refused in words", (filter) => {
  expect(() => filterOf(filter)).toThrow(/^Ablab: /);
});

test("a pattern of plain text, anchors and .* finds what a regular expression finds", () => {
  const letter = fc.constantFrom("a", "b", ".*");
  const pattern = fc
    .tuple(fc.boolean(), fc.array(letter, { maxLength: 5 }), fc.boolean())
    .map(([starts, inner, ends]) => `${starts ? "^" : ""}${inner.join("")}${ends ? "$" : ""}`);
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, text, (given, name) => {
      expect(filterOf({ "config.x": { $regex: given } })(() => name)).toBe(new RegExp(given).test(name));
    }),
  );
});

test("orders are read with their direction, and metrics that are read are named", () => {
  expect(ordersOf("-summary_metrics.loss, +created_at")).toEqual([
    { isDown: true, field: { place: "summary", key: "loss" } },
    { isDown: false, field: { place: "run", key: "createdAt" } },
  ]);
  expect(() => ordersOf("nothing")).toThrow(/^Ablab: /);
  expect(ordersOf("+name,".repeat(10))).toHaveLength(10);
  expect(() => ordersOf("+name,".repeat(11))).toThrow(/^Ablab: .* 10 /);
  expect(boundedText("a".repeat(65_536), "a filter")).toHaveLength(65_536);
  expect(() => boundedText("a".repeat(65_537), "a filter")).toThrow(/^Ablab: a filter .*65,536.*65,537/);
  const filter = { $or: [{ "summary.a": 1 }, { "config.b": 1 }], "summary_metrics.c": { $gt: 1 } };
  expect(metricsIn(filter, ordersOf("summary_metrics.d"))).toEqual(["d", "a", "c"]);
  expect([compared(1, 2), compared("b", "a"), compared(1, "a")]).toEqual([-1, 1, null]);
});
