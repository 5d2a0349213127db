import { expect, test } from "vitest";
import { RunTableInput } from "../../contracts/run-table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { runTable } from "./table.ts";

const COLUMNS = [
  "metric:loss:last",
  "metric:reward/raw:last",
  "metric:eval/rr_at_5:last",
  "param:lr",
  "param:x",
  "step",
];

test("a column in which no run of the view has a value is named as empty, until one has", async () => {
  const { world, verbs, open } = externalWorld();
  const a = open({ key: "a", name: "a", config: { lr: 1 } }).runId;
  open({ key: "b", name: "second-run", config: {} });
  const empty = async (more: object = {}) =>
    (await runTable(world.ctx, RunTableInput.parse({ columns: COLUMNS, ...more }))).empty;
  const never = [
    "metric:reward/raw:last",
    "metric:eval/rr_at_5:last",
    "param:x",
    "tags",
    "problems",
    "audit",
  ];
  expect(await empty()).toEqual(["metric:loss:last", ...never]);
  verbs.log(a, { writer: "w", stream: "history", offset: 0, table: tableOfValues("loss", [Number.NaN]) });
  expect(await empty()).toEqual(never);
  expect(await empty({ search: "second-run" })).toEqual([
    "metric:loss:last",
    "metric:reward/raw:last",
    "metric:eval/rr_at_5:last",
    "param:lr",
    "param:x",
    "tags",
    "problems",
    "audit",
  ]);
  expect(await empty({ search: "nothing is called so" })).toEqual([]);
});
