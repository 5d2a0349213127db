import { expect, test } from "vitest";
import { RunTableInput, type TableEntry } from "../../contracts/run-table.ts";
import { externalWorld } from "../external/testing.ts";
import { runTable } from "./table.ts";

function sentRuns() {
  const { world, open } = externalWorld();
  const sent = [
    ["a", "g1", "train"],
    ["b", "g1", "eval"],
    ["c", "g2", "train"],
    ["d", null, null],
  ] as const;
  for (const [key, group, jobType] of sent) open({ key, name: key, group, jobType, config: { seed: 1 } });
  return async (more: object) =>
    (await runTable(world.ctx, RunTableInput.parse({ limit: 20, ...more }))).entries;
}
const namesOf = (entries: readonly TableEntry[]) =>
  entries.flatMap((entry) => (entry.kind === "run" ? entry.run.name : []));

test("what a client calls its group and its job type is a column, a filter and a grouping", async () => {
  const ask = sentRuns();
  const runs = await ask({ sort: [{ column: "run", direction: "asc" }] });
  expect(runs.map((entry) => entry.kind === "run" && [entry.run.group, entry.run.jobType])).toEqual([
    ["g1", "train"],
    ["g1", "eval"],
    ["g2", "train"],
    [null, null],
  ]);
  const where = (column: string, value: string) => ({ where: [{ column, op: "eq", value }] });
  expect(namesOf(await ask(where("group", "g1"))).toSorted()).toEqual(["a", "b"]);
  expect(namesOf(await ask(where("job_type", "train"))).toSorted()).toEqual(["a", "c"]);
  const heads = (await ask({ group: "group" })).flatMap((entry) =>
    entry.kind === "group" ? [[entry.title, entry.runs, entry.shared.job_type] as const] : [],
  );
  expect(heads.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ["g1", 2, null],
    ["g2", 1, "train"],
    ["no group", 1, null],
  ]);
});
