import { expect, test } from "vitest";
import { arrangedColumns } from "./arranged-columns.ts";
import { DEFAULT_COLUMNS, emptyOf, shownColumns } from "./run-table-defaults.ts";

const ids = (columns: ReturnType<typeof shownColumns>) => columns.map(({ id }) => id);

test("a table that is grouped by a default column does not say it again beside each group", () => {
  const all = DEFAULT_COLUMNS.map(({ id }) => id);
  expect(ids(shownColumns(DEFAULT_COLUMNS, "experiment"))).toEqual(all.filter((id) => id !== "experiment"));
  expect(ids(shownColumns(DEFAULT_COLUMNS, null))).toEqual(all);
  expect(ids(shownColumns(DEFAULT_COLUMNS, "seed"))).toEqual(all);
});

test("runs from outside bring the metrics that say most of them, in place of what none of them has", () => {
  const external = ["train/reward", "eval/acc", "loss"];
  expect(
    ids(shownColumns(DEFAULT_COLUMNS, null, { external, hasOwn: false, leads: ["eval/rr_at_5"] })),
  ).toEqual([
    "experiment",
    "step",
    "curve",
    "metric:train/reward:last",
    "metric:eval/acc:last",
    "metric:loss:last",
    "launched",
    "audit",
    "tags",
  ]);
  const beside = ids(
    shownColumns(DEFAULT_COLUMNS, "experiment", { external, hasOwn: true, leads: ["eval/rr_at_5"] }),
  );
  expect(beside).toEqual([
    "step",
    "curve",
    "metric:reward/raw:last",
    "metric:eval/rr_at_5:last",
    "metric:train/reward:last",
    "metric:eval/acc:last",
    "launched",
    "audit",
    "tags",
  ]);
  const none = ids(
    shownColumns(DEFAULT_COLUMNS, null, { external: [], hasOwn: true, leads: ["eval/rr_at_5"] }),
  );
  expect(none).toEqual(DEFAULT_COLUMNS.map(({ id }) => id));
});

test("a column in which all runs are alike leaves the default, groups have none of single runs, and on a phone the score comes first", () => {
  const same = [{ column: "experiment" }, { column: "seed" }];
  const shown = shownColumns(DEFAULT_COLUMNS, null);
  const all = ids(shown);
  expect(
    ids(arrangedColumns(shown, DEFAULT_COLUMNS, { same, empty: [], isPhone: false, group: null })),
  ).toEqual(all.slice(1));
  expect(
    ids(arrangedColumns(shown, DEFAULT_COLUMNS, { same: [], empty: [], isPhone: true, group: null }))[0],
  ).toBe("metric:eval/rr_at_5:last");
  const grouped = (group: string) =>
    ids(arrangedColumns(shown, DEFAULT_COLUMNS, { same: [], empty: [], isPhone: false, group }));
  expect(grouped("recipe")).toEqual(all.filter((id) => id !== "step" && id !== "curve"));
  expect(grouped("label")).toEqual(all.filter((id) => id !== "step" && id !== "launched"));
  const chosen = [{ id: "experiment", width: null }, shown[3]];
  expect(arrangedColumns(chosen, chosen, { same, empty: [], isPhone: true, group: "recipe" })).toEqual(
    chosen,
  );
});

test("a default column in which no run has a value is left out and named, one that somebody chose stays", () => {
  const shown = shownColumns(DEFAULT_COLUMNS, null);
  const empty = ["metric:reward/raw:last", "problems", "metric:unknown:last"];
  const of = (chosen: typeof shown) =>
    ids(arrangedColumns(chosen, chosen, { same: [], empty, isPhone: false, group: null }));
  expect(of(shown)).toEqual(ids(shown).filter((id) => !empty.includes(id)));
  expect(emptyOf(shown, DEFAULT_COLUMNS, empty)).toEqual(["metric:reward/raw:last", "problems"]);
  const chosen = [shown[3]];
  expect(of(chosen)).toEqual(ids(chosen));
  expect(emptyOf(chosen, chosen, empty)).toEqual([]);
});

test("columns that somebody chose stay as they are", () => {
  const chosen = ["step", "experiment"].map((id) => ({ id, width: null }));
  const external = ["loss"];
  expect(
    ids(shownColumns(chosen, "experiment", { external, hasOwn: false, leads: ["eval/rr_at_5"] })),
  ).toEqual(["step", "experiment"]);
});

test("a list of programs shows what is solved in place of RR@5, one of both shows both", () => {
  const of = (leads: ("eval/rr_at_5" | "eval/solved")[]) =>
    ids(shownColumns(DEFAULT_COLUMNS, "experiment", { external: [], hasOwn: true, leads }));
  const [step, curve, reward, , ...rest] = of(["eval/rr_at_5"]);
  expect(of(["eval/solved"])).toEqual([step, curve, reward, "metric:eval/solved:last", ...rest]);
  expect(of(["eval/rr_at_5", "eval/solved"])).toEqual([
    step,
    curve,
    reward,
    "metric:eval/rr_at_5:last",
    "metric:eval/solved:last",
    ...rest,
  ]);
  expect(of([])).toEqual(of(["eval/rr_at_5"]));
});
