import { expect, test } from "vitest";
import { BUILT_INS, FIXED_COLUMNS } from "#server/contracts/run-table-columns.ts";
import { columnName, columnWords, headWidth, ownWidth, sortedWords, spreadWidths } from "./column-words.ts";
import { conditionWords } from "./condition-words.ts";
import { DEFAULT_COLUMNS } from "../search-params/run-table-defaults.ts";
import { NAME_PX } from "./viewport.ts";
import { shownWords } from "./toolbar.tsx";

const head = (id: string) => {
  const { title, sub } = columnWords(id);
  return `${title} | ${sub}`;
};

test("the head of a column says reducer and unit, so that its cells need not", () => {
  expect(head("metric:reward/raw:last")).toBe("Reward, raw | points, last");
  expect(head("metric:group/zero_share:min")).toBe("Zero-variance groups | %, lowest");
  expect(head("metric:eval/rr_at_5:last")).toBe("RR@5 | %, last evaluation [95 %]");
  expect(head("metric:eval/rr:best_at")).toBe("RR | train step, x of the best");
  expect(head("metric@tokens:loss:mean")).toBe("loss | mean, over tokens");
  expect(head("metric@tokens:loss:at")).toBe("loss | tokens, x of the last");
  expect(head("metric:loss:n")).toBe("loss | points");
  expect(head("param:lr")).toBe("lr | parameter");
  expect(head("nonsense")).toBe("nonsense | no such column");
});

test("who asks further is told that a value is of the latest attempt alone", () => {
  expect(columnWords("metric:group/zero_share:min").explanation).toContain(
    "group/zero_share, latest attempt: the lowest finite value.",
  );
});

test("a best without a direction is said in the head", () => {
  expect(head("metric:unheard/of:best")).toBe("unheard/of | no best: no direction");
  expect(head("metric:policy/kl:best")).toBe("KL to the start | nats, best");
});

test("a column is wider where it holds means with intervals", () => {
  expect(ownWidth("metric:loss:last", true)).toBeGreaterThan(ownWidth("metric:loss:last", false));
  expect(ownWidth("recipe", true)).toBe(ownWidth("recipe", false));
});

test("where runs have several attempts a column has room to say which its value is of", () => {
  const more = (id: string) => ownWidth(id, false, true) - ownWidth(id, false);
  expect(more("metric:eval/rr_at_5:last")).toBeGreaterThan(50);
  expect(more("recipe")).toBe(0);
});

test("a column has room for what its metric is called, unless that is very long", () => {
  const plain = ownWidth("metric:loss:last", false);
  expect(ownWidth("metric:group/zero_share:last", false)).toBeGreaterThan(plain);
  expect(ownWidth(`metric:${"very/long".repeat(20)}:last`, false)).toBeLessThan(2 * plain);
});

test("a condition reads as a sentence", () => {
  expect(conditionWords({ column: "metric:eval/rr_at_5:last", op: "gt", value: "50 %" })).toBe(
    "RR@5, last > 50 %",
  );
  expect(conditionWords({ column: "param:lr", op: "unset", value: "" })).toBe("lr has none");
  expect(conditionWords({ column: "worker", op: "has", value: "gpu" })).toBe("Worker contains gpu");
  expect(columnName("metric@tokens:loss:max")).toBe("loss, highest over tokens");
});

test("the foot says how much of everything is shown", () => {
  expect(shownWords({ runs: 10, all: 57, groups: null })).toBe(
    "Showing 10 of 57 runs. 47 hidden by the filter.",
  );
  expect(shownWords({ runs: 22, all: 22, groups: 9 })).toBe("Showing 9 groups, 22 of 22 runs.");
  expect(shownWords({ runs: 1, all: 10_000, groups: 1 })).toBe(
    "Showing 1 group, 1 of 10,000 runs. 9,999 hidden by the filter.",
  );
});

/** All but those of audits and tags, which are left out where no run has one. */
const USUAL = DEFAULT_COLUMNS.filter(({ id }) => id !== "tags" && id !== "audit");

test("the default columns stand beside each other in a window of 1280 px, whatever scroll bars it has", () => {
  const [sidebar, padding, scrollBars] = [176, 2 * 20, 2 * 15];
  const [, ...others] = FIXED_COLUMNS.map((id) => ownWidth(id, false));
  const widths = [NAME_PX.usual, ...others, ...USUAL.map(({ id }) => ownWidth(id, false))];
  expect(widths.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1280 - sidebar - padding - scrollBars);
});

test("room that is left goes to columns of words up to what they can use, never to a width that somebody chose", () => {
  const columns = [
    { id: "experiment", width: null },
    { id: "step", width: null },
    { id: "label", width: 150 },
    { id: "why", width: null },
  ];
  const own = [104, 90, 150, 260];
  expect(spreadWidths(columns, own, 50)).toEqual([154, 90, 150, 260]);
  expect(spreadWidths(columns, own, 1000)).toEqual([300, 90, 150, 420]);
  expect(spreadWidths(columns, own, -80)).toEqual(own);
});

test("no default column and no fact of a run has a head that is cut off, sorted by several keys or not", () => {
  for (const id of [...BUILT_INS, ...USUAL.map((column) => column.id)])
    expect(ownWidth(id, false), id).toBeGreaterThanOrEqual(headWidth(columnWords(id)));
});

test("the tooltip of a head says all of it, however narrow the column is", () => {
  for (const id of [`metric:${"very/long".repeat(9)}:max`, "metric@tokens:loss:mean", "param:lr", "step"]) {
    const { title, sub, explanation } = columnWords(id);
    expect(explanation).toContain(title);
    expect(explanation).toContain(sub);
  }
});

test("a sorted head says for how long the order is held while runs are live, where points can change it", () => {
  expect(sortedWords({ column: "metric:loss:last", direction: "desc" })).toBe(
    "Sorted down. While runs are live the order is held for 2\u202fs.",
  );
  expect(sortedWords({ column: "recipe", direction: "asc" })).toBe("Sorted up.");
});
